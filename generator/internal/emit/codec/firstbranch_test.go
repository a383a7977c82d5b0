package codec_test

import (
	"fmt"
	"strings"
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

// TestManyOpenBranches: a value that only the last of many branches accepts is decoded once,
// not by each of them in vain.
func TestManyOpenBranches(t *testing.T) {
	var schema strings.Builder
	schema.WriteString("anyOf:\n")
	for i := range 40 {
		fmt.Fprintf(&schema, "- {title: B%d, type: object, properties: {list: {type: array, items: {type: integer}}, last: {type: integer, maximum: %d}}}\n", i, i)
	}
	snippet := compiled.Snippet{Name: "many branches", Schema: schema.String(), Code: `
	allocated := func(last string) uint64 {
		data := []byte("{\"list\":[" + strings.Repeat("1,", 5000) + "1],\"last\":" + last + "}")
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := p.ParseRoot(data); err != nil {
			panic(err)
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	allocated("0")
	if by, of := allocated("39"), allocated("0"); by > 4*of {
		show("by the last", by, "by the first", of)
	} else {
		show("fine")
	}`}
	if got := compiled.Show(t, []string{"runtime runtime.MemStats"}, []compiled.Snippet{snippet})[0]; len(got) != 1 || got[0] != "fine" {
		t.Error(got)
	}
}
