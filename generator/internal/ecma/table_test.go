package ecma

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

// TestTables compares automata with package regexp.
func TestTables(t *testing.T) {
	pieces := strings.Split("a b c x 0 1 9 - . + : / # \n é λ 😀 A F aaa 0123456789abcdef aaaa0000 1.2.3 -rc.1 +build", " ")
	r := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{
		`[0-9]+$`, `a.*0`, `^(?:a|b)*abb\z`, `^#?([A-Fa-f0-9]{3}|[A-Fa-f0-9]{6}|[A-Fa-f0-9]{8})$`,
		`^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(?:-(?:[0-9]*[a-z-][0-9a-z-]*|0))?(?:\+[0-9a-z-]+(?:\.[0-9a-z-]+)*)?$`,
		`^([a-z$][a-z0-9$]{0,39}\.)*([a-z$][a-z0-9$]{0,39})$`, `(?:^|[^x])1`, `x(?:$|[^0])`, `^$|a`, `a$|^b`, `(?:a|$)(?:b|$)`, `[^a]`, `[é-ω]+`,
		`^(?:[0-9a-f]{4}|[0-9a-f]{8}|[0-9a-f]{16})$`, `.+:.+(:.+)?`, `^a|b$`, `(?:^a)?\n`, `\b[a-c]+\b`, `(?i)ab-`, `(?m)^x$`,
	} {
		table, re := tableOf(text), regexp.MustCompile(text)
		if table == nil {
			t.Errorf("%s: no table", text)
			continue
		}
		for range 2000 {
			sample := ""
			for range r.IntN(6) {
				sample += pieces[r.IntN(len(pieces))]
			}
			if got, want := table.MatchString(sample), re.MatchString(sample); got != want {
				t.Fatalf("%s on %q: %t", text, sample, got)
			}
		}
	}
}

// TestNoTables names what makes its states at run time.
func TestNoTables(t *testing.T) {
	for _, text := range []string{
		`a*`,                              // everything
		`[ab]*a[ab]{20}$`,                 // too many states
		`^(?:[\p{L}\p{N}]|[\p{Greek}]x)$`, // too many spans
	} {
		if tableOf(text) != nil {
			t.Errorf("%s has a table", text)
		}
	}
}
