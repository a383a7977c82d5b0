package schema_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

func TestLengthsAreExactIntegers(t *testing.T) {
	for text, want := range map[string]uint64{
		"0": 0, "2": 2, "2.0": 2, "0.2e1": 2, "20e-1": 2, "1e3": 1000, "-0": 0, "0e999999999": 0,
		"18446744073709551615": math.MaxUint64, "18446744073709551616": math.MaxUint64,
		"1e30": math.MaxUint64, "1e999999999999999999999": math.MaxUint64,
	} {
		g := mustBuild(t, map[string]string{"": `{"minLength": ` + text + `}`})
		if got := g.Roots[0].MinLength; got == nil || *got != want {
			t.Errorf("minLength %s: %v, want %d", text, got, want)
		}
	}
	for _, text := range []string{"1.5", "-1", "25e-1", "1e-1", "1e-99999999999999999999"} {
		if _, ds := build(t, schema.Options{}, map[string]string{"": `{"minLength": ` + text + `}`}); !ds.HasErrors() {
			t.Errorf("minLength %s is accepted", text)
		}
	}
}

func TestKeywordNames(t *testing.T) {
	g := mustBuild(t, map[string]string{"": `
$schema: http://json-schema.org/draft-04/schema#
items: [{}]
additionalItems: false
dependencies: {a: [b], c: {}}
minimum: 1
exclusiveMinimum: true
maximum: 5
exclusiveMaximum: false`})
	n := g.Roots[0]
	want := map[string]string{
		"prefixItems": "items", "items": "additionalItems", "dependentRequired": "dependencies",
		"dependentSchemas": "dependencies", "exclusiveMinimum": "minimum",
	}
	if diff := cmp.Diff(want, n.KeywordNames); diff != "" {
		t.Error(diff)
	}
	if n.Minimum != "" || n.ExclusiveMinimum != "1" || n.Maximum != "5" || n.ExclusiveMaximum != "" {
		t.Errorf("bounds %q %q %q %q", n.Minimum, n.ExclusiveMinimum, n.Maximum, n.ExclusiveMaximum)
	}
	if got := n.Keyword("items") + " " + n.Keyword("maximum"); got != "additionalItems maximum" {
		t.Error(got)
	}
}

func TestKeywordsWithoutTheirPartnerAreDropped(t *testing.T) {
	n := mustBuild(t, map[string]string{"": `{"then": false, "else": false, "minContains": 2, "maxContains": 1}`}).Roots[0]
	if n.Then != nil || n.Else != nil || n.MinContains != nil || n.MaxContains != nil {
		t.Errorf("%+v", n)
	}
	n = mustBuild(t, map[string]string{"": `
$schema: https://json-schema.org/draft/2019-09/schema
items: {}
additionalItems: false`}).Roots[0]
	if n.Items == nil || n.Items.Never {
		t.Error("additionalItems has an effect beside a single schema")
	}
}

// TestBothSpellingsOfDependencies: "dependencies" is still read where "dependentRequired"
// is known, and each adds to the other, whichever comes first.
func TestBothSpellingsOfDependencies(t *testing.T) {
	for _, text := range []string{
		`{"dependencies": {"a": ["b"]}, "dependentRequired": {"c": ["d"]}}`,
		`{"dependentRequired": {"c": ["d"]}, "dependencies": {"a": ["b"]}}`,
	} {
		n := mustBuild(t, map[string]string{"": text}).Roots[0]
		said := map[string][]string{}
		for _, d := range n.DependentRequired {
			said[d.Name] = d.Required
		}
		if diff := cmp.Diff(map[string][]string{"a": {"b"}, "c": {"d"}}, said); diff != "" {
			t.Errorf("%s (-want +got)\n%s", text, diff)
		}
	}
}

func TestKeywordsOfOtherDraftsAreUnknown(t *testing.T) {
	for draft, text := range map[schema.Draft]string{
		schema.Draft4:    `{"const": 1, "contains": false, "propertyNames": false, "if": {}, "then": false, "prefixItems": [false]}`,
		schema.Draft6:    `{"if": {}, "then": false, "dependentRequired": {"a": ["b"]}, "contentEncoding": "base64"}`,
		schema.Draft7:    `{"minContains": 2, "unevaluatedProperties": false, "$recursiveRef": "#", "$anchor": "a"}`,
		schema.Draft2019: `{"prefixItems": [false], "$dynamicRef": "#a", "$dynamicAnchor": "a"}`,
		schema.Draft2020: `{"additionalItems": false, "$recursiveRef": "#", "id": "x"}`,
	} {
		g, ds := build(t, schema.Options{Draft: draft}, map[string]string{"": text})
		if len(ds) > 0 {
			t.Errorf("%s: %v", draft, ds)
		}
		if n := g.Roots[0]; len(g.Nodes) != 1 || n.Const != nil || n.MinContains != nil || n.Refs != nil || n.ContentEncoding != "" || n.DependentRequired != nil {
			t.Errorf("%s: a keyword is known: %+v", draft, n)
		}
	}
}

func TestFormatAsserts(t *testing.T) {
	const format2019 = `{"$schema": "https://json-schema.org/draft/2019-09/schema", "$id": "https://x.test/meta",
		"$vocabulary": {"https://json-schema.org/draft/2019-09/vocab/core": true, "https://json-schema.org/draft/2019-09/vocab/format": true}}`
	const format2020 = `{"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": "https://x.test/meta",
		"$vocabulary": {"https://json-schema.org/draft/2020-12/vocab/core": true, "https://json-schema.org/draft/2020-12/vocab/format-assertion": false}}`
	tests := []struct {
		name, schema, meta string
		option, want       bool
	}{
		{"annotation by default", `{"format": "date"}`, "", false, false},
		{"option", `{"format": "date"}`, "", true, true},
		{"option without a format", `{}`, "", true, false},
		{"annotation in draft 7", `{"$schema": "http://json-schema.org/draft-07/schema#", "format": "date"}`, "", false, false},
		{"vocabulary of 2020-12, even if not required", `{"$schema": "https://x.test/meta", "format": "date"}`, format2020, false, true},
		{"required vocabulary of 2019-09", `{"$schema": "https://x.test/meta", "format": "date"}`, format2019, false, true},
		{"vocabulary of 2019-09 that is not required", `{"$schema": "https://x.test/meta", "format": "date"}`,
			strings.Replace(format2019, `format": true`, `format": false`, 1), false, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"": tt.schema}
			if tt.meta != "" {
				files["https://x.test/meta"] = tt.meta
			}
			g, ds := build(t, schema.Options{AssertFormat: tt.option}, files)
			if len(ds) > 0 {
				t.Fatal(ds)
			}
			if got := g.Roots[0].FormatAsserts; got != tt.want {
				t.Errorf("FormatAsserts = %v", got)
			}
		})
	}
}

func TestLocations(t *testing.T) {
	g := mustBuild(t, map[string]string{"": `
properties:
  a/b: {$id: https://x.test/inner, items: {type: string}}`})
	inner := g.Roots[0].Properties[0].Node
	if inner.Location() != "https://x.test/inner#" || inner.FilePointer != "/properties/a~1b" {
		t.Errorf("%s, %s", inner.Location(), inner.FilePointer)
	}
	if got := inner.Items; got.Location() != "https://x.test/inner#/items" || got.FilePointer != "/properties/a~1b/items" || got.Pos.Line != 3 {
		t.Errorf("%s, %s, %v", got.Location(), got.FilePointer, got.Pos)
	}
}

func TestNodesAreNumberedDepthFirstInSourceOrder(t *testing.T) {
	g := mustBuild(t, map[string]string{"": `
properties: {z: {items: {$ref: '#/$defs/shared'}}, a: {type: string}}
anyOf: [{$ref: '#/$defs/shared'}]
$defs: {shared: {not: {type: array}}}`})
	var got []string
	for i, n := range g.Nodes {
		if n.ID != i {
			t.Errorf("node %d has the ID %d", i, n.ID)
		}
		got = append(got, n.FilePointer)
	}
	want := []string{"", "/properties/z", "/properties/z/items", "/$defs/shared", "/$defs/shared/not", "/properties/a", "/anyOf/0"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestDescriptionPassesARef: a draft 7 $ref hides its siblings, but what only
// readers see is kept.
func TestDescriptionPassesARef(t *testing.T) {
	n := mustBuild(t, map[string]string{"": `
$schema: http://json-schema.org/draft-07/schema#
$ref: '#/definitions/a'
title: hidden
description: kept
x-go-name: Kept
default: 1
definitions: {a: {}}`}).Roots[0]
	if n.Description != "kept" || n.GoName != "Kept" || n.Title != "" || n.Default != nil {
		t.Errorf("%+v", n)
	}
}

func TestGoJSONSchema(t *testing.T) {
	n := mustBuild(t, map[string]string{"": `{"goJSONSchema": {"type": "time.Time", "imports": ["time"], "nillable": true}}`}).Roots[0]
	ext, ds := n.GoJSONSchema()
	if len(ds) > 0 || ext.Type == nil || *ext.Type != "time.Time" || len(ext.Imports) != 1 || !ext.Nillable {
		t.Errorf("%+v %v", ext, ds)
	}
}

func TestGoNames(t *testing.T) {
	g, ds := build(t, schema.Options{}, map[string]string{"": `
prefixItems:
- {x-go-name: Given, goJSONSchema: {identifier: Other}}
- {goJSONSchema: {identifier: FromExtension, type: time.Time}}
- {x-go-name: not a name}
- {x-go-name: unexported}
- {goJSONSchema: {typ: time.Time}}`})
	var names []string
	for _, n := range g.Roots[0].PrefixItems {
		names = append(names, n.GoName)
	}
	if diff := cmp.Diff([]string{"Given", "FromExtension", "", "", ""}, names); diff != "" {
		t.Error(diff)
	}
	var codes []diag.Code
	for _, d := range ds.Sorted() {
		codes = append(codes, d.Code)
	}
	if diff := cmp.Diff([]diag.Code{diag.BadGoExtension, diag.BadGoName, diag.BadGoName, diag.BadGoExtension}, codes); diff != "" {
		t.Error(diff)
	}
}

func TestGoTypes(t *testing.T) {
	g, ds := build(t, schema.Options{}, map[string]string{"": `
prefixItems:
- {x-go-type: github.com/google/uuid.UUID}
- {x-go-type: uuid.UUID, x-go-type-import: {path: github.com/gofrs/uuid/v5, name: id}}
- {x-go-type: {type: UUID, import: {package: github.com/google/uuid, alias: u}}}
- {x-go-type: {type: '*big.Int', import: math/big, alias: b, nilable: true}}
- {goJSONSchema: {type: slog.Level, imports: [time, log/slog], nillable: true}}
- {goJSONSchema: {type: y.Node, imports: [gopkg.in/yaml.v3]}}
- {x-go-type: time.Time, goJSONSchema: {type: slog.Level, imports: [log/slog]}}
- {x-go-type: null}
- {x-go-type: UUID}
- {x-go-type: {typ: UUID}}
- {x-go-type: 7}
- {goJSONSchema: {type: int}}`})
	var types []string
	for _, n := range g.Roots[0].PrefixItems {
		text := ""
		if n.GoType != nil {
			text = fmt.Sprint(n.GoType, " ", n.GoType.PackageName(), " ", n.GoType.Nilable)
		}
		types = append(types, text)
	}
	want := []string{
		"github.com/google/uuid.UUID uuid false", "github.com/gofrs/uuid/v5.UUID id false", "github.com/google/uuid.UUID u false",
		"math/big.Int b true", "log/slog.Level slog true", "gopkg.in/yaml.v3.Node y false", "time.Time time false", "", "", "", "", "",
	}
	if diff := cmp.Diff(want, types); diff != "" {
		t.Error(diff)
	}
	var codes []diag.Code
	for _, d := range ds.Sorted() {
		codes = append(codes, d.Code)
	}
	if diff := cmp.Diff([]diag.Code{diag.CustomType, diag.CustomType, diag.CustomType, diag.BadGoExtension}, codes); diff != "" {
		t.Error(diff)
	}
}
