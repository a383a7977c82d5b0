// Package kind has the kinds of JSON values in one table, with what each is
// called by the stages and by the runtime. Every stage after document may import
// it.
package kind

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Set is a set of kinds. There is one kind of numbers: that a number must be an
// integer is a check.
type Set uint8

// The kinds, each as a set of its own. The order is that of document.Kind.
const (
	Null Set = 1 << iota
	Bool
	Number
	String
	Array
	Object

	All = Null | Bool | Number | String | Array | Object
)

// table has a row for each kind, in the order of the constants.
var table = [...]struct {
	word     string         // in Go names: of variants, and behind Kind in jsonscan
	types    validate.Types // that admit all values of the kind
	admitted validate.Types // that admit some
}{
	{"Null", validate.Null, validate.Null},
	{"Bool", validate.Boolean, validate.Boolean},
	{"Number", validate.Number, validate.Integer | validate.Number},
	{"String", validate.String, validate.String},
	{"Array", validate.Array, validate.Array},
	{"Object", validate.Object, validate.Object},
}

// Of returns the kind of a value.
func Of(v *document.Node) Set { return 1 << v.Kind }

// OfAll returns the kinds of several values.
func OfAll(values []*document.Node) Set {
	var s Set
	for _, v := range values {
		s |= Of(v)
	}
	return s
}

// OfTypes returns the kinds of the values that "type" admits; all where it is
// absent.
func OfTypes(t validate.Types) Set {
	if t == 0 {
		return All
	}
	var s Set
	for i, row := range table {
		if t&row.admitted != 0 {
			s |= 1 << i
		}
	}
	return s
}

// Types returns the types whose values are of the kinds.
func (s Set) Types() validate.Types {
	var t validate.Types
	for i, row := range table {
		if s&(1<<i) != 0 {
			t |= row.types
		}
	}
	return t
}

// List returns the kinds of the set one by one.
func (s Set) List() []Set {
	var list []Set
	for i := range table {
		if k := Set(1 << i); s&k != 0 {
			list = append(list, k)
		}
	}
	return list
}

// IsSingle reports whether the set has exactly one kind.
func (s Set) IsSingle() bool { return s != 0 && s&(s-1) == 0 }

// Word returns the name of a single kind as a part of Go names; "" for other
// sets.
func (s Set) Word() string {
	for i, row := range table {
		if s == 1<<i {
			return row.word
		}
	}
	return ""
}

// TypeNames returns the names that JSON Schema has for the types of "type", in
// the order of the constants.
func TypeNames(t validate.Types) []string {
	var names []string
	for i, name := range []string{"null", "boolean", "integer", "number", "string", "array", "object"} {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String returns the names that JSON Schema has for the kinds.
func (s Set) String() string {
	var names []string
	for i := range table {
		if s&(1<<i) != 0 {
			names = append(names, document.Kind(i).String())
		}
	}
	return strings.Join(names, "|")
}
