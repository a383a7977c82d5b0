package codec_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/ecma"
)

// matcherPatterns have every strategy and every kind of step.
var matcherPatterns = []string{
	"^abc$", "^(red|green|blue)$", "^ab", "yz$", "bc|cd", // words
	"^traj-[a-f0-9]{8}$", "^[A-Z][a-z]*$", `^1\.\d+\.\d+$`, "^[a-z0-9._-]+$", "^[^/]+$", "^.{2,3}$", "^[à-ü]{2}$", // runs
	"^x-", "^[A-Z]{2,3}-[0-9]{1,4}$", "^(a|b[0-9]+|)c$", "^([a-z]+:)*end$", "^(ab){2,3}$", "^(é|ü[0-9])?x$", `^\d{4}-\d{2}-\d{2}$`,
	"[0-9]{3}", "a[bc]d", "[^a]b", `^\s*$`, "^a?b?c$", "^[abcdxyz_.$%-]$", "^[^abc]$", "é", `^[\u{10000}-\u{10FFFF}]+$`,
	"^(?!a)[a-z]+$", "^(?=.*[0-9])(?=.*[a-z]).*$", `(\w+) \w+ [a-z]+x$`, "^(a+)+$", `^\p{Lu}+$`, `^(.)\1$`, "",
	"^([a-z]{2}|[a-z]{4}|é*ü)$", `[a-z]+[0-9]$`, `a[a-z]+[0-9]$`, `\bab\b`, // tables
	`^.*\.[Cc][Ss]$`, `^.+\.md$`, `.+\.md$`, `^[a-f]*bé$`, `[a-f][0-9]{2}$`, `^[^ü]+x$`, `^.{0,3}$`, // what ends the text
}

// matcherTexts come near to the patterns.
var matcherTexts = []string{
	"", "a", "abc", "ab", "xabc", "abcx", "red", "green", "blue", "re", "yz", "xyz", "bcd", "traj-0123abcd", "traj-0123abcg", "traj-0123abc",
	"traj-0123abcd0", "A", "Ab", "AB", "1.2.3", "1.22.", "1..3", "1.0.0\n", "a.b_c-9", "a/b", "日本", "日本語", "日", "éü", "àa", "x-", "x", "AB-1",
	"ABCD-1", "ABC-12345", "AB-", "c", "ac", "b12c", "bc", "b1", "end", "a:b:end", "a:b:", "abab", "ababab", "abababab", "éx", "ü5x", "üx", "x5",
	"2026-02-09", "2026-2-09", "12", "ab123cd", "abd", "acd", "éb", "ab\u2028", " \t\u00a0\ufeff", "\u2003x", "b", "_", "$", "%", "-", "\U00010000", "\U0010FFFF\uFFFF",
	"abc1", "1abc", "one two threex", "aaaaaaaaaaaa", "aaaaaaaaab", "ÀÉ", "aé", "aa", "éé", "\u00e9\u00e8", "日日", "\ufffd", "a\x00b", "\r", "ſ", "K",
	"a.cs", "é日.CS", "\n.cs", ".Cs", "x.md", "é.md", "\u2028.md", ".md", "abé", "bé", "é", "cbé", "ge12", "f12", "f1", "üx", "dx", "日本x", "so ab.", "so_ab",
}

// TestMatchers builds the matchers of the patterns and compares them with the
// strategies that they print.
func TestMatchers(t *testing.T) {
	d := newDownstream(t)
	m := newMaker("matchers")
	var program, want bytes.Buffer
	program.WriteString("package matchers\n\nimport (\n\t\"fmt\"\n\t\"testing\"\n\n\t\"github.com/bindery-go/bindery/runtime/jsonscan\"\n)\n\nvar texts = []string{\n")
	for _, text := range matcherTexts {
		fmt.Fprintf(&program, "\t%q,\n", text)
	}
	program.WriteString("}\n\nfunc TestAll(t *testing.T) {\n")
	kinds := map[ecma.Kind]bool{}
	for i, pattern := range matcherPatterns {
		strategy, err := ecma.Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		kinds[strategy.Kind] = true
		name := fmt.Sprintf("match%d", i)
		m.pattern(pattern, name)
		args := "[]byte(text)"
		if strategy.Kind == ecma.UseBacktracking { // the time that it takes is the document's
			args = "jsonscan.Get(nil), " + args
		}
		fmt.Fprintf(&program, "\tfor _, text := range texts {\n\t\tfmt.Printf(\"%%q %%q %%v\\n\", %q, text, %s(%s))\n\t}\n", pattern, name, args)
		for _, text := range matcherTexts {
			matched, err := strategy.Match(text)
			fmt.Fprintf(&want, "%q %q %v\n", pattern, text, matched && err == nil)
		}
	}
	program.WriteString("}\n")
	for _, k := range []ecma.Kind{ecma.Always, ecma.UseWords, ecma.UseProgram, ecma.UseTable, ecma.UseRE2, ecma.UseBacktracking} {
		if !kinds[k] {
			t.Errorf("no pattern has the strategy %v", k)
		}
	}
	d.generate(m.Package)
	d.write("matchers/all_test.go", program.Bytes())
	out, _, _ := strings.Cut(d.run("test", "./matchers", "-run", "TestAll", "-v"), "--- PASS")
	_, out, _ = strings.Cut(out, "\n") // === RUN
	got := strings.Split(strings.TrimSpace(out), "\n")
	for i, line := range strings.Split(strings.TrimSpace(want.String()), "\n") {
		if i >= len(got) || got[i] != line {
			t.Errorf("want %s, got %s", line, append(got, "nothing")[min(i, len(got))])
		}
	}
}
