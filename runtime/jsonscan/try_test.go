package jsonscan

import (
	"strings"
	"testing"
)

// sized reads an object like {"a": [1], "n": 2, "f": 0.5, "end": true}, in which all but
// the last member may be missing.
type sized struct {
	a []int64
	n int64
	f float64
}

func (x *sized) read(s *Scanner) bool {
	return readSized(s, func(name string) (ok bool) {
		switch name {
		case "a":
			ok = List(s, &x.a, func(s *Scanner, item *int64) (ok bool) { *item, ok = s.Int64(); return ok })
		case "n":
			x.n, ok = s.Int64()
		case "f":
			x.f, ok = s.Float64()
		}
		return ok
	})
}

func acceptsSized(s *Scanner) bool {
	return readSized(s, func(name string) bool {
		integer := func(s *Scanner) bool { n, ok := s.Number(); return ok && n.IsInteger() }
		switch name {
		case "a":
			return s.Items(integer)
		case "n":
			return integer(s)
		}
		return s.SkipKind(KindNumber)
	})
}

func readSized(s *Scanner, member func(name string) bool) bool {
	if !s.EnterObject() {
		return false
	}
	names, ended := s.NamesMark(), false
	for name, more := s.Member(); more; name, more = s.Member() {
		if !s.NewName(names, name) {
			return false
		}
		if string(name) == "end" {
			if v, ok := s.Bool(); !ok || !v {
				return false
			}
			ended = true
		} else if !member(string(name)) {
			return false
		}
	}
	return s.LeaveNames(names) && ended
}

func TestTry(t *testing.T) {
	const large, rounded = "9223372036854775808", "0.10000000000000000001"
	tests := []struct {
		name, text    string
		holds, isRead bool
		noted         string // what of the value is too large for its type
	}{
		{"read", `{"n":1,"f":2,"end":true}`, true, true, ""},
		{"not an object", `[1]`, false, false, ""},
		{"refused", `{"n":1,"end":false}`, false, false, ""},
		{"refused at its end", `{"n":1}`, false, false, ""},
		{"a name twice", `{"n":1,"n":1,"end":true}`, false, false, ""},
		{"broken", `{"n":1,"end":tru}`, false, false, ""},
		{"a list that ends badly", `{"a":[1,2,3,4,5,6,"x"],"end":true}`, false, false, ""},
		{"too large", `{"n":` + large + `,"end":true}`, true, false, "int64"},
		{"too large in a list", `{"a":[1,` + large + `],"end":true}`, true, false, "int64"},
		{"too large and refused", `{"n":` + large + `,"end":false}`, false, false, ""},
		{"rounded and refused", `{"f":` + rounded + `,"end":false}`, false, false, ""},
	}
	for _, test := range tests {
		s := Get([]byte(`[` + test.text + `,{"end":true,"a":[7]}]`))
		s.EnterArray()
		s.Element()
		m := s.Mark()
		x, ok := Try(s, m, func(s *Scanner, x *sized) bool { return x.read(s) }, acceptsSized)
		if ok != test.holds || (x != nil) != test.isRead {
			t.Errorf("%s: %v, %v", test.name, x, ok)
		}
		if _, noted, _ := s.Range(); noted != test.noted {
			t.Errorf("%s: noted %q", test.name, noted)
		}
		if !ok && (s.Mark() != m || s.problem != ProblemNone || len(s.roundings) > 0) {
			t.Errorf("%s: left %+v at %+v", test.name, s.Mark(), m)
		}
		if strings.HasPrefix(test.text, "{") && s.problem == ProblemNone && test.name != "broken" && test.name != "a name twice" {
			s.Reset(m)
			if !s.Skip() || !s.Element() {
				t.Fatalf("%s: what follows is not reached", test.name)
			}
			next, ok := Try(s, s.Mark(), func(s *Scanner, x *sized) bool { return x.read(s) }, acceptsSized)
			if !ok || len(next.a) != 1 || next.a[0] != 7 || !s.LeaveArray() {
				t.Errorf("%s: then %v, %v", test.name, next, ok)
			}
		}
		s.Release()
	}
}

// TestTryLeavesWhatWasNoted: the first number that does not fit is the one that is told of.
func TestTryLeavesWhatWasNoted(t *testing.T) {
	s := Get([]byte(`{"f":0.10000000000000000001,"n":9223372036854775808,"end":false}`))
	defer s.Release()
	s.NoteRange(7, "uint64")
	s.noted, s.roundings = true, append(s.roundings, rounding{1, 2, 3})
	if _, ok := Try(s, s.Mark(), func(s *Scanner, x *sized) bool { return x.read(s) }, acceptsSized); ok {
		t.Error("the value was read")
	}
	if at, noted, _ := s.Range(); at != 7 || noted != "uint64" || len(s.roundings) != 1 {
		t.Errorf("noted %s at %d, roundings %v", noted, at, s.roundings)
	}
}

// TestTryAsksFirst: after a value that the branch refuses the next one is decoded only
// where it is accepted.
func TestTryAsksFirst(t *testing.T) {
	const refused, accepted = `{"n":1,"end":false}`, `{"n":1,"end":true}`
	const large = `{"n":9223372036854775808,"end":true}`
	tests := []struct {
		values  []string
		decoded int
	}{
		{[]string{refused, refused, refused}, 1},
		{[]string{accepted, refused, refused, accepted, accepted}, 4},
		{[]string{refused, accepted, refused, refused}, 3},
		{[]string{refused, large}, 2},
	}
	for _, test := range tests {
		s := Get([]byte(`[` + strings.Join(test.values, ",") + `]`))
		s.EnterArray()
		decoded := 0
		for _, value := range test.values {
			s.Element()
			m := s.Mark()
			x, ok := Try(s, m, func(s *Scanner, x *sized) bool { decoded++; return x.read(s) }, acceptsSized)
			if ok != (value != refused) || (x != nil) != (value == accepted) {
				t.Errorf("%v: %s: %v, %v", test.values, value, x, ok)
			}
			if !ok && s.Mark() != m {
				t.Errorf("%v: left %+v at %+v", test.values, s.Mark(), m)
			}
			s.Reset(m)
			s.Skip()
		}
		if decoded != test.decoded {
			t.Errorf("%v: decoded %d times, want %d", test.values, decoded, test.decoded)
		}
		if _, _, noted := s.Range(); noted != (test.values[len(test.values)-1] == large) {
			t.Errorf("%v: noted is %v", test.values, noted)
		}
		s.Release()
	}
}
