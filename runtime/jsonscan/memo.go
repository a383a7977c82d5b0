package jsonscan

import (
	"slices"

	"github.com/bindery-go/bindery/runtime/internal/offsets"
)

// memo remembers what would be worked out again and again in deep documents:
// verdicts about values that several branches of recursive unions look at, so
// that nested unions stay polynomial, and hashes of arrays with unique items.
type memo struct {
	used     bool // since the last release
	forgot   int  // how many verdicts of the document were not remembered
	verdicts offsets.Table[verdict]
	packages []any // that have plans in verdicts, see Enter
	current  int   // index of the running one
	hashes   offsets.Table[arrayHash]
	ends     offsets.Table[int] // of containers, see Skip
}

// forgotten is how many verdicts are not remembered, the first ones of a document of at
// most forgetful bytes. In those few values are looked at twice, and noting costs as much
// as looking at some of them; in others so many values more are looked at again, which in
// a long document may be long themselves.
const (
	forgotten = 16
	forgetful = 4 << 10
)

type arrayHash struct {
	hash uint64
	end  int
}

// verdict is where the reader goes on, doubled, and 1 more if the value satisfies the plan.
type verdict uint64

// Memo returns what Remember noted about the value at offset at under plan, and
// where that value ends if it holds; else end is at.
func (s *Scanner) Memo(plan, at int) (known, holds bool, end int) {
	v, known := s.memo.verdicts.Get(s.memo.key(plan), at)
	return known, v&1 == 1, int(v >> 1)
}

// Remember notes whether the value at offset at, which ends at end, satisfies
// plan (a number that generated code gives each such branch). One that does not was
// perhaps not read to its end: nobody goes on behind it. See forgotten for those that are
// not noted.
func (s *Scanner) Remember(plan, at, end int, holds bool) {
	if s.memo.forgot < forgotten && len(s.data) <= forgetful {
		s.memo.forgot++
		return
	}
	v := verdict(at) << 1
	if holds {
		v = verdict(end)<<1 | 1
	}
	s.memo.used = true
	s.memo.verdicts.Put(s.memo.key(plan), at, v)
}

// key tells the plans of different packages apart by the upper bits.
func (m *memo) key(plan int) int { return m.current<<24 | plan }

// Enter tells that the code of another package reads on: pkg is a pointer that
// is its own. Its plans have numbers of their own. It returns what Leave takes
// when that package is done.
func (s *Scanner) Enter(pkg any) (outer int) {
	m := &s.memo
	m.used = true
	if len(m.packages) == 0 {
		m.packages = append(m.packages, nil) // the one that began
	}
	outer = m.current
	m.current = slices.Index(m.packages, pkg)
	if m.current < 0 {
		m.current = len(m.packages)
		m.packages = append(m.packages, pkg)
	}
	return outer
}

// Leave gives the scanner back to the package that had it before Enter.
func (s *Scanner) Leave(outer int) { s.memo.current = outer }

func (m *memo) release() {
	clear(m.packages)
	m.packages, m.current = m.packages[:0], 0
	m.verdicts.Release()
	m.hashes.Release()
	m.ends.Release()
	m.used = false
}
