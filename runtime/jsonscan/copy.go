package jsonscan

import "unsafe"

// Strings of at most slabString bytes are copied into shared chunks. A string
// that outlives its neighbours keeps at most one chunk alive, so slabMax bounds
// what a small string can pin, whatever the size of its document. A chunk is as
// large as the strings that the rest of the document is likely to have: their share
// of it so far, or that of the document before. What is left of the smallest chunk
// goes to the next document: most have fewer strings than that.
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
	total int // bytes of strings in chunks of this document
	share int // of them in the last document, in 256ths; 0 while there was none
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
		l.grow(n, s.pos, len(s.data)-s.pos)
	}
	own := l.chunk[l.used : l.used+n]
	copy(own, b)
	l.used += n
	l.total += n
	return unsafe.String(&own[0], n) // nothing writes to these bytes any more
}

// grow begins a chunk with room for n bytes, behind which the document has rest
// bytes, at offset pos.
func (l *slab) grow(n, pos, rest int) {
	share := max(l.share, l.shareOf(pos))
	if share == 0 {
		share = 64
	}
	near := min(rest, 32*slabMax) // a small share of it fills a chunk
	size := min(near*share/256+near/16, n+rest, slabMax)
	l.chunk, l.used = make([]byte, max(size, slabMin)), 0
}

// shareOf is how much of so many bytes the strings are, in 256ths.
func (l *slab) shareOf(size int) int {
	return int(min(256, uint64(l.total)<<8/uint64(max(size, 1))))
}

// release lets go of the chunk, unless it is a short one, at the end of a document of
// size bytes.
func (l *slab) release(size int) {
	if l.total > 0 {
		l.share, l.total = l.shareOf(size), 0
		if len(l.chunk) > slabMin {
			l.chunk, l.used = nil, 0
		}
	}
}
