package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/bindery-go/bindery/cmd/bindery/internal/watch"
	"github.com/bindery-go/bindery/generator"
)

// workDir is newWorkDir; where the command watches, what is read is remembered.
func (a *app) workDir(dir string) (*workDir, error) {
	p, err := newWorkDir(dir)
	if err == nil && a.watches {
		a.recorder = watch.Record(p.w.FS.(disk))
		p.w.FS = a.recorder
		a.watched = p
	}
	return p, err
}

// watch generates, and again whenever something changes that the run before has read
// or looked for, until a signal ends it. That is no failure: no run is left half done.
func (a *app) watch(ctx context.Context) error {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	a.watches = true
	var watcher *watch.Watcher
	for {
		err := a.runGenerate(ctx)
		if ctx.Err() != nil {
			return nil
		}
		a.told(err)
		if a.watched == nil {
			return err // of the command line: nothing that changes makes it right
		}
		if watcher == nil {
			if watcher, err = watch.New(a.watched.root(), a.watched.w.Dir); err != nil {
				return &systemError{"--watch", err}
			}
			defer watcher.Close()
			fmt.Fprintln(a.stderr, "bindery: watching; interrupt to end")
		}
		changed, err := watcher.Wait(ctx, a.recorder)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return &systemError{"--watch", err}
		}
		fmt.Fprintf(a.stderr, "\nbindery: %s\n", a.watched.changed(changed))
	}
}

// told prints an error that a run ended with, where the run has not.
func (a *app) told(err error) {
	var done status
	if err != nil && !errors.As(err, &done) {
		printError(a.stderr, err)
	}
}

// root is the directory that the names in the file system are relative to.
func (p *workDir) root() string {
	return filepath.VolumeName(p.dir) + string(filepath.Separator)
}

// changed says which files of the file system have changed.
func (p *workDir) changed(names []string) string {
	const most = 3
	var shown []string
	for _, name := range names {
		if rel, err := relative(".", filepath.Join(p.root(), filepath.FromSlash(name))); err == nil {
			name = rel
		}
		shown = append(shown, generator.Line(name))
	}
	if more := len(shown) - most; more > 0 {
		shown = append(shown[:most], fmt.Sprint(more, " more"))
	}
	if len(shown) == 1 {
		return shown[0] + " has changed"
	}
	last := len(shown) - 1
	return strings.Join(shown[:last], ", ") + " and " + shown[last] + " have changed"
}

// written are the files of changes by their names in the file system.
func (j *job) written(changes []generator.Change) []string {
	var out []string
	for _, c := range changes {
		if name, err := relative(j.root(), filepath.Join(j.target.dir, filepath.FromSlash(c.Path))); err == nil {
			out = append(out, path.Clean(name))
		}
	}
	return out
}
