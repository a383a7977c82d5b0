package generator_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/generator/internal/diag"
)

// FuzzGenerate compiles arbitrary schemas. Whatever the bytes, the result is
// either Go that parses (rendering makes sure of it) or located diagnostics; an
// internal error is a fault of the compiler.
func FuzzGenerate(f *testing.F) {
	for _, seed := range []string{
		`{}`, `true`, `false`, `null`, ``, "\xff", `{"type": "object", "properties": {"a": {"$ref": "#"}}}`,
		`{"$ref": "#"}`, `{"allOf": [{"$ref": "#/allOf/0"}]}`, `{"$ref": "s.yaml#/$defs/x", "$defs": {"x": true}}`,
		`{"properties": {"a\u0000\"` + "`" + `": {"description": "*/ //go:embed\n", "enum": ["\n", null, 1]}}}`,
		`{"$defs": {"error": {"enum": ["*/"]}, "json": {"type": "object", "properties": {"string": {"$ref": "#/$defs/error"}}}}}`,
		`{"oneOf": [{"type": "object", "properties": {"k": {"const": "a"}}, "required": ["k"]}, {"type": "array", "prefixItems": [{}]}, {"type": "null"}]}`,
		`{"patternProperties": {"^(?=x)a": {"type": "integer", "maximum": 1e400}}, "additionalProperties": {"multipleOf": 0.01}}`,
		"a: &a [*a]\n", "a: &a [1,1]\nb: &b [*a,*a]\nc: &c [*b,*b]\nenum: [*c]\n", "---\na: 1\n---\nb: 2\n",
		"title: '// x'\ntype: object\nnullable: true\nexamples: {a: 1}\nproperties: {x: {enum: [a, null], type: string, default: 3}}\n",
		"limits: {max: 3}\nagent_protocol: {op: {steps: [a, if_b: [c]]}}\nx-bindery: {limits: {max: {measure: none}}}\n",
		strings.Repeat(`{"items":`, 1200) + "1" + strings.Repeat("}", 1200),
		`{"unevaluatedProperties": false, "if": {"minProperties": 1}, "then": {"properties": {"a": true}}, "$dynamicRef": "#x", "$dynamicAnchor": "x"}`,
	} {
		f.Add([]byte(seed), true)
		f.Add([]byte(seed), false)
	}
	f.Fuzz(func(t *testing.T, schema []byte, yaml bool) {
		name := "s.json"
		if yaml {
			name = "s.yaml"
		}
		c := generator.Config{AssertFormat: yaml, Packages: []generator.Package{{
			Schema: name, Name: "p", Out: ".", Roots: []generator.Root{{Name: "Root", Pointer: "#"}},
		}}}
		w := &generator.Workspace{FS: fstest.MapFS{name: {Data: schema}}, Dir: "."}
		files, ds := generator.Generate(context.Background(), w, c)
		for _, d := range ds {
			if d.Code == diag.Internal {
				t.Errorf("%v", d)
			}
		}
		if !ds.HasErrors() && len(files) < 2 {
			t.Errorf("%d files and no errors", len(files))
		}
	})
}
