package generator_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/config"
)

// TestEntryOverNamedType: an entry type of what has the type of a definition, of which it
// says more, is read, written and copied like that.
func TestEntryOverNamedType(t *testing.T) {
	of := func(name, definition, more, code string) compiled.Snippet {
		return compiled.Snippet{Name: name, Code: code, Schema: `{$defs: {a: ` + definition + `}, properties: {x: {$ref: "#/$defs/a", ` + more + `}, y: {$ref: "#/properties/x"}}}`}
	}
	snippets := []compiled.Snippet{
		of("a list", `{type: array, items: {type: string}}`, `maxItems: 2`, `
			x := must(p.ParseRoot([]byte("[\"a\"]")))
			y := x.Clone()
			(*y)[0] = "b"
			show(*x, *y, string(must(y.MarshalJSON())), p.IsValidRoot([]byte("[\"a\",\"b\",\"c\"]")))`),
		of("a list of structs", `{type: array, items: {type: object, properties: {l: {type: array, items: {type: string}}}}}`, `maxItems: 2`, `
			x := must(p.ParseRoot([]byte("[{\"l\":[\"a\"]}]")))
			y := x.Clone()
			(*y)[0].L[0] = "b"
			show((*x)[0].L, (*y)[0].L, string(must(y.MarshalJSON())), p.IsValidRoot([]byte("[{},{},{}]")))`),
		of("a map", `{type: object, additionalProperties: {type: array, items: {type: string}}}`, `maxProperties: 1`, `
			x := must(p.ParseRoot([]byte("{\"k\":[\"a\"]}")))
			y := x.Clone()
			(*y)["k"][0] = "b"
			show((*x)["k"], (*y)["k"], string(must(y.MarshalJSON())), p.IsValidRoot([]byte("{\"a\":[],\"b\":[]}")))`),
		of("a string", `{type: string}`, `maxLength: 1`, `
			x := must(p.ParseRoot([]byte("\"a\"")))
			y := x.Clone()
			*y = "b"
			show(*x, *y, string(must(y.MarshalJSON())), p.IsValidRoot([]byte("\"ab\"")))`),
	}
	for i := range snippets {
		snippets[i].Entries = []config.Root{{Name: "Root", Pointer: "#/properties/y"}}
	}
	want := []string{`[a], [b], ["b"], false`, `[a], [b], [{"l":["b"]}], false`, `[a], [b], {"k":["b"]}, false`, `a, b, "b", false`}
	for i, got := range compiled.Show(t, nil, snippets) {
		if diff := cmp.Diff([]string{want[i]}, got); diff != "" {
			t.Errorf("%s: %s", snippets[i].Name, diff)
		}
	}
}

// TestEntriesOfOneStruct: of a schema without type, and of the objects that it admits,
// there are two entry types, and one struct.
func TestEntriesOfOneStruct(t *testing.T) {
	got := compiled.Show(t, nil, []compiled.Snippet{{
		Schema:  `{$defs: {a: {properties: {l: {type: array, items: {type: string}}}}}, type: object, $ref: "#/$defs/a"}`,
		Entries: []config.Root{{Name: "A", Pointer: "#/$defs/a"}, {Name: "Root", Pointer: "#"}},
		Code: `
			x := must(p.ParseRoot([]byte("{\"l\":[\"a\"]}")))
			var y *p.A = x.Clone()
			y.L[0] = "b"
			show(x.L, y.L, p.IsValidRoot([]byte("1")), p.IsValidA([]byte("1")))`,
	}})
	if diff := cmp.Diff([][]string{{"[a], [b], false, true"}}, got); diff != "" {
		t.Error(diff)
	}
}
