package validate

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// chains are lists whose links fit both branches, so that either leads to the
// next link.
var chains = oneResource(
	Node{AnyOf: []int{1, 2, 3}},
	Node{Pointer: "/anyOf/0", Types: Object, Properties: []Property{{"a", 0}, {"b", 3}}},
	Node{Pointer: "/anyOf/1", Types: Object, Properties: []Property{{"a", 0}}},
	Node{Pointer: "/anyOf/2", Types: Integer},
)

// What is wrong with the links of a chain is found out once for each link, not
// once for each way through the branches.
func TestNestedChoicesAreExplainedOnce(t *testing.T) {
	t.Parallel()
	for _, depth := range []int{1, 2, 10, 40, 100} {
		doc := strings.Repeat(`{"b":1,"a":`, depth) + `"x"` + strings.Repeat("}", depth)
		var e *Error
		if !errors.As(Check(chains, 0, []byte(doc)), &e) || len(e.Violations) != 1 || e.Truncated {
			t.Fatalf("depth %d: %v", depth, e)
		}
		if !strings.HasPrefix(e.Violations[0].Message, `must satisfy a schema of "anyOf", but satisfies none: (0) /a must`) {
			t.Errorf("depth %d: %s", depth, e.Violations[0].Message)
		}
		units := 0
		var count func(list []Output)
		count = func(list []Output) {
			units += len(list)
			for i := range list {
				count(list[i].Errors)
			}
		}
		count(e.Output(Detailed).Errors)
		if most := 5*depth + 5; units > most {
			t.Errorf("depth %d: %d units of output, want at most %d", depth, units, most)
		}
	}
}

// Choices without a limit to their ways through each other end as well.
func TestNestedChoicesInPlace(t *testing.T) {
	t.Parallel()
	const depth = 40
	nodes := make([]Node, depth+1)
	for i := range depth {
		nodes[i] = Node{AnyOf: []int{i + 1, i + 1}}
	}
	nodes[depth] = Node{Types: String}
	want := []found{{"1:1", "", "/anyOf", "must be a string, but is 1"}}
	if diff := cmp.Diff(want, summary(Check(oneResource(nodes...), 0, []byte("1")))); diff != "" {
		t.Error(diff)
	}
}

// A choice that was explained in one branch and is meant in another has its
// violations there: locations go along the branch that is meant.
func TestChoiceExplainedInAnotherBranch(t *testing.T) {
	t.Parallel()
	p := oneResource(
		Node{OneOf: []int{1, 2}},
		Node{Pointer: "/oneOf/0", Types: Object, Properties: []Property{{"kind", 3}, {"x", 5}}},
		Node{Pointer: "/oneOf/1", Types: Object, Properties: []Property{{"kind", 4}, {"x", 5}}},
		Node{Pointer: "/oneOf/0/properties/kind", Const: `"a"`},
		Node{Pointer: "/oneOf/1/properties/kind", Const: `"b"`},
		Node{Pointer: "/$defs/x", AnyOf: []int{6, 7}},
		Node{Pointer: "/$defs/x/anyOf/0", Types: String},
		Node{Pointer: "/$defs/x/anyOf/1", Types: Array, Items: &Child{0}},
	)
	want := []found{
		{"1:24", "/x/0", "/oneOf/1/properties/x/anyOf/1/items/oneOf", "must be an object, but is 1"},
		{"1:42", "/x/1/x", "/oneOf/1/properties/x/anyOf/1/items/oneOf/0/properties/x/anyOf", "must be a string or an array, but is 2"},
	}
	if diff := cmp.Diff(want, summary(Check(p, 0, []byte(`{"kind":"b",      "x":[1,{"kind":"a","x":2}]}`)))); diff != "" {
		t.Error(diff)
	}
}
