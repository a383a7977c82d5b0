package table_test

import (
	"strconv"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	emit "github.com/bindery-go/bindery/generator/internal/emit/table"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/gen/embedded"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// everything uses every keyword that a program has.
const everything = `{
	"$id": "https://schemas.test/everything.json",
	"type": ["object", "null"],
	"enum": [null, {"a": 1.50}, "x \" y"],
	"const": {"a": [1e400]},
	"properties": {
		"number": {"minimum": -1, "maximum": 1e3, "exclusiveMinimum": -2.0, "exclusiveMaximum": 1001, "multipleOf": 0.01},
		"string": {"minLength": 1, "maxLength": 20, "pattern": "^a*/$", "format": "date-time"},
		"array": {
			"prefixItems": [true, false], "items": {"type": "integer"}, "contains": {"const": 1},
			"minContains": 2, "maxContains": 3, "minItems": 4, "maxItems": 5, "uniqueItems": true, "unevaluatedItems": false
		},
		"backreference": {"pattern": "(.)b\\1"},
		"tree": {"$dynamicRef": "#node"}
	},
	"patternProperties": {"^x-": {"$ref": "#/$defs/node"}, "": true},
	"additionalProperties": {"not": {"type": "string"}},
	"propertyNames": {"maxLength": 10},
	"unevaluatedProperties": false,
	"required": ["number", "string"],
	"dependentRequired": {"a": ["b", "c"]},
	"dependentSchemas": {"d": {"required": ["e"]}},
	"minProperties": 1, "maxProperties": 8,
	"allOf": [{"$ref": "#/$defs/old"}], "anyOf": [true, {}], "oneOf": [true],
	"if": {"required": ["f"]}, "then": {"required": ["g"]}, "else": {"required": ["h"]},
	"$defs": {
		"node": {"$dynamicAnchor": "node", "type": "object"},
		"old": {"$id": "old.json", "$schema": "http://json-schema.org/draft-07/schema#", "items": [true], "additionalItems": false}
	}
}`

func build(t *testing.T, patterns *plan.Patterns) *validate.Program {
	doc, ds := document.ReadJSON(source.NewFile("everything.json", []byte(everything)))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	const uri = "https://schemas.test/everything.json"
	g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{AssertFormat: true, Loader: schema.Documents{uri: doc}})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	p, bad := table.Build(g, patterns)
	if bad != nil {
		t.Fatal(bad)
	}
	return p
}

// alike compares programs but for the functions in them.
var alike = cmp.Options{
	cmpopts.IgnoreUnexported(validate.Program{}),
	cmp.Comparer(func(a, b validate.Matcher) bool { return (a == nil) == (b == nil) }),
	cmp.Comparer(func(a, b validate.Format) bool { return a.Name == b.Name && (a.Check == nil) == (b.Check == nil) }),
}

// TestTheTextOfAProgramIsTheSame has the runtime read what a generated package
// embeds.
func TestTheTextOfAProgramIsTheSame(t *testing.T) {
	patterns := plan.NewPatterns()
	p := build(t, patterns)
	source := embedded.Source{}
	for i := range p.Nodes {
		n := &p.Nodes[i]
		for _, pattern := range append([]validate.Pattern{n.Pattern}, patternsOf(n)...) {
			if pattern.Matcher != nil {
				patterns.Use(pattern.Text).Func = "match" + strconv.Itoa(len(source.Matchers))
				source.Matchers = append(source.Matchers, pattern.Matcher)
			}
		}
		if n.Format.Check != nil {
			source.Formats = append(source.Formats, n.Format)
		}
	}
	_, data := emit.Emit(gofile.NewPackage(&model.Package{Name: "sample", Source: "everything.json", Patterns: patterns.Used()}), p)
	text := string(data)
	source.Text = &text
	var got validate.Program
	got.Nodes, got.Resources = source.Load()
	if diff := cmp.Diff(p, &got, alike...); diff != "" {
		t.Error(diff)
	}
}

func patternsOf(n *validate.Node) (list []validate.Pattern) {
	for _, p := range n.PatternProperties {
		list = append(list, p.Pattern)
	}
	return list
}
