package checks

import (
	"strconv"
	"sync"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// evaluator judges one document.
type evaluator struct {
	scanner   *jsonscan.Scanner
	data      []byte
	values    []jsonscan.Kept // the values that some path leads to, and others
	arguments Arguments
	sets      map[at]*keys
	spare     []*keys // empty
	scratch   []byte  // the last key
	found     map[at][]int
	results   map[termAt]result
	long      map[int]*reading // by node, of its name by ^node
	nodes     []int            // what find found, one result after the other
	stack     []operand        // of the comparisons that are being made
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
	return &evaluator{sets: map[at]*keys{}, found: map[at][]int{}, results: map[termAt]result{}, long: map[int]*reading{}}
}}

// mostKept bounds the memory that the pool holds on to.
const mostKept = 1 << 14

func (e *evaluator) release() {
	if cap(e.nodes) > mostKept || cap(e.stack) > mostKept || len(e.found) > mostKept || len(e.sets) > mostKept || len(e.results) > mostKept || len(e.long) > mostKept {
		return
	}
	for _, set := range e.sets {
		e.dispose(set)
	}
	clear(e.sets)
	clear(e.found)
	clear(e.results)
	clear(e.long)
	*e = evaluator{
		sets: e.sets, spare: e.spare, found: e.found, results: e.results, long: e.long,
		scratch: e.scratch[:0], nodes: e.nodes[:0], stack: e.stack[:0],
	}
	evaluators.Put(e)
}

// set is an empty set, until dispose.
func (e *evaluator) set() *keys {
	last := len(e.spare) - 1
	if last < 0 {
		return new(keys)
	}
	set := e.spare[last]
	e.spare = e.spare[:last]
	return set
}

// dispose takes back what set gave.
func (e *evaluator) dispose(set *keys) {
	const few = 16
	if len(e.spare) < few && cap(set.list) <= mostKept/few && cap(set.texts) <= mostKept {
		set.reset()
		e.spare = append(e.spare, set)
	}
}

// readFrom takes from a scanner what it keeps of the document.
func (e *evaluator) readFrom(in *jsonscan.Scanner) {
	e.scanner, e.values = in, in.Kept()
	e.data = in.Document()
}

// text is a value as the document has it.
func (e *evaluator) text(i int) []byte { return e.data[e.values[i].Start:e.values[i].End] }

// pointer is the JSON Pointer of a value.
func (e *evaluator) pointer(i int) string {
	var tokens []string
	size := 0
	for v := &e.values[i]; v.Parent >= 0; v = &e.values[v.Parent] {
		token := strconv.Itoa(int(v.Index))
		if v.Name > 0 {
			token = string(e.scanner.NameOf(v))
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
	return Place{InstanceLocation: e.pointer(i), Offset: e.values[i].Start}
}

// search is the values at some steps below a base, in memory that the evaluator
// keeps until its release.
func (e *evaluator) search(base int, steps []step) []int {
	from := len(e.nodes)
	e.nodes = e.find(e.nodes, base, steps)
	return e.nodes[from:len(e.nodes):len(e.nodes)]
}

// find appends the values at some steps below a base.
func (e *evaluator) find(into []int, base int, steps []step) []int {
	if len(steps) == 0 {
		return append(into, base)
	}
	step := steps[0]
	if step.deep {
		into = e.find(into, base, steps[1:])
	}
	for i := e.values[base].Child; i > 0; i = e.values[i].Next {
		switch {
		case step.deep:
			into = e.find(into, int(i), steps)
		case step.any || e.values[i].Token == step.token:
			into = e.find(into, int(i), steps[1:])
		}
	}
	return into
}
