// Command bindery-runs-postgres is what "bindery runs postgres://..." starts: it
// lists, shows, answers, deletes and moves the runs of protocols in a pgstore.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/bindery-go/bindery/runtime/checkpoint/pgstore"
	"github.com/bindery-go/bindery/runtime/protocol/runsview"
)

func main() {
	if err := runsview.Program(context.Background(), os.Args[1:], open, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "bindery-runs-postgres:", err)
		os.Exit(2)
	}
}

func open(ctx context.Context, url string) (runsview.Place, func(), error) {
	store, err := pgstore.Open(ctx, url)
	if err != nil {
		return nil, nil, err
	}
	return runsview.Stored(store), store.Close, nil
}
