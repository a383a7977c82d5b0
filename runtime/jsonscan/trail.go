package jsonscan

// trail notes where values end while a document is read, so that what looks for
// a few of them afterwards need not scan the others again.
//
// Its spans are in the order of their starts, which a union that reads a value
// once more for its next branch keeps: what starts there or behind is noted anew.
// They are hints. A span that is missing costs time, and one that is there is
// right: the value was read to its end.
type trail struct {
	depth int               // of containers whose values are noted; 0 for none
	open  [maxTrail + 1]int // by depth, the span of the value that is being read, or −1
	spans []span
	next  int // the first that Retrace has not passed
}

type span struct{ start, end int } // end is 0 for what was not read in full

const (
	maxTrail  = 8
	trailSpan = 32 // bytes that are scanned as fast as they are looked up
)

// Track makes s note where values in containers down to a depth end, of which 1
// is the document itself. It is called before anything is read, for Retrace.
func (s *Scanner) Track(depth int) { s.trail.depth = min(depth, maxTrail) }

// began notes that the value of a member or element starts at an offset. What is
// no container and no string is too short to be noted.
func (t *trail) began(depth int, data []byte, at int) {
	if at >= len(data) || data[at] != '{' && data[at] != '[' && data[at] != '"' {
		t.open[depth] = -1
		return
	}
	n := len(t.spans)
	for n > 0 && t.spans[n-1].start >= at {
		n--
	}
	t.open[depth] = n
	t.spans = append(t.spans[:n], span{start: at})
}

// ended notes where the value that began last at this depth ends.
func (t *trail) ended(depth, at int) {
	switch i := t.open[depth]; {
	case i < 0:
	case i == len(t.spans)-1 && at-t.spans[i].start < trailSpan:
		t.spans = t.spans[:i]
	default:
		t.spans[i].end = at
	}
}

// Note is for a document that was read in another way: it notes a value for
// Retrace, values in the order of their starts.
func (s *Scanner) Note(start, end int) {
	if end-start >= trailSpan {
		s.trail.spans = append(s.trail.spans, span{start, end})
	}
}

// Retrace goes back to the start of a document that was read to its end and is
// valid. SkipAgain then jumps over what Track had noted.
func (s *Scanner) Retrace() {
	s.trail.depth, s.trail.next = 0, 0
	s.pos, s.depth, s.first = space(s.data, 0), 0, false
}

// SkipAgain is Skip after Retrace, for values in the order of the document. It
// takes constant time for those that were noted, apart from values in them that
// were noted too.
func (s *Scanner) SkipAgain() bool {
	if end, ok := s.EndAgain(); ok {
		s.pos = end
		return true
	}
	return s.Skip()
}

// EndAgain returns where the next value ends, after Retrace, if that was noted.
func (s *Scanner) EndAgain() (end int, ok bool) {
	t := &s.trail
	for t.next < len(t.spans) && t.spans[t.next].start < s.pos {
		t.next++
	}
	if t.next == len(t.spans) || t.spans[t.next].start > s.pos {
		return 0, false
	}
	end = t.spans[t.next].end
	return end, end > 0
}

func (t *trail) release() {
	t.depth, t.next = 0, 0
	t.spans = bounded(t.spans[:0], 16<<10)
}
