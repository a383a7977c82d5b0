package build_test

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// TestBranchesByTag: what is known of the tags of each branch, and whether it can
// hold together with another one.
func TestBranchesByTag(t *testing.T) {
	const move = `{type: object, required: [op], properties: {op: {enum: [left, right]}}}`
	const stop = `{type: object, required: [op], properties: {op: {const: stop}}}`
	for _, tt := range []struct {
		name, branches string
		want           []string // tags, refused tags, needs a tag, disjoint
	}{
		{"all tagged", move + ", " + stop, []string{"left right||needs|disjoint", "stop||needs|disjoint"}},
		{
			"texts beside tagged objects", "{oneOf: [{type: string}, " + move + "]}, " + stop,
			[]string{"left right||needs|disjoint", "stop||needs|disjoint"},
		},
		{
			"others refused by a list", move + ", " + stop + ", {type: object, required: [op], properties: {op: {type: string, not: {enum: [left, right]}}}}",
			[]string{"left right||needs|", "stop||needs|", "|left right|needs|"},
		},
		{
			"all others refused", move + ", " + stop + ", {type: object, required: [op], properties: {op: {type: string, not: {enum: [left, stop, right]}}}}",
			[]string{"left right||needs|disjoint", "stop||needs|disjoint", "|left right stop|needs|disjoint"},
		},
		{
			"others refused by their kind", move + ", " + stop + ", {type: object, properties: {op: {type: integer}}}",
			[]string{"left right||needs|disjoint", "stop||needs|disjoint", "|left right stop||disjoint"},
		},
		{
			"without the member", move + ", " + stop + ", {type: object, required: [at], properties: {at: {type: integer}}}",
			[]string{"left right||needs|", "stop||needs|", "|||"},
		},
		{
			"refused by one of two within", move + ", " + stop + ", {anyOf: [{type: object, properties: {op: {const: stop}}}, {type: object, properties: {op: {type: integer}}}]}",
			[]string{"left right||needs|", "stop||needs|", "|left right||"},
		},
		{
			"refused by more than a list", move + ", " + stop + ", {type: object, required: [op], properties: {op: {not: {enum: [left, stop], minLength: 9}}}}",
			[]string{"left right||needs|", "stop||needs|", "||needs|"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			union := planOf(t, "oneOf: ["+tt.branches+"]").Union
			for i, b := range union.Branches {
				if got := describe(b); got != tt.want[i] {
					t.Errorf("branch %d: %s, want %s", i, got, tt.want[i])
				}
			}
		})
	}
}

func describe(b *plan.Branch) string {
	list := func(values []*document.Node) string {
		var texts []string
		for _, v := range values {
			texts = append(texts, v.Text)
		}
		return strings.Join(texts, " ")
	}
	word := func(holds bool, word string) string {
		if holds {
			return word
		}
		return ""
	}
	return strings.Join([]string{list(b.Tags), list(b.Refused), word(b.NeedsTag, "needs"), word(b.Disjoint, "disjoint")}, "|")
}
