package bpe_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/budget/bpe"
)

// outside are the kinds whose estimate lies outside the bounds, and the bounds
// that it keeps. The documentation of budget.Estimate speaks of them.
var outside = map[string]struct{ least, most float64 }{
	"random Cyrillic":   {0.25, 0.9}, // letters of other scripts in no order of any language
	"random Greek":      {0.25, 0.9},
	"random Devanagari": {0.25, 0.9},
	"random Hebrew":     {0.25, 0.9},
	"random Arabic":     {0.25, 0.9},
	"random Thai":       {0.25, 0.9},
	"one long word":     {1.6, 2.5}, // what a vocabulary repeats or lists
	"ha ha":             {1.6, 2.5},
	"all printable":     {1.6, 2.5},
}

// TestEstimateIsAnUpperBound measures the estimate on all kinds of text. Run
// with -v it prints the errors that the documentation of budget.Estimate
// speaks of.
func TestEstimateIsAnUpperBound(t *testing.T) {
	counter, err := bpe.New("o200k_base")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range corpus(t) {
		exact, err := counter.CountTokens(text)
		if err != nil {
			t.Fatal(err)
		}
		estimate, err := budget.Estimate{}.CountTokens(text)
		if err != nil {
			t.Fatal(err)
		}
		ratio := float64(estimate) / float64(exact)
		t.Logf("%-24s %6d tokens, estimate %.2f of them", name, exact, ratio)
		least, most := 0.9, 1.6
		if bounds, ok := outside[name]; ok {
			least, most = bounds.least, bounds.most
		}
		if ratio < least || ratio > most {
			t.Errorf("%s: %d tokens, estimate %d; want it between %.2f and %.2f of them", name, exact, estimate, least, most)
		}
	}
}
