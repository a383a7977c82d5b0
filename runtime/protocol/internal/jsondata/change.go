package jsondata

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// Change is what makes one JSON value of another: nil for none. It grows with
// what differs, and not with the value.
type Change struct {
	Set     json.RawMessage    `json:"set,omitempty"`     // the value, as a whole
	Append  []json.RawMessage  `json:"append,omitempty"`  // further elements of a list
	Members map[string]*Change `json:"members,omitempty"` // of an object
	Remove  []string           `json:"remove,omitempty"`  // members of an object
}

// Diff returns the change from one value to another. Both are compact.
func Diff(before, after []byte) *Change {
	if bytes.Equal(before, after) {
		return nil
	}
	if old, ok := members(before); ok {
		if now, ok := members(after); ok {
			return diffObjects(old, now)
		}
	}
	if more, ok := appended(before, after); ok {
		return &Change{Append: more}
	}
	return &Change{Set: after}
}

func diffObjects(old, now []member) *Change {
	before := byName(old)
	c := &Change{Members: map[string]*Change{}}
	for _, m := range now {
		value, there := before[m.name]
		if !there {
			c.Members[m.name] = &Change{Set: m.value}
		} else if deeper := Diff(value, m.value); deeper != nil {
			c.Members[m.name] = deeper
		}
		delete(before, m.name)
	}
	c.Remove = slices.Sorted(maps.Keys(before))
	if len(c.Members)+len(c.Remove) == 0 {
		return nil // only the order of members differs
	}
	return c
}

func byName(list []member) map[string]json.RawMessage {
	out := make(map[string]json.RawMessage, len(list))
	for _, m := range list {
		out[m.name] = m.value
	}
	return out
}

// appended returns what a list has at its end that another has not; ok is false
// where that is not all in which they differ.
func appended(before, after []byte) (more []json.RawMessage, ok bool) {
	// A list of which another is the beginning has its text at the beginning.
	if len(before) < 2 || before[0] != '[' || len(after) < len(before) || !bytes.Equal(before[:len(before)-1], after[:len(before)-1]) {
		return nil, false
	}
	var old, now []json.RawMessage
	if json.Unmarshal(before, &old) != nil || json.Unmarshal(after, &now) != nil || len(now) <= len(old) {
		return nil, false
	}
	if n := len(old); n > 0 && !bytes.Equal(old[n-1], now[n-1]) { // [1 and [12
		return nil, false
	}
	return now[len(old):], true
}

// Apply makes the change on a value.
func (c *Change) Apply(value []byte) ([]byte, error) {
	switch {
	case c == nil:
		return value, nil
	case c.Set != nil:
		return c.Set, nil
	case c.Append != nil:
		var list []json.RawMessage
		_ = json.Unmarshal(value, &list) // what is no list has no elements
		return json.Marshal(append(list, c.Append...))
	}
	object, _ := members(value)
	object = slices.DeleteFunc(object, func(m member) bool { return slices.Contains(c.Remove, m.name) })
	left := maps.Clone(c.Members)
	for i, m := range object {
		changed, err := left[m.name].Apply(m.value)
		if err != nil {
			return nil, err
		}
		object[i].value = changed
		delete(left, m.name)
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		value, err := left[name].Apply([]byte("null"))
		if err != nil {
			return nil, err
		}
		object = append(object, member{name, value})
	}
	return join(object)
}
