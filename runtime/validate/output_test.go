package validate

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// outputSchema says what 2020-12 Core section 12.3 demands of an output unit.
var outputSchema = &Program{
	Resources: []string{"https://schemas.test/output.json"},
	Nodes: []Node{
		{AnyOf: []int{1, 2}},
		{ // flag
			Pointer: "/anyOf/0", Types: Object, Required: []string{"valid"}, MaxProperties: "1",
			Properties: []Property{{"valid", 3}},
		},
		{ // unit
			Pointer: "/anyOf/1", Types: Object, Required: []string{"valid", "keywordLocation", "instanceLocation"},
			Properties: []Property{
				{"valid", 3}, {"keywordLocation", 4}, {"instanceLocation", 4}, {"absoluteKeywordLocation", 5},
				{"error", 6}, {"errors", 7},
			},
			AdditionalProperties: &Child{8},
			AnyOf:                []int{9, 10},
			If:                   &Child{11}, Then: &Child{12},
		},
		{Pointer: "/$defs/valid", Enum: []string{"false"}},
		{Pointer: "/$defs/pointer", Types: String, Pattern: pattern("^(/([^~]|~[01])*)*$")},
		{Pointer: "/$defs/absolute", Types: String, Pattern: pattern("^https?://[^#]*#[!-~]*$")},
		{Pointer: "/$defs/text", Types: String, MinLength: "1"},
		{Pointer: "/$defs/units", Types: Array, MinItems: "1", Items: &Child{2}},
		{Pointer: "/$defs/never", Never: true},
		{Pointer: "/$defs/error", Required: []string{"error"}},
		{Pointer: "/$defs/errors", Required: []string{"errors"}},
		{Pointer: "/$defs/behindReference", Properties: []Property{{"keywordLocation", 13}}},
		{Pointer: "/$defs/located", Required: []string{"absoluteKeywordLocation"}},
		{Pointer: "/$defs/reference", Pattern: pattern(`/\$ref`)},
	},
}

func outputOf(t *testing.T, p *Program, doc string, format OutputFormat) string {
	t.Helper()
	var e *Error
	if err := Check(p, 0, []byte(doc)); !errors.As(err, &e) {
		t.Fatalf("got %v", err)
	}
	text, err := json.Marshal(e.Output(format))
	if err != nil {
		t.Fatal(err)
	}
	if err := Check(outputSchema, 0, text); err != nil {
		t.Errorf("the output is not valid: %v\n%s", err, text)
	}
	return string(text)
}

func TestOutput(t *testing.T) {
	t.Parallel()
	p := &Program{
		Resources: []string{"https://example.com/polygon"},
		Nodes: []Node{
			{Types: Array, Items: &Child{1}, MinItems: "3"},
			{Pointer: "/items", AnyOf: []int{2, 3}},
			{Pointer: "/items/anyOf/0", Refs: []Ref{{Node: 4}}},
			{Pointer: "/items/anyOf/1", Types: Null},
			{
				Pointer: "/$defs/a b", Types: Object, Required: []string{"x"},
				Properties: []Property{{"x", 5}}, AdditionalProperties: &Child{6},
			},
			{Pointer: "/$defs/a b/properties/x", Types: Number},
			{Pointer: "/$defs/a b/additionalProperties", Never: true},
		},
	}
	const doc = `[{"x":true,"~":0}]`
	for format, want := range map[OutputFormat]string{
		Flag: `{"valid":false}`,
		Basic: `{"valid":false,"keywordLocation":"","absoluteKeywordLocation":"https://example.com/polygon#","instanceLocation":"","errors":[
			{"valid":false,"keywordLocation":"/minItems","absoluteKeywordLocation":"https://example.com/polygon#/minItems","instanceLocation":"","error":"must have at least 3 items, but has 1"},
			{"valid":false,"keywordLocation":"/items/anyOf","absoluteKeywordLocation":"https://example.com/polygon#/items/anyOf","instanceLocation":"/0","error":"must satisfy a schema of \"anyOf\", but satisfies none: (0) /x must be a number, but is true; (1) must be null, but is {\"x\":true,\"~\":0}"},
			{"valid":false,"keywordLocation":"/items/anyOf/0/$ref/properties/x/type","absoluteKeywordLocation":"https://example.com/polygon#/$defs/a%20b/properties/x/type","instanceLocation":"/0/x","error":"must be a number, but is true"},
			{"valid":false,"keywordLocation":"/items/anyOf/0/$ref/additionalProperties","absoluteKeywordLocation":"https://example.com/polygon#/$defs/a%20b/additionalProperties","instanceLocation":"/0/~0","error":"the property \"~\" is not allowed"},
			{"valid":false,"keywordLocation":"/items/anyOf/1/type","absoluteKeywordLocation":"https://example.com/polygon#/items/anyOf/1/type","instanceLocation":"/0","error":"must be null, but is {\"x\":true,\"~\":0}"}]}`,
		Detailed: `{"valid":false,"keywordLocation":"","absoluteKeywordLocation":"https://example.com/polygon#","instanceLocation":"","errors":[
			{"valid":false,"keywordLocation":"/minItems","absoluteKeywordLocation":"https://example.com/polygon#/minItems","instanceLocation":"","error":"must have at least 3 items, but has 1"},
			{"valid":false,"keywordLocation":"/items/anyOf","absoluteKeywordLocation":"https://example.com/polygon#/items/anyOf","instanceLocation":"/0","error":"must satisfy a schema of \"anyOf\", but satisfies none: (0) /x must be a number, but is true; (1) must be null, but is {\"x\":true,\"~\":0}","errors":[
				{"valid":false,"keywordLocation":"/items/anyOf/0/$ref","absoluteKeywordLocation":"https://example.com/polygon#/$defs/a%20b","instanceLocation":"/0","errors":[
					{"valid":false,"keywordLocation":"/items/anyOf/0/$ref/properties/x/type","absoluteKeywordLocation":"https://example.com/polygon#/$defs/a%20b/properties/x/type","instanceLocation":"/0/x","error":"must be a number, but is true"},
					{"valid":false,"keywordLocation":"/items/anyOf/0/$ref/additionalProperties","absoluteKeywordLocation":"https://example.com/polygon#/$defs/a%20b/additionalProperties","instanceLocation":"/0/~0","error":"the property \"~\" is not allowed"}]},
				{"valid":false,"keywordLocation":"/items/anyOf/1/type","absoluteKeywordLocation":"https://example.com/polygon#/items/anyOf/1/type","instanceLocation":"/0","error":"must be null, but is {\"x\":true,\"~\":0}"}]}]}`,
	} {
		want = strings.NewReplacer("\n", "", "\t", "").Replace(want)
		if diff := cmp.Diff(want, outputOf(t, p, doc, format)); diff != "" {
			t.Error(diff)
		}
	}
	var none *Error
	if text, _ := json.Marshal(none.Output(Flag)); string(text) != `{"valid":true}` {
		t.Errorf("valid: %s", text)
	}
}

// The detailed output of a deep document can be read back.
func TestDeepOutput(t *testing.T) {
	t.Parallel()
	p := oneResource(Node{Items: &Child{0}, MaxItems: "0"})
	const depth = 1050
	doc := strings.Repeat("[", depth) + strings.Repeat("]", depth)
	for _, format := range []OutputFormat{Basic, Detailed} {
		text := outputOf(t, p, doc, format)
		if n := strings.Count(text, `"error":`); n != depth-1 {
			t.Errorf("%d errors", n)
		}
	}
}
