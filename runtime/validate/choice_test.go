package validate

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// union is a tagged union of circles and squares, beside a name or null.
var union = oneResource(
	Node{AnyOf: []int{1, 2, 3, 4}},
	Node{Pointer: "/anyOf/0", Types: Null},
	Node{Pointer: "/anyOf/1", Types: String, MinLength: "3"},
	Node{
		Pointer: "/anyOf/2", Types: Object, Required: []string{"kind", "radius"},
		Properties: []Property{{"kind", 5}, {"radius", 7}, {"unit", 8}},
	},
	Node{
		Pointer: "/anyOf/3", Types: Object, Required: []string{"kind", "side"},
		Properties: []Property{{"kind", 6}, {"side", 7}},
	},
	Node{Pointer: "/anyOf/2/properties/kind", Const: `"circle"`},
	Node{Pointer: "/anyOf/3/properties/kind", Enum: []string{`"square"`, `"diamond"`}},
	Node{Pointer: "/anyOf/2/properties/radius", Types: Number},
	Node{Pointer: "/anyOf/2/properties/unit", Enum: []string{`"m"`, `"mm"`}},
)

func TestChoices(t *testing.T) {
	t.Parallel()
	const none = `must satisfy a schema of "anyOf", but satisfies none: `
	for _, test := range []struct {
		name, doc string
		want      []found
	}{
		{"the only branch of its type", `"ab"`, []found{
			{"1:1", "", "/anyOf/1/minLength", "must have at least 3 characters, but has 2"},
		}},
		{"no branch has the type", `[1]`, []found{
			{"1:1", "", "/anyOf", "must be a string, an object or null, but is [1]"},
		}},
		{"the branch of the tag", `{"kind":"square","side":"1"}`, []found{
			{"1:25", "/side", "/anyOf/3/properties/side/type", `must be a number, but is "1"`},
		}},
		{"the branch of the tag, with a bad enum elsewhere", `{"kind":"circle","unit":"km","radius":true}`, []found{
			{"1:25", "/unit", "/anyOf/2/properties/unit/enum", `must be "m" or "mm", but is "km"`},
			{"1:39", "/radius", "/anyOf/2/properties/radius/type", "must be a number, but is true"},
		}},
		{"an unknown tag", `{"kind":"blob"}`, []found{
			{"1:1", "", "/anyOf", `the property "kind" must be "circle", "square" or "diamond", but is "blob"`},
		}},
		{"no tag", `{"radius":0}`, []found{
			{"1:1", "", "/anyOf", none + `(0) must be null, but is {"radius":0}; (1) must be a string, but is {"radius":0}; ` +
				`(2) the property "kind" is missing; and 1 more`},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, summary(Check(union, 0, []byte(test.doc)))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOneOfWithTwoMatches(t *testing.T) {
	t.Parallel()
	p := oneResource(Node{OneOf: []int{1, 2, 3}}, Node{Types: String}, Node{Types: Number}, Node{Types: Integer})
	want := []found{{"1:1", "", "/oneOf", `must satisfy exactly one schema of "oneOf", but satisfies those at 1 and 2`}}
	if diff := cmp.Diff(want, summary(Check(p, 0, []byte("1.0")))); diff != "" {
		t.Error(diff)
	}
	if err := Check(p, 0, []byte("1.5")); err != nil {
		t.Error(err)
	}
}

// A property that is at home in a branch that failed for another reason is not
// reported as unevaluated as well.
func TestUnevaluatedBesideFailures(t *testing.T) {
	t.Parallel()
	p := oneResource(
		Node{AnyOf: []int{1, 2}, Properties: []Property{{"c", 3}}, UnevaluatedProperties: &Child{4}},
		Node{Pointer: "/anyOf/0", Properties: []Property{{"a", 3}}},
		Node{Pointer: "/anyOf/1", Types: Null},
		Node{Pointer: "/anyOf/0/properties/a", Types: String},
		Node{Pointer: "/unevaluatedProperties", Never: true},
	)
	want := []found{
		{"1:6", "/a", "/anyOf/0/properties/a/type", "must be a string, but is 1"},
		{"1:12", "/b", "/unevaluatedProperties", `the property "b" is not allowed`},
		{"1:18", "/c", "/properties/c/type", "must be a string, but is 3"},
	}
	if diff := cmp.Diff(want, summary(Check(p, 0, []byte(`{"a":1,"b":2,"c":3}`)))); diff != "" {
		t.Error(diff)
	}
}

// A name is judged while it lies behind the values of the document, and no
// longer there when the report is made.
func TestChoiceOfNames(t *testing.T) {
	t.Parallel()
	p := oneResource(
		Node{PropertyNames: &Child{1}},
		Node{Pointer: "/propertyNames", AnyOf: []int{2, 3}},
		Node{Pointer: "/propertyNames/anyOf/0", Const: `"a"`},
		Node{Pointer: "/propertyNames/anyOf/1", MinLength: "2", OneOf: []int{4}},
		Node{Pointer: "/propertyNames/anyOf/1/oneOf/0", MaxLength: "3"},
	)
	want := []found{
		{"1:8", "/b", "/propertyNames/anyOf/1/minLength", "must have at least 2 characters, but has 1"},
		{"1:14", "/long", "/propertyNames/anyOf/1/oneOf/0/maxLength", "must have at most 3 characters, but has 4"},
	}
	if diff := cmp.Diff(want, summary(Check(p, 0, []byte(`{"a":1,"b":2,"long":{}}`)))); diff != "" {
		t.Error(diff)
	}
}
