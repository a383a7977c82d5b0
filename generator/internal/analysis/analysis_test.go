package analysis_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/schema/schematest"
)

// analyse builds the graph of a schema that has no errors.
func analyse(t testing.TB, text string) (*analysis.Analysis, *schema.Node) {
	t.Helper()
	g := schematest.Graph(t, text)
	return analysis.New(g), g.Roots[0]
}

func TestKinds(t *testing.T) {
	tests := []struct {
		name, schema string
		want         kind.Set
	}{
		{"nothing said", `{}`, kind.All},
		{"false", `false`, 0},
		{"integer is a number", `{type: integer}`, kind.Number},
		{"list of types", `{type: [string, "null"]}`, kind.String | kind.Null},
		{"enum", `{enum: [1, a, null]}`, kind.Number | kind.String | kind.Null},
		{"enum that the type narrows", `{type: string, enum: [1, a]}`, kind.String},
		{"empty enum", `{enum: []}`, 0},
		{"const against the type", `{type: string, const: 1}`, 0},
		{"allOf is a conjunction", `{allOf: [{type: [string, number]}, {type: [number, array]}]}`, kind.Number},
		{"$ref is a conjunction", `{$ref: "#/$defs/a", type: [string, object], $defs: {a: {type: [string, array]}}}`, kind.String},
		{"anyOf is a union", `{anyOf: [{type: string}, {type: array}]}`, kind.String | kind.Array},
		{"oneOf with an impossible branch", `{oneOf: [{type: string}, false]}`, kind.String},
		{"if with both branches", `{if: {type: string}, then: {type: [string, "null"]}, else: {type: number}}`, kind.String | kind.Number},
		{"if without else", `{if: {type: string}, then: false}`, kind.All},
		{"not a type", `{not: {type: [string, integer]}}`, kind.All &^ kind.String},
		{"not of something with constraints", `{not: {type: string, minLength: 1}}`, kind.All},
		{"not anything", `{not: {}}`, 0},
		{"not of something about one kind", `{not: {minLength: 1}}`, kind.String},
		{"not of members", `{not: {allOf: [{required: [a]}, {properties: {a: {}}}]}}`, kind.Object},
		{"exactly one of what all kinds but one satisfy", `{oneOf: [{required: [a]}, {properties: {b: {}}}]}`, kind.Object},
		{"exactly one of what some kinds satisfy twice", `{oneOf: [{minLength: 1}, {minimum: 1}, {type: array}]}`, kind.String | kind.Number},
		{"exactly one, and again the same", `{oneOf: [{type: array}, {type: array}]}`, 0},
		{"exactly one of choices", `{oneOf: [{anyOf: [{minimum: 1}, {minLength: 1}]}, {required: [a]}]}`, kind.Object},
		{"exactly one of which one has more to say", `{oneOf: [{required: [a]}, {required: [b], not: {minimum: 1}}]}`, kind.All},
		{"exactly one of integers", `{oneOf: [{type: integer}, {type: integer}]}`, kind.Number},
		{"required member that is impossible", `{properties: {a: false}, required: [a]}`, kind.All &^ kind.Object},
		{"required member that a closed object has not", `{type: object, additionalProperties: false, required: [a]}`, 0},
		{"required member that a pattern may admit", `{type: object, patternProperties: {a: {}}, additionalProperties: false, required: [a]}`, kind.Object},
		{"more required members than admitted", `{type: object, required: [a, b], maxProperties: 1}`, 0},
		{"items that are impossible", `{type: array, items: false, minItems: 1}`, 0},
		{"items that need not be there", `{type: array, items: false}`, kind.Array},
		{"items after a prefix", `{type: array, prefixItems: [{}], items: false, minItems: 2}`, 0},
		{"contains what is impossible", `{type: array, contains: false}`, 0},
		{"contains none of what is impossible", `{type: array, contains: false, minContains: 0}`, kind.Array},
		{"contains more than fits", `{type: array, contains: {}, minContains: 3, maxItems: 2}`, 0},
		{"crossed bounds", `{type: number, minimum: 2, exclusiveMaximum: 2}`, 0},
		{"touching bounds", `{type: number, minimum: 2, maximum: 2.0}`, kind.Number},
		{"bounds that cannot be written out", `{type: number, minimum: 1e999999999, maximum: 1e999999998}`, kind.Number},
		{"crossed lengths", `{minLength: 2, maxLength: 1}`, kind.All &^ kind.String},
		{"recursion that never ends", `{type: object, properties: {a: {$ref: "#"}}, required: [a]}`, 0},
		{"recursion that may end", `{type: object, properties: {a: {anyOf: [{$ref: "#"}, {type: "null"}]}}, required: [a]}`, kind.Object},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, n := analyse(t, tt.schema)
			if got := a.Kinds(n); got != tt.want {
				t.Errorf("Kinds = %06b, want %06b", got, tt.want)
			}
			if a.Empty(n) != (tt.want == 0) {
				t.Errorf("Empty = %v", a.Empty(n))
			}
		})
	}
}

func TestPropertyCoverage(t *testing.T) {
	type coverage = analysis.PropertyCoverage
	tests := []struct {
		name, schema string
		want         coverage
	}{
		{"own keywords", `{properties: {b: {}, a: {}}, patternProperties: {^x: {}}, unevaluatedProperties: false}`,
			coverage{Static: true, Names: []string{"a", "b"}, Patterns: []string{"^x"}, AtMostPatterns: []string{"^x"}}},
		{"references and allOf", `{$ref: "#/$defs/a", allOf: [{properties: {b: {}}}], $defs: {a: {properties: {a: {}}}}}`,
			coverage{Static: true, Names: []string{"a", "b"}}},
		{"a branch with a name of its own", `{properties: {a: {}}, anyOf: [{properties: {a: {}}}, {properties: {b: {}}}]}`,
			coverage{Names: []string{"a"}, AtMost: []string{"a", "b"}}},
		{"branches with known names", `{properties: {a: {}, b: {}}, anyOf: [{properties: {a: {}}}, {properties: {b: {}}}]}`,
			coverage{Static: true, Names: []string{"a", "b"}}},
		{"names that all branches have", `{oneOf: [{properties: {a: {}, b: {}}}, {properties: {b: {}, a: {}}}]}`,
			coverage{Static: true, Names: []string{"a", "b"}}},
		{"condition without else", `{if: {properties: {a: {}}}}`, coverage{}},
		{"condition and else with the same name", `{if: {properties: {a: {}}}, else: {properties: {a: {}}}}`,
			coverage{Static: true, Names: []string{"a"}}},
		{"dependent schema", `{properties: {a: {}}, dependentSchemas: {a: {properties: {b: {}}}}}`, coverage{Names: []string{"a"}}},
		{"not", `{not: {properties: {a: {}}}}`, coverage{Static: true}},
		{"additionalProperties in a part", `{allOf: [{additionalProperties: {type: string}}], anyOf: [{properties: {z: {}}}]}`,
			coverage{Static: true, All: true, Names: []string{"z"}, MayAll: true}},
		{"unevaluatedProperties in a part", `{allOf: [{unevaluatedProperties: true}]}`, coverage{Static: true, All: true, MayAll: true}},
		{"additionalProperties in a branch", `{anyOf: [{additionalProperties: true}, {properties: {a: {}}}]}`, coverage{Names: []string{"a"}, MayAll: true}},
		{"unevaluatedProperties in a branch", `{anyOf: [{unevaluatedProperties: true}, {properties: {a: {}}}]}`, coverage{Names: []string{"a"}, MayAll: true}},
		{"patternProperties in a branch", `{anyOf: [{patternProperties: {a: true}}, {}]}`, coverage{AtMostPatterns: []string{"a"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, n := analyse(t, tt.schema)
			got := a.PropertyCoverage(n)
			if tt.want.AtMost == nil {
				got.AtMost = nil // only some tests say
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestItemCoverage(t *testing.T) {
	type coverage = analysis.ItemCoverage
	tests := []struct {
		name, schema string
		want         coverage
	}{
		{"prefix", `{prefixItems: [{}, {}], unevaluatedItems: false}`, coverage{Static: true, Prefix: 2}},
		{"the longest prefix", `{prefixItems: [{}], allOf: [{prefixItems: [{}, {}, {}]}]}`, coverage{Static: true, Prefix: 3}},
		{"items", `{allOf: [{items: {}}], contains: {}}`, coverage{Static: true, All: true}},
		{"contains", `{prefixItems: [{}], contains: {}}`, coverage{Prefix: 1}},
		{"unevaluatedItems in a branch", `{anyOf: [{unevaluatedItems: true}, {}]}`, coverage{}},
		{"a branch with a longer prefix", `{anyOf: [{prefixItems: [{}]}, {prefixItems: [{}, {}]}]}`, coverage{Prefix: 1}},
		{"unevaluatedItems in a part", `{$ref: "#/$defs/a", $defs: {a: {unevaluatedItems: {}}}}`, coverage{Static: true, All: true}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, n := analyse(t, tt.schema)
			if diff := cmp.Diff(tt.want, a.ItemCoverage(n)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDisjoint(t *testing.T) {
	tests := []struct {
		name, schema string
		want         bool
	}{
		{"kinds", `[{type: string}, {type: [number, "null"]}]`, true},
		{"a common kind", `[{type: [string, "null"]}, {type: [number, "null"]}]`, false},
		{"listed strings", `[{enum: [a, b]}, {enum: [c]}]`, true},
		{"listed strings with a common one", `[{enum: [a, b]}, {enum: [b]}]`, false},
		{"a member that only one requires, with other values", `[
			{type: object, required: [k], properties: {k: {const: a}}}, {type: object, properties: {k: {const: b}}}]`, true},
		{"a member that none requires", `[
			{type: object, properties: {k: {const: a}}}, {type: object, properties: {k: {const: b}}}]`, false},
		{"a required member that the other is closed to", `[
			{type: object, required: [a]}, {type: object, properties: {b: {}}, additionalProperties: false}]`, true},
		{"a required member that the other knows", `[
			{type: object, required: [a]}, {type: object, properties: {a: {}}, additionalProperties: false}]`, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, n := analyse(t, "oneOf: "+tt.schema)
			if got := a.Disjoint(n.OneOf[0], n.OneOf[1]); got != tt.want {
				t.Errorf("Disjoint = %v", got)
			}
			if got := a.Disjoint(n.OneOf[1], n.OneOf[0]); got != tt.want {
				t.Errorf("Disjoint the other way = %v", got)
			}
		})
	}
}

func TestListed(t *testing.T) {
	tests := []struct {
		name, schema string
		listed       string // by const and enum alone
		values       string // with the types that have few values
	}{
		{"enum narrowed by the type", `{type: string, enum: [a, 1]}`, `"a"`, `"a"`},
		{"type null", `{type: "null"}`, "none", "null"},
		{"type boolean", `{type: boolean}`, "none", "false true"},
		{"branches", `{anyOf: [{const: 1}, {enum: [x, y]}]}`, `1 "x" "y"`, `1 "x" "y"`},
		{"a branch that lists by its type", `{anyOf: [{const: 1}, {type: "null"}]}`, "none", "1 null"},
		{"an open branch", `{anyOf: [{const: 1}, {type: string}]}`, "none", "none"},
		{"behind references and allOf", `{allOf: [{type: string}, {$ref: "#/$defs/a"}], $defs: {a: {enum: [p]}}}`, `"p"`, `"p"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, n := analyse(t, tt.schema)
			if got := texts(a.Listed(n)); got != tt.listed {
				t.Errorf("Listed = %s, want %s", got, tt.listed)
			}
			if got := texts(a.Values(n)); got != tt.values {
				t.Errorf("Values = %s, want %s", got, tt.values)
			}
		})
	}
}

func texts(values []*document.Node, ok bool) string {
	if !ok {
		return "none"
	}
	var list []string
	for _, v := range values {
		list = append(list, v.String())
	}
	return strings.Join(list, " ")
}

// TestSharedSchemasAreAnalysedOnce would not end if the work doubled with each
// level.
func TestSharedSchemasAreAnalysedOnce(t *testing.T) {
	const levels = 200
	var b strings.Builder
	b.WriteString(`{"oneOf": [{"$ref": "#/$defs/d0"}, {"$ref": "#/$defs/d0"}], "$defs": {`)
	for i := range levels {
		fmt.Fprintf(&b, `"d%d": {"type": "object", "allOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}],
			"anyOf": [{"$ref": "#/$defs/d%d"}, {"$ref": "#/$defs/d%d"}]},`, i, i+1, i+1, i+1, i+1)
	}
	fmt.Fprintf(&b, `"d%d": {"type": "object", "required": ["k"], "properties": {"k": {"const": 1}}}}}`, levels)
	a, n := analyse(t, b.String())
	if a.Kinds(n) != kind.Object {
		t.Error("wrong kinds")
	}
	if got := a.PropertyCoverage(n); !got.Static || len(got.Names) != 1 {
		t.Errorf("PropertyCoverage = %+v", got)
	}
	if a.Disjoint(n.OneOf[0], n.OneOf[1]) {
		t.Error("equal branches are disjoint")
	}
	if got := a.RequiredNames(n); len(got) != 1 {
		t.Errorf("RequiredNames = %v", got)
	}
}
