package ecma_test

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

func TestLengthsOf(t *testing.T) {
	const any = syntax.Unlimited
	for _, c := range []struct {
		pattern     string
		least, most int
	}{
		{``, 0, any}, {`abc`, 3, any}, {`^abc`, 3, any}, {`abc$`, 3, any}, {`^abc$`, 3, 3}, {`^$`, 0, 0},
		{`^[a-z]{2,5}$`, 2, 5}, {`^[a-z]*$`, 0, any}, {`^[a-z]+$`, 1, any}, {`^(ab|cde)$`, 2, 3}, {`^(?:ab|cde)?f$`, 1, 4},
		{`^ab|cde$`, 2, any}, {`^ab$|^cde$`, 2, 3}, {`(^|x)ab$`, 2, any}, {`^(a|bc){2}$`, 2, 4}, {`^(a{0,3}){0,2}$`, 0, 6},
		{`^\p{L}\u{1F600}$`, 2, 2}, {`^(?=.{3})ab$`, 2, 2}, {`^(?!x)[a-c]{4}$`, 4, 4}, {`^\b\w\b$`, 1, 1}, {`^(a)\1$`, 1, any},
		{`^\-[0-9]{2}$`, 3, 3}, {`^a{2147483647}a{2147483647}$`, syntax.MaxCount, any}, {`a?^b$`, 1, any}, {`/^a/|^bc$`, 2, 2}, {`^a$b?`, 1, any},
	} {
		got, ok := ecma.LengthsOf(c.pattern)
		if want := (ecma.Lengths{Least: c.least, Most: c.most}); !ok || got != want {
			t.Errorf("%s: got %+v, %t, want %+v", c.pattern, got, ok, want)
		}
	}
	for pattern, none := range map[string]bool{
		`/^a$/`: true, `^a$ `: true, `^a$b?`: false, `a^`: true, `a*^b`: false, `(^a)?b`: false, `/^a/|b`: false, `x^|$y`: true, `(?=^)a`: false, `^a$`: false, `a$|b`: false,
	} {
		if got, ok := ecma.LengthsOf(pattern); !ok || got.None != none {
			t.Errorf("%s: none is %t", pattern, got.None)
		}
	}
	if _, ok := ecma.LengthsOf("("); ok {
		t.Error("an invalid pattern has lengths")
	}
}
