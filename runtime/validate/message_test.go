package validate

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMessages(t *testing.T) {
	t.Parallel()
	many := make([]string, 2000)
	for i := range many {
		many[i] = quote("value-" + itoa(i))
	}
	long := `"` + strings.Repeat("é", 100) + `"`
	never := Node{Pointer: "/n", Never: true}
	for _, test := range []struct {
		name string
		node Node
		doc  string
		want []string
	}{
		{"type list", Node{Types: String | Integer | Boolean | Null}, "1.5", []string{"must be a string, an integer, true or false or null, but is 1.5"}},
		{"number covers integer", Node{Types: Integer | Number}, "{}", []string{"must be a number, but is {}"}},
		{"const", Node{Const: `{"a": 1}`}, "[1,\n2]", []string{`must be {"a": 1}, but is [1, 2]`}},
		{"empty enum", Node{Enum: []string{}}, "1", []string{"no value is allowed here"}},
		{"enum", Node{Enum: []string{`"a"`, "1.0", "null"}}, `"b"`, []string{`must be "a", 1.0 or null, but is "b"`}},
		{"large enum", Node{Enum: many}, `"value-l0"`, []string{`must be one of the 2000 values that the schema lists, but is "value-l0" (did you mean "value-0"?)`}},
		{"bounds as the schema spells them", Node{Minimum: "1.50", ExclusiveMaximum: "1e0", MultipleOf: "0.10"}, "1.01", []string{
			"must be less than 1e0, but is 1.01", "must be at least 1.50, but is 1.01", "must be a multiple of 0.10, but is 1.01",
		}},
		{"upper bounds", Node{ExclusiveMinimum: "5", Maximum: "4"}, "5", []string{"must be greater than 5, but is 5", "must be at most 4, but is 5"}},
		{"lengths", Node{MinLength: "2", MaxLength: "0"}, `"é"`, []string{"must have at most 0 characters, but has 1", "must have at least 2 characters, but has 1"}},
		{"long values are cut between characters", Node{MaxLength: "1"}, long, []string{"must have at most 1 character, but has 100"}},
		{"pattern", Node{Pattern: pattern("^a$")}, `"b\n"`, []string{`must match the pattern ^a$, but is "b\n"`}},
		{"known format", Node{Format: Format{"date", func([]byte) bool { return false }}}, `"x"`, []string{`must be a date such as 2026-01-31, but is "x"`}},
		{"other format", Node{Format: Format{"uri-template", func([]byte) bool { return false }}}, `"x"`, []string{`must have the format "uri-template", but is "x"`}},
		{"the first of many equal items", Node{UniqueItems: true}, "[9,8,7,6,5,4,3,2,1,0,5,0,1,2,3,4,6,7,8,9,5]", []string{"must not hold equal items, but items 4 and 10 are 5"}},
		{"items", Node{MinItems: "3", UniqueItems: true, Contains: &Child{1}, MinContains: "2"}, "[1,1.0]", []string{
			`must hold at least 2 items matching "contains", but holds 0`,
			"must have at least 3 items, but has 2",
			"must not hold equal items, but items 0 and 1 are 1",
		}},
		{"contains", Node{Contains: &Child{1}}, "[]", []string{`must hold at least 1 item matching "contains", but holds 0`}},
		{"closed tuple", Node{PrefixItems: []int{0}, Items: &Child{1}}, "[[],1]", []string{"must have at most 1 item: item 1 is not allowed"}},
		{"no items", Node{Items: &Child{1}}, "[1]", []string{"item 0 is not allowed"}},
		{"mistyped property", Node{Properties: []Property{{"colour", 0}, {"size", 0}}, AdditionalProperties: &Child{1}}, `{"colr":{}}`, []string{
			`the property "colr" is not allowed (did you mean "colour"?)`,
		}},
		{"property names", Node{PropertyNames: &Child{1}, MinProperties: "2"}, `{"a":1}`, []string{
			"must have at least 2 properties, but has 1", `no property is allowed here: "a"`,
		}},
		{"dependent", Node{DependentRequired: []DependentRequired{{"a", []string{"b", "a"}}}}, `{"a":1}`, []string{`the property "b" is missing, which "a" requires`}},
		{"not", Node{Not: &Child{2}}, `1`, []string{`must not satisfy the schema of "not", but does`}},
		{"never", Node{AllOf: []int{1}}, `1`, []string{"no value is allowed here"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var messages []string
			for _, f := range summary(Check(oneResource(test.node, never, Node{}), 0, []byte(test.doc))) {
				messages = append(messages, f.Message)
			}
			if diff := cmp.Diff(test.want, messages); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestErrorTexts(t *testing.T) {
	t.Parallel()
	p := oneResource(Node{Items: &Child{1}}, Node{Pointer: "/items", Types: String})
	for doc, want := range map[string]string{
		`["a", 1]`:                            "1:7: /1: must be a string, but is 1",
		`[1,2]`:                               "2 violations:\n\t1:2: /0: must be a string, but is 1\n\t1:4: /1: must be a string, but is 2",
		"[" + strings.Repeat("0,", 11) + `0]`: "",
		"[":                                   "1:2: invalid JSON: the text ends where a value should follow",
	} {
		got := Check(p, 0, []byte(doc)).Error()
		if want == "" {
			if !strings.HasPrefix(got, "12 violations:\n") || !strings.HasSuffix(got, "\n\t… and 2 more") {
				t.Error(got)
			}
		} else if got != want {
			t.Errorf("%s: got %s", doc, got)
		}
	}
	err := Check(p, 0, []byte("[1]"), WithoutPlaces())
	var e *Error
	if !errors.As(err, &e) || e.Violations[0].Line != 0 || e.Error() != "/0: must be a string, but is 1" {
		t.Error(err)
	}
}
