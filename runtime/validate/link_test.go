package validate_test

import (
	"errors"
	"testing"

	"github.com/bindery-go/bindery/runtime/validate"
)

// end is a type whose schema is node 1 of a program, through and beside are types whose
// schemas lead there from two other programs.
type (
	end     struct{}
	through struct{}
	beside  struct{}
)

var endProgram = validate.Program{
	Resources: []string{"file:///end.json"},
	Nodes: []validate.Node{
		{},
		{Pointer: "/$defs/End", Types: validate.Object, Properties: []validate.Property{{Name: "n", Node: 2}}, Required: []string{"n"}},
		{Pointer: "/$defs/End/properties/n", Types: validate.Integer},
	},
}

var throughProgram = validate.Program{
	Resources: []string{"file:///through.json", "file:///end.json"},
	Nodes: []validate.Node{
		{Types: validate.Object, Properties: []validate.Property{{Name: "end", Node: 1}}, AdditionalProperties: &validate.Child{Node: 2}},
		{Resource: 1},
		{Pointer: "/additionalProperties", AllOf: []int{3}},
		{Pointer: "/additionalProperties/allOf/0", Refs: []validate.Ref{{Node: 1}}},
	},
	Imports: []validate.Import{{Node: 1, From: (*end)(nil)}},
}

var besideProgram = validate.Program{
	Resources: []string{"file:///beside.json"},
	Nodes: []validate.Node{
		{Types: validate.Array, PrefixItems: []int{1}, Items: &validate.Child{Node: 2}},
		{},
		{Pointer: "/items", AnyOf: []int{1, 3}},
		{Pointer: "/items/anyOf/1", Types: validate.Null},
	},
	Imports: []validate.Import{{Node: 1, From: (*end)(nil)}},
}

func (*end) SchemaNode() (*validate.Program, int)     { return &endProgram, 1 }
func (*through) SchemaNode() (*validate.Program, int) { return &throughProgram, 0 }
func (*beside) SchemaNode() (*validate.Program, int)  { return &besideProgram, 0 }

// TestImports: the schemas of other programs judge in the place of nodes, whichever
// program is used first, and two ways may lead to one of them.
func TestImports(t *testing.T) {
	p := validate.Program{
		Resources: []string{"file:///root.json"},
		Nodes: []validate.Node{
			{Types: validate.Object, Properties: []validate.Property{{Name: "a", Node: 1}, {Name: "b", Node: 2}, {Name: "c", Node: 3}}},
			{}, {}, {},
		},
		Imports: []validate.Import{{Node: 1, From: (*through)(nil)}, {Node: 2, From: (*beside)(nil)}, {Node: 3, From: (*end)(nil)}},
	}
	for _, test := range []struct {
		program    *validate.Program
		node       int
		doc        string
		at, schema string
	}{
		{&throughProgram, 0, `{"end": {}}`, "/end", "file:///end.json#/$defs/End/required"},
		{&p, 0, `{"a": {"end": {"n": 1}, "x": {"n": 2}}, "b": [{"n": 1}, null, {"n": 2}], "c": {"n": 3}}`, "", ""},
		{&p, 0, `{"a": {"end": {"n": "1"}}}`, "/a/end/n", "file:///end.json#/$defs/End/properties/n/type"},
		{&p, 0, `{"a": {"x": {}}}`, "/a/x", "file:///end.json#/$defs/End/required"},
		{&p, 0, `{"a": 1}`, "/a", "file:///through.json#/type"},
		{&p, 0, `{"b": [{}]}`, "/b/0", "file:///end.json#/$defs/End/required"},
		{&p, 0, `{"c": []}`, "/c", "file:///end.json#/$defs/End/type"},
		{&endProgram, 1, `{"n": null}`, "/n", "file:///end.json#/$defs/End/properties/n/type"},
	} {
		err := validate.Check(test.program, test.node, []byte(test.doc))
		var found *validate.Error
		switch errors.As(err, &found); {
		case test.schema == "" && err != nil:
			t.Errorf("%s: %v", test.doc, err)
		case test.schema == "":
		case found == nil || len(found.Violations) != 1:
			t.Errorf("%s: %v", test.doc, err)
		case found.Violations[0].InstanceLocation != test.at || found.Violations[0].AbsoluteKeywordLocation != test.schema:
			t.Errorf("%s: %+v", test.doc, found.Violations[0])
		}
	}
	if len(p.Nodes) != 4 || len(throughProgram.Nodes) != 4 {
		t.Error("the nodes of a program have changed")
	}
}
