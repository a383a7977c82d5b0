package jsondata

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Unknown holds members of saved data that the data's type does not know, by the
// objects that they are in. Nil holds none.
type Unknown struct {
	members map[string]json.RawMessage
	inside  map[string]*Unknown // below members that are known
}

// UnknownError says which member can neither be read nor kept.
type UnknownError struct{ Member string } // JSON Pointer

func (e *UnknownError) Error() string {
	return "the member " + e.Member + " is unknown to this program, and cannot be kept inside a list"
}

// FindUnknown returns the members of saved that a value of type t does not know.
// Types that decode themselves know all. A member that is unknown inside an
// element of a list is an *UnknownError: nothing says which element it would
// belong to after the list has changed.
func FindUnknown(t reflect.Type, saved []byte) (*Unknown, error) {
	for t.Kind() == reflect.Pointer && !decodesItself(t) {
		t = t.Elem()
	}
	if decodesItself(t) {
		return nil, nil
	}
	switch t.Kind() {
	case reflect.Struct:
		list := fields(t)
		return inObject(saved, func(name string) (string, reflect.Type) {
			f, ok := find(list, name)
			if !ok {
				return "", nil
			}
			return f.name, f.typ
		})
	case reflect.Map:
		return inObject(saved, func(name string) (string, reflect.Type) { return name, t.Elem() })
	case reflect.Slice, reflect.Array:
		return nil, inList(t.Elem(), saved)
	}
	return nil, nil
}

// inObject looks through the members of an object. Known gives the name and the
// type of one that is known.
func inObject(saved []byte, known func(string) (string, reflect.Type)) (*Unknown, error) {
	object, ok := members(saved)
	if !ok {
		return nil, nil
	}
	u := &Unknown{members: map[string]json.RawMessage{}, inside: map[string]*Unknown{}}
	for _, m := range object {
		name, t := known(m.name)
		if t == nil {
			u.members[m.name] = m.value
			continue
		}
		deeper, err := FindUnknown(t, m.value)
		if err != nil {
			return nil, below(m.name, err)
		}
		if deeper != nil {
			u.inside[name] = deeper
		}
	}
	if len(u.members)+len(u.inside) == 0 {
		return nil, nil
	}
	return u, nil
}

// inList refuses what is unknown inside elements.
func inList(t reflect.Type, saved []byte) error {
	var list []json.RawMessage
	if !mayHoldObjects(t) || json.Unmarshal(saved, &list) != nil {
		return nil
	}
	for i, element := range list {
		u, err := FindUnknown(t, element)
		if err == nil && u != nil {
			err = &UnknownError{u.first()}
		}
		if err != nil {
			return below(strconv.Itoa(i), err)
		}
	}
	return nil
}

// mayHoldObjects reports whether it is worth to look into elements of a type.
func mayHoldObjects(t reflect.Type) bool {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Map, reflect.Slice, reflect.Array:
		return !decodesItself(t)
	}
	return false
}

// below puts a name before the member that err is about.
func below(name string, err error) error {
	if u, ok := err.(*UnknownError); ok {
		return &UnknownError{"/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name) + u.Member}
	}
	return err
}

// first returns the place of the first unknown member, by name.
func (u *Unknown) first() string {
	names := slices.Sorted(maps.Keys(u.members))
	if len(names) > 0 {
		return below(names[0], &UnknownError{}).(*UnknownError).Member
	}
	name := slices.Sorted(maps.Keys(u.inside))[0]
	return below(name, &UnknownError{u.inside[name].first()}).(*UnknownError).Member
}

// Merge adds the unknown members to the encoding of a value, in the objects that
// are still there.
func (u *Unknown) Merge(encoded []byte) ([]byte, error) {
	if u == nil {
		return encoded, nil
	}
	object, ok := members(encoded)
	if !ok {
		return encoded, nil
	}
	there := make(map[string]bool)
	for i, m := range object {
		there[m.name] = true
		value, err := u.inside[m.name].Merge(m.value)
		if err != nil {
			return nil, err
		}
		object[i].value = value
	}
	for _, name := range slices.Sorted(maps.Keys(u.members)) {
		if !there[name] {
			object = append(object, member{name, u.members[name]})
		}
	}
	return join(object)
}

// member is a member of an object.
type member struct {
	name  string
	value json.RawMessage
}

// members takes an object apart, in order; ok is false where it is none.
func members(text []byte) (list []member, ok bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil, false
	}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, false
		}
		m := member{name: name.(string)}
		if err := d.Decode(&m.value); err != nil {
			return nil, false
		}
		list = append(list, m)
	}
	return list, true
}

// join is the inverse of members.
func join(list []member) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range list {
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, fmt.Errorf("member %q: %w", m.name, err)
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(m.value)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}
