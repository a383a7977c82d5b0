package codec_test

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// TestUnionsInTheirBranches parses documents in which the first branch of a union fails on
// each level, after all that is below was read: four times as deep a document takes about
// four times the memory.
func TestUnionsInTheirBranches(t *testing.T) {
	const code = `
	allocated := func(depth int) uint64 {
		data := []byte(strings.Repeat(open, depth) + leaf + strings.Repeat(end, depth))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := p.ParseRoot(data); err != nil {
			panic(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	once, fourTimes := allocated(1200), allocated(4800)
	if fourTimes > 8*once {
		show("grows", once, fourTimes)
	} else {
		show("fine")
	}`
	snippets := []compiled.Snippet{
		{Name: "unknown members", Schema: `anyOf:
- {title: Leaf, type: object, properties: {last: {const: 1}}}
- {title: Node, type: object, properties: {child: {$ref: "#"}}}`,
			Code: "const open, leaf, end = `{\"child\":`, `{}`, `,\"last\":2}`" + code},
		{Name: "declared members", Schema: `anyOf:
- {title: Leaf, type: object, properties: {child: {type: object}, last: {const: 1}}}
- {title: Node, type: object, properties: {child: {$ref: "#"}}}`,
			Code: "const open, leaf, end = `{\"child\":`, `{}`, `,\"last\":2}`" + code},
		{Name: "lists", Schema: `anyOf:
- {title: Pair, type: array, items: {type: array}, minItems: 2}
- {title: List, type: array, items: {$ref: "#"}}`,
			Code: "const open, leaf, end = `[`, `[]`, `]`" + code},
		{Name: "through another", Schema: `anyOf:
- {title: Leaf, type: object, properties: {last: {const: 1}}}
- {title: Node, type: object, properties: {child: {type: array, items: {$ref: "#"}}}}`,
			Code: "const open, leaf, end = `{\"child\":[`, `{}`, `],\"last\":2}`" + code},
	}
	for i, got := range compiled.Show(t, []string{"runtime runtime.MemStats"}, snippets) {
		if len(got) != 1 || got[0] != "fine" {
			t.Errorf("%s: %v", snippets[i].Name, got)
		}
	}
}
