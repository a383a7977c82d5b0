// Package slogdoc gives documents to log/slog as groups of their members. The method
// LogValue of generated types, which they have where the configuration says slog: true,
// is made of it.
//
// Without it handlers write a document as one JSON text. As a group, its members are
// attributes: a text handler writes task.state=open, and ReplaceAttr sees each, to
// leave out what logs should not hold. A record that no handler takes costs nothing.
package slogdoc

import (
	"log/slog"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// deepest is how deep groups lie in each other. Handlers carry the path to each
// attribute, so that documents of any depth would take time in its square.
const deepest = 8

// Value is what a document is in a log: of an object a group of its members, in their
// order, with groups in it down to eight levels. Lists, deeper objects, empty ones and
// those with a member without a name, and numbers that are not int64 are JSON. What
// cannot be encoded is its error. It encodes the document, and takes time and memory in
// proportion to that.
func Value[T any, P interface {
	*T
	MarshalJSON() ([]byte, error)
}](x P) slog.Value {
	if x == nil {
		return slog.AnyValue(nil)
	}
	text, err := x.MarshalJSON()
	if err != nil {
		return slog.AnyValue(err)
	}
	return of(jsonvalue.Trusted(string(text)), 1)
}

// of is a value at a depth.
func of(v jsonvalue.Value, depth int) slog.Value {
	if v.IsNull() {
		return slog.AnyValue(nil)
	}
	if s, ok := v.Str(); ok {
		return slog.StringValue(s)
	}
	if b, ok := v.Bool(); ok {
		return slog.BoolValue(b)
	}
	if n, ok := v.Int64(); ok {
		return slog.Int64Value(n)
	}
	var attrs []slog.Attr
	if depth <= deepest {
		for name, member := range v.Members() {
			if name == "" { // handlers would take its members for those of the group
				return slog.AnyValue(v)
			}
			attrs = append(attrs, slog.Attr{Key: name, Value: of(member, depth+1)})
		}
	}
	if attrs == nil {
		return slog.AnyValue(v) // which handlers write by MarshalJSON and String
	}
	return slog.GroupValue(attrs...)
}
