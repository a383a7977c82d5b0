package jsonscan

// Try reads the value at m by the first branch of a union. Where decode fails, the value
// is still at m, nothing is noted of it, and ok is false, unless the branch accepts the
// value, which the Go types then do not hold, or a type of the user's refuses: then x is
// nil and ok true.
func Try[T any](s *Scanner, m Mark, decode func(*Scanner, *T) bool, accepts func(*Scanner) bool) (x *T, ok bool) {
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
	return nil, false
}
