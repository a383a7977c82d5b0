package jsonscan

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// readTwice reads the next value as generated code does, some values once more
// from their start, as unions do, after a branch that gave up half way. It notes
// where values end.
func readTwice(t *testing.T, s *Scanner, random *rand.Rand, ends map[int]int) {
	t.Helper()
	start := s.Pos()
	if m := s.Mark(); random.IntN(3) == 0 {
		branch := func(s *Scanner) bool { readSome(s, random); return false }
		if s.First(m, branch, branch) >= 0 {
			t.Fatal("a branch took a value")
		}
	}
	switch s.Peek() {
	case KindObject:
		if random.IntN(8) == 0 {
			s.Tag(s.Mark(), "none")
		}
		s.EnterObject()
		for _, more := s.Member(); more; _, more = s.Member() {
			readTwice(t, s, random, ends)
		}
		s.LeaveObject()
	case KindArray:
		s.EnterArray()
		for s.Element() {
			readTwice(t, s, random, ends)
		}
		s.LeaveArray()
	default:
		s.Skip()
	}
	ends[start] = s.Pos()
}

// readSome reads a part of the next value.
func readSome(s *Scanner, random *rand.Rand) bool {
	switch {
	case random.IntN(6) == 0:
		return false
	case random.IntN(3) == 0:
		return s.Skip()
	case s.EnterObject():
		for _, more := s.Member(); more; _, more = s.Member() {
			if !readSome(s, random) {
				return false
			}
		}
		return s.LeaveObject()
	case s.EnterArray():
		for s.Element() {
			if !readSome(s, random) {
				return false
			}
		}
		return s.LeaveArray()
	}
	return s.Skip()
}

// retrace goes over a value again, into some containers, and compares the ends.
func retrace(t *testing.T, s *Scanner, random *rand.Rand, ends map[int]int) {
	t.Helper()
	start := s.Pos()
	if end, ok := s.EndAgain(); ok && end != ends[start] {
		t.Fatalf("the value at %d ends at %d, not %d", start, ends[start], end)
	}
	switch into := random.IntN(2) == 0; {
	case into && s.EnterObject():
		for _, more := s.Member(); more; _, more = s.Member() {
			retrace(t, s, random, ends)
		}
		s.LeaveObject()
	case into && s.EnterArray():
		for s.Element() {
			retrace(t, s, random, ends)
		}
		s.LeaveArray()
	default:
		s.SkipAgain()
	}
	if s.Pos() != ends[start] {
		t.Fatalf("the value at %d ends at %d, not %d", start, ends[start], s.Pos())
	}
}

func TestSkipAgainEndsWhereSkipDid(t *testing.T) {
	documents := []string{string(benchDocument(4_000)), strings.Repeat(`{"a":[`, 20) + `"deep"` + strings.Repeat(`]}`, 20)}
	for _, text := range valid {
		documents = append(documents, fmt.Sprintf(" [%s , {\"name\": %s, \"other\":[%[1]s]} ] ", text, text))
	}
	for i, text := range documents {
		if len(text) > 10_000 || !json.Valid([]byte(text)) {
			continue
		}
		for seed := range uint64(20) {
			random := rand.New(rand.NewPCG(uint64(i), seed))
			s := Get([]byte(text))
			s.Track(random.IntN(maxTrail + 3))
			ends := map[int]int{}
			readTwice(t, s, random, ends)
			if !s.End() {
				t.Fatalf("%s is not read", text)
			}
			for range 2 {
				s.Retrace()
				retrace(t, s, random, ends)
				if !s.End() {
					t.Fatalf("%s is not read again", text)
				}
			}
			s.Release()
		}
	}
}

// TestTrailNotesOnlyWhatIsAskedFor: a scanner from the pool has no trail.
func TestTrailNotesOnlyWhatIsAskedFor(t *testing.T) {
	text := []byte(`{"a":["` + strings.Repeat("x", trailSpan) + `"],"b":{"c":"` + strings.Repeat("y", trailSpan) + `"}}`)
	for depth, want := range []int{0, 2, 4} {
		s := Get(text)
		if len(s.trail.spans) > 0 || s.trail.depth != 0 {
			t.Error("a trail of another document")
		}
		s.Track(depth)
		if !walk(s) || len(s.trail.spans) != want {
			t.Errorf("depth %d: %d spans, not %d", depth, len(s.trail.spans), want)
		}
		s.Release()
	}
}
