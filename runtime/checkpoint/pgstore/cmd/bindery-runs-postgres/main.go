// Command bindery-runs-postgres is what "bindery runs postgres://..." starts: it
// lists, shows, answers and deletes the runs of protocols in a pgstore.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"

	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore"
	"github.com/bindery-go/bindery/runtime/protocol/runsview"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, "bindery-runs-postgres:", err)
		os.Exit(2)
	}
}

func run(ctx context.Context) error {
	var o runsview.Options
	flag.BoolVar(&o.JSON, "json", false, "print JSON")
	flag.BoolVar(&o.Failed, "failed", false, "prune: runs that have failed, too")
	flag.IntVar(&o.Keep.Keep, "keep", 0, "prune: keep the newest `N`")
	flag.DurationVar(&o.Keep.MaxAge, "older-than", 0, "prune: delete what is older than `DURATION`")
	flag.Parse()
	if flag.NArg() == 0 {
		return runsview.ErrUsage
	}
	store, err := pgstore.Open(ctx, flag.Arg(0))
	if err != nil {
		return err
	}
	defer store.Close()
	return runsview.Do(ctx, store, flag.Args()[1:], o, os.Stdout)
}
