// Package patch changes documents by others, and tells how two differ. It works on
// the values of generated types by their encoding, so that what comes of a change is
// checked by the whole schema, and nothing is changed in place.
//
// Everything here is safe for concurrent use as far as the values are. Time grows
// with the size of the documents times the depth to which they differ, memory with
// their size.
package patch

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// Document is a pointer to a value of a generated type.
type Document[T any] interface {
	*T
	Writer
	UnmarshalJSON(data []byte) error
}

// Writer is a value that has an encoding.
type Writer interface{ MarshalJSON() ([]byte, error) }

// Merge returns x changed by a JSON Merge Patch (RFC 7396): members of the patch
// that are null are removed, objects are merged, other values replace what was
// there. The error is that of the encoding, of the patch's syntax, or what the
// schema has against the result. x stays as it is.
func Merge[T any, P Document[T]](x P, patch []byte) (*T, error) {
	return changed[T](x, patch, true)
}

// Over returns preset with the members of a document put over it: objects are
// merged, other values, null among them, replace what was there. It is how a file
// of settings is read over those that are built in, which UnmarshalJSON would
// replace whole. The error is as of [Merge]. preset stays as it is.
func Over[T any, P Document[T]](preset P, data []byte) (*T, error) {
	return changed[T](preset, data, false)
}

func changed[T any, P Document[T]](x P, by []byte, removes bool) (*T, error) {
	text, err := x.MarshalJSON()
	if err != nil {
		return nil, err
	}
	patch, err := jsonvalue.Parse(by)
	if err != nil {
		return nil, err
	}
	e := jsonscan.GetEncoder()
	merge(e, jsonvalue.Trusted(string(text)), patch, removes)
	if text, err = e.Finish(); err != nil {
		return nil, err
	}
	out := new(T)
	if err := P(out).UnmarshalJSON(text); err != nil {
		return nil, err
	}
	return out, nil
}

// merge writes a value that is changed by a patch. Members keep their order; those
// that are new come last.
func merge(e *jsonscan.Encoder, v, patch jsonvalue.Value, removes bool) {
	if patch.Kind() != jsonscan.KindObject {
		patch.Append(e)
		return
	}
	by := maps.Collect(patch.Members())
	e.BeginObject()
	if v.Kind() == jsonscan.KindObject {
		for name, old := range v.Members() {
			change, changes := by[name]
			delete(by, name)
			switch {
			case !changes:
				e.Name(name)
				old.Append(e)
			case !removes || !change.IsNull():
				e.Name(name)
				merge(e, old, change, removes)
			}
		}
	}
	for name, value := range patch.Members() {
		if _, isNew := by[name]; isNew && !(removes && value.IsNull()) {
			e.Name(name)
			if removes {
				merge(e, jsonvalue.Value{}, value, true) // without the nulls in it
			} else {
				value.Append(e)
			}
		}
	}
	e.EndObject()
}

// Between returns the merge patch (RFC 7396) that makes b of a. ok is false where
// there is none, because b has a member that is null: a merge patch cannot say so.
func Between(a, b Writer) (patch []byte, ok bool, err error) {
	v, w, err := values(a, b)
	if err != nil {
		return nil, false, err
	}
	e := jsonscan.GetEncoder()
	ok = between(e, v, w)
	patch, err = e.Finish()
	return patch, ok, err
}

func between(e *jsonscan.Encoder, a, b jsonvalue.Value) (ok bool) {
	if b.Kind() != jsonscan.KindObject {
		b.Append(e)
		return true
	}
	ok = true
	olds := map[string]jsonvalue.Value{}
	if a.Kind() == jsonscan.KindObject {
		olds = maps.Collect(a.Members())
	}
	e.BeginObject()
	for name, value := range b.Members() {
		old, was := olds[name]
		delete(olds, name)
		if was && old.Equal(value) {
			continue
		}
		ok = ok && !value.IsNull()
		e.Name(name)
		ok = between(e, old, value) && ok
	}
	for _, name := range slices.Sorted(maps.Keys(olds)) {
		e.Name(name)
		e.Null()
	}
	e.EndObject()
	return ok
}

// Change is one difference between two documents.
type Change struct {
	// InstanceLocation is the JSON Pointer of the value.
	InstanceLocation string
	// Old and New are the values; one of them is absent where the value is only in
	// the other document.
	Old, New jsonvalue.Value
}

// shown is how many bytes of a value a text has at most.
const shown = 60

// String returns the place and both values, cut when long.
func (c Change) String() string {
	at := c.InstanceLocation
	if at == "" {
		at = "the document"
	}
	switch {
	case c.Old.IsZero():
		return at + ": added " + brief(c.New)
	case c.New.IsZero():
		return at + ": removed " + brief(c.Old)
	}
	return at + ": " + brief(c.Old) + " became " + brief(c.New)
}

func brief(v jsonvalue.Value) string {
	text := v.Text()
	if len(text) > shown {
		text = strings.ToValidUTF8(text[:shown], "") + "…"
	}
	return text
}

// Diff lists the differences of two documents, in the order of the first; members
// that only the second has come after those of their object. Items of arrays are
// compared by position. Numbers are equal by value, as in JSON Schema.
func Diff(a, b Writer) ([]Change, error) {
	v, w, err := values(a, b)
	if err != nil {
		return nil, err
	}
	return diff(nil, "", v, w), nil
}

func diff(out []Change, at string, a, b jsonvalue.Value) []Change {
	switch {
	case a.Equal(b):
		return out
	case a.Kind() == jsonscan.KindObject && b.Kind() == jsonscan.KindObject:
		news := maps.Collect(b.Members())
		for name, old := range a.Members() {
			value := news[name]
			delete(news, name)
			out = diff(out, at+"/"+escaped.Replace(name), old, value)
		}
		for name, value := range b.Members() {
			if _, isNew := news[name]; isNew {
				out = append(out, Change{InstanceLocation: at + "/" + escaped.Replace(name), New: value})
			}
		}
		return out
	case a.Kind() == jsonscan.KindArray && b.Kind() == jsonscan.KindArray:
		olds, news := items(a), items(b)
		for i := range max(len(olds), len(news)) {
			var old, value jsonvalue.Value
			if i < len(olds) {
				old = olds[i]
			}
			if i < len(news) {
				value = news[i]
			}
			out = diff(out, at+"/"+strconv.Itoa(i), old, value)
		}
		return out
	}
	return append(out, Change{at, a, b})
}

func items(v jsonvalue.Value) []jsonvalue.Value {
	var out []jsonvalue.Value
	for _, item := range v.Elements() {
		out = append(out, item)
	}
	return out
}

// escaped writes a name as a token of a JSON Pointer (RFC 6901 section 3).
var escaped = strings.NewReplacer("~", "~0", "/", "~1")

func values(a, b Writer) (v, w jsonvalue.Value, err error) {
	x, err := a.MarshalJSON()
	if err != nil {
		return v, w, err
	}
	y, err := b.MarshalJSON()
	if err != nil {
		return v, w, err
	}
	if v, err = jsonvalue.Parse(x); err != nil {
		return v, w, err
	}
	w, err = jsonvalue.Parse(y)
	return v, w, err
}
