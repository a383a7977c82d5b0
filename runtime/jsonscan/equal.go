package jsonscan

import (
	"bytes"
	"slices"
	"sync"
)

// Equal reports whether two JSON values are equal: numbers by their mathematical
// value, strings by their characters, objects whatever the order of members.
// Both were scanned before. Time is linear but for sorting the members of
// objects that are in different order, memory is bounded by the smaller value.
func Equal(a, b []byte) bool {
	return bytes.Equal(a, b) || equalScanned(Get(a), Get(b))
}

// EqualJSON is Equal for a value of the document and a text of the schema.
func EqualJSON(span []byte, text string) bool {
	return string(span) == text || equalScanned(Get(span), GetString(text))
}

// EqualText is Equal for two values held as strings.
func EqualText(a, b string) bool {
	return a == b || equalScanned(GetString(a), GetString(b))
}

// equalScanned compares the values ahead of two scanners and releases both.
func equalScanned(a, b *Scanner) bool {
	if len(a.data) < len(b.data) {
		a, b = b, a
	}
	p := treePairs.Get().(*treePair)
	equal := p.b.build(b, len(b.data)) && p.a.build(a, len(p.b.nodes)) && p.equal(0, 0)
	p.release()
	a.Release()
	b.Release()
	return equal
}

// tree is a parsed value: nodes in document order, the subtree of a node before
// its next sibling. The children of an object alternate between names and
// values.
type tree struct {
	data  []byte
	nodes []node
	arena []byte // values of strings that were written with escapes
}

type node struct {
	kind  Kind
	kept  bool // a string whose text is in the arena
	start int  // of the value, or of a string's text
	end   int
	next  int // index of the node behind this subtree
	count int // of elements or members
}

// build fills the tree; false when the value has more than limit nodes, and thus
// equals nothing that has only so many.
func (t *tree) build(s *Scanner, limit int) bool {
	t.data = s.data
	return t.add(s, limit)
}

func (t *tree) add(s *Scanner, limit int) bool {
	i := len(t.nodes)
	if i >= limit {
		return false
	}
	kind := s.Peek()
	start := s.Pos()
	if kind == KindString {
		text, ok := s.Text()
		t.addText(text, start+1)
		return ok
	}
	t.nodes = append(t.nodes, node{kind: kind, start: start})
	count, ok := 0, false
	switch kind {
	case KindArray:
		for ok = s.EnterArray(); ok && s.Element(); count++ {
			ok = t.add(s, limit)
		}
		ok = ok && s.LeaveArray()
	case KindObject:
		for ok = s.EnterObject(); ok; count++ {
			name, more := s.Member()
			if !more {
				break
			}
			t.addText(name, s.nameAt)
			ok = t.add(s, limit)
		}
		ok = ok && s.LeaveObject()
	default:
		ok = s.Skip()
	}
	n := &t.nodes[i]
	n.end, n.next, n.count = s.Pos(), len(t.nodes), count
	return ok
}

// addText adds a string; at is where it starts when it has no escapes.
func (t *tree) addText(text []byte, at int) {
	kept := len(text) > 0 && &t.data[at] != &text[0]
	if kept {
		at = len(t.arena)
		t.arena = append(t.arena, text...)
	}
	t.nodes = append(t.nodes, node{KindString, kept, at, at + len(text), len(t.nodes) + 1, 0})
}

func (t *tree) bytes(i int) []byte {
	n := &t.nodes[i]
	if n.kept {
		return t.arena[n.start:n.end]
	}
	return t.data[n.start:n.end]
}

// treePair compares two trees.
type treePair struct {
	a, b  tree
	order []int // names of the objects being compared by sorting
}

var treePairs = sync.Pool{New: func() any { return new(treePair) }}

func (p *treePair) release() {
	for _, t := range []*tree{&p.a, &p.b} {
		t.data = nil
		t.nodes = bounded(t.nodes[:0], 4<<10)
		t.arena = bounded(t.arena[:0], 64<<10)
	}
	p.order = bounded(p.order[:0], 4<<10)
	treePairs.Put(p)
}

// equal compares node i of a with node j of b.
func (p *treePair) equal(i, j int) bool {
	x, y := &p.a.nodes[i], &p.b.nodes[j]
	if x.kind != y.kind || x.count != y.count || x.next-i != y.next-j {
		return false
	}
	switch x.kind {
	case KindArray:
		i, j := i+1, j+1
		for range x.count {
			if !p.equal(i, j) {
				return false
			}
			i, j = p.a.nodes[i].next, p.b.nodes[j].next
		}
		return true
	case KindObject:
		return p.equalMembers(i+1, j+1, x.count)
	case KindNumber:
		return equalNumbers(p.a.bytes(i), p.b.bytes(j))
	default: // a string, or a literal
		return bytes.Equal(p.a.bytes(i), p.b.bytes(j))
	}
}

// equalMembers compares count members from the names i and j on. As long as both
// objects have the same order it walks along; the rest is compared in the order
// of names.
func (p *treePair) equalMembers(i, j, count int) bool {
	for ; count > 0 && bytes.Equal(p.a.bytes(i), p.b.bytes(j)); count-- {
		if !p.equal(i+1, j+1) {
			return false
		}
		i, j = p.a.nodes[i+1].next, p.b.nodes[j+1].next
	}
	if count == 0 {
		return true
	}
	base := len(p.order)
	p.sortNames(&p.a, i, count)
	p.sortNames(&p.b, j, count)
	for k := range count {
		i, j := p.order[base+k], p.order[base+count+k]
		if !bytes.Equal(p.a.bytes(i), p.b.bytes(j)) || !p.equal(i+1, j+1) {
			return false
		}
	}
	p.order = p.order[:base]
	return true
}

// sortNames pushes the name nodes of count members from i on, sorted.
func (p *treePair) sortNames(t *tree, i, count int) {
	base := len(p.order)
	for range count {
		p.order = append(p.order, i)
		i = t.nodes[i+1].next
	}
	slices.SortFunc(p.order[base:], func(i, j int) int { return bytes.Compare(t.bytes(i), t.bytes(j)) })
}

func equalNumbers(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	m, _ := ParseNumber(a)
	n, _ := ParseNumber(b)
	return m.CmpNumber(n) == 0
}
