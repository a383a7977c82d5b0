package jsonscan

import "slices"

// mostRefusing is how many branches are remembered for having refused a value.
const mostRefusing = 8

// Try reads the value at m by the first branch of a union. Where decode fails, the value
// is still at m, nothing is noted of it, and ok is false, unless the branch accepts the
// value, which the Go types then do not hold, or a type of the user's refuses: then x is
// nil and ok true.
//
// What decode has read of a value that the branch refuses is garbage. The next value of
// the document that meets the same branch is likely to be refused as well, so that accepts
// is asked first, until it says that one is not.
func Try[T any](s *Scanner, m Mark, decode func(*Scanner, *T) bool, accepts func(*Scanner) bool) (x *T, ok bool) {
	branch := any((*T)(nil))
	if i := slices.Index(s.refusing, branch); i >= 0 {
		accepted := accepts(s)
		s.Reset(m)
		if !accepted {
			return nil, false
		}
		s.refusing = slices.Delete(s.refusing, i, i+1)
		if x = new(T); !decode(s, x) {
			return nil, true
		}
		return x, true
	}
	unnoted, rounded := s.rangeType == "", len(s.roundings)
	x = new(T)
	if decode(s, x) {
		return x, true
	}
	noted := unnoted && s.rangeType != ""
	s.Reset(m)
	if noted && accepts(s) {
		return nil, true
	}
	if noted {
		s.rangeAt, s.rangeType, s.refusal = 0, "", nil
	}
	s.roundings = s.roundings[:rounded]
	s.Reset(m)
	if len(s.refusing) < mostRefusing {
		s.noted = true
		s.refusing = append(s.refusing, branch)
	}
	return nil, false
}
