package jsonscan

// Strings of at most slabString bytes are copied into shared chunks. A string
// that outlives its neighbours keeps at most one chunk alive, so slabMax bounds
// what a small string can pin, whatever the size of its document. Chunks start
// small and double, and none is larger than what the rest of the document could
// fill: a document with few strings does not pay for many.
const (
	slabString = 128
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
		size := min(max(2*s.slab.Cap(), slabMin), slabMax)
		s.slab.Reset()
		s.slab.Grow(min(size, n+len(s.data)-s.pos))
		at = 0
	}
	// The builder never moves what it holds while it fits, so that earlier
	// strings stay in place and the new one is a part of the same memory.
	s.slab.Write(b)
	return s.slab.String()[at:]
}
