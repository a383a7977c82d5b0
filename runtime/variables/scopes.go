package variables

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"github.com/bindery-go/bindery/runtime/store"
)

// Scope is a document in which others of its type share variables. [ScopeOf] and
// [ScopeIn] make one.
type Scope[T any] struct {
	name   string
	within func(x *T) bool
	load   func(x *T) (*T, error)
	update func(ctx context.Context, x *T, change func(shared *T) error) error
}

// ScopeOf makes the scope of the documents that say the same arguments of a
// path. Fresh makes the document at that path for one of them, if there is none.
func ScopeOf[T, K any](name string, d *store.Documents[T, K], fresh func(x *T) (*T, error)) Scope[T] {
	return Scope[T]{
		name:   name,
		within: func(x *T) bool { _, err := d.KeyOf(x); return err == nil },
		load: func(x *T) (*T, error) {
			key, err := d.KeyOf(x)
			if err != nil {
				return nil, err
			}
			return d.Load(key)
		},
		update: func(ctx context.Context, x *T, change func(*T) error) error {
			key, err := d.KeyOf(x)
			if err != nil {
				return err
			}
			return d.UpdateOrCreate(ctx, key, func() (*T, error) { return fresh(x) }, change)
		},
	}
}

// ScopeIn makes the scope of all documents, which is one.
func ScopeIn[T any](name string, one *store.One[T], fresh func(x *T) (*T, error)) Scope[T] {
	return Scope[T]{
		name:   name,
		within: func(*T) bool { return true },
		load:   func(*T) (*T, error) { return one.Load() },
		update: func(ctx context.Context, x *T, change func(*T) error) error {
			return one.UpdateOrCreate(ctx, func() (*T, error) { return fresh(x) }, change)
		},
	}
}

// Found is a variable where it was found.
type Found[T, V any] struct {
	Name     string
	Variable V
	Scope    string // "" for the document's own
	In       *T     // what holds it: the document itself, or that of the scope
}

// ScopeOf is the name of the scope that a variable of x is shared in, "" for
// none.
func (vars *Variables[T, V]) ScopeOf(x *T, name string, v *V) string {
	k := &vars.kind
	if v == nil || k.Scope == nil {
		return ""
	}
	if named := k.Scope(v); named != "" {
		return named
	}
	if scope := k.scope(k.Default); scope != nil && !k.In.IsDeclared(name) && scope.within(x) {
		return k.Default
	}
	return ""
}

func (k *Kind[T, V]) scope(name string) *Scope[T] {
	for i := range k.Scopes {
		if k.Scopes[i].name == name {
			return &k.Scopes[i]
		}
	}
	return nil
}

// Find finds the variable of a document that is there now. What the document has
// for itself comes first, then the scopes from the narrowest to the widest: what
// a document shares is what others have written there since. The error wraps
// fs.ErrNotExist where there is none.
func (vars *Variables[T, V]) Find(x *T, name string) (Found[T, V], error) {
	v, ok := vars.kind.In.Get(x, name)
	own := Found[T, V]{Name: name, Variable: v, In: x}
	ok = ok && !vars.Expired(&v)
	if ok && vars.ScopeOf(x, name, &v) == "" {
		return own, nil
	}
	for _, scope := range vars.kind.Scopes {
		if !scope.within(x) {
			continue
		}
		shared, err := scope.load(x)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return Found[T, V]{}, err
		}
		if v, ok := vars.kind.In.Get(shared, name); ok && !vars.Expired(&v) {
			return Found[T, V]{Name: name, Variable: v, Scope: scope.name, In: shared}, nil
		}
	}
	if ok {
		return own, nil
	}
	return Found[T, V]{}, notFound("variable", name)
}

// Accessed counts an access to what Find has found for x, where it was found: in
// x, or in the file of the scope.
func (vars *Variables[T, V]) Accessed(ctx context.Context, x *T, found Found[T, V]) error {
	count := func(in *T) error {
		if v, ok := vars.kind.In.Get(in, found.Name); ok && vars.kind.Access != nil {
			vars.kind.Access(&v)
			return vars.put(in, found.Name, v)
		}
		return nil
	}
	if found.Scope == "" {
		return count(x)
	}
	return vars.kind.scope(found.Scope).update(ctx, x, count)
}

// Share brings the scopes up to a write of x: its variable was old, nil for none,
// and is what x has now. A variable leaves the scope that it is no longer shared
// in, unless somebody else has written it there since. It writes the scopes at once:
// call it when the write of x is durable, in an Update of x that changes nothing; see
// the package.
func (vars *Variables[T, V]) Share(ctx context.Context, x *T, name string, old *V) error {
	return vars.share(ctx, x, name, old, true)
}

// Reshare is Share of changes that are no writes, as those of going back to a
// snapshot: what somebody else has written to a scope since stays.
func (vars *Variables[T, V]) Reshare(ctx context.Context, x *T, changes []Change[V]) error {
	for _, c := range changes {
		if err := vars.share(ctx, x, c.Name, c.Old, false); err != nil {
			return err
		}
	}
	return nil
}

func (vars *Variables[T, V]) share(ctx context.Context, x *T, name string, old *V, overwrite bool) error {
	v := vars.pointer(x, name)
	from, to := vars.ScopeOf(x, name, old), vars.ScopeOf(x, name, v)
	if from != "" && from != to {
		if err := vars.shareIn(ctx, from, x, name, old, nil, false); err != nil {
			return err
		}
	}
	if to == "" {
		return nil
	}
	if from != to {
		old = nil // x has written nothing there
	}
	return vars.shareIn(ctx, to, x, name, old, v, overwrite)
}

// shareIn writes a variable to a scope, or removes it from there for nil. Without
// overwrite it does so where old is what the scope has.
func (vars *Variables[T, V]) shareIn(ctx context.Context, name string, x *T, variable string, old, v *V, overwrite bool) error {
	scope := vars.kind.scope(name)
	if scope == nil {
		return fmt.Errorf("variables: no scope is called %q", name)
	}
	return scope.update(ctx, x, func(shared *T) error {
		if !overwrite {
			same, err := vars.sameValue(shared, vars.pointer(shared, variable), x, old)
			if err != nil || !same {
				return err
			}
		}
		for _, other := range vars.kind.In.Names(shared) {
			if there, _ := vars.kind.In.Get(shared, other); vars.Expired(&there) {
				vars.kind.In.Remove(shared, other)
			}
		}
		if v == nil {
			vars.kind.In.Remove(shared, variable)
			return nil
		}
		there := *v
		if err := vars.Inline(x, &there); err != nil {
			return err
		}
		if vars.kind.Spill != nil {
			if err := vars.kind.Spill(shared, &there); err != nil {
				return err
			}
		}
		return vars.put(shared, variable, there)
	})
}

// sameValue compares the values of variables of two documents.
func (vars *Variables[T, V]) sameValue(aIn *T, a *V, bIn *T, b *V) (bool, error) {
	if a == nil || b == nil {
		return a == b, nil
	}
	av, bv := *a, *b
	if err := errors.Join(vars.Inline(aIn, &av), vars.Inline(bIn, &bv)); err != nil {
		return false, err
	}
	x, xErr := vars.kind.Value(&av)
	y, yErr := vars.kind.Value(&bv)
	return bytes.Equal(x, y), errors.Join(xErr, yErr)
}
