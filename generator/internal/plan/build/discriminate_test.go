package build_test

import (
	"fmt"
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
		want           []string // tags, refused tags, disjoint
	}{
		{"all tagged", move + ", " + stop, []string{"left right||disjoint", "stop||disjoint"}},
		{
			"texts beside tagged objects", "{oneOf: [{type: string}, " + move + "]}, " + stop,
			[]string{"left right||disjoint", "stop||disjoint"},
		},
		{
			"others refused by a list", move + ", " + stop + ", {type: object, required: [op], properties: {op: {type: string, not: {enum: [left, right]}}}}",
			[]string{"left right||", "stop||", "|left right|"},
		},
		{
			"all others refused", move + ", " + stop + ", {type: object, required: [op], properties: {op: {type: string, not: {enum: [left, stop, right]}}}}",
			[]string{"left right||disjoint", "stop||disjoint", "|left right stop|disjoint"},
		},
		{
			"others refused by a list for the object",
			move + ", " + stop + ", {type: object, required: [op], not: {properties: {op: {enum: [left, stop, right]}}}}",
			[]string{"left right||disjoint", "stop||disjoint", "|left right stop|disjoint"},
		},
		{
			"not refused where the object must have more",
			move + ", " + stop + ", {type: object, required: [op], not: {required: [at], properties: {op: {enum: [left, stop, right]}}}}",
			[]string{"left right||", "stop||", "||"},
		},
		{
			"others refused by their kind", move + ", " + stop + ", {type: object, properties: {op: {type: integer}}}",
			[]string{"left right||disjoint", "stop||disjoint", "|left right stop|disjoint"},
		},
		{
			"without the member", move + ", " + stop + ", {type: object, required: [at], properties: {at: {type: integer}}}",
			[]string{"left right||", "stop||", "||"},
		},
		{
			"refused by one of two within", move + ", " + stop + ", {anyOf: [{type: object, properties: {op: {const: stop}}}, {type: object, properties: {op: {type: integer}}}]}",
			[]string{"left right||", "stop||", "|left right|"},
		},
		{
			"refused by more than a list", move + ", " + stop + ", {type: object, required: [op], properties: {op: {not: {enum: [left, stop], minLength: 9}}}}",
			[]string{"left right||", "stop||", "||"},
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
	return strings.Join([]string{list(b.Tags), list(b.Refused), word(b.Disjoint, "disjoint")}, "|")
}

// TestMemberNames: which branches the name of a member leaves.
func TestMemberNames(t *testing.T) {
	closed := func(members string) string { return "{type: object, additionalProperties: false, " + members + "}" }
	a, b := closed("properties: {a: {}, n: {}}, required: [a]"), closed("properties: {b: {}, n: {}}")
	for _, tt := range []struct {
		name, branches, want string
	}{
		{"closed", a + ", " + b, "a 1 needs 1, b 10 needs 0, n 11 needs 0"},
		{"a text between", a + ", {type: string}, " + b, "a 1 needs 1, b 10 needs 0, n 11 needs 0"},
		{"one of them open", a + ", {type: object, required: [b], properties: {b: {}}}", "a 11 needs 1, b 10 needs 10, n 11 needs 0, others 10"},
		{"open by a pattern", closed("properties: {a: {}}") + ", " + closed("properties: {b: {}}, patternProperties: {^x: {}}"), "a 11 needs 0, others 10"},
		{"forbidden", "{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b], properties: {a: false}}", "a 1 needs 1, b 11 needs 10, others 11"},
		{"two that need a member", "{type: object, required: [a], properties: {b: {}}}, {type: object, required: [b]}", "a 11 needs 1, b 11 needs 10, others 11"},
		{"three that need one", "{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b]}, {type: object, required: [c]}", "a 111 needs 1, b 111 needs 10, c 111 needs 100, others 111"},
		{"nothing said", "{type: object, properties: {a: {type: string}}}, {type: object, properties: {a: {type: number}}}", ""},
		{
			"unions within", "{oneOf: [" + a + ", " + closed("properties: {c: {}}, required: [c]") + "]}, " + closed("properties: {d: {}}, required: [d]"),
			"a 1 needs 0, serves 1, c 1 needs 0, serves 1, d 10 needs 10, n 1 needs 0",
		},
		{
			"one of several", "{oneOf: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, required: [b]}]}, {type: object, required: [c]}, {type: object, required: [d]}",
			"a 111 needs 0, serves 1, b 111 needs 0, serves 1, c 111 needs 10, d 111 needs 100, others 111",
		},
		{
			"a tag of two and another member", "{type: object, required: [op], properties: {op: {enum: [y, x]}}}, {type: object, required: [op], properties: {op: {const: z}}}, {type: object, required: [c]}",
			"c 111 needs 100, op 111 needs 11, as x 101, as y 101, as z 110, as others 100, others 111",
		},
		{
			"a tag that may be a number", "{type: object, required: [op], properties: {op: {enum: [1, x]}}}, {type: object, required: [op], properties: {op: {const: z}}}, {type: object, required: [c]}",
			"c 111 needs 100, op 111 needs 11, others 111",
		},
		{
			"a tag that may be empty", "{type: object, required: [op], properties: {op: {enum: ['', x]}}}, {type: object, required: [op], properties: {op: {const: z}}}, {type: object, required: [c]}",
			"c 111 needs 100, op 111 needs 11, others 111",
		},
		{
			"one of several or none", "{oneOf: [{type: object, required: [a], properties: {a: {type: string}}}, {type: object, properties: {b: {type: string}}}]}, {type: object, required: [c]}, {type: object, required: [d]}",
			"c 111 needs 10, d 111 needs 100, others 111",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var said []string
			if names := planOf(t, "oneOf: ["+tt.branches+"]").Union.MemberNames; names != nil {
				for _, m := range names.Names {
					said = append(said, fmt.Sprintf("%s %b needs %b", m.Name, m.Admits, m.Needs))
					for _, tag := range m.Texts.Names {
						said = append(said, fmt.Sprintf("as %s %b", tag.Name, tag.Admits))
					}
					if m.Texts.Other != 0 {
						said = append(said, fmt.Sprintf("as others %b", m.Texts.Other))
					}
					if m.Serves != 0 {
						said = append(said, fmt.Sprintf("serves %b", m.Serves))
					}
				}
				if names.Other != 0 {
					said = append(said, fmt.Sprintf("others %b", names.Other))
				}
			}
			if got := strings.Join(said, ", "); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
