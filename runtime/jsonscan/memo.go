package jsonscan

// memo remembers what would be worked out again and again in deep documents:
// verdicts about values that several branches of recursive unions look at, so
// that nested unions stay polynomial, and hashes of arrays with unique items.
type memo struct {
	verdicts map[memoKey]memoVerdict
	hashes   map[int]arrayHash // by offset
}

type arrayHash struct {
	hash uint64
	end  int
}

type memoKey struct{ plan, at int }

type memoVerdict struct {
	end     int
	verdict bool
}

// Memo returns what Remember noted about the value at offset at under plan, and
// where that value ends.
func (s *Scanner) Memo(plan, at int) (known, verdict bool, end int) {
	v, known := s.memo.verdicts[memoKey{plan, at}]
	return known, v.verdict, v.end
}

// Remember notes whether the value at offset at, which ends at end, satisfies
// plan (a number that generated code gives each such branch).
func (s *Scanner) Remember(plan, at, end int, verdict bool) {
	if s.memo.verdicts == nil {
		s.memo.verdicts = make(map[memoKey]memoVerdict)
	}
	s.memo.verdicts[memoKey{plan, at}] = memoVerdict{end, verdict}
}

func (m *memo) rememberHash(at int, h arrayHash) {
	if m.hashes == nil {
		m.hashes = make(map[int]arrayHash)
	}
	m.hashes[at] = h
}

func (m *memo) release() {
	m.verdicts = emptied(m.verdicts)
	m.hashes = emptied(m.hashes)
}

// emptied clears a map for the pool. A map never shrinks; a large one is dropped.
func emptied[K comparable, V any](m map[K]V) map[K]V {
	switch n := len(m); {
	case n > 1<<10:
		return nil
	case n > 0:
		clear(m)
	}
	return m
}
