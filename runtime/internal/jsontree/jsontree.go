// Package jsontree holds a JSON document as a tree that can be cut and grown, for
// packages that make one document of another. Scalars keep their exact text,
// objects the order of their members.
//
// Paths are those of package checks: JSON Pointers with "*" for every member or
// element. Only packages of the runtime import it.
package jsontree

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Node is a value. The zero Node is null.
type Node struct {
	Kind     jsonscan.Kind
	Text     string // of a scalar, as JSON
	Children []*Node
	Name     string // as a member, plain
}

// Parse reads a document, which is valid JSON.
func Parse(data []byte) *Node {
	s := jsonscan.Get(data)
	defer s.Release()
	return parse(s)
}

func parse(s *jsonscan.Scanner) *Node {
	n := &Node{Kind: s.Peek()}
	switch n.Kind {
	case jsonscan.KindObject:
		s.EnterObject()
		for name, more := s.Member(); more; name, more = s.Member() {
			text := string(name)
			child := parse(s)
			child.Name = text
			n.Children = append(n.Children, child)
		}
		s.LeaveObject()
	case jsonscan.KindArray:
		s.EnterArray()
		for s.Element() {
			n.Children = append(n.Children, parse(s))
		}
		s.LeaveArray()
	default:
		from := s.Pos()
		s.Skip()
		n.Text = string(s.Span(from))
	}
	return n
}

// Append appends the value as compact JSON.
func (n *Node) Append(b []byte) []byte {
	switch n.Kind {
	case jsonscan.KindObject:
		b = append(b, '{')
		for i, child := range n.Children {
			if i > 0 {
				b = append(b, ',')
			}
			b = append(appendQuoted(b, child.Name), ':')
			b = child.Append(b)
		}
		return append(b, '}')
	case jsonscan.KindArray:
		b = append(b, '[')
		for i, child := range n.Children {
			if i > 0 {
				b = append(b, ',')
			}
			b = child.Append(b)
		}
		return append(b, ']')
	}
	if n.Text == "" {
		return append(b, "null"...)
	}
	return append(b, n.Text...)
}

// String is the value as compact JSON.
func (n *Node) String() string { return string(n.Append(nil)) }

// appendQuoted appends a text as a JSON string. Names are plain ASCII as a rule,
// which needs no encoder.
func appendQuoted(b []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			return append(b, Quote(text)...)
		}
	}
	return append(append(append(b, '"'), text...), '"')
}

// Quote makes a JSON string of a text; bytes that are not UTF-8 become U+FFFD.
func Quote(text string) string {
	e := jsonscan.GetEncoder()
	e.String(strings.ToValidUTF8(text, "\uFFFD"))
	quoted, err := e.Finish()
	if err != nil {
		return `""`
	}
	return string(quoted)
}

// Str makes a string.
func Str(text string) *Node { return &Node{Kind: jsonscan.KindString, Text: Quote(text)} }

// Int makes a number.
func Int(n int64) *Node {
	return &Node{Kind: jsonscan.KindNumber, Text: strconv.FormatInt(n, 10)}
}

// JSON makes the value of a text, which is valid JSON.
func JSON(text string) *Node { return Parse([]byte(text)) }

// Clone copies a value.
func (n *Node) Clone() *Node {
	m := *n
	m.Children = nil
	for _, child := range n.Children {
		m.Children = append(m.Children, child.Clone())
	}
	return &m
}

// Plain is the text of a string, the JSON of other values, "" for nil.
func (n *Node) Plain() string {
	switch {
	case n == nil:
		return ""
	case n.Kind != jsonscan.KindString:
		return n.String()
	}
	s := jsonscan.GetString(n.Text)
	defer s.Release()
	text, _ := s.String()
	return text
}

// IsEmpty reports whether a value says nothing: null, "", [] or {}.
func (n *Node) IsEmpty() bool {
	switch n.Kind {
	case jsonscan.KindObject, jsonscan.KindArray:
		return len(n.Children) == 0
	}
	return n.Text == "" || n.Text == "null" || n.Text == `""`
}

// IsContainer reports whether a value is an object or an array.
func (n *Node) IsContainer() bool {
	return n.Kind == jsonscan.KindObject || n.Kind == jsonscan.KindArray
}

// Get returns a member, nil for none.
func (n *Node) Get(name string) *Node {
	if n == nil || n.Kind != jsonscan.KindObject {
		return nil
	}
	for _, child := range n.Children {
		if child.Name == name {
			return child
		}
	}
	return nil
}

// Set replaces a member of an object, or adds it at the end.
func (n *Node) Set(name string, value *Node) {
	value.Name = name
	for i, child := range n.Children {
		if child.Name == name {
			n.Children[i] = value
			return
		}
	}
	n.Children = append(n.Children, value)
}

// Remove removes a child.
func (n *Node) Remove(child *Node) {
	n.Children = slices.DeleteFunc(n.Children, func(c *Node) bool { return c == child })
}

// Keep removes the children for which keep is false.
func (n *Node) Keep(keep func(*Node) bool) {
	n.Children = slices.DeleteFunc(n.Children, func(c *Node) bool { return !keep(c) })
}

// Become makes the node another value, under its own name.
func (n *Node) Become(value *Node) {
	name := n.Name
	*n = *value
	n.Name = name
}

// Place is a value with where it is.
type Place struct {
	*Node
	Parent  *Node
	Pointer string
}

// Steps reads a path of static data, which the generator has checked: another is
// a programming error and panics.
func Steps(path string) []checks.Step {
	p, err := checks.ParsePath(path)
	if err != nil {
		panic(fmt.Sprintf("jsontree: %v", err))
	}
	return p.Steps
}

// Find lists the values at a path below n, in the order of the document.
func (n *Node) Find(path string) []Place { return find(nil, Place{Node: n}, Steps(path)) }

// First is the first value at a path below n, nil for none.
func (n *Node) First(path string) *Node {
	if found := n.Find(path); len(found) > 0 {
		return found[0].Node
	}
	return nil
}

func find(into []Place, at Place, steps []checks.Step) []Place {
	if len(steps) == 0 {
		return append(into, at)
	}
	step := steps[0]
	if step.Deep {
		into = find(into, at, steps[1:])
	}
	for i, child := range at.Children {
		token := child.Name
		if at.Kind == jsonscan.KindArray {
			token = strconv.Itoa(i)
		}
		if !step.Deep && !step.Any && step.Name != token {
			continue
		}
		rest := steps
		if !step.Deep {
			rest = steps[1:]
		}
		into = find(into, Place{child, at.Node, at.Pointer + "/" + escape.Replace(token)}, rest)
	}
	return into
}

var escape = strings.NewReplacer("~", "~0", "/", "~1")

// Token is a name as a token of a JSON Pointer.
func Token(name string) string { return escape.Replace(name) }

// Make returns the value at a path without wildcards; objects that are missing on
// the way are made, and the value itself of the given text. It is nil where
// something else is in the way.
func (n *Node) Make(path, text string) *Node {
	steps := Steps(path)
	for i, step := range steps {
		next := n.Get(step.Name)
		if next == nil {
			if n.Kind != jsonscan.KindObject {
				return nil
			}
			next = &Node{Kind: jsonscan.KindObject}
			if i == len(steps)-1 {
				next = JSON(text)
			}
			n.Set(step.Name, next)
		}
		n = next
	}
	return n
}
