package validate

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"testing"
)

// fuzzed are programs with the keywords whose two modes could come to differ.
var fuzzed = []*Program{
	union,
	oneResource( // recursive branches
		Node{OneOf: []int{1, 2, 3}},
		Node{Types: String | Null | Number},
		Node{Types: Array, Items: &Child{0}, UniqueItems: true},
		Node{Types: Object, AdditionalProperties: &Child{0}, PropertyNames: &Child{4}},
		Node{MaxLength: "2"},
	),
	oneResource( // unevaluated members and items, some of them by branches
		Node{AnyOf: []int{1, 2, 3}, If: &Child{2}, Then: &Child{1}, UnevaluatedProperties: &Child{0}, UnevaluatedItems: &Child{0}},
		Node{Properties: []Property{{"a", 4}}, PrefixItems: []int{4}},
		Node{PatternProperties: []PatternProperty{{pattern("^b"), 0}}, Contains: &Child{4}, ContainsMarksEvaluated: true, Required: []string{"b"}},
		Node{Not: &Child{5}, DependentSchemas: []Property{{"c", 1}}},
		Node{Types: Integer, MultipleOf: "0.5"},
		Node{Types: Array | Object},
	),
}

// FuzzModes checks on any document that both modes agree, that every refusal
// has violations, and that these are in order.
func FuzzModes(f *testing.F) {
	for _, doc := range []string{
		`{"kind":"square","side":"1"}`, `[[1,[]],[1.0,[]],{"a":{"b":null}}]`, `{"a":1,"b":{"a":2},"c":[1,2,"x"]}`,
		`{"abc":{"long":[]},"b":[{"":0}]}`, `[0.5,1,[2,3.5]]`, `{"a":"x"`, `"\ud83d\ude00"`,
	} {
		f.Add(doc)
	}
	f.Fuzz(func(t *testing.T, doc string) {
		for i, p := range fuzzed {
			err := Check(p, 0, []byte(doc))
			if holds := Holds(p, 0, []byte(doc)); holds != (err == nil) {
				t.Fatalf("program %d: Holds = %v, Check = %v", i, holds, err)
			}
			var e *Error
			if !errors.As(err, &e) {
				continue
			}
			if len(e.Violations) == 0 {
				t.Fatalf("program %d: refused without a violation", i)
			}
			if !slices.IsSortedFunc(e.Violations, func(a, b Violation) int {
				return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), strings.Compare(a.KeywordLocation, b.KeywordLocation))
			}) {
				t.Fatalf("program %d: not in order: %v", i, err)
			}
		}
	})
}
