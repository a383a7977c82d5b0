// Package jsondata moves the data of a run between a user's value and JSON. What
// JSON does not carry is left alone in the value, and members that the value's
// type does not know are kept in the JSON. It also tells how one JSON value
// differs from another.
package jsondata

import (
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"sync"
)

// field is a field of a struct that encoding/json reads and writes, by its rules
// for names, tags and embedded structs.
type field struct {
	name   string // of the member
	index  []int  // as of reflect.Value.FieldByIndex
	tagged bool   // the name is from a tag
	typ    reflect.Type
}

var fieldsOf sync.Map // of reflect.Type to []field

// fields returns the fields of a struct that JSON carries.
func fields(t reflect.Type) []field {
	if known, ok := fieldsOf.Load(t); ok {
		return known.([]field)
	}
	list := dominant(candidates(t, nil, map[reflect.Type]bool{}))
	fieldsOf.Store(t, list)
	return list
}

// candidates lists the fields of a struct and of those embedded in it, before
// names that meet are decided.
func candidates(t reflect.Type, outer []int, above map[reflect.Type]bool) (list []field) {
	if above[t] {
		return nil
	}
	above[t] = true
	defer delete(above, t)
	for i := range t.NumField() {
		f := t.Field(i)
		index := append(slices.Clone(outer), i)
		tag := f.Tag.Get("json")
		name, _, _ := strings.Cut(tag, ",")
		if tag == "-" {
			continue
		}
		if inner, ok := embedded(f, name); ok {
			list = append(list, candidates(inner, index, above)...)
			continue
		}
		if !f.IsExported() {
			continue
		}
		tagged := name != ""
		if !tagged {
			name = f.Name
		}
		list = append(list, field{name, index, tagged, f.Type})
	}
	return list
}

// embedded returns the struct whose fields stand for the embedded field f.
// encoding/json cannot set a pointer to a struct that is not exported.
func embedded(f reflect.StructField, tagName string) (reflect.Type, bool) {
	if !f.Anonymous || tagName != "" {
		return nil, false
	}
	t := f.Type
	if t.Kind() == reflect.Pointer {
		if t = t.Elem(); !f.IsExported() {
			return nil, false
		}
	}
	return t, t.Kind() == reflect.Struct
}

// dominant leaves of the fields with one name the one that encoding/json uses:
// the least nested, of these the tagged one, and none where that is not one.
func dominant(all []field) (list []field) {
	byName := make(map[string][]field)
	for _, f := range all {
		byName[f.name] = append(byName[f.name], f)
	}
	for _, f := range all {
		rivals := byName[f.name]
		beats := func(o field) bool {
			if len(f.index) != len(o.index) {
				return len(f.index) < len(o.index)
			}
			return f.tagged && !o.tagged
		}
		won := true
		for _, o := range rivals {
			won = won && (slices.Equal(o.index, f.index) || beats(o))
		}
		if won {
			list = append(list, f)
		}
	}
	return list
}

// find returns the field that a member goes to: of its name, or of a name that
// differs by case only.
func find(list []field, name string) (field, bool) {
	for _, match := range []func(string) bool{
		func(n string) bool { return n == name },
		func(n string) bool { return strings.EqualFold(n, name) },
	} {
		for _, f := range list {
			if match(f.name) {
				return f, true
			}
		}
	}
	return field{}, false
}

var (
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// decodesItself reports whether a type has a way of its own to decode, so that
// nothing is known of what it keeps where.
func decodesItself(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler)
}

// isLeftOut reports whether a field is tagged as one that JSON does not carry.
func isLeftOut(f reflect.StructField) bool { return f.IsExported() && f.Tag.Get("json") == "-" }

var leavesOutOf sync.Map // of reflect.Type to bool

// leavesOut reports whether values of a type hold something that JSON does not
// carry: in it, or in structs, arrays and pointers below it.
func leavesOut(t reflect.Type) bool {
	if known, ok := leavesOutOf.Load(t); ok {
		return known.(bool)
	}
	found := searchLeftOut(t, map[reflect.Type]bool{})
	leavesOutOf.Store(t, found)
	return found
}

func searchLeftOut(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Array:
		return !decodesItself(t) && searchLeftOut(t.Elem(), seen)
	case reflect.Struct:
		return structLeavesOut(t, seen)
	}
	return false
}

func structLeavesOut(t reflect.Type, seen map[reflect.Type]bool) bool {
	own := decodesItself(t)
	for i := range t.NumField() {
		f := t.Field(i)
		if isLeftOut(f) {
			return true
		}
		if own {
			continue
		}
		if _, ok := embedded(f, ""); !ok && !f.IsExported() || searchLeftOut(f.Type, seen) {
			return true
		}
	}
	return !own && len(fields(t)) < len(candidates(t, nil, map[reflect.Type]bool{}))
}
