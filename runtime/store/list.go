package store

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"

	"github.com/bindery-go/bindery/runtime/storage"
)

// All reads the documents in the order of their paths, which is that of Keys. One that
// cannot be read, or that is not what it should be, is an error that names its path,
// beside nil, and reading goes on. So is a link, a pipe or a directory with the name of a
// document; see [storage.Root.Kept].
func (d *Documents[T, K]) All() iter.Seq2[*T, error] { return d.Below() }

// Below is All of those whose paths have the given first arguments.
func (d *Documents[T, K]) Below(args ...string) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for at, err := range d.places(args...) {
			var x *T
			if err == nil {
				x, err = d.load(at)
			}
			if errors.Is(err, fs.ErrNotExist) {
				continue // deleted since
			}
			if err != nil {
				x = nil
			}
			if !yield(x, err) {
				return
			}
		}
	}
}

// Keys gives the keys of all documents in the order of their paths, each once, and
// reads none of the documents. What is not a file, or has a name that no key gives, is an
// error that names its path. The order is that of text, in which 10 comes before 9 unless the path pads
// its numbers. Where there is no error, numbers in their own order are
//
//	slices.Sorted(maps.Keys(maps.Collect(d.Keys())))
func (d *Documents[T, K]) Keys() iter.Seq2[K, error] {
	return func(yield func(K, error) bool) {
		for at, err := range d.places() {
			var key K
			if err == nil {
				key, err = d.kind.Key(at.args)
			}
			if !yield(key, err) {
				return
			}
		}
	}
}

// places finds the files at the kind's path, but for names that no arguments give. The
// path of an error is that of what it is about; there is none where a directory could not
// be read.
func (d *Documents[T, K]) places(args ...string) iter.Seq2[place, error] {
	return func(yield func(place, error) bool) {
		for p, err := range d.root.Kept(d.kind.Template, args...) {
			at := place{path: p}
			if err == nil {
				at.args, err = d.argsAt(p)
			}
			if !yield(at, err) {
				return
			}
		}
	}
}

// argsAt gives the arguments of the path of a document. Of several names that give the
// same key, only the one that a store writes is that of a document.
func (d *Documents[T, K]) argsAt(p storage.Path) ([]string, error) {
	args, err := d.kind.Template.Parse(p.String())
	if err != nil {
		return nil, err
	}
	key, err := d.kind.Key(args)
	if err != nil {
		return nil, fmt.Errorf("%s: the path is that of no document, and can be renamed or removed: %w", p, err)
	}
	for i, written := range d.kind.Args(key) {
		if written != args[i] {
			return nil, fmt.Errorf("%s: the path has %s %q, which a store writes as %q: rename or remove it", p, d.kind.Template.Args()[i], args[i], written)
		}
	}
	return args, nil
}

// Find gives the documents that wanted reports of, and the errors of All.
func (d *Documents[T, K]) Find(wanted func(x *T) bool) iter.Seq2[*T, error] {
	return func(yield func(*T, error) bool) {
		for x, err := range d.All() {
			if (err != nil || wanted(x)) && !yield(x, err) {
				return
			}
		}
	}
}
