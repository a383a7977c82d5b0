// Package document reads JSON and YAML files into one kind of located node.
//
// A Node is a value of the JSON data model that knows where it was written.
// Schemas, overlays, configuration files and documents under validation all
// become nodes, so that no later stage needs to know which syntax a file has.
// Reading reports every mistake as a located diagnostic and is bounded in time,
// memory and depth whatever the input. Any stage of the generator may import
// this package.
package document

import (
	"iter"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// MaxDepth is the number of arrays and objects that may enclose each other.
const MaxDepth = 10_000

// Kind is the type of a JSON value. JSON Schema's integer is a Number.
type Kind uint8

// The kinds of the JSON data model (RFC 8259 section 3).
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
)

// String returns the name that JSON Schema has for the kind.
func (k Kind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object"}[k]
}

// Node is one JSON value and its place. Nodes of a document form a tree: no
// node is reached in two ways, since YAML aliases are expanded to copies.
type Node struct {
	Kind Kind
	// Pos is the first character of the value. A copy made by a YAML alias
	// has the place of the original.
	Pos source.Pos
	// Bool is the value of a Bool.
	Bool bool
	// Text is the value of a String, or the text of a Number, exactly as
	// written but for what YAML allows beyond the JSON grammar. For a Null it
	// is the unquoted word that YAML reads as null, or empty.
	Text string
	// Items are the elements of an Array.
	Items []*Node
	// Members are the members of an Object in the order of the source. Names
	// are distinct. Change them through Set and Delete only.
	Members []Member

	// index finds the members of a large object; nil for others.
	index map[string]int
}

// Member is one name and value of an object.
type Member struct {
	Name    string
	NamePos source.Pos
	Value   *Node
}

// indexFrom is the number of members from which a map beats comparing names.
const indexFrom = 16

// find returns the place of a member in Members, or -1.
func (n *Node) find(name string) int {
	if n == nil {
		return -1
	}
	if n.index != nil {
		if i, ok := n.index[name]; ok {
			return i
		}
		return -1
	}
	for i := range n.Members {
		if n.Members[i].Name == name {
			return i
		}
	}
	return -1
}

// appendMember adds a member whose name must be new, and says where the object
// has one of that name when it is not.
func (n *Node) appendMember(m Member) (first int, ok bool) {
	if i := n.find(m.Name); i >= 0 {
		return i, false
	}
	n.Members = append(n.Members, m)
	count := len(n.Members)
	switch {
	case n.index != nil:
		n.index[m.Name] = count - 1
	case count&(count-1) == 0: // seldom enough when members come and go
		n.reindex()
	}
	return 0, true
}

func (n *Node) reindex() {
	if len(n.Members) < indexFrom {
		return
	}
	n.index = make(map[string]int, 2*len(n.Members))
	for i := range n.Members {
		n.index[n.Members[i].Name] = i
	}
}

// Get returns the value of a member, or nil when n is nil, is no object or has
// no such member.
func (n *Node) Get(name string) *Node {
	if i := n.find(name); i >= 0 {
		return n.Members[i].Value
	}
	return nil
}

// Member returns the member of that name; ok is false when there is none.
func (n *Node) Member(name string) (m Member, ok bool) {
	if i := n.find(name); i >= 0 {
		return n.Members[i], true
	}
	return Member{}, false
}

// MemberAt returns the member that reference tokens lead to; ok is false for what is
// none: the root, an item, nothing.
func (n *Node) MemberAt(tokens ...string) (m Member, ok bool) {
	if len(tokens) == 0 {
		return m, false
	}
	last := len(tokens) - 1
	return n.At(tokens[:last]...).Member(tokens[last])
}

// All iterates over a value and all values in it, each after the one that it is in.
func (n *Node) All() iter.Seq[*Node] {
	return func(yield func(*Node) bool) { n.each(yield) }
}

func (n *Node) each(yield func(*Node) bool) bool {
	return yield(n) && lists.Every(n.Items, func(item *Node) bool { return item.each(yield) }) &&
		lists.Every(n.Members, func(m Member) bool { return m.Value.each(yield) })
}

// Set gives the member of that name a new value, at its place among the
// members, or appends a new member. It changes n, which must be an Object.
func (n *Node) Set(name string, namePos source.Pos, value *Node) {
	m := Member{Name: name, NamePos: namePos, Value: value}
	if first, ok := n.appendMember(m); !ok {
		n.Members[first] = m
	}
}

// Delete removes the member of that name, keeping the order of the others, and
// reports whether there was one. It changes n.
func (n *Node) Delete(name string) bool {
	i := n.find(name)
	if i < 0 {
		return false
	}
	n.Members = slices.Delete(n.Members, i, i+1)
	n.index = nil // building it anew for each removal would take too long
	return true
}

// Clone returns a deep copy with the same positions.
func (n *Node) Clone() *Node {
	if n == nil {
		return nil
	}
	c := *n
	if n.Items != nil {
		c.Items = make([]*Node, len(n.Items))
		for i, item := range n.Items {
			c.Items[i] = item.Clone()
		}
	}
	if n.Members != nil {
		c.index = nil
		c.Members = make([]Member, len(n.Members))
		for i, m := range n.Members {
			c.Members[i] = Member{Name: m.Name, NamePos: m.NamePos, Value: m.Value.Clone()}
		}
		c.reindex()
	}
	return &c
}
