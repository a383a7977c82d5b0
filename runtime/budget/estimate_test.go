package budget_test

import (
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tiktoken-go/tokenizer"

	"github.com/bindery-go/bindery/runtime/budget"
)

func TestEstimate(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0, "a": 2, "the quick brown fox": 7, "ReadFile": 3, "123456": 3, " ": 2, "    \n\n": 2, "記憶": 4, "\xff": 2,
		strings.Repeat("=", 80): 3, "é": 2, "Käse": 2, "🙂": 2, "ключ": 2,
	} {
		if got, err := (budget.Estimate{}).CountTokens(text); got != want || err != nil {
			t.Errorf("%q: %d tokens, %v; want %d", text, got, err, want)
		}
	}
}

// FuzzEstimate counts each text whole and in two parts, cut anywhere:
// that the numbers are about the same shows that no part is skipped.
func FuzzEstimate(f *testing.F) {
	for _, text := range []string{"a b", "\n\n\t", "Wort, größer", "\xe2\x80", "👩‍👩‍👧", "日本語のメモ", "x=1;", strings.Repeat("ACGT", 100)} {
		f.Add(text, 2)
	}
	f.Fuzz(func(t *testing.T, text string, at int) {
		at = min(max(at, 0), len(text))
		count := func(s string) int64 {
			n, err := budget.Estimate{}.CountTokens(s)
			if err != nil || n < 0 || s != "" && n == 0 {
				t.Fatalf("%q: %d, %v", s, n, err)
			}
			return n
		}
		whole, parts := count(text), count(text[:at])+count(text[at:])
		if whole > parts+20 || parts > whole+20 {
			t.Fatalf("%q: %d, cut at %d: %d", text, whole, at, parts)
		}
	})
}

func TestEstimateTakesNoMemory(t *testing.T) {
	text := strings.Repeat("Größe of 記憶 is 12,345 🙂\n\n", 100)
	if n := testing.AllocsPerRun(10, func() { budget.Estimate{}.CountTokens(text) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestCommonPairs counts the pairs of letters anew in the vocabulary.
func TestCommonPairs(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	var count [26][26]int
	small := func(c byte) bool { return c >= 'a' && c <= 'z' }
	for id := range uint(10_000) {
		token, err := codec.Decode([]uint{id})
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(token); i++ {
			if small(token[i-1]) && small(token[i]) {
				count[token[i-1]-'a'][token[i]-'a']++
			}
		}
	}
	for a, row := range count {
		var want uint32
		for b, n := range row {
			if n >= 20 {
				want |= 1 << b
			}
		}
		if got := budget.CommonPairs[a]; got != want {
			t.Errorf("after %c: %#x, want %#x", 'a'+a, got, want)
		}
	}
}

var update = flag.Bool("update", false, "write the tables of the vocabulary anew")

// TestRunes counts the tokens of each character anew in the vocabulary.
func TestRunes(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	table := make([]byte, 1<<16/4)
	for c := rune(0x80); c <= 0xFFFF; c++ {
		if !utf8.ValidRune(c) {
			continue
		}
		n, err := codec.Count(string(c))
		if err != nil || n < 1 || n > 3 {
			t.Fatalf("%U: %d tokens, %v", c, n, err)
		}
		table[c>>2] |= byte(n) << (c & 3 * 2)
	}
	compareTable(t, "runes.bin", table, budget.Runes)
}

// TestCapitalWords collects the words anew from the vocabulary.
func TestCapitalWords(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	isCapital := func(c rune) bool { return c >= 'A' && c <= 'Z' }
	table, words := make([]byte, 1<<14/8), 0
	for id := range uint(199_998) {
		token, err := codec.Decode([]uint{id})
		if err != nil {
			t.Fatal(err)
		}
		word, spaced := strings.CutPrefix(token, " ")
		if !spaced || len(word) < 4 || len(word) > 12 || strings.TrimLeftFunc(word, isCapital) != "" {
			continue
		}
		words++
		for _, bit := range budget.FilterBits(word) {
			table[bit>>3] |= 1 << (bit & 7)
		}
	}
	if words < 1000 {
		t.Fatalf("%d words", words)
	}
	compareTable(t, "capitals.bin", table, budget.CapitalWords)
}

// compareTable compares a table with the embedded file, or writes that.
func compareTable(t *testing.T, name string, want []byte, got string) {
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(want) != got {
		t.Errorf("%s differs from the vocabulary; -update writes it anew", name)
	}
}
