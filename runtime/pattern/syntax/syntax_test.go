package syntax_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// dump prints a tree in a form of its own, so that a test tells its shape.
func dump(node syntax.Node) string {
	list := func(op string, nodes []syntax.Node) string {
		parts := []string{op}
		for _, n := range nodes {
			parts = append(parts, dump(n))
		}
		return "(" + strings.Join(parts, " ") + ")"
	}
	switch n := node.(type) {
	case *syntax.Class:
		if r, ok := n.Literal(); ok {
			return fmt.Sprintf("%q", r)
		}
		var b strings.Builder
		b.WriteString("[")
		if n.Negated {
			b.WriteString("^")
		}
		for _, r := range n.Ranges {
			fmt.Fprintf(&b, "%x-%x ", r.Lo, r.Hi)
		}
		for _, p := range n.Properties {
			fmt.Fprintf(&b, "%s:%s:%t ", p.Name, p.RE2, p.Negated)
		}
		return strings.TrimSpace(b.String()) + "]"
	case syntax.Concat:
		return list("cat", n)
	case syntax.Alternate:
		return list("alt", n)
	case *syntax.Repeat:
		return fmt.Sprintf("(rep %d %d %t %s)", n.Min, n.Max, n.Lazy, dump(n.Node))
	case *syntax.Group:
		return fmt.Sprintf("(group %d %s)", n.Index, dump(n.Node))
	case *syntax.Look:
		return fmt.Sprintf("(look %t %t %s)", n.Behind, n.Negated, dump(n.Node))
	case syntax.BackReference:
		return fmt.Sprintf("(ref %d)", int(n))
	case syntax.Assertion:
		return [...]string{"^", "$", "b", "B"}[n]
	}
	return "?"
}

func TestTrees(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{``, `(cat)`},
		{`|`, `(alt (cat) (cat))`},
		{`^ab$`, `(cat ^ 'a' 'b' $)`},
		{`(?:ab)c`, `(cat 'a' 'b' 'c')`},
		{`a|b`, `(alt 'a' 'b')`},
		{`a{2,}?b{3}c{0,4}`, `(cat (rep 2 -1 true 'a') (rep 3 3 false 'b') (rep 0 4 false 'c'))`},
		{`a{99999999999999999999}`, `(rep 2147483647 2147483647 false 'a')`},
		{`(a)(?<n>b)\1\k<n>`, `(cat (group 1 'a') (group 2 'b') (ref 1) (ref 2))`},
		{`\k<n>(?<n>a)`, `(cat (ref 1) (group 1 'a'))`},
		{`(?=a)(?!a)(?<=a)(?<!a)`, `(cat (look false false 'a') (look false true 'a') (look true false 'a') (look true true 'a'))`},
		{`\bx\B`, `(cat b 'x' B)`},
		{`.`, `[0-9 b-c e-2027 202a-d7ff e000-10ffff]`},
		{`[]`, `[]`},
		{`[^]`, `[0-d7ff e000-10ffff]`},
		{`[^\D]`, `[30-39]`},
		{`[\d-]`, `[2d-2d 30-39]`},
		{`[a-cb-e\-]`, `[2d-2d 61-65]`},
		{`\cA\cz\0\x41\u0041\u{1F432}\t`, `(cat '\x01' '\x1a' '\x00' 'A' 'A' '🐲' '\t')`},
		{`\ud83d\udc32`, `'🐲'`},
		{`\ud83d\u0041`, `(cat [] 'A')`},
		{`[\ud800-\udfff]`, `[]`},
		{`[\b]`, `'\b'`},
		{`\p{Letter}\P{sc=Grek}\p{scx=Greek}\p{digit}`, `(cat [Letter:L:false] [sc=Grek:Greek:true] [scx=Greek::false] [digit:Nd:false])`},
		{`[^\p{L}_]`, `[^5f-5f L:L:false]`},
		{`\p{Assigned}\P{ASCII}\p{Emoji}`, `(cat [Cn:Cn:true] [80-d7ff e000-10ffff] [Emoji::false])`},
	} {
		re, err := syntax.Parse(c.pattern, syntax.Unicode)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := dump(re.Root); got != c.want {
			t.Errorf("%s: got %s, want %s", c.pattern, got, c.want)
		}
	}
}

func TestLegacyTrees(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{`\-\_\&\a`, `(cat '-' '_' '&' 'a')`},
		{`a{,2}`, `(cat 'a' '{' ',' '2' '}')`},
		{`{a]}`, `(cat '{' 'a' ']' '}')`},
		{`[\w-.]`, `[2d-2e 30-39 41-5a 5f-5f 61-7a]`},
		{`\101\8\400`, `(cat 'A' '8' ' ' '0')`},
		{`\c\c1[\c1]`, `(cat '\\' 'c' '\\' 'c' '1' '\x11')`},
		{`\x4\u004\k`, `(cat 'x' '4' 'u' '0' '0' '4' 'k')`},
		{`(?=a)*`, `(rep 0 -1 false (look false false 'a'))`},
		{`\p{L}\u{41}\-`, `(cat [L:L:false] 'A' '-')`},
		{`\p`, `'p'`},
	} {
		if _, err := syntax.Parse(c.pattern, syntax.Unicode); err == nil {
			t.Errorf("%s is valid with the u flag", c.pattern)
		}
		re, err := syntax.Parse(c.pattern, syntax.Legacy)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := dump(re.Root); got != c.want {
			t.Errorf("%s: got %s, want %s", c.pattern, got, c.want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		pattern string
		offset  int
		problem string
	}{
		{`é(abc`, 2, "unmatched ("},
		{`a)`, 1, "unmatched )"},
		{`a[b`, 1, "unmatched ["},
		{`a**`, 2, "nothing to repeat"},
		{`a|*`, 2, "nothing to repeat"},
		{`{1}`, 0, "nothing to repeat"},
		{`^*`, 1, "nothing to repeat"},
		{`\b+`, 2, "nothing to repeat"},
		{`(?<=a)*`, 6, "nothing to repeat"},
		{`a{2,1}`, 1, "quantifier with its numbers out of order"},
		{`(?i)a`, 0, "(? that ECMA-262 does not know"},
		{`(?P<n>a)`, 0, "(? that ECMA-262 does not know"},
		{`(?#c)`, 0, "(? that ECMA-262 does not know"},
		{`(?<1>a)`, 4, "invalid group name"},
		{`(?<n>a)(?<n>b)`, 7, "second group named n"},
		{`[b-a]`, 1, "range with its ends out of order"},
		{`a\`, 1, "trailing backslash"},
		{`\p{Lettre}`, 0, `unknown Unicode property "Lettre"`},
		{`\p{letter}`, 0, `unknown Unicode property "letter"`},
		{`\p{L`, 0, `unknown Unicode property "L"`},
		{"a\xff", 1, "invalid UTF-8"},
	} {
		for _, dialect := range []syntax.Dialect{syntax.Unicode, syntax.Legacy} {
			_, err := syntax.Parse(c.pattern, dialect)
			var problem *syntax.Error
			if !errors.As(err, &problem) || problem.Problem != c.problem || problem.Offset != c.offset {
				t.Errorf("%q: %v, want %s at %d", c.pattern, err, c.problem, c.offset)
			}
		}
	}
	for _, pattern := range []string{`\a`, `\-`, `\_`, `[\_]`, `\1`, `\k<n>`, `\k`, `\01`, `\c`, `\c1`, `\x4`, `\u{110000}`, `\u{+1}`, `\x+1`, `]`, `}`, `a{`, `a{,2}`, `[\w-a]`, `(?=a)?`} {
		if _, err := syntax.Parse(pattern, syntax.Unicode); err == nil {
			t.Errorf("%s is valid with the u flag", pattern)
		}
	}
}

func TestNestingIsBounded(t *testing.T) {
	for _, pattern := range []string{strings.Repeat("(", 1<<20), strings.Repeat("(?=", 1<<20)} {
		if _, err := syntax.Parse(pattern, syntax.Unicode); err == nil || !strings.Contains(err.Error(), "nest") {
			t.Errorf("deep nesting: %.100v", err)
		}
	}
	if _, err := syntax.Parse(strings.Repeat("(", 900)+strings.Repeat(")", 900), syntax.Unicode); err != nil {
		t.Error(err)
	}
}

func TestAllPropertyNames(t *testing.T) {
	for _, name := range []string{
		"Any", "ASCII", "AHex", "Alphabetic", "Alpha", "XIDS", "XID_Start", "space", "LC", "Cn", "C", "punct", "cntrl", "gc=Lu", "General_Category=Uppercase_Letter",
		"Script=Latin", "sc=Latn", "sc=Zyyy", "sc=Qaai", "Script_Extensions=Hira",
	} {
		if _, err := syntax.Parse(`\p{`+name+`}`, syntax.Unicode); err != nil {
			t.Error(err)
		}
	}
	for _, name := range []string{"", "Latin", "Latn", "sc=latin", "sc=", "Script", "L=Lu", "Other_Alphabetic", "Hyphen", "IDS ", "^L", "gc=Latin"} {
		if _, err := syntax.Parse(`\p{`+name+`}`, syntax.Unicode); err == nil {
			t.Errorf("%q is a property", name)
		}
	}
}

// checkAgrees holds Check to what Parse says.
func checkAgrees(t *testing.T, pattern string) {
	t.Helper()
	for _, dialect := range []syntax.Dialect{syntax.Unicode, syntax.Legacy} {
		re, err := syntax.Parse(pattern, dialect)
		valid, doubtful := syntax.Check([]byte(pattern), dialect)
		if valid != (err == nil) || valid && doubtful != re.Doubtful {
			t.Errorf("%q: %t, %t; %v", pattern, valid, doubtful, err)
		}
	}
}

var pieces = []string{
	"a", "é", "🐲", "0", "9", "-", "]", "}", "{", "{2}", "{2,}", "{3,1}", "{,2}", "*", "+", "?", "|", "^", "$", ".", "(", ")", "(?:", "(?=", "(?!", "(?<=", "(?<!", "(?<n>", "(?<m>",
	"(?<", "(?", "[", "[^", "[a-z]", "[z-a]", `[\d-a]`, `\b`, `\B`, `\d`, `\W`, `\s`, `\1`, `\2`, `\10`, `\k<n>`, `\k`, `\p{L}`, `\P{sc=Grek}`, `\p{X}`, `\p`, `\c1`, `\cA`, `\c`,
	`\0`, `\01`, `\x41`, `\x4`, `\u0041`, `\ud83d\udc32`, `\u{1F432}`, `\u{110000}`, `\u`, `\-`, `\_`, `\Z`, `\8`, `\`, "\xff", "(a)", "(?<n>a)", ",",
}

// TestCheck compares Check with Parse on random patterns, most of them invalid.
func TestCheck(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 100_000 {
		var b strings.Builder
		for range r.IntN(7) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		checkAgrees(t, b.String())
	}
}

// TestCheckIsLinear has it read what can be read again and again.
func TestCheckIsLinear(t *testing.T) {
	for _, piece := range []string{`\p`, `\P`, "{1", "{", `\u{0`, `[a`, `\k`, `(?<a`, "a|", `\c`, "(?:a)", `\x`, "[]", "{1,", `\1`} {
		start := time.Now()
		syntax.Check([]byte(strings.Repeat(piece, 1<<18)), syntax.Legacy)
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%s: %v", piece, took)
		}
	}
}

func TestCheckDoesNotAllocate(t *testing.T) {
	pattern := []byte(`^(?:[a-z\d._-]+|\p{Lu}){1,3}(?=x|é*)[^\W\b]\.(js|ts)\1?.$`)
	if n := testing.AllocsPerRun(100, func() {
		if valid, doubtful := syntax.Check(pattern, syntax.Unicode); !valid || doubtful {
			t.Error("not valid")
		}
	}); n > 3 { // of the property
		t.Errorf("%v allocations", n)
	}
}

// FuzzParse checks that errors lie inside the pattern, and that the legacy
// grammar extends the other without changing what it says.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{`^(?<n>a|[^\d-z]){2,3}?\k<n>$`, `\u{1F432}\ud83d\udc32\cA\p{L}`, `(?<!a)(?=b)[\b\-]`, `a{,`, `\1(`, `[]-a]`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, pattern string) {
		checkAgrees(t, pattern)
		re, err := syntax.Parse(pattern, syntax.Unicode)
		legacy, legacyErr := syntax.Parse(pattern, syntax.Legacy)
		for _, err := range []error{err, legacyErr} {
			var problem *syntax.Error
			if err != nil && (!errors.As(err, &problem) || problem.Offset < 0 || problem.Offset > len(pattern)) {
				t.Errorf("%q: %v", pattern, err)
			}
		}
		if err == nil && (legacyErr != nil || dump(re.Root) != dump(legacy.Root)) {
			t.Errorf("%q changes its meaning in legacy syntax: %v", pattern, legacyErr)
		}
	})
}
