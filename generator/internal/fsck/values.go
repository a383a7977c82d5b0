package fsck

import (
	"bytes"
	"errors"
	"io/fs"
	"iter"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/store"
)

// values checks that the files exist to which a document refers, or a copy of one.
func (c *checker) values(k *kind, args []string, node *document.Node) {
	for reference := range k.references(node) {
		c.value(k.values, args, reference.Text, reference.Pos)
	}
}

// references gives the texts of a document that refer to files of values.
func (k *kind) references(node *document.Node) iter.Seq[*document.Node] {
	return func(yield func(*document.Node) bool) {
		s := k.Spill
		in, ok := valueAt(node, s.In.Access)
		if !ok {
			return
		}
		owners := slices.Concat(in.Items, lists.Of(in.Members, func(m document.Member) *document.Node { return m.Value }))
		for _, owner := range owners {
			value, ok := valueAt(owner, s.Value)
			if !ok || value.Kind != document.String || !k.values.IsReference(value.Text) {
				continue
			}
			if s.Type != nil {
				if kind, ok := textAt(owner, s.Type); !ok || kind != s.As {
					continue
				}
			}
			if !yield(value) {
				return
			}
		}
	}
}

// sharer is a document that has written values in files to a scope of its variables.
type sharer struct {
	*kind
	args []string
}

// shared checks the files to which a document refers that others share as a scope of
// their variables: they are those of the documents that its members name, each in the
// store that has a place for it.
func (c *checker) shared(k *kind, node *document.Node) {
	sharers, ok := c.sharers(k, node)
	if !ok {
		return // it does not say whose the files are
	}
	checked := map[source.Pos]bool{}
	for _, s := range sharers {
		for reference := range s.references(node) {
			if checked[reference.Pos] {
				continue
			}
			checked[reference.Pos] = true
			of := s
			if i := slices.IndexFunc(sharers, func(s sharer) bool { return s.has(reference.Text) }); i >= 0 {
				of = sharers[i]
			}
			c.value(of.values, of.args, reference.Text, reference.Pos)
		}
	}
}

// has reports whether a reference is one to a file of the document.
func (s sharer) has(reference string) bool {
	_, err := s.values.Path(s.args, reference)
	return err == nil
}

// sharers are the documents that a scope names, one for each kind that shares it; ok is
// false where it does not name one.
func (c *checker) sharers(k *kind, node *document.Node) (list []sharer, ok bool) {
	for _, of := range c.kinds {
		if of.values == nil || !isScope(k, of) {
			continue
		}
		s := sharer{kind: of}
		for _, a := range of.Members {
			if a == nil {
				return nil, false
			}
			said, ok := textAt(node, a)
			if !ok {
				return nil, false
			}
			s.args = append(s.args, said)
		}
		list = append(list, s)
	}
	return list, true
}

// isScope reports whether the documents of a kind are a scope of another one's variables.
func isScope(k, of *kind) bool {
	return of.Variables != nil && slices.ContainsFunc(of.Variables.Scopes, func(s *stores.Scope) bool { return s.Store == k.Store })
}

// value checks that a file exists which is referred to, and is what was written.
func (c *checker) value(of *store.Values, args []string, reference string, pos source.Pos) {
	switch err := c.get(of, args, reference); {
	case errors.Is(err, store.ErrOutside):
		c.ds.Addf(diag.DanglingReference, pos, "%s is not a file of this document", reference)
	case errors.Is(err, fs.ErrNotExist):
		c.ds.Addf(diag.DanglingReference, pos, "%s does not exist", reference)
	case errors.Is(err, store.ErrDamaged):
		c.ds.Addf(diag.DanglingReference, pos, "%s has changed since it was written", reference)
	}
}

// get tries to read the file of a value, once for all that refer to it.
func (c *checker) get(of *store.Values, args []string, reference string) error {
	p, err := of.Path(args, reference)
	if err != nil {
		return err
	}
	err, known := c.got[p]
	if !known {
		_, _, err = of.Get(c.Storage, args, reference)
		c.got[p] = err
	}
	return err
}

// loggedValues checks the files that the lines of a log refer to, at the first line
// that does so.
func (c *checker) loggedValues(k *kind, args []string, f *source.File) {
	of, seen := k.values, map[string]bool{}
	for line := range document.Lines(f) {
		if !bytes.Contains(line.JSON, []byte(of.Prefix)) {
			continue
		}
		entry, err := jsonvalue.Parse(line.JSON)
		if err != nil {
			continue
		}
		for text := range textsOf(entry) {
			if seen[text] || !of.IsReference(text) || errors.Is(c.get(of, args, text), store.ErrOutside) {
				continue
			}
			seen[text] = true
			c.value(of, args, text, line.Pos)
		}
	}
}

// textsOf gives the strings in a value.
func textsOf(v jsonvalue.Value) iter.Seq[string] {
	return func(yield func(string) bool) { eachText(v, yield) }
}

func eachText(v jsonvalue.Value, yield func(string) bool) bool {
	if text, ok := v.Str(); ok {
		return yield(text)
	}
	for _, member := range v.Members() {
		if !eachText(member, yield) {
			return false
		}
	}
	for _, element := range v.Elements() {
		if !eachText(element, yield) {
			return false
		}
	}
	return true
}
