package pattern

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode"
)

var patternPieces = []string{
	"a", "b", "ab", "-", "0", "é", "🐲", "(", ")", "(?:", ")", "[ab]", "[^a]", "[a-c0]", "[^é-🐲]", "{2}", "{2,}", "{1,3}", "{0,2}",
	"*", "+", "?", "*", "+", "|", "^", "$", ".", `\d`, `\w`, `\S`, `\s`, `\W`, `\b`, `\B`, `\b`, `\pL`, `\PL`, `\n`, "(a|b|ab)", "(?:a|é)",
	"(?i:ab)", "(?i:k)", "[kK]", "[Cc]", "(?m:^)", "(?m:$)", "(?s:.)", `\z`, `\A`, `\x{FFFD}`, `[^\x00-\x{10FFFF}]`, "(?U:a+)", "a{5,9}", "\xef\xbf\xbd",
}

var textPieces = []string{
	"a", "b", "ab", "-", "0", "1", "é", "🐲", "\n", "A", " ", "_", "aa", "ba", "0-", "\u2028", "c", "k", "K", "\u212a", "C",
	"\xff", "\xc3", "\xe2\x82", "\xf0\x9f\x90", "\x80", "\xed\xa0\x80", "\ufffd", "\x00", "日本語", "aaaaaaaa",
}

func pick(r *rand.Rand, pieces []string, most int) string {
	var b strings.Builder
	for range r.IntN(most + 1) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// compare holds what an automaton and a table say of a text to what package
// regexp says.
func compare(t *testing.T, re *regexp.Regexp, text string, ours *RE2, table *Table) {
	t.Helper()
	want := re.MatchString(text)
	if got := ours.Match([]byte(text)); got != want || ours.MatchString(text) != want {
		t.Errorf("%q on %q: %t", re, text, got)
	}
	if table != nil && (table.MatchString(text) != want || table.Match([]byte(text)) != want) {
		t.Errorf("the table of %q on %q: %t", re, text, !want)
	}
}

// TestAgainstRegexp compares random patterns on random texts, with invalid UTF-8
// among them.
func TestAgainstRegexp(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	tables, patterns := 0, 0
	for range 6000 {
		text := pick(r, patternPieces, 7)
		re, err := regexp.Compile(text)
		if err != nil {
			continue
		}
		patterns++
		ours, table := &RE2{Text: text}, NewTable(text)
		if table != nil {
			tables++
		}
		for range 20 {
			compare(t, re, pick(r, textPieces, 8), ours, table)
		}
	}
	if patterns < 1500 || tables < 800 {
		t.Errorf("only %d patterns and %d tables", patterns, tables)
	}
}

// TestSurrogates: halves of characters, which no text has, are kept apart from U+FFFD.
func TestSurrogates(t *testing.T) {
	for _, pattern := range []string{`^\p{Cs}?\x{FFFD}$`, `^(?:\p{Cs}a|\x{FFFD}b)$`, `^[\x{FFFD}a]\p{Cs}?$`} {
		re := regexp.MustCompile(pattern)
		for _, text := range []string{"", "\uFFFD", "\uFFFDa", "\uFFFDb", "a", "a\xed\xa0\x80"} {
			compare(t, re, text, &RE2{Text: pattern}, NewTable(pattern))
		}
	}
}

func FuzzRE2(f *testing.F) {
	for _, pattern := range []string{`^[^\n]*\.[Cc][Ss]$`, `\b\d{13}\b`, `(?m)^x$|\By`, `^[\pL\pN]{2,40}$`, `(?i)straße|K`, `[ab]*a[ab]{9}c`, `$a|^b`} {
		f.Add(pattern, "ab0-é\n\xff.cs")
	}
	f.Fuzz(func(t *testing.T, pattern, text string) {
		if len(pattern) > 100 || len(text) > 1000 {
			return
		}
		re, err := regexp.Compile(pattern)
		if err != nil {
			return
		}
		compare(t, re, text, &RE2{Text: pattern}, NewTable(pattern))
	})
}

// TestCharacters compares each character by itself, in alphabets that are looked
// up and in those that are searched.
func TestCharacters(t *testing.T) {
	for _, text := range []string{`^[\pL\pN_]$`, `^(?:\p{Greek}|[^é])$`, `^[^\x{A}\x{2028}]$`, `(?i)^[k-sß]$`} {
		re, ours := regexp.MustCompile(text), &RE2{Text: text}
		for c := rune(0); c <= unicode.MaxRune; c++ {
			if c > 0x3000 {
				c += 12
			}
			if c := string(c); ours.MatchString(c) != re.MatchString(c) {
				t.Fatalf("%s on %q: %t", text, c, !re.MatchString(c))
			}
		}
	}
}

// hungry needs a state for each way in which the last characters can have been.
const hungry = `a[ab]{20}$`

// TestRoom compares what an automaton does when it has no room left, and when it
// is thrown away for a new one.
func TestRoom(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	re, ours := regexp.MustCompile(hungry), &RE2{Text: hungry}
	first := ours.current()
	ours.given.Store(patience - 200)
	for i := range 600 {
		compare(t, re, pick(r, textPieces[:3], 100), ours, nil)
		if a := ours.current(); a.memory > maxMemory+10_000 {
			t.Fatalf("%d bytes after %d texts", a.memory, i+1)
		}
	}
	if !first.full.Load() || ours.given.Load() <= patience {
		t.Error("there was room for nearly all")
	}
	if ours.current() == first {
		t.Error("the first automaton is still in use")
	}
}

// TestManyClasses: what a byte cannot number is left to package regexp.
func TestManyClasses(t *testing.T) {
	var all strings.Builder
	for c := range 300 {
		all.WriteRune('一' + rune(c))
	}
	ours := RE2{Text: "^" + all.String() + "$"}
	if !ours.MatchString(all.String()) || ours.MatchString(all.String()[3:]) || ours.current() != undecided {
		t.Error("wrong verdict, or an automaton")
	}
	if NewTable(ours.Text) != nil {
		t.Error("a table")
	}
}

// TestLargePrograms: what is long to walk through is not built ahead, and takes no
// more memory.
func TestLargePrograms(t *testing.T) {
	for _, text := range []string{
		`^(?:(?:(?:[ab]?[bc]?[cd]?[de]?[ef]?[fg]?[gh]?){10}){10}){10}z`,
		`^(?:(?:(?:\pL?\pN?[\pL_]?[\pN_]?\w?){10}){10}){10}z`,
	} {
		start := time.Now()
		if NewTable(text) != nil {
			t.Errorf("%s has a table", text)
		}
		re, ours := regexp.MustCompile(text), &RE2{Text: text}
		compare(t, re, "abcdefghijabcz", ours, nil)
		compare(t, re, "abcdefghijabcy", ours, nil)
		if a := ours.current(); a.memory > maxMemory+1<<20 || len(a.sets) > 100 {
			t.Errorf("%s: %d bytes, %d states", text, a.memory, len(a.sets))
		}
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s: %v", text, took)
		}
	}
}

// TestTogether has goroutines read an automaton while they add to it.
func TestTogether(t *testing.T) {
	for _, text := range []string{hungry, `\b[ab]{3}\b|^(?:é|[a-c0]+-)*$`} {
		re, ours, table := regexp.MustCompile(text), &RE2{Text: text}, NewTable(text)
		var wait sync.WaitGroup
		for seed := range uint64(8) {
			wait.Go(func() {
				r := rand.New(rand.NewPCG(seed, 5))
				for range 500 {
					compare(t, re, pick(r, textPieces[:8], 40), ours, table)
				}
			})
		}
		wait.Wait()
	}
}

func TestNoAllocations(t *testing.T) {
	ours, table := &RE2{Text: `\bso é[ab]{3,500}$`}, NewTable(`\bso é[ab]{3,50}$`)
	text := "so é" + strings.Repeat("ab", 20)
	bytes := []byte(text)
	if n := testing.AllocsPerRun(100, func() {
		if !ours.Match(bytes) || !ours.MatchString(text) || !table.Match(bytes) || !table.MatchString(text) {
			t.Error("no match")
		}
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// BenchmarkRE2 compares automata with package regexp, for each byte of a text.
func BenchmarkRE2(b *testing.B) {
	for _, c := range []struct{ name, pattern, text string }{
		{"suffix", `^[^\n\r]*\.[Cc][Ss]$`, "path/to/some/file/in-a-dir/Name.cs"},
		{"words", `\b\d{13}\b`, "the number 1234567890123 in a text"},
		{"letters", `^[\pL\pN ]{2,100}$`, "Überprüfung der Größe bei 日本語の文字"},
		{"counts", `^(?:[a-z]{1,45}\.){1,20}[a-z]{2,60}$`, "some.name.of.a.host.example.com"},
	} {
		re, ours := regexp.MustCompile(c.pattern), &RE2{Text: c.pattern}
		text := []byte(c.text)
		if !ours.Match(text) {
			b.Errorf("%s: no match", c.name)
		}
		for _, m := range []struct {
			name  string
			match func([]byte) bool
		}{{"automaton", ours.Match}, {"regexp", re.Match}} {
			b.Run(c.name+"/"+m.name, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					m.match(text)
				}
			})
		}
	}
}
