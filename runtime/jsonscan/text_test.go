package jsonscan

import "testing"

func TestTextIs(t *testing.T) {
	for _, test := range []struct {
		text string
		want bool
	}{
		{`"ab"`, true}, {`"\u0061b"`, true}, {`"é\""`, true}, {`"\u00e9\u0022"`, true}, {`""`, false}, {`"a"`, false},
		{`"abc"`, false}, {`"\u0061"`, false}, {`"é\\"`, false}, {`1`, false}, {`["ab"]`, false},
	} {
		s := Get([]byte(test.text))
		at := s.Start()
		if !s.Skip() {
			t.Fatal(test.text)
		}
		end := s.Pos()
		if got := s.TextIs(at, "ab", `é"`); got != test.want || s.Pos() != end {
			t.Errorf("%s: %v at %d", test.text, got, s.Pos())
		}
		if s.TextIs(at) || s.TextIs(end, "") {
			t.Errorf("%s is a text where there is none", test.text)
		}
		s.Release()
	}
}
