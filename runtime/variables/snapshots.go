package variables

import (
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
	// List gives the snapshots that a document names, ID the next one's, and Add
	// enters one.
	List func(x *T) []Snapshot
	ID   func(x *T) string
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

// AddSnapshot enters a snapshot into the list of x and gives its ID. It is there
// to go back to once SaveSnapshot has written it and x is saved; a crash in
// between leaves a file that the next one removes.
func (vars *Variables[T, V]) AddSnapshot(x *T, name string) (id string, err error) {
	s := vars.kind.Snapshots
	id = s.ID(x)
	p, err := s.file(x, id)
	if err != nil {
		return "", err
	}
	if err := s.clean(x); err != nil {
		return "", err
	}
	s.Add(x, Snapshot{ID: id, Name: name, File: p.String(), Time: vars.kind.Now()})
	if vars.kind.Fits == nil {
		return id, nil
	}
	return id, vars.kind.Fits(x)
}

// clean removes the snapshots that neither x nor what is saved of it names, as those
// whose entries have made room for others.
func (s *Snapshots[T]) clean(x *T) error {
	saved, err := s.Saved(x)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	list := s.List(x)
	if err == nil {
		list = append(list, s.List(saved)...)
	}
	named := map[string]bool{}
	for _, snapshot := range list {
		named[snapshot.ID] = true
	}
	dir, err := s.Dir(x)
	if err != nil {
		return err
	}
	f, err := s.Root.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	if err != nil {
		return err
	}
	for _, name := range names {
		id, ok := strings.CutSuffix(name, ".json")
		if !ok || named[id] || !s.IsID(id) {
			continue
		}
		stale, err := dir.File(name)
		if err == nil {
			err = s.Root.Remove(stale)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// SaveSnapshot writes the snapshot of x as it is now. Values in files of their
// own are never changed, so naming them is enough.
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
	return s.Root.WriteFile(p, data)
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
