package jsonvalue

import (
	"iter"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// children calls yield for every member of an object (name set) or element of
// an array until yield returns false. The texts of the children are parts of
// the text of v.
func (v Value) children(yield func(name string, child Value) bool) {
	kind := v.Kind()
	if kind != jsonscan.KindObject && kind != jsonscan.KindArray {
		return
	}
	s := jsonscan.GetString(v.text)
	defer s.Release()
	next := func() (name string, more bool) { return "", s.Element() }
	if kind == jsonscan.KindObject {
		s.EnterObject()
		next = func() (string, bool) {
			text, more := s.Member()
			return string(text), more
		}
	} else {
		s.EnterArray()
	}
	for {
		name, more := next()
		if !more {
			return
		}
		start := s.Pos()
		if !s.Skip() || !yield(name, Value{v.text[start:s.Pos()]}) {
			return
		}
	}
}

// Members iterates over the members of an object in document order; over
// nothing for other kinds.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if v.Kind() == jsonscan.KindObject {
			v.children(yield)
		}
	}
}

// Elements iterates over the elements of an array; over nothing for other kinds.
func (v Value) Elements() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if v.Kind() != jsonscan.KindArray {
			return
		}
		i := 0
		v.children(func(_ string, child Value) bool {
			i++
			return yield(i-1, child)
		})
	}
}

// Len returns the number of members of an object or elements of an array; 0 for
// other kinds. It reads the text.
func (v Value) Len() int {
	n := 0
	v.children(func(string, Value) bool {
		n++
		return true
	})
	return n
}

// Get returns a member of an object; absent when there is none.
func (v Value) Get(name string) Value {
	for n, child := range v.Members() {
		if n == name {
			return child
		}
	}
	return Value{}
}

// At returns an element of an array; absent when there is none.
func (v Value) At(index int) Value {
	for i, child := range v.Elements() {
		if i == index {
			return child
		}
	}
	return Value{}
}

// Lookup follows a JSON Pointer (RFC 6901): "" is the value itself,
// "/a~1b/0" the first element of its member "a/b".
func (v Value) Lookup(pointer string) (Value, bool) {
	for pointer != "" {
		if pointer[0] != '/' {
			return Value{}, false
		}
		token := pointer[1:]
		pointer = ""
		if i := strings.IndexByte(token, '/'); i >= 0 {
			token, pointer = token[:i], token[i:]
		}
		switch v.Kind() {
		case jsonscan.KindObject:
			token = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
			v = v.Get(token)
		case jsonscan.KindArray:
			index, err := strconv.ParseUint(token, 10, 31)
			if err != nil || len(token) > 1 && token[0] == '0' {
				return Value{}, false // section 4: no leading zeros; "-" names no element
			}
			v = v.At(int(index))
		default:
			return Value{}, false
		}
		if v.IsZero() {
			return Value{}, false
		}
	}
	return v, !v.IsZero()
}
