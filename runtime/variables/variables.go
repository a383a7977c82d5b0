package variables

import (
	"bytes"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/bindery-go/bindery/runtime/gen/holder"
)

// Kind describes the variables of type V in documents of type T. What is nil is
// not kept.
type Kind[T, V any] struct {
	In  holder.Values[T, V]
	Now func() time.Time
	// Of names a document in errors; "" and nil leave its name out.
	Of func(x *T) string

	// Value is the value of a variable as JSON. Compared gives all of a variable
	// but the number of its accesses.
	Value    func(v *V) ([]byte, error)
	Compared func(v V) ([]byte, error)
	// SetCreated and SetUpdated note in a variable when it was made, or changed.
	SetCreated, SetUpdated func(v *V, now time.Time)
	// Access counts an access.
	Access func(v *V)
	// Keep gives a variable the optional members that it lacks and that old has,
	// without changing what v shares with others. Typed gives it the type of
	// values of a kind, "string", "number", "boolean", "object", "array" or "null",
	// where it names none. ReadOnly reports whether a variable says that it is not
	// to be written.
	Keep     func(v, old *V)
	Typed    func(v *V, kind string)
	ReadOnly func(v *V) bool
	// Since is when a variable was last changed, Lifetime for how many seconds it
	// is there from then on.
	Since    func(v *V) time.Time
	Lifetime func(v *V) (seconds int64, ok bool)
	// Fits checks the limits of a document but for those that its store makes
	// room for.
	Fits func(x *T) error
	// Spill moves a large value to a file of the document, and Inline brings one
	// back.
	Spill  func(x *T, v *V) error
	Inline func(x *T, v *V) error
	// Record enters a change into the document's journal.
	Record func(x *T, c Entry)

	Snapshots *Snapshots[T]
	// Scopes are from the narrowest to the widest. Scope is the one that a
	// variable names, "" for none; Default is that of the others, except the
	// variables that documents declare, which are their own.
	Scopes  []Scope[T]
	Scope   func(v *V) string
	Default string
}

// Entry is what a journal says of one change. A value that was, or is, not there
// is nil.
type Entry struct {
	Operation Operation
	Name      string
	Old, New  []byte // JSON
	Source    string // what caused it; "" is not said
	Time      time.Time
}

// Operation is what a change does.
type Operation int

// The operations.
const (
	Create Operation = iota
	Update
	Delete
)

// Variables are the variables of documents.
type Variables[T, V any] struct{ kind Kind[T, V] }

// New makes the variables of a kind. Generated packages call it.
func New[T, V any](kind Kind[T, V]) *Variables[T, V] { return &Variables[T, V]{kind} }

// Get gives a copy of the variable of a document, whether its time is over or
// not. See [Variables.Find] for those that documents share.
func (vars *Variables[T, V]) Get(x *T, name string) (v V, ok bool) { return vars.kind.In.Get(x, name) }

// Names gives the names of the variables of a document, in order.
func (vars *Variables[T, V]) Names(x *T) []string {
	names := vars.kind.In.Names(x)
	slices.Sort(names)
	return names
}

// Set gives a document a variable, in the place of the one of that name: stamped, of
// the type of its value where it names none, its value in a file where it is large,
// and entered in the journal. What else it does not say, [Variables.Complete] takes
// from the one before.
//
// The error names the document and the variable. It wraps a *limits.Error where there is
// no room for the variable, [ErrNoPlace] where the document has no place for one of the
// name, and [ErrNoWay] where it lacks what its variables are in. After an error the document
// must not be saved.
func (vars *Variables[T, V]) Set(x *T, name string, v V, source string) error {
	vars.fillType(&v)
	return vars.set(x, name, v, source, true)
}

func (vars *Variables[T, V]) set(x *T, name string, v V, source string, stamp bool) error {
	if err := vars.write(x, name, v, source, stamp); err != nil {
		return vars.located(x, name, err)
	}
	return nil
}

// located says of an error which variable of which document it is about.
func (vars *Variables[T, V]) located(x *T, name string, err error) error {
	err = fmt.Errorf("variable %q: %w", name, err)
	if vars.kind.Of == nil {
		return err
	}
	if of := vars.kind.Of(x); of != "" {
		err = fmt.Errorf("%s: %w", of, err)
	}
	return err
}

// write is set, but for the name of the variable in its errors.
func (vars *Variables[T, V]) write(x *T, name string, v V, source string, stamp bool) error {
	k := &vars.kind
	e := Entry{Operation: Create, Name: name, Source: source, Time: k.Now()}
	var err error
	if old, ok := k.In.Get(x, name); ok {
		e.Operation = Update
		if e.Old, err = k.Value(&old); err != nil {
			return err
		}
	}
	note := k.SetUpdated
	if e.Operation == Create {
		note = k.SetCreated
	}
	if stamp && note != nil {
		note(&v, e.Time)
	}
	if err := k.In.Put(x, name, v); err != nil {
		return err
	}
	if k.Fits != nil { // before a file is written
		if err := k.Fits(x); err != nil {
			return err
		}
	}
	if k.Spill != nil {
		if err := k.Spill(x, &v); err != nil {
			return err
		}
		if err := k.In.Put(x, name, v); err != nil {
			return err
		}
	}
	if e.New, err = k.Value(&v); err != nil {
		return err
	}
	vars.record(x, e)
	return nil
}

var (
	// ErrNoPlace is wrapped where a document cannot have a variable of a name: the name is
	// that of something else beside its variables, or they are declared and it is none.
	ErrNoPlace = holder.ErrNoName
	// ErrNoWay is wrapped where a document lacks what its variables are in, and that is an
	// element of a map, which nobody makes unasked: it may need more than variables.
	ErrNoWay = holder.ErrNoWay
)

func (vars *Variables[T, V]) put(x *T, name string, v V) error {
	if err := vars.kind.In.Put(x, name, v); err != nil {
		return vars.located(x, name, err)
	}
	return nil
}

func (vars *Variables[T, V]) record(x *T, e Entry) {
	if vars.kind.Record != nil {
		vars.kind.Record(x, e)
	}
}

// Remove takes a variable from a document and enters that in the journal. One
// that is not there is none to remove.
func (vars *Variables[T, V]) Remove(x *T, name, source string) error {
	k := &vars.kind
	old, ok := k.In.Get(x, name)
	if !ok {
		return nil
	}
	value, err := k.Value(&old)
	if err != nil {
		return vars.located(x, name, err)
	}
	k.In.Remove(x, name)
	vars.record(x, Entry{Operation: Delete, Name: name, Old: value, Source: source, Time: k.Now()})
	return nil
}

// Expired reports whether the time of a variable is over. One that does not say
// when it was made, or for how long it is there, stays.
func (vars *Variables[T, V]) Expired(v *V) bool {
	k := &vars.kind
	if k.Lifetime == nil {
		return false
	}
	seconds, ok := k.Lifetime(v)
	since := k.Since(v)
	return ok && !since.IsZero() && int64(k.Now().Sub(since)/time.Second) >= seconds
}

// Expire removes the variables of a document whose time is over.
func (vars *Variables[T, V]) Expire(x *T, source string) error {
	for _, name := range vars.Names(x) {
		if v, ok := vars.kind.In.Get(x, name); ok && vars.Expired(&v) {
			if err := vars.Remove(x, name, source); err != nil {
				return err
			}
		}
	}
	return nil
}

// Inline brings the value of a variable of x back from its file, if it is in one.
func (vars *Variables[T, V]) Inline(x *T, v *V) error {
	if vars.kind.Inline == nil {
		return nil
	}
	return vars.kind.Inline(x, v)
}

// Change is a variable that differs between two documents; nil where it is not
// there.
type Change[V any] struct {
	Name     string
	Old, New *V
}

// Differences lists what changes from the variables of one document to those of
// another, by name. Accesses are no change.
func (vars *Variables[T, V]) Differences(from, to *T) ([]Change[V], error) {
	names := append(vars.Names(from), vars.Names(to)...)
	slices.Sort(names)
	var changes []Change[V]
	for _, name := range slices.Compact(names) {
		c := Change[V]{Name: name, Old: vars.pointer(from, name), New: vars.pointer(to, name)}
		same, err := vars.same(c.Old, c.New)
		if err != nil {
			return nil, fmt.Errorf("variable %s: %w", name, err)
		}
		if !same {
			changes = append(changes, c)
		}
	}
	return changes, nil
}

func (vars *Variables[T, V]) pointer(x *T, name string) *V {
	if v, ok := vars.kind.In.Get(x, name); ok {
		return &v
	}
	return nil
}

func (vars *Variables[T, V]) same(a, b *V) (bool, error) {
	if a == nil || b == nil {
		return a == b, nil
	}
	x, err := vars.kind.Compared(*a)
	if err != nil {
		return false, err
	}
	y, err := vars.kind.Compared(*b)
	return bytes.Equal(x, y), err // encoding is deterministic
}

// Apply makes changes to the variables of a document, as they are, and enters
// them in the journal.
func (vars *Variables[T, V]) Apply(x *T, changes []Change[V], source string) error {
	for _, c := range changes {
		var err error
		if c.New == nil {
			err = vars.Remove(x, c.Name, source)
		} else {
			err = vars.set(x, c.Name, *c.New, source, false)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// notFound wraps fs.ErrNotExist.
func notFound(what, name string) error { return fmt.Errorf("%s %q: %w", what, name, fs.ErrNotExist) }
