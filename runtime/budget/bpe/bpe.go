// Package bpe counts tokens exactly, with the byte-pair vocabularies of the
// models themselves. The vocabularies are embedded (some megabytes of program
// for each), nothing is fetched. Import it where an estimate will not do; no
// other package of this module does.
package bpe

import (
	"fmt"

	"github.com/tiktoken-go/tokenizer"

	"github.com/bindery-go/bindery/runtime/budget"
)

// Counter counts the tokens of one vocabulary. It is safe for concurrent use.
type Counter struct{ codec tokenizer.Codec }

var _ budget.TokenCounter = Counter{}

// New returns the counter of a vocabulary by its name: "o200k_base",
// "cl100k_base", "p50k_base", "p50k_edit", "r50k_base" or "gpt2", which is
// r50k_base under its older name. The error says that there is no vocabulary of
// that name.
func New(encoding string) (Counter, error) {
	name := tokenizer.Encoding(encoding)
	if name == tokenizer.GPT2Enc {
		name = tokenizer.R50kBase
	}
	codec, err := tokenizer.Get(name)
	if err != nil {
		return Counter{}, fmt.Errorf("bpe: vocabulary %q: %w", encoding, err)
	}
	return Counter{codec}, nil
}

// CountTokens returns the number of tokens of the text.
func (c Counter) CountTokens(text string) (int64, error) {
	n, err := c.codec.Count(text)
	if err != nil {
		return 0, fmt.Errorf("bpe: %w", err)
	}
	return int64(n), nil
}
