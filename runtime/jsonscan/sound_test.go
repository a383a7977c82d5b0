package jsonscan

import (
	"fmt"
	"strings"
	"testing"
)

// What was read to its end is skipped to the same end again.
func TestSkipAgain(t *testing.T) {
	deep := strings.Repeat(`[{"a":`, 40) + strings.Repeat("1", landmarkLength) + strings.Repeat("}]", 40)
	for _, text := range []string{
		"{}", "[ ]", `{"a":[1,2.5e3,true,null]}`, `[{"]":"}"},"\\\"]"]`, `{"\"}":["\\"], "é€😀":"[{"}`,
		deep, "[" + deep + ",\n  " + deep + "]",
	} {
		for pos := range text {
			if text[pos] != '{' && text[pos] != '[' {
				continue
			}
			s := Get([]byte("[" + text + "]"))
			m := s.Mark()
			if !s.Skip() || !s.End() {
				t.Fatal(text)
			}
			fresh := Get([]byte(text[pos:]))
			if !fresh.Skip() { // of strings with brackets: no value starts here
				fresh.Release()
				s.Release()
				continue
			}
			for range 2 { // the second time with the ends that the first noted
				s.Reset(m.At(1 + pos))
				if !s.Skip() || s.Pos() != 1+pos+fresh.Pos() {
					t.Errorf("%q from %d: %d, not %d", text, pos, s.Pos(), 1+pos+fresh.Pos())
				}
			}
			fresh.Release()
			s.Release()
		}
	}
}

// Names are looked at once, and a failure in the middle of a value leaves them to the
// branch that reads it next.
func TestNamesAgain(t *testing.T) {
	skipsMembers := func(s *Scanner) bool { return s.Members((*Scanner).Skip) }
	failsInside := func(s *Scanner) bool {
		s.EnterObject()
		s.Member()
		s.Skip()
		return false
	}
	failsBehind := func(s *Scanner) bool { return skipsMembers(s) && false }
	for _, text := range []string{`{"a":{"b":1},"a":{"b":2}}`, `{"a":{"b":1,"b":2}}`, `{"a":[{"b":1,"c":[],"b":2}]}`} {
		for _, first := range []func(*Scanner) bool{failsInside, failsBehind} {
			s := Get([]byte(text))
			if s.First(s.Mark(), first, skipsMembers) >= 0 {
				t.Errorf("%s has a name twice", text)
			}
			s.Release()
		}
	}
	s := Get([]byte(`{"a":{"b":1},"c":2}`))
	defer s.Release()
	if s.First(s.Mark(), failsInside, failsBehind, skipsMembers) != 2 || !s.End() {
		t.Error("the last branch does not read what the others did")
	}
}

// The beginning of an object is looked at for its tag. A part of a container that was
// read before has no end there.
func TestTagBehindASoundPart(t *testing.T) {
	text := `{"a":["` + strings.Repeat("x", tagReach) + `"],"op":"b"}`
	s := Get([]byte(text))
	defer s.Release()
	m := s.Mark()
	if !s.Skip() {
		t.Fatal(s.Problem())
	}
	s.Reset(m)
	if _, ok := s.Tag(m, "op"); ok {
		t.Error("looks too far")
	}
	if !s.Skip() || !s.End() {
		t.Error(s.Problem())
	}
}

func TestSoundParts(t *testing.T) {
	var x sound
	for _, tt := range []struct {
		from, to int
		want     string
	}{
		{10, 20, "{10 20}"}, {12, 15, "{10 20}"}, {5, 10, "{5 20}"}, {20, 25, "{5 25}"}, {30, 40, "{30 40}"}, {0, 50, "{0 50}"}, {60, 61, "{60 61}"},
	} {
		x.add(tt.from, tt.to)
		if got := fmt.Sprint(x); got != tt.want {
			t.Errorf("with %d to %d: %s, not %s", tt.from, tt.to, got, tt.want)
		}
	}
	if x.has(59) || !x.has(60) || x.has(61) {
		t.Error("a part has its first byte and not the one behind it")
	}
}

// A branch that is known to fail was not read to its end for that.
func TestNamesBehindARememberedFailure(t *testing.T) {
	fails := func(s *Scanner) bool {
		at := s.Start()
		if known, verdict, end := s.Memo(1, at); known {
			s.Seek(end)
			return verdict
		}
		s.EnterObject()
		s.Member()
		s.Skip()
		s.Remember(1, at, s.Pos(), false)
		return false
	}
	s := Get([]byte(`{"a":{"b":1},"a":2}`))
	defer s.Release()
	if s.First(s.Mark(), fails, fails, func(s *Scanner) bool { return s.Members((*Scanner).Skip) }) >= 0 {
		t.Error("a name twice")
	}
}
