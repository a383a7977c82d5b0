package bpe_test

import (
	"errors"
	"testing"

	"github.com/tiktoken-go/tokenizer"

	"github.com/bindery-go/bindery/runtime/budget/bpe"
)

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		encoding, text string
		want           int64
	}{
		{"o200k_base", "", 0},
		{"o200k_base", "hello world", 2},
		{"cl100k_base", "hello world", 2},
		{"p50k_base", "hello world", 2},
		{"p50k_edit", "hello world", 2},
		{"r50k_base", "hello world", 2},
		{"gpt2", "hello world", 2},
		{"gpt2", "    indented", 5},
		{"r50k_base", "    indented", 5},
		{"o200k_base", "\xff\xfe", 2},
	} {
		counter, err := bpe.New(c.encoding)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := counter.CountTokens(c.text); got != c.want || err != nil {
			t.Errorf("%s %q: %d, %v; want %d", c.encoding, c.text, got, err, c.want)
		}
	}
	if _, err := bpe.New("o900k"); !errors.Is(err, tokenizer.ErrEncodingNotSupported) {
		t.Errorf("unknown vocabulary: %v", err)
	}
}
