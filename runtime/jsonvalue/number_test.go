package jsonvalue

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

func TestNumberKeepsItsSpelling(t *testing.T) {
	var n Number
	if err := json.Unmarshal([]byte(` 1.50E+400 `), &n); err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(n)
	if err != nil || string(out) != "1.50E+400" || n.String() != "1.50E+400" {
		t.Errorf("%s %s %v", out, n, err)
	}
	if _, ok := n.Float64(); ok || !n.IsInteger() {
		t.Error("1.5e400 is an integer beyond float64")
	}
}

func TestZeroNumber(t *testing.T) {
	var n Number
	if i, ok := n.Int64(); !ok || i != 0 || n.Text() != "0" || !n.Equal(TrustedNumber("-0.0")) {
		t.Error("the zero Number is not 0")
	}
	if out, err := json.Marshal(n); err != nil || string(out) != "0" {
		t.Errorf("%s %v", out, err)
	}
}

func TestNumberErrors(t *testing.T) {
	for _, text := range []string{"", "017", "-", "1.", "+1", "NaN", " 1", "1 ", "1,"} {
		_, err := ParseNumber(text)
		var syntax *SyntaxError
		if !errors.As(err, &syntax) {
			t.Errorf("%q: %v", text, err)
		}
	}
	var n Number
	var kind *KindError
	if err := n.UnmarshalJSON([]byte(`"1"`)); !errors.As(err, &kind) || *kind != (KindError{jsonscan.KindNumber, jsonscan.KindString}) {
		t.Errorf("a string: %v", err)
	}
	if got := kind.Error(); got != "jsonvalue: expected number, found string" {
		t.Error(got)
	}
}

func TestNumberValues(t *testing.T) {
	n, err := ParseNumber("18446744073709551615.0")
	if err != nil {
		t.Fatal(err)
	}
	if u, ok := n.Uint64(); !ok || u != 1<<64-1 {
		t.Error("Uint64")
	}
	if _, ok := n.Int64(); ok {
		t.Error("Int64 of 2^64-1")
	}
	if n.Cmp(TrustedNumber("18446744073709551614.999999999999999999")) != 1 || n.Cmp(TrustedNumber("1e400")) != -1 {
		t.Error("Cmp is not exact")
	}
	s := jsonscan.Get([]byte(`[1.0,"x"]`))
	defer s.Release()
	s.EnterArray()
	s.Element()
	if n, ok := ReadNumber(s); !ok || n.Text() != "1.0" {
		t.Error("ReadNumber")
	}
	s.Element()
	if _, ok := ReadNumber(s); ok {
		t.Error("ReadNumber takes a string")
	}
}
