package intersect_test

import (
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/schema/schematest"
)

func TestContributes(t *testing.T) {
	for text, want := range map[string]bool{
		`{}`: false, `true`: false, `false`: true,
		`{title: a, description: a, $comment: a, default: 1, examples: [], deprecated: true, readOnly: true, writeOnly: true}`: false,
		`{contentMediaType: a}`: false, `{contentEncoding: a}`: true, `{x-go-name: A}`: false, `{x-go-type: time.Time}`: true,
		`{allOf: [{type: string}]}`: false, `{$ref: '#/$defs/a', $defs: {a: {}}}`: false,
		`{anyOf: [{type: string}]}`: false, `{anyOf: [{}, {}]}`: true, `{oneOf: [{type: string}]}`: false, `{oneOf: [{}, {}]}`: true,
		`{then: {type: string}}`: false, `{minContains: 1}`: false, `{properties: {}}`: false, `{required: []}`: false,
		`{type: object}`: true, `{format: a}`: true, `{const: null}`: true, `{enum: []}`: true, `{not: {}}`: true, `{if: {}}`: true,
		`{minimum: 0}`: true, `{multipleOf: 1}`: true, `{minLength: 0}`: true, `{pattern: ''}`: true,
		`{prefixItems: [{}]}`: true, `{items: {}}`: true, `{contains: {}}`: true, `{uniqueItems: true}`: true, `{unevaluatedItems: {}}`: true,
		`{properties: {a: {}}}`: true, `{patternProperties: {a: {}}}`: true, `{additionalProperties: {}}`: true, `{propertyNames: {}}`: true,
		`{required: [a]}`: true, `{dependentRequired: {a: [b]}}`: true, `{dependentSchemas: {a: {}}}`: true, `{unevaluatedProperties: {}}`: true,
		`{maxProperties: 1}`: true,
	} {
		if got := intersect.Contributes(nodeOf(t, text)); got != want {
			t.Errorf("%s: contributes is %v", text, got)
		}
	}
}

// TestShaping: a keyword that judges contributes, but for those that are known to
// say nothing alone or to stand in the intersection themselves.
func TestShaping(t *testing.T) {
	silent := []string{"type", "allOf", "anyOf", "oneOf", "then", "else", "minContains", "maxContains"}
	for _, name := range schema.Judging().Names() {
		if got := intersect.Shaping&schema.KeywordSet(name) != 0; got == slices.Contains(silent, name) {
			t.Errorf("%s contributes: %v", name, got)
		}
	}
}

func nodeOf(t *testing.T, text string) *schema.Node {
	t.Helper()
	return schematest.Graph(t, text).Roots[0]
}
