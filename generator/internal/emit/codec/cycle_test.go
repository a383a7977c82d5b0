package codec_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// TestValuesThatHoldThemselves encodes and validates Go values that lead back to
// themselves through every kind of type: an error ends it, no stack does.
func TestValuesThatHoldThemselves(t *testing.T) {
	const both = `
	_, err := x.MarshalJSON()
	show(err)
	show(x.Validate())`
	want := []string{
		"jsonscan: values nest more than 10000 deep, or hold themselves",
		"jsonscan: values nest more than 10000 deep, or hold themselves",
	}
	snippets := []compiled.Snippet{
		{Name: "pointer", Schema: `{type: object, properties: {left: {$ref: "#"}, right: {$ref: "#"}}}`, Code: `
	x := &p.Root{}
	x.Left, x.Right = x, x` + both},
		{Name: "slice", Schema: `{type: array, items: {$ref: "#"}}`, Code: `
	x := p.Root{nil}
	x[0] = x` + both},
		{Name: "map", Schema: `{type: object, additionalProperties: {$ref: "#"}}`, Code: `
	x := p.Root{}
	x["a"] = x` + both},
		{Name: "sum", Schema: `{type: object, properties: {u: {oneOf: [{$ref: "#"}, {type: string}]}}, additionalProperties: false}`, Code: `
	x := &p.Root{}
	u := p.NewRootURoot(*x)
	held, _ := u.AsRoot()
	held.U = &u
	x = held` + both},
		{Name: "list of a sum", Schema: `{oneOf: [{type: string}, {type: array, items: {$ref: "#"}}]}`, Code: `
	list := make([]p.Root, 2)
	x := p.NewRootArray(list)
	list[0], list[1] = x, x` + both},
		{Name: "map of a sum", Schema: `{oneOf: [{type: string}, {type: object, additionalProperties: {$ref: "#"}}]}`, Code: `
	held := map[string]p.Root{}
	x := p.NewRootObject(held)
	held["a"], held["b"] = x, x` + both},
		{Name: "list of a sum that holds another", Schema: `{oneOf: [{type: string}, {$ref: "#/$defs/other"}],
		$defs: {other: {oneOf: [{type: integer}, {type: array, items: {type: array, items: {$ref: "#"}}}]}}}`, Code: `
	list := [][]p.Root{make([]p.Root, 1)}
	x := p.NewRootOther(p.NewOtherArray(list))
	list[0][0] = x` + both},
		{Name: "tuple", Schema: `{type: array, prefixItems: [{type: string}], items: {$ref: "#"}}`, Code: `
	x := p.RootOf("a", p.RootOf("b"))
	x.Rest[0] = x` + both},
		{Name: "nil", Schema: `{type: object, properties: {a: {type: object, properties: {b: {}}}}}`, Code: `
	show((*p.Root)(nil).Validate())
	show((*p.RootA)(nil).Validate())`},
		{Name: "levels", Schema: `{oneOf: [{type: string}, {type: array, items: {$ref: "#"}}, {type: object, required: [u], properties: {u: {$ref: "#"}}}]}`, Code: `
	text := strings.Repeat("[{\"u\":", 4990) + "[]" + strings.Repeat("}]", 4990)
	x, err := p.ParseRoot([]byte(text))
	data, _ := x.MarshalJSON()
	show(err, string(data) == text)`},
	}
	for i, got := range compiled.Show(t, nil, snippets) {
		expected := want
		switch snippets[i].Name {
		case "nil":
			expected = []string{"validate: nil pointer, there is no value to validate", "validate: nil pointer, there is no value to validate"}
		case "levels":
			expected = []string{"nil, true"}
		}
		if diff := cmp.Diff(expected, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", snippets[i].Name, diff)
		}
	}
}
