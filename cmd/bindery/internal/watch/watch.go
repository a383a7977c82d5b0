package watch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
	"time"

	"github.com/fsnotify/fsnotify"
)

// A burst of events, such as a checkout or an editor that writes a file in several
// steps, is over when none has come for quiet, and is looked at after atMost in any
// case.
const (
	quiet  = 100 * time.Millisecond
	atMost = time.Second
)

// Watcher waits for changes. One goroutine may use it at a time.
type Watcher struct {
	root   string // of the file system, in the spelling of the system
	base   string // all changes of directories from here down are noticed
	notify *fsnotify.Watcher
}

// New makes a watcher of the file system whose root is a directory. What lies below
// base, which is a name in it, is noticed even when directories are moved. Close must
// be called.
func New(root, base string) (*Watcher, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return &Watcher{root: root, base: base, notify: notify}, nil
}

// Close ends the watch.
func (w *Watcher) Close() error { return w.notify.Close() }

// Wait returns the names of what is other than recorded, as soon as there is any. What
// has changed since it was read counts, whether or not somebody was waiting. The error
// is that of the context when it is done.
func (w *Watcher) Wait(ctx context.Context, r *Recorder) ([]string, error) {
	for {
		// In this order: what changes from here on makes an event.
		if err := w.add(r); err != nil {
			return nil, err
		}
		if changed := r.Changed(); len(changed) > 0 {
			return changed, nil
		}
		if err := w.burst(ctx); err != nil {
			return nil, err
		}
	}
}

// add watches the directories of what was recorded. It is done again after each burst:
// a directory that was removed and made again has to be watched again.
func (w *Watcher) add(r *Recorder) error {
	wanted := map[string]bool{}
	for _, dir := range r.directories(w.base) {
		full := filepath.Join(w.root, filepath.FromSlash(dir))
		wanted[full] = true
		err := w.notify.Add(full)
		switch {
		case err == nil, errors.Is(err, fs.ErrNotExist), errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.ENOTDIR):
			// The directory above is watched, or it could not be read either.
		case errors.Is(err, syscall.ENOSPC):
			return fmt.Errorf("%s cannot be watched: the system allows no more watches; on Linux raise fs.inotify.max_user_watches", full)
		default:
			return fmt.Errorf("%s cannot be watched: %w", full, err)
		}
	}
	for _, dir := range w.notify.WatchList() {
		if !wanted[dir] {
			_ = w.notify.Remove(dir) // it may be gone by itself
		}
	}
	return nil
}

// burst waits for an event and until those that follow it at once have come.
func (w *Watcher) burst(ctx context.Context) error {
	var silence, end <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case err := <-w.notify.Errors:
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return err
			}
		case <-w.notify.Events:
		case <-silence:
			return nil
		case <-end:
			return nil
		}
		silence = time.After(quiet)
		if end == nil {
			end = time.After(atMost)
		}
	}
}
