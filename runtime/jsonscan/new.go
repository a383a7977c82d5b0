package jsonscan

// NewString reads a string into a new variable, to which *p points from then on. It and
// those below are for members that may be absent.
func (s *Scanner) NewString(p **string) (ok bool) {
	*p = new(string)
	**p, ok = s.String()
	return ok
}

// NewBool is NewString for true and false.
func (s *Scanner) NewBool(p **bool) (ok bool) {
	*p = new(bool)
	**p, ok = s.Bool()
	return ok
}

// NewInt64 is NewString for what Int64 reads.
func (s *Scanner) NewInt64(p **int64) (ok bool) {
	*p = new(int64)
	**p, ok = s.Int64()
	return ok
}

// NewUint64 is NewString for what Uint64 reads.
func (s *Scanner) NewUint64(p **uint64) (ok bool) {
	*p = new(uint64)
	**p, ok = s.Uint64()
	return ok
}

// NewFloat64 is NewString for what Float64 reads.
func (s *Scanner) NewFloat64(p **float64) (ok bool) {
	*p = new(float64)
	**p, ok = s.Float64()
	return ok
}
