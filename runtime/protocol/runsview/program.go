package runsview

import (
	"context"
	"flag"
	"fmt"
	"io"
	"strings"
)

// Program is what a program bindery-runs-SCHEME does, which bindery runs starts for
// a store that has a URL: args are the program's own, and open opens URLs.
// Whatever is no URL is a directory.
func Program(ctx context.Context, args []string, open Opener, out io.Writer) error {
	o := Options{Open: func(ctx context.Context, name string) (Place, func(), error) {
		if strings.Contains(name, "://") {
			return open(ctx, name)
		}
		return Directory(ctx, name)
	}}
	flags := flag.NewFlagSet("bindery-runs", flag.ContinueOnError)
	flags.BoolVar(&o.JSON, "json", false, "print JSON")
	flags.BoolVar(&o.Failed, "failed", false, "prune: runs that have failed, too")
	flags.IntVar(&o.Keep.Keep, "keep", 0, "prune: keep the newest `N`")
	flags.DurationVar(&o.Keep.MaxAge, "older-than", 0, "prune: delete what is older than `DURATION`")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("%w: %w", ErrUsage, err)
	}
	if flags.NArg() == 0 {
		return ErrUsage
	}
	place, done, err := o.Open(ctx, flags.Arg(0))
	if err != nil {
		return err
	}
	defer done()
	return DoIn(ctx, place, flags.Args()[1:], o, out)
}
