package checks

import (
	"slices"
	"strconv"
	"sync"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// value is one of the values of a document that some path leads to.
type value struct {
	kind       jsonscan.Kind
	start, end int    // in the document
	name       string // of a member
	index      int    // of an element, −1 for a member
	parent     int    // −1 for the document
	next       int    // the value behind it and what is in it
	size       int    // members or elements, also those that no path leads to
}

// evaluator judges one document.
type evaluator struct {
	data      []byte
	values    []value // in the order of the document; each before what is in it
	arguments Arguments
	sets      map[at]*set
	found     map[at][]int
	results   map[termAt]result
	scratch   []*need
	nodes     []int // what find found, one result after the other
}

// at is a path from a place.
type at struct {
	path *path
	base int
}

// termAt is a term of the values below a base.
type termAt struct {
	term *term
	base int
}

var evaluators = sync.Pool{New: func() any {
	return &evaluator{sets: map[at]*set{}, found: map[at][]int{}, results: map[termAt]result{}}
}}

// mostKept bounds the memory that the pool holds on to.
const mostKept = 1 << 14

func (e *evaluator) release() {
	if cap(e.values) > mostKept || cap(e.nodes) > mostKept || len(e.found) > mostKept || len(e.sets) > mostKept || len(e.results) > mostKept {
		return
	}
	clear(e.values)
	clear(e.sets)
	clear(e.found)
	clear(e.results)
	*e = evaluator{values: e.values[:0], sets: e.sets, found: e.found, results: e.results, scratch: e.scratch[:0], nodes: e.nodes[:0]}
	evaluators.Put(e)
}

// read keeps of a document what is needed.
func (e *evaluator) read(needed *need, data []byte) {
	s := jsonscan.Get(data)
	defer s.Release()
	e.readFrom(s, needed, data)
}

// readFrom is read for a scanner at the start of the document.
func (e *evaluator) readFrom(s *jsonscan.Scanner, needed *need, data []byte) {
	e.data = data
	e.value(s, closure(e.scratch[:0], needed), value{parent: -1, index: -1})
}

// value reads the value at which s stands. What is needed of it is the end of
// scratch.
func (e *evaluator) value(s *jsonscan.Scanner, needed []*need, v value) {
	here := len(e.values)
	v.kind, v.start = s.Peek(), s.Pos()
	e.values = append(e.values, v)
	size := 0
	switch {
	case leads(needed) && v.kind == jsonscan.KindObject:
		size = e.object(s, needed, here)
	case leads(needed) && v.kind == jsonscan.KindArray && s.EnterArray():
		numbered := slices.ContainsFunc(needed, func(n *need) bool { return n.names != nil })
		var index []byte
		for s.Element() {
			if numbered {
				index = strconv.AppendInt(index[:0], int64(size), 10)
			}
			if next, _ := below(needed[len(needed):], needed, index); len(next) > 0 {
				e.value(s, next, value{index: size, parent: here})
			} else if !s.SkipAgain() {
				break
			}
			size++
		}
		s.LeaveArray()
	default:
		s.SkipAgain()
		size = -1
	}
	e.values[here].end, e.values[here].next, e.values[here].size = s.Pos(), len(e.values), size
}

// object reads the members of an object and returns how many there are, −1 when
// it has seen all that is needed before the last.
func (e *evaluator) object(s *jsonscan.Scanner, needed []*need, here int) (size int) {
	left := membersOf(needed)
	end, ends := s.EndAgain()
	at := s.Mark()
	if !s.EnterObject() {
		return -1
	}
	for name, more := s.Member(); more; name, more = s.Member() {
		size++
		next, known := below(needed[len(needed):], needed, name)
		if len(next) == 0 {
			if !s.SkipAgain() {
				break
			}
			continue
		}
		if known == "" {
			known = string(name)
		}
		e.value(s, next, value{name: known, index: -1, parent: here})
		if left--; left == 0 && ends {
			s.Reset(at)
			s.Seek(end)
			return -1
		}
	}
	s.LeaveObject()
	return size
}

// membersOf is how many members of an object are needed at most, −1 for all.
func membersOf(needed []*need) int {
	if len(needed) > 1 || needed[0].isDeep || needed[0].any != nil || needed[0].sized {
		return -1
	}
	return len(needed[0].names)
}

// leads reports whether a path goes on below.
func leads(needed []*need) bool {
	for _, n := range needed {
		if n.isDeep || n.any != nil || n.names != nil || n.sized {
			return true
		}
	}
	return false
}

// text is a value as the document has it.
func (e *evaluator) text(i int) []byte { return e.data[e.values[i].start:e.values[i].end] }

// pointer is the JSON Pointer of a value.
func (e *evaluator) pointer(i int) string {
	var tokens []string
	size := 0
	for ; e.values[i].parent >= 0; i = e.values[i].parent {
		token := e.values[i].name
		if n := e.values[i].index; n >= 0 {
			token = strconv.Itoa(n)
		}
		tokens = append(tokens, token)
		size += len(token) + 1
	}
	b := make([]byte, 0, size)
	for i := len(tokens) - 1; i >= 0; i-- {
		b = append(b, '/')
		for _, c := range []byte(tokens[i]) {
			switch c {
			case '~':
				b = append(b, "~0"...)
			case '/':
				b = append(b, "~1"...)
			default:
				b = append(b, c)
			}
		}
	}
	return string(b)
}

// place is that of a value.
func (e *evaluator) place(i int) Place {
	return Place{InstanceLocation: e.pointer(i), Offset: e.values[i].start}
}

// search is the values at some steps below a base, in memory that the evaluator
// keeps until its release.
func (e *evaluator) search(base int, steps []Step) []int {
	from := len(e.nodes)
	e.nodes = e.find(e.nodes, base, steps)
	return e.nodes[from:len(e.nodes):len(e.nodes)]
}

// find appends the values at some steps below a base.
func (e *evaluator) find(into []int, base int, steps []Step) []int {
	if len(steps) == 0 {
		return append(into, base)
	}
	step := steps[0]
	if step.Deep {
		into = e.find(into, base, steps[1:])
		for i := base + 1; i < e.values[base].next; i = e.values[i].next {
			into = e.find(into, i, steps)
		}
		return into
	}
	for i := base + 1; i < e.values[base].next; i = e.values[i].next {
		v := &e.values[i]
		if step.Any || v.index < 0 && v.name == step.Name || v.index >= 0 && strconv.Itoa(v.index) == step.Name {
			into = e.find(into, i, steps[1:])
		}
	}
	return into
}
