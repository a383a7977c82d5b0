package variables

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/store"
)

// Snapshots are whole documents to go back to, each in a file of its own that a
// list in the document names.
type Snapshots[T any] struct {
	Root *storage.Root
	// Dir is the directory of the document's snapshots.
	Dir func(x *T) (storage.Path, error)
	// List gives the snapshots that a document names, Next the ID after another one,
	// "" for none, and Add enters one.
	List func(x *T) []Snapshot
	Next func(last string) string
	IsID func(text string) bool
	Add  func(x *T, s Snapshot)

	Marshal func(x *T) ([]byte, error)
	Parse   func(data []byte) (*T, error)
	// Same reports whether a snapshot is one of x.
	Same func(x, snapshot *T) bool
	// Saved reads x as it was last saved; what that names is there to go back to until
	// x has been saved. The error wraps fs.ErrNotExist where x is new.
	Saved func(x *T) (*T, error)
}

// Snapshot is what a document says of a snapshot.
type Snapshot struct {
	ID, Name string
	File     string // "" where the document does not say it
	Time     time.Time
}

// file is where a snapshot of x is.
func (s *Snapshots[T]) file(x *T, id string) (storage.Path, error) {
	dir, err := s.Dir(x)
	if err != nil {
		return storage.Path{}, err
	}
	return dir.File(id + ".json")
}

// ErrNoID is wrapped where the IDs of snapshots have come to their end.
var ErrNoID = errors.New("variables: no ID is left for one more snapshot")

// AddSnapshot enters a snapshot into the list of x and gives its ID, which is after
// all that x, what is saved of it and the files have. It is there to go back to once
// SaveSnapshot has written it and x is saved; a crash in between leaves a file that
// goes once a later one is saved.
func (vars *Variables[T, V]) AddSnapshot(x *T, name string) (id string, err error) {
	s := vars.kind.Snapshots
	files, err := s.files(x)
	if err != nil {
		return "", err
	}
	saved, err := s.Saved(x)
	if errors.Is(err, fs.ErrNotExist) {
		saved, err = new(T), nil
	}
	if err != nil {
		return "", err
	}
	last := max(s.last(x), s.last(saved))
	if len(files) > 0 {
		last = max(last, slices.Max(files))
	}
	if id = s.Next(last); id <= last || !s.IsID(id) {
		return "", fmt.Errorf("%w: the last is %q", ErrNoID, last)
	}
	p, err := s.file(x, id)
	if err != nil {
		return "", err
	}
	if err := s.clean(x, saved, files); err != nil {
		return "", err
	}
	s.Add(x, Snapshot{ID: id, Name: name, File: p.String(), Time: vars.kind.Now()})
	if vars.kind.Fits == nil {
		return id, nil
	}
	return id, vars.kind.Fits(x)
}

// last is the greatest ID that a document names, "" for none.
func (s *Snapshots[T]) last(x *T) (last string) {
	for _, snapshot := range s.List(x) {
		if s.IsID(snapshot.ID) {
			last = max(last, snapshot.ID)
		}
	}
	return last
}

// files gives the IDs of the snapshots that are in files.
func (s *Snapshots[T]) files(x *T) (ids []string, err error) {
	dir, err := s.Dir(x)
	if err != nil {
		return nil, err
	}
	f, err := s.Root.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	for _, name := range names {
		if id, ok := strings.CutSuffix(name, ".json"); ok && s.IsID(id) {
			ids = append(ids, id)
		}
	}
	return ids, err
}

// clean removes the snapshots that neither x nor what is saved of it names, as those
// whose entries have made room for others. One that is after all of the saved ones may
// be that of somebody who has yet to save the document, for x need not be locked.
func (s *Snapshots[T]) clean(x, saved *T, files []string) error {
	named := map[string]bool{}
	for _, snapshot := range slices.Concat(s.List(x), s.List(saved)) {
		named[snapshot.ID] = true
	}
	last := s.last(saved)
	for _, id := range files {
		if named[id] || id > last {
			continue
		}
		stale, err := s.file(x, id)
		if err == nil {
			err = s.Root.Remove(stale)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // else somebody has been faster
			return err
		}
	}
	return nil
}

// SaveSnapshot writes the snapshot of x as it is now. Values in files of their
// own are never changed, so naming them is enough. The error wraps fs.ErrExist where
// the file has another content: it may be that of a document which is saved.
func (vars *Variables[T, V]) SaveSnapshot(x *T, id string) error {
	s := vars.kind.Snapshots
	p, err := s.file(x, id)
	if err != nil {
		return err
	}
	data, err := s.Marshal(x)
	if err != nil {
		return err
	}
	err = s.Root.CreateFile(p, data)
	if errors.Is(err, fs.ErrExist) {
		there, readErr := s.Root.ReadFile(p)
		if readErr == nil && bytes.Equal(there, data) {
			return s.Root.Settle(p)
		}
	}
	return err
}

// FindSnapshot finds what x says of a snapshot. The error wraps fs.ErrNotExist
// where it says nothing.
func (vars *Variables[T, V]) FindSnapshot(x *T, id string) (Snapshot, error) {
	list := vars.kind.Snapshots.List(x)
	i := slices.IndexFunc(list, func(s Snapshot) bool { return s.ID == id })
	if i < 0 {
		return Snapshot{}, notFound("snapshot", id)
	}
	return list[i], nil
}

// LoadSnapshot reads a snapshot of x. A damaged one is an error and hides no
// other; the error wraps [store.ErrOutside] where the document names a file that
// is not its own, and [store.ErrDamaged] for one of another document.
func (vars *Variables[T, V]) LoadSnapshot(x *T, id string) (*T, error) {
	s := vars.kind.Snapshots
	snapshot, err := vars.FindSnapshot(x, id)
	if err != nil {
		return nil, err
	}
	p, err := s.file(x, id)
	if err != nil {
		return nil, err
	}
	if snapshot.File != p.String() {
		return nil, fmt.Errorf("%w: %q", store.ErrOutside, snapshot.File)
	}
	data, err := s.Root.ReadFile(p)
	if err != nil {
		return nil, err
	}
	saved, err := s.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p, err)
	}
	if !s.Same(x, saved) {
		return nil, fmt.Errorf("%w: %s is of another document", store.ErrDamaged, p)
	}
	return saved, nil
}
