package runsview

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/internal/brief"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// Place is where runs are: a checkpoint store ([Stored]), or what another engine
// keeps. The methods are those of package protocol.
type Place interface {
	Runs(ctx context.Context) iter.Seq2[protocol.Run, error]
	Inspect(ctx context.Context, run string) (*protocol.Inspection, error)
	Delete(ctx context.Context, run string) error
	Prune(ctx context.Context, keep checkpoint.Retention, statuses ...protocol.Status) ([]string, error)
	// Answer answers the request of that ID, or whatever is asked where it is "".
	Answer(ctx context.Context, run, request string, value any) error
	// Take moves a run here, as protocol.Move does.
	Take(ctx context.Context, from checkpoint.Store, run string) error
}

// Opener opens a place by its name in a command, and gives what closes it.
type Opener func(ctx context.Context, name string) (place Place, close func(), err error)

// Stored is the place of the runs in a store.
func Stored(store checkpoint.Store) Place { return stored{store} }

type stored struct{ store checkpoint.Store }

func (s stored) Runs(ctx context.Context) iter.Seq2[protocol.Run, error] {
	return protocol.Runs(ctx, s.store)
}

func (s stored) Inspect(ctx context.Context, run string) (*protocol.Inspection, error) {
	return protocol.Inspect(ctx, s.store, run)
}

func (s stored) Delete(ctx context.Context, run string) error {
	return protocol.Delete(ctx, s.store, run)
}

func (s stored) Prune(ctx context.Context, keep checkpoint.Retention, statuses ...protocol.Status) ([]string, error) {
	return protocol.Prune(ctx, s.store, keep, statuses...)
}

func (s stored) Answer(ctx context.Context, run, request string, value any) error {
	if request != "" {
		return protocol.AnswerTo(ctx, s.store, run, request, value)
	}
	return protocol.Answer(ctx, s.store, run, value)
}

func (s stored) Take(ctx context.Context, from checkpoint.Store, run string) error {
	return protocol.Move(ctx, from, run, s.store)
}

// Directory opens the filestore in a directory; it is an [Opener].
func Directory(_ context.Context, dir string) (Place, func(), error) {
	store, err := filestore.Open(dir)
	if err != nil {
		return nil, nil, err
	}
	return Stored(store), func() { store.Close() }, nil
}

// move takes runs, all where none is named, to another place. Those that cannot be
// moved stay, and the next ones go on.
func move(ctx context.Context, from Place, name string, runs []string, o Options, out io.Writer) error {
	source, ok := from.(stored)
	if !ok || o.Open == nil {
		return errors.New("only runs in a store can be moved")
	}
	to, done, err := o.Open(ctx, name)
	if err != nil {
		return err
	}
	defer done()
	if len(runs) == 0 {
		for r, err := range from.Runs(ctx) {
			if err != nil {
				return err
			}
			runs = append(runs, r.ID)
		}
	}
	moved, failed := []string{}, []error(nil)
	for _, run := range runs {
		if err := to.Take(ctx, source.store, run); err != nil {
			failed = append(failed, fmt.Errorf("run %s: %w", brief.Quote(run), err))
			continue
		}
		moved = append(moved, run)
	}
	return errors.Join(append([]error{printNames(out, "moved", moved, o)}, failed...)...)
}
