package jsonscan

import (
	"math/bits"
	"unsafe"
)

// Strings of at most slabString bytes are copied into shared chunks. A string
// that outlives its neighbours keeps at most one chunk alive, so slabMax bounds
// what a small string can pin, whatever the size of its document. A chunk has
// slabMin bytes, or more if the document that it is made for is not shorter; what that
// leaves of it goes to the next one.
const (
	slabString = 512
	slabMin    = slabString
	slabMax    = 4 << 10
)

// slab is the chunk that is being filled. Its start is written once, and how much of
// it is used as a number: a pointer for each string would cost a write barrier while
// the collector runs.
type slab struct {
	chunk []byte
	used  int // bytes of chunk
}

// Copy returns an owned copy of b.
func (s *Scanner) Copy(b []byte) string {
	n := len(b)
	switch {
	case n > slabString:
		return string(b)
	case n == 0:
		return ""
	}
	l := &s.slab
	if n > len(l.chunk)-l.used {
		l.grow(len(s.data))
	}
	own := l.chunk[l.used : l.used+n]
	copy(own, b)
	l.used += n
	return unsafe.String(&own[0], n) // nothing writes to these bytes any more
}

// grow begins a chunk for a document of size bytes. Powers of two fill what Go allocates
// for them.
func (l *slab) grow(size int) {
	size = min(max(size, slabMin), slabMax)
	l.chunk, l.used = make([]byte, 1<<(bits.Len(uint(size))-1)), 0
}
