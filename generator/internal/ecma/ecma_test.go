package ecma_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// describe prints a strategy: its kind and, where it is short, what it does.
func describe(s *ecma.Strategy) string {
	switch s.Kind {
	case ecma.UseWords:
		return fmt.Sprintf("words %t %q %t", s.Words.Start, s.Words.Texts, s.Words.End)
	case ecma.UseRE2:
		return "re2 " + s.RE2
	case ecma.UseBacktracking:
		return "backtracking " + s.Backtracking
	case ecma.UseAll, ecma.UseAny:
		text := s.Kind.String()
		for _, term := range s.Terms {
			text += " ("
			if term.Negated {
				text += "not "
			}
			text += describe(term.Strategy) + ")"
		}
		return text
	}
	return s.Kind.String()
}

func TestStrategies(t *testing.T) {
	for _, c := range []struct{ pattern, want string }{
		{``, "always"}, {`.*`, "always"}, {`^`, "always"}, {`$`, "always"}, {`^.*`, "always"}, {`(a|b)*`, "always"}, {`a|`, "always"},
		{`^[^]*$`, "always"}, {`^[\s\S]*$`, "always"}, {`^(?:)`, "always"},
		{`^.*$`, "program"}, // not a text with a line end
		{`^$`, `words true [""] true`},
		{`^x-`, `words true ["x-"] false`},
		{`\.md$`, `words false [".md"] true`},
		{`X_`, `words false ["X_"] false`},
		{`\.(js|ts)$`, `words false [".js" ".ts"] true`},
		{`^(b|a|b)$`, `words true ["a" "b"] true`},
		{`^[Yy]es{0,2}$`, `words true ["Ye" "Yes" "Yess" "ye" "yes" "yess"] true`},
		{`^(?:[a-z])`, "program"},
		{`^traj-[a-f0-9]{8}$`, "program"},
		{`^[a-zA-Z_][a-zA-Z0-9_]*$`, "program"},
		{`^1\.\d+\.\d+$`, "program"},
		{`^\d+(px|pt|em)?$`, "program"},
		{`^[a-z]+(-[a-z]+)*$`, "program"},
		{`^[0-9a-f]{0,3000}$`, "program"},
		{`[0-9]{2,}`, "program"},
		{`[0-9]+$`, "program"},  // the last character decides
		{`[0-9]+x$`, "program"}, // the last two
		{`a[0-9]+$`, "table"},   // would take quadratic time as a program
		{`f.*o`, "table"},
		{`^a*[ab]b$`, "program"},
		{`^a*[ab]+b$`, "table"},
		{`.*\.md`, `words false [".md"] false`},
		{`(.+\.)*[jt]s.*`, `words false ["js" "ts"] false`},
		{`^.{2,}\.cs$`, "table"},
		{`\p{Letter}cole`, `re2 [\p{L}]cole`},
		{`^\P{sc=Grek}$`, `re2 ^[\P{Greek}]$`},
		{`\bx\B`, "table"},
		{`^.*\.[Cc][Ss]$`, "program"},
		{`^.+\.md$`, "program"},
		{`.+\.md$`, "program"},
		{`[]b*c$`, "table"},
		{`^(?!tmp-)[a-z-]+$`, `all (program) (not words true ["tmp-"] false)`},
		{`(?!a)^b`, `all (words true ["b"] false) (not words true ["a"] false)`},
		{`^(?=.*\d)(?!.*--).{3,}$`, `all (program) (table) (not table)`},
		{`^[a-z.]*(?<!\.\.)(?<!x)$`, `all (program) (not words false [".."] true) (not words false ["x"] true)`},
		{`^((?!ab).)*$`, `all (program) (not words false ["ab"] false)`},
		{`^(?!a)x|y$`, `any (words true ["x"] false) (words false ["y"] true)`},
		{`^(?!ab)x|y$`, `any (all (words true ["x"] false) (not words true ["ab"] false)) (words false ["y"] true)`},
		{`default|^[0-9]+$`, `any (words false ["default"] false) (program)`},
		{`^(?!-)[a-c-]+(?<!-)$`, `all (program) (not words false ["-"] true)`},
		{`x(?=y)`, `words false ["xy"] false`},
		{`(?<=x)y`, `words false ["xy"] false`},
		{`x(?!y)`, "table"},
		{`(?<!x)y`, "table"},
		{`^(?:(?!$)a)*$`, `backtracking ^(?:(?!$)a)*$`},
		{`a(?!bc)d*e`, `backtracking a(?!bc)d*e`},
		{`^(.)\1$`, `backtracking ^([^\u{A}\u{D}\u{2028}\u{2029}])(?:\1)$`},
		{`(?<n>a)\k<n>1`, `backtracking (a)(?:\1)1`},
		{`^\p{Lowercase}+$`, `backtracking ^[\p{Lowercase}]+$`},
		{`\p{scx=Greek}`, `backtracking [\p{scx=Greek}]`},
		{`(?:a{1000}b?){1001}`, `backtracking (?:a{1000}b?){1001}`},
	} {
		s, err := ecma.Compile(c.pattern)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := describe(s); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.pattern, got, c.want)
		}
		if s.Legacy != nil || s.Pattern != c.pattern {
			t.Errorf("%s: %q, %v", c.pattern, s.Pattern, s.Legacy)
		}
	}
}

func TestMatch(t *testing.T) {
	long := func(n int) string { return strings.Repeat("a", n) }
	for _, c := range []struct {
		pattern string
		yes, no []string
	}{
		{`^abc$`, []string{"abc"}, []string{"abc\n", "abc\\n", "xabc"}},
		{`^\cC\t$`, []string{"\x03\t"}, []string{`\cC\t`}},
		{`^\s$`, []string{" ", "\u00a0", "\ufeff", "\u2029", "\u3000"}, []string{"\u200b", "\u0085", "\x01"}},
		{`^\S$`, []string{"\u200b", "\x01", "é"}, []string{" ", "\ufeff", "\n"}},
		{`^.$`, []string{"a", "é", "🐲", "\u0085", "\v"}, []string{"", "\n", "\r", "\u2028", "\u2029", "ab"}},
		{`^🐲*$`, []string{"", "🐲🐲"}, []string{"🐉", "D"}},
		{`^[🐲-🐴]$`, []string{"🐳"}, []string{"🐵", "\xf0"}},
		{`^[^a]{2}$`, []string{"éé", "🐲\n"}, []string{"é", "aé", "ééé"}},
		{`^é{2,3}$`, []string{"éé", "ééé"}, []string{"é", "éééé"}},
		{`^\d+$`, []string{"42"}, []string{"४२", ""}},
		{`^\p{digit}+$`, []string{"42", "४२"}, []string{"-"}},
		{`^[0-9]+(ns|ms|us|µs|s|m|h)$`, []string{"1ns", "12m", "3µs"}, []string{"1", "1n", "1ms ", "m"}},
		{`^[a-z]+(-[a-z]+)*$`, []string{"a", "a-b", "ab-cd-e"}, []string{"", "-a", "a-", "a--b", "a-b-"}},
		{`^(\d{2}:){2}\d{2}`, []string{"01:02:03", "01:02:034"}, []string{"01:02", "1:02:03"}},
		{`^(a{1,2}b){2,3}$`, []string{"abab", "aabaabab"}, []string{"ab", "abababab", "aaabab"}},
		{`b[a-c]{2}$`, []string{"bab", "xxbbcc"}, []string{"bxab", "ba"}},
		{`[ab]+c`, []string{"ac", "xxabc"}, []string{"c", "ab"}},
		{`^(?!-)[a-c-]+(?<!-)$`, []string{"a", "a-b"}, []string{"-a", "a-", "-", ""}},
		{`^(?!.*--)[a-z-]*$`, []string{"a-b", ""}, []string{"a--b", "A"}},
		{`^((?!ab).)*$`, []string{"", "ba", "aab"[:2]}, []string{"ab", "xaby", "x\n"}},
		{`x(?!y)`, []string{"x", "xz", "xyx"}, []string{"xy", "y"}},
		{`(?<!x)y`, []string{"y", "zy", "xyy"}, []string{"xy", "xyxy"}},
		{`(?!_)\w+`, []string{"_a"}, []string{"__", "-"}},
		{`^(?!_)\w+$`, []string{"a_"}, []string{"_a", ""}},
		{`^\w+(?<!_)$`, []string{"_a", "a"}, []string{"a_", "_"}},
		{`(?!)`, nil, []string{"", "a"}},
		{`^(?!)|a`, []string{"a"}, []string{"", "b"}},
		{`^(.)\1$`, []string{"xx", "🐲🐲"}, []string{"xy"}},
		{`a(?!bc)d*e`, []string{"ae", "adde"}, []string{"abce"}},
		{`^\p{Lowercase}+$`, []string{"aª"}, []string{"A", ""}},
		{`^[0-9a-f]{0,3000}$`, []string{"", long(3000)}, []string{long(3001), "0g"}},
		{`^(?:ab?){1500}c|^(?:ba?){999,1001}$`, []string{long(1500) + "c", strings.Repeat("b", 1001), strings.Repeat("ba", 999)}, []string{long(1499) + "c", strings.Repeat("b", 998), strings.Repeat("b", 1002)}},
		{`^(?:a|ab){1200,}c`, []string{long(1200) + "c", long(2500) + "c"}, []string{long(1199) + "c"}},
	} {
		s, err := ecma.Compile(c.pattern)
		if err != nil {
			t.Error(err)
			continue
		}
		check := func(texts []string, want bool) {
			for _, text := range texts {
				if got, err := s.Match(text); got != want || err != nil {
					t.Errorf("%s (%s): %.60q gives %t, %v", c.pattern, describe(s), text, got, err)
				}
				if got := ecma.MatchesName(s, text); got != want {
					t.Errorf("%s: the name %.60q matches: %t", c.pattern, text, got)
				}
			}
		}
		check(c.yes, true)
		check(c.no, false)
	}
}

func TestLegacyPatternsAreMarked(t *testing.T) {
	s, err := ecma.Compile(`^\/[^\*\?\&\%]*(\/\*)?$`)
	if err != nil {
		t.Fatal(err)
	}
	if s.Legacy == nil || s.Legacy.Problem != `\& is not an ECMA-262 escape` || s.Legacy.Offset != 9 {
		t.Errorf("legacy: %v", s.Legacy)
	}
	if !ecma.MatchesName(s, "/a/*") || ecma.MatchesName(s, "/a&b") {
		t.Error("wrong verdicts")
	}
}

func TestErrors(t *testing.T) {
	for pattern, offset := range map[string]int{`^(abc]`: 1, `(?i)abc`: 0, `a**`: 2, `[b-a]`: 1, `\p{Lettre}`: 0, `(?P<n>x)`: 0} {
		_, err := ecma.Compile(pattern)
		var problem *syntax.Error
		if !errors.As(err, &problem) || problem.Offset != offset {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

func TestBacktrackingEndsInAnError(t *testing.T) {
	s, err := ecma.Compile(`^(?:(a|b)\1?)*c`)
	if err != nil {
		t.Fatal(err)
	}
	name := strings.Repeat("ab", 1<<18)
	if matched, err := s.Match(name); matched || err == nil || ecma.MatchesName(s, name) {
		t.Errorf("%t, %v", matched, err)
	}
}

// Patterns that are too much are refused at once, with a short message.
func TestPatternsThatAreTooMuch(t *testing.T) {
	nest := func(n int, open, shut string) string { return strings.Repeat(open, n) + "a" + strings.Repeat(shut, n) }
	for name, pattern := range map[string]string{
		"groups":            nest(2000, "(", ")"),
		"groups without":    nest(2000, "(?:", ")"),
		"look-ahead":        nest(2000, "(?=", ")"),
		"to be backtracked": nest(500, "(", "){2}"),
		"back-reference":    nest(500, "(", ")") + `\1`,
		"alternatives":      strings.Repeat("word|", 1<<18),
		"class":             "[" + strings.Repeat("a-z", 1<<18) + "]",
	} {
		var bad *syntax.Error
		if _, err := ecma.Compile(pattern); !errors.As(err, &bad) || len(err.Error()) > 300 {
			t.Errorf("%s: %.300v", name, err)
		}
	}
	for _, pattern := range []string{"a{1000000}", "(a|b){1000000}c", "a{999999999}", "(x{1000}){1000}", nest(200, "(", ")") + `\1`} {
		if _, err := ecma.Compile(pattern); err != nil {
			t.Error(err)
		}
	}
}

// Nested repetitions must not be unrolled without bounds.
func TestNestedRepetitionsStaySmall(t *testing.T) {
	nest := func(open, body, shut string) string {
		return "^" + strings.Repeat(open, 100) + body + strings.Repeat(shut, 100) + "$"
	}
	for _, c := range []struct{ pattern, yes, no string }{
		{nest("(", "a", "){1}"), "a", "aa"},
		{nest("(", "a?", "){1,2}"), "a", "b"},
		{nest("(", "a", "|b)?"), "b", "ab"},
		{"^(((a{16}){16}){16}){0,1}$", strings.Repeat("a", 4096), "a"},
		{"^(?:){2000}a$", "a", "aa"},
		{"^((a|b){50}c?){900}$", strings.Repeat("ab", 50*450), "ab"},
	} {
		s, err := ecma.Compile(c.pattern)
		if err != nil {
			t.Error(err)
			continue
		}
		if !ecma.MatchesName(s, c.yes) || ecma.MatchesName(s, c.no) {
			t.Errorf("%.50s as %s: wrong verdicts", c.pattern, s.Kind)
		}
	}
	for _, pattern := range []string{nest("(", "a", "){2}"), nest("(", "a", "){16}"), nest("(", "[ab]", "){2,}")} {
		if _, err := ecma.Compile(pattern); err != nil {
			t.Error(err)
		}
	}
}
