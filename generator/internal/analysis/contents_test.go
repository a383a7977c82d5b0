package analysis_test

import (
	"fmt"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/schema/schematest"
)

// TestContents: whether two schemas beside each other say the same.
func TestContents(t *testing.T) {
	const object = `{type: object, required: [a], properties: {a: {type: string, title: A}, b: {$ref: "#/$defs/d"}}}`
	for _, c := range []struct {
		name, one, other string
		same             bool
	}{
		{"written alike", object, object, true},
		{"keywords in another order", object, `{properties: {a: {title: A, type: string}, b: {$ref: "#/$defs/d"}}, required: [a], type: object}`, true},
		{"another description of the whole", object, `{description: d, title: T, type: object, required: [a], properties: {a: {type: string, title: A}, b: {$ref: "#/$defs/d"}}}`, true},
		{"a keyword that nobody knows", object, `{x-order: 1, type: object, required: [a], properties: {a: {type: string, title: A}, b: {$ref: "#/$defs/d"}}}`, true},
		{"members in another order", object, `{type: object, required: [a], properties: {b: {$ref: "#/$defs/d"}, a: {type: string, title: A}}}`, false},
		{"another description of a part", object, `{type: object, required: [a], properties: {a: {type: string, title: A, description: d}, b: {$ref: "#/$defs/d"}}}`, false},
		{"another reference", object, `{type: object, required: [a], properties: {a: {type: string, title: A}, b: {$ref: "#/$defs/e"}}}`, false},
		{"what is referred to written out", object, `{type: object, required: [a], properties: {a: {type: string, title: A}, b: {type: number}}}`, false},
		{"a member more", `{properties: {a: {}}}`, `{properties: {a: {}, b: {}}}`, false},
		{"another member", `{properties: {a: {}}}`, `{properties: {b: {}}}`, false},
		{"another bound", `{items: {maximum: 1}}`, `{items: {maximum: 2}}`, false},
		{"another default", `{type: string, default: a}`, `{type: string, default: b}`, false},
		{"another Go name", `{properties: {a: {x-go-name: X}}}`, `{properties: {a: {x-go-name: Y}}}`, false},
		{"other struct tags", `{properties: {a: {x-oapi-codegen-extra-tags: {db: x}}}}`, `{properties: {a: {x-oapi-codegen-extra-tags: {db: y}}}}`, false},
		{"the same branches of another union", `{oneOf: [{type: string}, {type: number}]}`, `{anyOf: [{type: string}, {type: number}]}`, false},
		{"false and true", `{items: false}`, `{items: true}`, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := schematest.Graph(t, fmt.Sprintf(`{properties: {one: %s, other: %s}, $defs: {d: {type: number}, e: {type: number}}}`, c.one, c.other))
			contents, members := analysis.Contents(g), g.Roots[0].Properties
			if same := contents[members[0].Node] == contents[members[1].Node]; same != c.same {
				t.Errorf("say the same: %v", same)
			}
		})
	}
}
