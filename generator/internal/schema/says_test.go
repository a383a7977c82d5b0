package schema_test

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/schema"
)

// samples are schemas of one keyword that say something by it.
var samples = map[string]string{
	"$comment": `{"$comment": "a"}`, "prefixItems": `{"prefixItems": [{}]}`, "items": `{"items": {}}`, "contains": `{"contains": {}}`,
	"additionalProperties": `{"additionalProperties": {}}`, "properties": `{"properties": {"a": {}}}`,
	"patternProperties": `{"patternProperties": {"a": {}}}`, "dependentSchemas": `{"dependentSchemas": {"a": {}}}`,
	"propertyNames": `{"propertyNames": {}}`, "if": `{"if": {}}`, "then": `{"if": {}, "then": {}}`, "else": `{"if": {}, "else": {}}`,
	"allOf": `{"allOf": [{}]}`, "anyOf": `{"anyOf": [{}]}`, "oneOf": `{"oneOf": [{}]}`, "not": `{"not": {}}`,
	"unevaluatedItems": `{"unevaluatedItems": {}}`, "unevaluatedProperties": `{"unevaluatedProperties": {}}`,
	"type": `{"type": "null"}`, "const": `{"const": null}`, "enum": `{"enum": []}`, "multipleOf": `{"multipleOf": 1}`,
	"maximum": `{"maximum": 0}`, "exclusiveMaximum": `{"exclusiveMaximum": 0}`, "minimum": `{"minimum": 0}`, "exclusiveMinimum": `{"exclusiveMinimum": 0}`,
	"maxLength": `{"maxLength": 0}`, "minLength": `{"minLength": 0}`, "pattern": `{"pattern": ""}`, "format": `{"format": "a"}`,
	"maxItems": `{"maxItems": 0}`, "minItems": `{"minItems": 0}`, "uniqueItems": `{"uniqueItems": true}`,
	"maxContains": `{"contains": {}, "maxContains": 0}`, "minContains": `{"contains": {}, "minContains": 0}`,
	"maxProperties": `{"maxProperties": 0}`, "minProperties": `{"minProperties": 0}`, "required": `{"required": ["a"]}`,
	"dependentRequired": `{"dependentRequired": {"a": []}}`,
	"title":             `{"title": "a"}`, "description": `{"description": "a"}`, "default": `{"default": null}`, "examples": `{"examples": []}`,
	"deprecated": `{"deprecated": true}`, "readOnly": `{"readOnly": true}`, "writeOnly": `{"writeOnly": true}`,
	"contentEncoding": `{"contentEncoding": "a"}`, "contentMediaType": `{"contentMediaType": "a"}`,
}

func TestSays(t *testing.T) {
	all := (^schema.Keywords(0)).Names()
	for _, name := range all {
		text, ok := samples[name]
		if !ok {
			t.Errorf("no sample of %s", name)
			continue
		}
		beside := map[string]string{"then": "if", "else": "if", "minContains": "contains", "maxContains": "contains"}
		got := mustBuild(t, map[string]string{"": text}).Roots[0].Says()
		want := schema.KeywordSet(name)
		if other := beside[name]; other != "" {
			want |= schema.KeywordSet(other)
		}
		if got != want {
			t.Errorf("%s says %v, want %v", text, got.Names(), want.Names())
		}
	}
	if len(all) != len(samples) {
		t.Errorf("samples of %d keywords, of which there are %d", len(samples), len(all))
	}
	for _, text := range []string{`{}`, `true`, `false`, `{"then": {}, "minContains": 1}`, `{"properties": {}}`, `{"required": []}`, `{"uniqueItems": false}`} {
		if got := mustBuild(t, map[string]string{"": text}).Roots[0].Says(); got != 0 {
			t.Errorf("%s says %v", text, got.Names())
		}
	}
}

// TestSays_Draft4 has an exclusive bound where the source has another keyword.
func TestSays_Draft4(t *testing.T) {
	text := `{"$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1, "exclusiveMinimum": true}`
	if got := mustBuild(t, map[string]string{"": text}).Roots[0].Says().Names(); !slices.Equal(got, []string{"exclusiveMinimum"}) {
		t.Error(got)
	}
}

// TestJudging: no field of a node that may refuse a value is left out.
func TestJudging(t *testing.T) {
	judging := schema.Judging()
	for _, name := range []string{"title", "default", "examples", "deprecated", "readOnly", "contentEncoding", "$comment"} {
		if judging&schema.KeywordSet(name) != 0 {
			t.Errorf("%s judges", name)
		}
	}
	for _, name := range []string{"type", "format", "items", "uniqueItems", "required", "unevaluatedItems", "minContains"} {
		if judging&schema.KeywordSet(name) == 0 {
			t.Errorf("%s does not judge", name)
		}
	}
}

func TestKeywords_AppliesTo(t *testing.T) {
	for _, tt := range []struct {
		names []string
		want  schema.Types
	}{
		{nil, 0}, {[]string{"uniqueItems"}, schema.Array}, {[]string{"minimum", "required"}, schema.Integer | schema.Number | schema.Object},
		{[]string{"uniqueItems", "not"}, 0},
	} {
		if got := schema.KeywordSet(tt.names...).AppliesTo(); got != tt.want {
			t.Errorf("%v: %b, want %b", tt.names, got, tt.want)
		}
	}
}
