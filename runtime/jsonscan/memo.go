package jsonscan

// memo remembers verdicts about values that several branches of recursive
// unions look at, so that nested unions stay polynomial.
type memo struct {
	verdicts map[memoKey]memoVerdict
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

func (m *memo) release() {
	// A map never shrinks; a large one is dropped rather than pooled.
	if len(m.verdicts) > 1<<10 {
		m.verdicts = nil
		return
	}
	clear(m.verdicts)
}
