package ecma

import (
	"encoding/json"
	"math/rand"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/pattern/backtrack"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// FuzzStrategies compares the chosen strategy with the backtracking engine on
// the untouched tree, and with each other way that the pattern allows.
func FuzzStrategies(f *testing.F) {
	for _, pattern := range patternPieces {
		f.Add("^"+pattern, "ab0-é\n")
	}
	for _, pattern := range []string{`^(?!a)[a-c]{1,3}$`, `[a-b]+(?<!b)$`, `^(a|ab|b)(c?d)*$`, `^((?!ab).)*$`, `x(?!y)`, `^\w+(-\w+)*$`, `a{2,1001}b`, `(?<!a)\b.`, `^.*[ab]0$`, `^[^é]+-b$`, `.+[0-9]b$`, `.*a(b*c)?$`, `(?:a|b+)+c*`} {
		f.Add(pattern, "aab-cd")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 60 || len(text) > 60 || strings.ToValidUTF8(text, "") != text {
			return
		}
		s, err := Compile(pattern)
		if err != nil {
			return
		}
		dialect := syntax.Unicode
		if s.Legacy != nil {
			dialect = syntax.Legacy
		}
		re, err := syntax.Parse(pattern, dialect)
		if err != nil {
			t.Fatal(err)
		}
		oracle, err := backtrack.Compile(printECMA(re.Root))
		if err != nil {
			t.Fatalf("%q is printed as %q: %v", pattern, printECMA(re.Root), err)
		}
		want, err := oracle.MatchString(text)
		if err != nil {
			return
		}
		if got, err := s.Match(text); got != want || err != nil {
			t.Errorf("%q as %v on %q: %t, %v; backtracking says %t", pattern, s.Kind, text, got, err, want)
		}
		if re.BackReferences {
			return
		}
		for _, node := range []syntax.Node{simplify(re.Root), absorb(simplify(re.Root))} {
			if translated, ok := printRE2(node); ok {
				if got := regexp.MustCompile(translated).MatchString(text); got != want {
					t.Errorf("%q as RE2 %q on %q: %t", pattern, translated, text, got)
				}
			}
		}
	})
}

var (
	patternPieces = []string{
		"a", "b", "ab", "-", "0", "é", "🐲", "(", ")", "(?:", ")", "(?=", "(?!", "(?<=", "(?<!", "[ab]", "[^a]", "[a-c0]", "[^é-🐲]", "{2}", "{2,}", "{1,3}", "{0,2}",
		"*", "+", "?", "*", "+", "|", "^", "$", ".", `\d`, `\w`, `\S`, `\s`, `\W`, `\b`, `\1`, "[^]", "[]", `\p{L}`, `\P{Lu}`, `\n`, "(a|b|ab)", "(?:a|é)", "(?!a)", "(?<!b)",
		"^(?!a)", "(?<!-)$", "(?:(?!ab).)*", `\p{Lowercase}`, `\x41`, `[\w-]`,
	}
	textPieces = []string{"a", "b", "ab", "-", "0", "1", "é", "🐲", "\n", "A", " ", "_", "aa", "ba", "0-", "\u2028", "c"}
)

func randomText(r *rand.Rand, pieces []string, most int) string {
	var b strings.Builder
	for range r.Intn(most + 1) {
		b.WriteString(pieces[r.Intn(len(pieces))])
	}
	return b.String()
}

// TestAgainstNode compares validity and verdicts with an ECMAScript engine. The
// pieces leave \B out: V8 looks for it between surrogates as well.
func TestAgainstNode(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("2026-11-28: no ECMAScript engine on this machine")
	}
	type question struct {
		Pattern string
		Texts   []string
	}
	r := rand.New(rand.NewSource(1))
	var questions []question
	for range 4000 {
		q := question{Pattern: randomText(r, patternPieces, 8)}
		if r.Intn(2) == 0 {
			q.Pattern = "^" + q.Pattern + "$"
		}
		for range 10 {
			q.Texts = append(q.Texts, randomText(r, textPieces, 6))
		}
		questions = append(questions, q)
	}
	input, err := json.Marshal(questions)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(node, "-e", `
		const answer = q => {
			try { const re = new RegExp(q.Pattern, 'u'); return q.Texts.map(t => re.test(t)) } catch { return null }
		}
		const input = require('fs').readFileSync(0, 'utf8')
		console.log(JSON.stringify(JSON.parse(input).map(answer)))`)
	command.Stdin = strings.NewReader(string(input))
	output, err := command.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers [][]bool
	if err := json.Unmarshal(output, &answers); err != nil {
		t.Fatal(err)
	}
	for i, q := range questions {
		s, err := Compile(q.Pattern)
		if valid := err == nil && s.Legacy == nil; valid != (answers[i] != nil) {
			t.Errorf("%q: valid %t; %v", q.Pattern, !valid, err)
			continue
		}
		for j, want := range answers[i] {
			if got, err := s.Match(q.Texts[j]); got != want || err != nil {
				t.Errorf("%q as %v on %q: %t, %v", q.Pattern, s.Kind, q.Texts[j], got, err)
			}
		}
	}
}
