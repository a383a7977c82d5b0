package generator_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator"
)

// TestLint_manyExamples: an example that stands twice is found in a time that grows with
// their number, and not with its square, which would be a minute here.
func TestLint_manyExamples(t *testing.T) {
	const many = 40_000
	items := make([]string, many)
	for i := range items {
		items[i] = fmt.Sprint(i)
	}
	w := &generator.Workspace{FS: fstest.MapFS{"s.json": {Data: []byte(`{"type": "integer", "examples": [` + strings.Join(items, ",") + `, 7]}`)}}, Dir: "."}
	c := generator.Config{Packages: []generator.Package{{Schema: "s.json", Name: "s", Out: "s", Roots: []generator.Root{{Name: "Root", Pointer: "#"}}}}}
	if found := generator.Lint(context.Background(), w, c); len(found) != 1 {
		t.Errorf("%d findings, not 1: %.300s", len(found), fmt.Sprint(found))
	}
}

// TestLint_manyCauses: definitions that each require the next, and a member of all that
// each of them requires, do not get all that is behind them as notes.
func TestLint_manyCauses(t *testing.T) {
	const many = 2000
	var chain, members, required []string
	for i := range many {
		chain = append(chain, fmt.Sprintf(`"d%d": {"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#/$defs/d%d"}}}`, i, i+1))
		members = append(members, fmt.Sprintf(`"m%d": {"type": "string", "minLength": 2, "maxLength": 1}, "r%d": {"$ref": "#/$defs/d%d"}`, i, i, many))
		required = append(required, fmt.Sprintf(`"m%d", "r%d"`, i, i))
	}
	chain = append(chain, fmt.Sprintf(`"d%d": {"type": "object", "required": [%s], "properties": {%s}}`, many, strings.Join(required, ","), strings.Join(members, ",")))
	w := &generator.Workspace{FS: fstest.MapFS{"s.json": {Data: []byte(`{"$ref": "#/$defs/d0", "$defs": {` + strings.Join(chain, ",") + `}}`)}}, Dir: "."}
	c := generator.Config{Packages: []generator.Package{{Schema: "s.json", Name: "s", Out: "s", Roots: []generator.Root{{Name: "Root", Pointer: "#"}}}}}
	found := generator.Lint(context.Background(), w, c)
	if len(found) < 3*many {
		t.Errorf("%d findings", len(found))
	}
	for _, d := range found {
		if len(d.Related) > 32 {
			t.Fatalf("%d notes: %s", len(d.Related), d.Message)
		}
	}
}

// What people mistype, and what is said of it. A row with nothing in want is
// right as it is, though it looks like a mistake.
func TestLint(t *testing.T) {
	const draft4, draft7 = `"$schema": "http://json-schema.org/draft-04/schema#", `, `"$schema": "http://json-schema.org/draft-07/schema#", `
	for _, test := range []struct {
		name, schema string
		want         []string
	}{
		{"keyword/transposed", `{"properties": {"a": {"requried": ["b"]}}}`, []string{"B1003 requried is not a keyword, so it has no effect; did you mean required?"}},
		{"keyword/letter missing", `{"properties": {"a": {"proprties": {}}}}`, []string{"B1003 proprties is not a keyword, so it has no effect; did you mean properties?"}},
		{"keyword/short", `{"properties": {"a": {"typ": "string"}}}`, []string{"B1003 typ is not a keyword, so it has no effect; did you mean type?"}},
		{"keyword/case", `{"properties": {"a": {"minlength": 3}}}`, []string{"B1003 minlength is not a keyword, so it has no effect; did you mean minLength?"}},
		{"keyword/underscore", `{"properties": {"a": {"one_of": [{}]}}}`, []string{"B1003 one_of is not a keyword, so it has no effect; did you mean oneOf?"}},
		{"keyword/at the root", `{"requried": ["b"]}`, []string{"B1003 requried is not a keyword, so it has no effect; did you mean required?"}},
		{"keyword/name of its own", `{"properties": {"a": {"note": "not a schema", "x-typ": "string", "nullable": false, "example": 1}}}`, nil},
		{"keyword/of a later draft", `{` + draft7 + `"properties": {"a": {"prefixItems": [{}], "dependentRequired": {"b": ["c"]}}}}`, []string{
			"B1004 prefixItems has no effect in draft 7: it is a keyword since 2020-12; name a later draft with $schema, or say it with the keywords of draft 7",
			"B1004 dependentRequired has no effect in draft 7: it is a keyword since 2019-09; name a later draft with $schema, or say it with the keywords of draft 7"}},
		{"keyword/const in draft 4", `{` + draft4 + `"properties": {"a": {"const": 1}}}`, []string{
			"B1004 const has no effect in draft 4: it is a keyword since draft 6; name a later draft with $schema, or say it with the keywords of draft 4"}},
		{"keyword/of an earlier draft", `{"properties": {"a": {"additionalItems": false, "dependencies": {"b": ["c"]}}}}`, []string{
			"B1004 additionalItems has no effect in 2020-12: it is a keyword up to 2019-09; write items, beside prefixItems",
			"B1004 dependencies is a keyword of the drafts up to 7; 2020-12 keeps it for old schemas; write dependentRequired or dependentSchemas"}},
		{"type/bounds of a string", `{"properties": {"a": {"type": "string", "minimum": 3}}}`, []string{"B1005 minimum is for numbers, but the type is string; correct the type, or remove the keyword"}},
		{"type/items of an object", `{"properties": {"a": {"type": ["object", "null"], "items": {}}}}`, []string{"B1005 items is for arrays, but the type is null or object; correct the type, or remove the keyword"}},
		{"format/misspelt", `{"properties": {"a": {"format": "datetime"}, "b": {"format": "e-mail"}, "c": {"format": "url"}}}`, []string{
			`B1006 no draft defines the format "datetime", so nothing is checked; did you mean date-time?`,
			`B1006 no draft defines the format "e-mail", so nothing is checked; did you mean email?`,
			`B1006 no draft defines the format "url", so nothing is checked; did you mean uri?`}},
		{"required/misspelt", `{"properties": {"name": {}}, "required": ["nmae"]}`, []string{`B1007 "nmae" is required, but no properties declare it; did you mean "name"?`}},
		{"required/declared elsewhere", `{"allOf": [{"$ref": "#/$defs/b"}], "properties": {"c": {}}, "required": ["a", "x1"], "patternProperties": {"^x": {}}, "anyOf": [{"required": ["a"]}],
			"$defs": {"b": {"properties": {"a": {}}}}}`, nil},
		{"impossible/root", `{"type": "integer", "minimum": 10, "maximum": 5}`, []string{"B1008 no value can satisfy the schema: minimum 10 leaves nothing below maximum 5; write false to refuse everything on purpose"}},
		{"impossible/required of a closed object", `{"properties": {"a": {}}, "type": "object", "required": ["b"], "additionalProperties": false}`, []string{
			`B1008 no value can satisfy the schema: the member "b" is required, and additionalProperties refuses it, since it is not declared; write false to refuse everything on purpose`,
			`B1007 "b" is required, but no properties declare it; declare the member under properties, with {} where any value will do`}},
		{"impossible/kind", `{"properties": {"a": {"minLength": 3, "maxLength": 1}}}`, []string{"B1008 no string can satisfy the schema: minLength 3 is greater than maxLength 1; write false to refuse everything on purpose"}},
		{"impossible/recursion", `{"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "properties": {"n": {"$ref": "#/$defs/n"}}, "required": ["n"]}}}`, []string{
			`B1008 no value can satisfy the schema: the member "n" is required, and nothing satisfies its schema; write false to refuse everything on purpose`}},
		{"impossible/parts", `{"allOf": [{"type": "string"}, {"type": "integer"}]}`, []string{
			"B1008 no document can satisfy the schema: its parts contradict each other; write false to refuse everything on purpose"}},
		{"definition/misplaced", `{"type": "object", "properties": {"a": {}}, "b": {"type": "string"}}`, []string{"B1010 b looks like a property, but it is not below properties; move it below properties"}},
		{"definition/misplaced, of other documents", `{"type": "object", "properties": {"a": {}}, "event": {"type": "object", "properties": {"id": {"type": "string"}}}}`, []string{
			`B1010 event looks like a property, but it is not below properties; move it below properties; or, if it describes other documents, list "#/event" under roots in bindery.yaml`}},
		{"definition/misplaced, but referred to", `{"type": "object", "properties": {"a": {"$ref": "#/event"}}, "event": {"type": "object", "properties": {"id": {"type": "string"}}}}`, nil},
		{"impossible/pattern too long", `{"properties": {"a": {"pattern": "^[a-z]{5}$", "maxLength": 4}, "b": {"pattern": "^[a-z]{5}$", "maxLength": 5}}}`, []string{
			"B1008 no string can satisfy the schema: maxLength is 4, but what the pattern matches has 5 characters or more; write false to refuse everything on purpose"}},
		{"impossible/pattern too short", `{"properties": {"a": {"pattern": "^(ab|cde)$", "minLength": 4}, "b": {"pattern": "(ab|cde)$", "minLength": 4}}}`, []string{
			"B1008 no string can satisfy the schema: minLength is 4, but what the pattern matches has 3 characters or fewer; write false to refuse everything on purpose"}},
		{"impossible/name of a required member", `{"properties": {"a": {}, "bad": {}, "worse": false}, "required": ["toolong", "a"], "propertyNames": {"maxLength": 2}}`, []string{
			`B1015 the member "bad" can never be there: propertyNames refuses its name; write what is missing, or remove what has no effect`,
			`B1008 no object can satisfy the schema: the member "toolong" is required, and propertyNames refuses its name; write false to refuse everything on purpose`,
			`B1007 "toolong" is required, but no properties declare it; declare the member under properties, with {} where any value will do`}},
		{"required/beside others", `{"type": "object", "properties": {"card": {}, "billing": {}}, "dependentRequired": {"card": ["biling"], "crad": ["billing"]}, "dependentSchemas": {"cards": {}, "x": {}}}`, []string{
			`B1007 dependentRequired requires "biling", but no properties declare it; did you mean "billing"?`,
			`B1007 dependentRequired speaks of "crad", but no properties declare it; did you mean "card"?`,
			`B1007 dependentSchemas speaks of "cards", but no properties declare it; did you mean "card"?`,
			`B1007 dependentSchemas speaks of "x", but no properties declare it; declare the member under properties, with {} where any value will do`}},
		{"required/beside others, in draft 7", `{` + draft7 + `"type": "object", "properties": {"a": {}}, "dependencies": {"b": ["a"]}}`, []string{
			`B1007 dependencies speaks of "b", but no properties declare it; declare the member under properties, with {} where any value will do`}},
		{"required/beside others, of what allOf declares", `{"type": "object", "properties": {"a": {}}, "allOf": [{"properties": {"b": {}}}], "dependentRequired": {"a": ["b"]}}`, nil},
		{"effect/example twice", `{"type": "string", "examples": ["a", "b", "a"]}`, []string{
			"B1015 the example has no effect: the same stands before it; write what is missing, or remove what has no effect"}},
		{"keyword/of two that are near, the one that fits", `{"properties": {"a": {"$refs": "#/$defs/b"}}, "$defs": {"b": {}}}`, []string{"B1003 $refs is not a keyword, so it has no effect; did you mean $ref?"}},
		{"keyword/of another language", `{"properties": {"a": {"type": "string", "regex": "^a", "length": 3, "values": ["a"]}, "b": {"type": "array", "unique": true, "min": 1}, "c": {"type": "integer", "max": 3}, "d": {"type": "object", "fields": {"x": {}}}}}`, []string{
			"B1003 regex is not a keyword, so it has no effect; did you mean pattern?",
			"B1003 length is not a keyword, so it has no effect; did you mean minLength and maxLength?",
			"B1003 values is not a keyword, so it has no effect; did you mean enum?",
			"B1003 unique is not a keyword, so it has no effect; did you mean uniqueItems?",
			"B1003 min is not a keyword, so it has no effect; did you mean minItems?",
			"B1003 max is not a keyword, so it has no effect; did you mean maximum?",
			"B1003 fields is not a keyword, so it has no effect; did you mean properties?"}},
		{"keyword/words that say something else", `{"properties": {"a": {"type": "string", "options": {"hidden": true}, "max": "3"}, "b": {"type": ["string", "integer"], "min": 1}}}`, nil},
		{"definition/properties of properties", `{"type": "object", "properties": {"properties": {"a": {"type": "string"}}}}`, []string{"B1010 a looks like a property, but it is not below properties; move it below properties"}},
		{"effect/closed beside a base", `{"allOf": [{"$ref": "#/$defs/base"}], "type": "object", "properties": {"b": {}}, "additionalProperties": false, "$defs": {"base": {"properties": {"a": {}, "b": {}, "c": false}}}}`, []string{
			`B1015 the member "a" can never be there: additionalProperties of a schema that holds together with this one refuses it; write unevaluatedProperties, which knows those of allOf and $ref too, where they come together`}},
		{"effect/closed by what is evaluated", `{"allOf": [{"$ref": "#/$defs/base"}], "type": "object", "properties": {"b": {}}, "unevaluatedProperties": false, "$defs": {"base": {"properties": {"a": {}}}}}`, nil},
		{"effect/closed, with a pattern", `{"allOf": [{"properties": {"xa": {}}}], "type": "object", "patternProperties": {"^x": {}}, "additionalProperties": false}`, nil},
		{"pattern/slashes", `{"properties": {"a": {"type": "string", "pattern": "/^a$/"}}}`, []string{
			"B1008 no string can satisfy the schema: the pattern matches no text: it is written without slashes around it; write false to refuse everything on purpose"}},
		{"pattern/space behind the end", `{"properties": {"a": {"pattern": "^a$ "}}}`, []string{
			"B1008 no string can satisfy the schema: the pattern matches no text: something would have to stand before ^ or behind $; write false to refuse everything on purpose"}},
		{"pattern/ends of alternatives", `{"properties": {"a": {"pattern": "^a|b|c$"}, "b": {"pattern": "^a$|^b$"}, "c": {"pattern": "^(a|b)$"}, "d": {"pattern": "^a|b"}}}`, []string{
			`B1018 the pattern "^a|b|c$" has its ^ in the first alternative and its $ in the last one; write ^(?:a|b)$ for alternatives that are the whole text`}},
		{"pattern/range over both cases", `{"properties": {"a": {"pattern": "^[A-z]+$"}, "b": {"pattern": "^[A-Za-z]+$"}}}`, []string{
			"B1018 the pattern \"^[A-z]+$\" has A-z, which is also [, \\, ], ^, _ and `; write A-Za-z"}},
		{"pattern/escaped twice", `{"properties": {"a": {"pattern": "^\\\\d+$"}, "b": {"pattern": "^\\d+$"}, "c": {"pattern": "^C:\\\\dir"}}}`, []string{
			`B1018 the pattern "^\\\\d+$" has a backslash and the letter d; write one backslash less: a text in YAML without quotes, or in single ones, has none before another`}},
		{"pattern/Perl", `{"properties": {"a": {"pattern": "\\Ax\\z"}}}`, []string{
			"B1011 the pattern \"\\\\Ax\\\\z\" is valid only by the rules for old web pages: regular expression \"\\\\Ax\\\\z\": \\A is not an ECMA-262 escape at offset 0; use ^ and $ for the ends of the text, and classes such as [A-Za-z] or \\p{L}"}},
		{"effect/partners", `{"properties": {"a": {"then": {}, "minContains": 1, "contentSchema": {}}, "b": {"if": {}}}}`, []string{
			"B1015 then has no effect without if; write what is missing, or remove what has no effect",
			"B1015 minContains has no effect without contains; write what is missing, or remove what has no effect",
			"B1015 contentSchema has no effect without contentMediaType; write what is missing, or remove what has no effect",
			"B1015 if has no effect without then or else; write what is missing, or remove what has no effect"}},
		{"effect/partners are there", `{"if": {"type": "object"}, "else": {"contains": {}, "maxContains": 2}, "contentMediaType": "application/json", "contentSchema": {}}`, nil},
		{"effect/additionalItems", `{` + draft7 + `"properties": {"a": {"additionalItems": false}, "b": {"items": {}, "additionalItems": false}, "c": {"items": [{}], "additionalItems": false}}}`, []string{
			"B1015 additionalItems has no effect without items that is a list; write what is missing, or remove what has no effect",
			"B1015 additionalItems has no effect without items that is a list; write what is missing, or remove what has no effect"}},
		{"effect/two bounds", `{"properties": {"a": {"maximum": 3, "exclusiveMaximum": 9}, "b": {"minimum": 3, "exclusiveMinimum": 3}}}`, []string{
			"B1015 exclusiveMaximum has no effect beside maximum 3; write what is missing, or remove what has no effect",
			"B1015 minimum has no effect beside exclusiveMinimum 3; write what is missing, or remove what has no effect"}},
		{"effect/boolean bounds of draft 4", `{` + draft4 + `"maximum": 3, "exclusiveMaximum": true}`, nil},
		{"effect/branches", `{"type": "string", "anyOf": [{"type": "integer"}, {"minLength": 3}, {"minLength": 3}, {}]}`, []string{
			"B1015 no value that has the type beside the branches satisfies this one; write what is missing, or remove what has no effect",
			"B1015 the branch has no effect: the same stands before it; write what is missing, or remove what has no effect",
			"B1015 every value satisfies this branch, so that the others of anyOf have no effect; write what is missing, or remove what has no effect"}},
		{"effect/read and write only", `{"properties": {"a": {"readOnly": true, "writeOnly": true}, "b": {"readOnly": true, "writeOnly": false}}}`, []string{
			"B1015 readOnly and writeOnly exclude each other; write what is missing, or remove what has no effect"}},
		{"effect/of listed values", `{"properties": {"a": {"enum": ["x", null], "minimum": 3}, "b": {"enum": ["x", 7], "minimum": 3}, "c": {"const": 1, "pattern": "^x"}}}`, []string{
			"B1015 minimum is for numbers, and no listed value is one; write what is missing, or remove what has no effect",
			"B1015 pattern is for strings, and no listed value is one; write what is missing, or remove what has no effect"}},
		{"flag/optional", `{"properties": {"a": {"type": "string", "optional": true}, "b": {"properties": {"optional": {"type": "boolean"}}}}}`, []string{
			"B1003 optional is not a keyword, so it has no effect; members are optional unless the object lists them under required"}},
		{"impossible/no multiple", `{"properties": {"a": {"minimum": 1, "maximum": 4, "multipleOf": 5}, "b": {"type": "integer", "minimum": 1.2, "maximum": 1.8}, "c": {"minimum": -4, "maximum": -1, "multipleOf": 2}}}`, []string{
			"B1008 no number can satisfy the schema: no multiple of 5 lies between the bounds; write false to refuse everything on purpose",
			"B1008 no number can satisfy the schema: no multiple of 1 lies between the bounds; write false to refuse everything on purpose"}},
		{"impossible/more members than declared", `{"properties": {"a": {"type": "object", "properties": {"x": {}}, "additionalProperties": false, "minProperties": 2}}}`, []string{
			"B1008 no object can satisfy the schema: minProperties is 2, but only 1 members may be there; write false to refuse everything on purpose"}},
		{"impossible/names", `{"properties": {"a": {"type": "object", "properties": {"x": {}}, "required": ["x"], "propertyNames": {"type": "integer"}}}}`, []string{
			"B1008 no object can satisfy the schema: members are required, and no name satisfies propertyNames; write false to refuse everything on purpose"}},
		{"root/only definitions", `{"$defs": {"a": {"type": "string"}}}`, []string{
			"B1014 the schema accepts every document: it only defines others; name the one that is meant, under roots in the configuration or with --pointer: \"#/$defs/a\""}},
		{"enum/value beyond the bounds", `{"properties": {"a": {"maximum": 5, "enum": [1, 9]}}}`, []string{"B1012 the value: must be at most 5, but is 9; remove the value, or correct the keyword that refuses it"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := &generator.Workspace{FS: fstest.MapFS{"s.json": {Data: []byte(test.schema)}}, Dir: "."}
			c := generator.Config{Packages: []generator.Package{{Schema: "s.json", Name: "s", Out: "s", Roots: []generator.Root{{Name: "Root", Pointer: "#"}}}}}
			var got []string
			for _, d := range generator.Lint(context.Background(), w, c) {
				if d.Severity >= generator.Warning && strings.HasPrefix(string(d.Code), "B10") {
					got = append(got, fmt.Sprintf("%s %s; %s", d.Code, d.Message, d.Help))
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// Drafts by another name, and what is to be written.
func TestLint_dialects(t *testing.T) {
	const draft4, draft7, latest = "http://json-schema.org/draft-04/schema", "http://json-schema.org/draft-07/schema", "https://json-schema.org/draft/2020-12/schema"
	for _, test := range []struct{ uri, want string }{
		{draft7, ""}, {draft7 + "#", ""}, {latest, ""}, {"http://json-schema.org/draft-07/hyper-schema#", ""},
		{"https://json-schema.org/draft-07/schema#", "B1016 write " + draft7 + "#"},
		{"http://json-schema.org/draft/2020-12/schema", "B1016 write " + latest},
		{latest + "#", "B1016 write " + latest},
		{"HTTP://json-schema.org/draft-07/schema#", "B1016 write " + draft7 + "#"},
		{"http://www.json-schema.org/draft-07/schema#", "B0203 did you mean " + draft7 + "?"},
		{"http://jsonschema.org/draft-07/schema#", "B0203 did you mean " + draft7 + "?"},
		{"http://json-schema.org/draft7/schema", "B0203 did you mean " + draft7 + "?"},
		{"http://json-schema.org/draft-7/schema#", "B0203 did you mean " + draft7 + "?"},
		{"https://json-schema.org/draft-2020-12/schema", "B0203 did you mean " + latest + "?"},
		{"https://json-schema.org/draft/2020-21/schema", "B0203 did you mean " + latest + "?"},
		{"https://json-schema.org/draft/2020-12/schem", "B0203 did you mean " + latest + "?"},
		{"https://json-schema.org/draft/2019-9/schema", "B0203 did you mean https://json-schema.org/draft/2019-09/schema?"},
		{"https://json-schema.org/draft/next/schema", "B0203 name a draft, as " + latest},
		{"http://json-schema.org/draft-05/schema#", "B0203 draft 5 has the keywords of draft 4: write " + draft4},
		{"http://json-schema.org/draft-03/schema#", "B0203 draft 3 is not supported: write the schema anew in a later draft, as " + latest},
		{"http://json-schema.org/draft-08/schema#", "B0203 the draft after 7 is called 2019-09: write https://json-schema.org/draft/2019-09/schema"},
		{"https://spec.openapis.org/oas/3.1/dialect/base", "B0203 write " + latest + ": the dialect of OpenAPI adds only annotations to it, or map it under dialects: in the configuration"},
		{"https://example.com/meta", "B0203 use the URI of a published draft, or say with dialects: in the configuration which draft it is like; --ref or refs: map its URI to a directory"},
		{"draft-07", "B0201 did you mean " + draft7 + "?"},
		{"2020-12", "B0201 did you mean " + latest + "?"},
		{"json-schema.org/draft-07/schema", "B0201 write " + draft7},
		{"", "B0201 name a draft, as " + latest},
	} {
		w := &generator.Workspace{FS: fstest.MapFS{"s.json": {Data: []byte(fmt.Sprintf(`{"$schema": %q, "type": "string"}`, test.uri))}}, Dir: "."}
		c := generator.Config{Packages: []generator.Package{{Schema: "s.json", Name: "s", Out: "s", Roots: []generator.Root{{Name: "Root", Pointer: "#"}}}}}
		var got []string
		for _, d := range generator.Lint(context.Background(), w, c) {
			got = append(got, fmt.Sprintf("%s %s", d.Code, d.Help))
		}
		if text := strings.Join(got, "; "); text != test.want {
			t.Errorf("%q:\ngot  %s\nwant %s", test.uri, text, test.want)
		}
	}
}

// A draft that is named where nobody looks for it.
func TestLint_dialectBelow(t *testing.T) {
	w := &generator.Workspace{FS: fstest.MapFS{"s.json": {Data: []byte(`{"type": "object", "properties": {
		"a": {"$schema": "http://json-schema.org/draft-07/schema#", "type": "string"},
		"b": {"$id": "b", "$schema": "https://json-schema.org/draft/2020-12/schema"}}}`)}}, Dir: "."}
	c := generator.Config{Packages: []generator.Package{{Schema: "s.json", Name: "s", Out: "s", Roots: []generator.Root{{Name: "Root", Pointer: "#"}}}}}
	var got []string
	for _, d := range generator.Lint(context.Background(), w, c) {
		got = append(got, d.String())
	}
	want := []string{"s.json:2:9: info[B1015]: $schema has no effect here: it belongs to the root of a schema, or beside $id"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A definition that no entry type reaches is worth knowing.
func TestLint_unusedDefinition(t *testing.T) {
	w := &generator.Workspace{FS: fstest.MapFS{"s.json": {Data: []byte(`{"$ref": "#/$defs/a", "$defs": {"a": {"type": "object"}, "b": {"type": "object"}}}`)}}, Dir: "."}
	roots := []generator.Root{{Name: "Root", Pointer: "#"}}
	for _, test := range []struct {
		roots []generator.Root
		want  int
	}{{roots, 1}, {append(roots, generator.Root{Name: "B", Pointer: "#/$defs/b"}), 0}} {
		c := generator.Config{Packages: []generator.Package{{Schema: "s.json", Name: "s", Out: "s", Roots: test.roots}}}
		n := 0
		for _, d := range generator.Lint(context.Background(), w, c) {
			if d.Code == "B1009" {
				n++
			}
		}
		if n != test.want {
			t.Errorf("with %d roots: %d unused definitions, want %d", len(test.roots), n, test.want)
		}
	}
}

// Lint runs every stage and more; what the stages find it must say once, also
// where two packages are made of one schema.
func TestLint_nothingTwice(t *testing.T) {
	w := &generator.Workspace{FS: fstest.MapFS{"s.json": {Data: []byte(`{"type": "object", "properties": {
		"a-b": {"oneOf": [{"type": "object", "properties": {"x": {}}}, {"type": "object", "properties": {"y": {}}}]},
		"a_b": {"pattern": "^(a+)+\\1$"}, "c": {"type": "string", "nullable": true, "default": 1}}}`)}}, Dir: "."}
	var c generator.Config
	for _, out := range []string{"one", "two"} {
		c.Packages = append(c.Packages, generator.Package{Schema: "s.json", Name: "s", Out: out, Roots: []generator.Root{{Name: "Root", Pointer: "#"}}})
	}
	times := map[string]int{}
	codes := map[generator.Code]bool{}
	for _, d := range generator.Lint(context.Background(), w, c) {
		times[d.String()]++
		codes[d.Code] = true
	}
	for text, n := range times {
		if n > 1 {
			t.Errorf("%d times: %s", n, text)
		}
	}
	for _, code := range []generator.Code{"B0229", "B0801", "B1002"} {
		if !codes[code] {
			t.Errorf("no %s among the diagnostics", code)
		}
	}
}
