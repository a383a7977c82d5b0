package jsonscan

import "testing"

// TestSpelledAlike: what is spelled alike is the same number.
func TestSpelledAlike(t *testing.T) {
	for _, test := range []struct {
		text  string
		alike bool
	}{
		{"1.0135034547273235e-10", true}, {"-6.4114343367296264e-09", true}, {"-6.4114343367296264e-9", true},
		{"0.12345678901234566", true}, {"-6.4114343367296264e-009", false}, {"6.4114343367296264E-09", false},
		{"0.123456789012345661", false}, {"1.01350345472732351e-10", false}, {"1.0135034547273235e-1", false},
		{"1.0135034547273235e+09", false}, {"-1.0", false}, {"-0.0", false}, {"1e-01", false},
	} {
		n, ok := ParseNumber([]byte(test.text))
		if !ok {
			t.Fatal(test.text)
		}
		f, _ := n.Float64()
		written := appendFloat(nil, f)
		if got := spelledAlike(written, []byte(test.text)); got != test.alike {
			t.Errorf("%s and %s: %v", written, test.text, got)
		}
		if test.alike && n.Cmp(MakeBound(string(written))) != 0 {
			t.Errorf("%s is not %s", written, test.text)
		}
	}
}
