package store

import (
	"context"

	"github.com/bindery-go/bindery/runtime/storage"
)

// Only is the key of a document whose path takes no arguments.
type Only struct{}

// One is a document at a path that takes no arguments.
type One[T any] struct{ documents *Documents[T, Only] }

// NewOne makes the document of a kind below a root; the kind needs no Args and
// no Key. Generated packages call it.
func NewOne[T any](root *storage.Root, kind Kind[T, Only]) *One[T] {
	kind.Args = func(Only) []string { return nil }
	kind.Key = func([]string) (Only, error) { return Only{}, nil }
	return &One[T]{New(root, kind)}
}

// Root is the directory that the document is below.
func (o *One[T]) Root() *storage.Root { return o.documents.root }

// PathOf is [Documents.PathOf].
func (o *One[T]) PathOf(x *T) string { return o.documents.PathOf(x) }

// Load is [Documents.Load].
func (o *One[T]) Load() (*T, error) { return o.documents.Load(Only{}) }

// Create is [Documents.Create].
func (o *One[T]) Create(ctx context.Context, x *T) error {
	return o.documents.CreateAs(ctx, Only{}, x)
}

// Update is [Documents.Update].
func (o *One[T]) Update(ctx context.Context, change func(x *T) error) error {
	return o.documents.Update(ctx, Only{}, change)
}

// UpdateOrCreate is [Documents.UpdateOrCreate].
func (o *One[T]) UpdateOrCreate(ctx context.Context, fresh func() (*T, error), change func(x *T) error) error {
	return o.documents.UpdateOrCreate(ctx, Only{}, fresh, change)
}

// Put is [Documents.Put].
func (o *One[T]) Put(ctx context.Context, x *T) error { return o.documents.PutAs(ctx, Only{}, x) }

// Delete is [Documents.Delete].
func (o *One[T]) Delete(ctx context.Context) error { return o.documents.Delete(ctx, Only{}) }
