package schema_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// TestDiagnostics compares "line:column code message" of all that is reported.
func TestDiagnostics(t *testing.T) {
	tests := []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{
			"a property with a description in place of a schema",
			map[string]string{"": "properties:\n  name: the name\n  age: {type: integer}"},
			[]string{`2:9 B0201 properties: "name" must be a schema, not the string "the name"`},
		}, {
			"a value of the wrong shape for each keyword, reported once",
			map[string]string{"": `{"type": ["string", "strong"], "minLength": -1, "maxLength": 1.5, "required": ["a", "a", 1],
"pattern": 1, "multipleOf": 0, "allOf": [], "enum": {}, "items": [], "uniqueItems": "yes", "minimum": "1",
"$anchor": "a b", "$id": "#x", "dependentRequired": {"a": "b"}, "title": null}`},
			[]string{
				`1:21 B0201 type: the string "strong" is not one of the types array, boolean, integer, null, number, object, string`,
				`1:45 B0201 minLength: must be a non-negative integer, not the number -1`,
				`1:62 B0201 maxLength: must be a non-negative integer, not the number 1.5`,
				`1:85 B0201 required: "a" is listed twice`,
				`1:90 B0201 required: must be a string, not the number 1`,
				`2:12 B0201 pattern: must be a string, not the number 1`,
				`2:29 B0201 multipleOf: must be greater than 0, not the number 0`,
				`2:41 B0201 allOf: must have at least one schema, not an empty list`,
				`2:53 B0201 enum: must be a list, not an object`,
				`2:57 B0233 a list under items is of draft 7, but the schema has no $schema and is read as 2020-12`,
				`2:66 B0201 items: must be a schema, not an empty list`,
				`2:85 B0201 uniqueItems: must be a boolean, not the string "yes"`,
				`2:103 B0201 minimum: must be a number, not the string "1"`,
				`3:12 B0201 $anchor: must be a letter or underscore followed by letters, digits, '-', '_' and '.', not the string "a b"`,
				`3:26 B0201 $id: "#x" has a fragment; a name inside the resource is written with "$anchor"`,
				`3:59 B0201 dependentRequired: must be a list of strings, not the string "b"`,
				`3:74 B0201 title: must be a string, not null`,
			},
		}, {
			"what only the published meta-schema refuses",
			map[string]string{"": `
$schema: http://json-schema.org/draft-04/schema#
properties: {a: {exclusiveMinimum: true}}`},
			[]string{`3:17 B0202 the meta-schema of draft 4 refuses /properties/a: property 'minimum' is required, if 'exclusiveMinimum' property exists`},
		}, {
			"the names of patterns that Go's regular expressions refuse, in messages",
			map[string]string{"": `
$schema: http://json-schema.org/draft-04/schema#
patternProperties: {"^(?!a/b)": {exclusiveMinimum: true}}`},
			[]string{`3:33 B0202 the meta-schema of draft 4 refuses /patternProperties/^(?!a~1b): property 'minimum' is required, if 'exclusiveMinimum' property exists`},
		}, {
			"boolean schema in draft 4",
			map[string]string{"": `
$schema: http://json-schema.org/draft-04/schema#
properties: {a: true}
additionalProperties: false`},
			[]string{`3:17 B0201 properties: "a" must be a schema, not true`},
		}, {
			"enum that is empty or repeats a value",
			map[string]string{"": `{"$schema": "http://json-schema.org/draft-07/schema#", "anyOf": [{"enum": []}, {"enum": ["a", 1, "a"]}]}`},
			[]string{
				`1:75 B0226 the enum has no values, so that nothing is valid`,
				`1:98 B0227 the enum has the string "a" twice`,
			},
		}, {
			"enum that is empty where a keyword takes values of several kinds, in a schema that a meta-schema is asked about",
			map[string]string{"": `{"$schema": "http://json-schema.org/draft-04/schema#", "maxLength": 5.0,
"items": {"enum": []}, "additionalProperties": {"enum": []}, "dependencies": {"a": {"enum": []}}}`},
			[]string{
				`2:19 B0226 the enum has no values, so that nothing is valid`,
				`2:57 B0226 the enum has no values, so that nothing is valid`,
				`2:93 B0226 the enum has no values, so that nothing is valid`,
			},
		}, {
			"a value of the wrong shape where a keyword takes values of several kinds, reported once",
			map[string]string{"": `{"$schema": "http://json-schema.org/draft-07/schema#", "items": {"minimum": "1"}}`},
			[]string{`1:77 B0201 minimum: must be a number, not the string "1"`},
		}, {
			"what only a meta-schema refuses where a keyword takes values of several kinds",
			map[string]string{"": `{"$schema": "http://json-schema.org/draft-04/schema#", "items": {"exclusiveMinimum": true},
"dependencies": {"a": []}}`},
			[]string{
				`1:65 B0202 the meta-schema of draft 4 refuses /items: property 'minimum' is required, if 'exclusiveMinimum' property exists`,
				`2:23 B0202 the meta-schema of draft 4 refuses /dependencies/a: minimum 1 items required, but found 0 items`,
			},
		}, {
			"discriminator",
			map[string]string{"": `
oneOf: [{properties: {discriminator: {properties: {discriminator: {type: object}}}}}, {discriminator: kind}]
discriminator: {propertyName: kind, mapping: {a: '#/$defs/a'}}`},
			[]string{`3:1 B0216 "discriminator" is an annotation: the schemas of the branches tell which one is meant`},
		}, {
			"unknown $schema",
			map[string]string{"": `{"$schema": "https://json-schema.org/draft/2030-01/schema"}`},
			[]string{`1:13 B0203 $schema: the meta-schema https://json-schema.org/draft/2030-01/schema is not known`},
		}, {
			"$schema without a version",
			map[string]string{"": `{"$schema": "http://json-schema.org/schema#", "prefixItems": [{}]}`},
			[]string{`1:13 B0225 $schema names no draft`},
		}, {
			"meta-schema that describes itself",
			map[string]string{
				"":                    `{"$schema": "https://x.test/meta"}`,
				"https://x.test/meta": `{"$schema": "https://x.test/meta", "$id": "https://x.test/meta"}`,
			},
			[]string{
				`meta:1:13 B0203 $schema: the meta-schema https://x.test/meta describes itself, so its draft is unknown`,
			},
		}, {
			"meta-schema that requires an unknown vocabulary",
			map[string]string{
				"": `{"$schema": "https://x.test/meta"}`,
				"https://x.test/meta": `{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://x.test/meta",
					"$vocabulary": {"https://x.test/vocab": true, "https://json-schema.org/draft/2020-12/vocab/core": true}}`,
			},
			[]string{`1:13 B0203 $schema: the meta-schema https://x.test/meta requires the vocabulary https://x.test/vocab, which is not known`},
		}, {
			"references without a target",
			map[string]string{"": `
allOf:
- $ref: '#/$def/a'
- $ref: '#nope'
- $ref: other.json
- $ref: '#/$defs/a/type'
- $ref: '#/definitions/a'
- $ref: '#/$defs/a~'
- $ref: '#$defs/a'
- $ref: '#her'
$defs: {a: {type: string}, b: {$anchor: here}}`},
			[]string{
				`3:9 B0207 https://bindery.test/dir/main.json has nothing at /$def`,
				`4:9 B0207 https://bindery.test/dir/main.json has no anchor "nope"`,
				`5:9 B0207 $ref "other.json" names https://bindery.test/dir/other.json, which is not known`,
				`6:9 B0207 /$defs/a/type points to the string "string", which is not a schema`,
				`7:9 B0207 https://bindery.test/dir/main.json has nothing at /definitions`,
				`8:9 B0207 JSON Pointer "/$defs/a~" has a ~ that is not part of ~0 or ~1`,
				`9:9 B0207 https://bindery.test/dir/main.json has no anchor "$defs/a"`,
				`10:9 B0207 https://bindery.test/dir/main.json has no anchor "her"`,
			},
		}, {
			"reference in a definition that nothing reaches",
			map[string]string{"": `{"$defs": {"a": {"$ref": "#/$defs/b"}}}`},
			[]string{`1:26 B0207 https://bindery.test/dir/main.json has nothing at /$defs/b`},
		}, {
			"malformed URI",
			map[string]string{"": `{"$ref": "a b.json#/x", "$id": "%zz"}`},
			[]string{
				`1:10 B0201 $ref: "a b.json#/x" is not a URI: it holds the character ' '`,
				`1:32 B0201 $id: "%zz" is not a URI: it holds a '%' that no two hexadecimal digits follow`,
			},
		}, {
			"identifiers used twice",
			map[string]string{"": `
$defs:
  a: {$anchor: x}
  b: {$dynamicAnchor: x}
  c: {$id: c.json}
  d: {$id: ./c.json}`},
			[]string{
				`4:6 B0208 the anchor "x" names two schemas of https://bindery.test/dir/main.json`,
				`6:6 B0208 the URI https://bindery.test/dir/c.json names two schemas`,
			},
		}, {
			"a $ref to an identifier used twice in draft 7 finds the first",
			map[string]string{"": `
$schema: http://json-schema.org/draft-07/schema#
definitions: {a: {$id: "#x"}, b: {$id: "#x"}, c: {$ref: "#x"}}`},
			[]string{`3:34 B0208 the anchor "x" names two schemas of https://bindery.test/dir/main.json`},
		}, {
			"cycle of references",
			map[string]string{"": `
properties: {foo: {$ref: '#/$defs/a'}, n: {type: integer}}
$defs:
  a: {$ref: '#/$defs/b'}
  b: {$ref: '#/$defs/a'}`},
			[]string{`4:6 B0209 the schema refers to itself without an end: #/$defs/a -> #/$defs/b -> #/$defs/a`},
		}, {
			"cycle through applicators that stay in place",
			map[string]string{"": `{"anyOf": [{"if": {"not": {"dependentSchemas": {"a": {"$ref": "#"}}}}}]}`},
			[]string{`1:1 B0209 the schema refers to itself without an end: # -> #/anyOf/0 -> #/anyOf/0/if -> #/anyOf/0/if/not -> #/anyOf/0/if/not/dependentSchemas/a -> #`},
		}, {
			"recursion through members and items is fine",
			map[string]string{"": `{"properties": {"a": {"$ref": "#"}}, "items": {"$ref": "#"}, "propertyNames": {"contains": {"$ref": "#"}}}`},
			nil,
		}, {
			"constraints beside a draft 7 $ref",
			map[string]string{"": `
$schema: http://json-schema.org/draft-07/schema#
$ref: '#/definitions/a'
maxLength: 3
description: fine
definitions: {a: {}}`},
			[]string{`4:1 B0224 maxLength has no effect beside $ref in draft 7`},
		}, {
			"additionalProperties among the properties",
			map[string]string{"": "properties:\n  additionalProperties: {type: string}"},
			[]string{`2:3 B0223 "additionalProperties" is a property here, not a keyword`},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, ds := build(t, schema.Options{}, tt.files)
			if diff := cmp.Diff(tt.want, summary(ds)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// summary lists diagnostics in order; the file is named unless it is the main
// one.
func summary(ds diag.Diagnostics) []string {
	var lines []string
	for _, d := range ds.Sorted() {
		place := strings.TrimPrefix(d.Pos.String(), "main.yaml:")
		lines = append(lines, fmt.Sprintf("%s %s %s", place, d.Code, d.Message))
	}
	return lines
}

func TestHelpNamesTheNearName(t *testing.T) {
	_, ds := build(t, schema.Options{}, map[string]string{"": `{"$ref": "#/definitions/a", "$defs": {"a": {}}}`})
	if len(ds) != 1 || ds[0].Help != "did you mean /$defs?" {
		t.Errorf("%v, help %q", ds, ds[0].Help)
	}
}

func TestEntryThatDoesNotExist(t *testing.T) {
	loader := documents(t, map[string]string{"": `{"$defs": {"a": {"$id": "https://x.test/a"}}}`})
	entries := []schema.Entry{
		{URI: mainURI + "#/$defs/b"}, {URI: "https://x.test/none"}, {URI: mainURI + "#/$defs/a"}, {URI: "https://x.test/a"},
	}
	g, ds := schema.Build(entries, schema.Options{Loader: loader})
	want := []string{
		"- B0205 schema https://x.test/none does not exist",
		"- B0207 https://bindery.test/dir/main.json has nothing at /$defs/b",
	}
	if diff := cmp.Diff(want, summary(ds)); diff != "" {
		t.Error(diff)
	}
	if g.Roots[0] != nil || g.Roots[1] != nil || g.Roots[2] == nil || g.Roots[3] != g.Roots[2] {
		t.Errorf("roots %v", g.Roots)
	}
}

func TestRepairs(t *testing.T) {
	tests := []struct {
		name, schema   string
		want           []string
		valid, invalid string
		strict         []string
	}{
		{
			"nullable adds null to the type", `{type: string, nullable: true}`,
			[]string{`1:16 B0220 "nullable: true" is not JSON Schema; null is added to the type`},
			`null`, `1`, nil,
		}, {
			"nullable adds null to type list and enum", `{nullable: true, type: [string, integer], enum: [a, 1]}`,
			[]string{`1:2 B0220 "nullable: true" is not JSON Schema; null is added to the type`},
			`null`, `"b"`, nil,
		}, {
			"nullable alone does nothing", `{nullable: true, minimum: 1}`,
			[]string{`1:2 B0220 "nullable: true" is not JSON Schema and does nothing without "type" or "enum"`},
			`null`, `0`, nil,
		}, {
			"nullable: false does nothing", `{nullable: false, type: string}`,
			nil, `""`, `null`, nil,
		}, {
			"examples as a map", `{type: string, examples: {one: {a: 1}, two: b}}`,
			[]string{`1:16 B0221 "examples" is an object; its values are read as the list that it must be`},
			`""`, `null`, []string{`1:26 B0201 examples: must be a list, not an object`},
		}, {
			"null in an enum of strings", `{type: string, enum: [a, null]}`,
			[]string{`1:26 B0222 null in an enum of strings is read as the word "null"`},
			`"null"`, `null`, nil,
		}, {
			"null in an enum of strings that nullable admits", `{type: string, nullable: true, enum: [a, null]}`,
			[]string{`1:16 B0220 "nullable: true" is not JSON Schema; null is added to the type`},
			`null`, `"null"`, nil,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, ds := build(t, schema.Options{}, map[string]string{"": tt.schema})
			if diff := cmp.Diff(tt.want, summary(ds)); diff != "" {
				t.Error(diff)
			}
			if !valid(t, g.Roots[0], tt.valid) || valid(t, g.Roots[0], tt.invalid) {
				t.Error("wrong verdicts")
			}
			_, ds = build(t, schema.Options{Strict: true}, map[string]string{"": tt.schema})
			if diff := cmp.Diff(tt.strict, summary(ds)); diff != "" {
				t.Error("strict:", diff)
			}
		})
	}
}

// TestRepairLeavesTheDocument makes sure that a document may be built from
// twice.
func TestRepairLeavesTheDocument(t *testing.T) {
	files := documents(t, map[string]string{"": `{"properties": {"a": {"type": "string", "nullable": true}}}`})
	before := files[mainURI].String()
	for range 2 {
		_, ds := schema.Build([]schema.Entry{{URI: mainURI}}, schema.Options{Loader: files})
		if len(ds) != 1 || files[mainURI].String() != before {
			t.Errorf("%v, document %v", ds, files[mainURI])
		}
	}
}
