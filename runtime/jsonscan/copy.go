package jsonscan

// Strings of at most slabString bytes are copied into shared chunks. A string
// that outlives its neighbours keeps at most one chunk alive, so slabMax bounds
// what a small string can pin, whatever the size of its document. The first
// chunk is a quarter of what the document could still fill, so that a short
// document, or one with few strings, does not pay for many; from there they
// double.
const (
	slabString = 512
	slabMin    = 128
	slabMax    = 4 << 10
)

// Copy returns an owned copy of b.
func (s *Scanner) Copy(b []byte) string {
	n := len(b)
	if n > slabString {
		return string(b)
	}
	at := s.slab.Len()
	if s.slab.Cap()-at < n {
		rest := len(s.data) - s.pos
		size := min(max(2*s.slab.Cap(), slabMin, rest/4), slabMax)
		s.slab.Reset()
		s.slab.Grow(max(n, min(size, n+rest)))
		at = 0
	}
	// The builder never moves what it holds while it fits, so that earlier
	// strings stay in place and the new one is a part of the same memory.
	s.slab.Write(b)
	return s.slab.String()[at:]
}
