package overlay

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

func read(t *testing.T, name, text string) *document.Node {
	t.Helper()
	n, diagnostics := document.Read(source.NewFile(name, []byte(text)))
	if len(diagnostics) > 0 {
		t.Fatalf("%s: %v", text, diagnostics)
	}
	return n
}

// apply returns the result as JSON and the codes of the diagnostics, and checks
// that the document has not changed.
func apply(t *testing.T, doc, overlay string) (string, []diag.Code) {
	t.Helper()
	d := read(t, "doc.yaml", doc)
	before := d.String()
	got, diagnostics := Apply(d, read(t, "overlay.yaml", overlay))
	if d.String() != before {
		t.Errorf("the document became %s", d)
	}
	var codes []diag.Code
	for _, f := range diagnostics {
		codes = append(codes, f.Code)
		if f.Pos.File != "overlay.yaml" || !f.Pos.IsValid() {
			t.Errorf("diagnostic without a place in the overlay: %v", f)
		}
	}
	return got.String(), codes
}

// The first rows are the examples of RFC 7396 appendix A.
func TestMergePatch(t *testing.T) {
	tests := []struct {
		doc, patch, want string
		codes            []diag.Code
	}{
		{`{"a":"b"}`, `{"a":"c"}`, `{"a":"c"}`, nil},
		{`{"a":"b"}`, `{"b":"c"}`, `{"a":"b","b":"c"}`, nil},
		{`{"a":"b","b":"c"}`, `{"a":null}`, `{"b":"c"}`, nil},
		{`{"a":["b"]}`, `{"a":"c"}`, `{"a":"c"}`, nil},
		{`{"a":"c"}`, `{"a":["b"]}`, `{"a":["b"]}`, nil},
		{`{"a":{"b":"c"}}`, `{"a":{"b":"d","c":null}}`, `{"a":{"b":"d"}}`, []diag.Code{diag.MergeNoMember}},
		{`{"a":[{"b":"c"}]}`, `{"a":[1]}`, `{"a":[1]}`, nil},
		{`["a","b"]`, `{"a":"c"}`, `{"a":"c"}`, nil},
		{`{"e":null}`, `{"a":1}`, `{"e":null,"a":1}`, nil},
		{`[1,2]`, `{"a":"b","c":null}`, `{"a":"b"}`, nil},
		{`{}`, `{"a":{"bb":{"ccc":null}}}`, `{"a":{"bb":{}}}`, nil},
		{`{"a":{"x":1}}`, `{"a":{"y":[null,{"z":null}]}}`, `{"a":{"x":1,"y":[null,{"z":null}]}}`, nil},
		{`{"a":1}`, `{}`, `{"a":1}`, nil},
	}
	for _, tt := range tests {
		got, codes := apply(t, tt.doc, tt.patch)
		if got != tt.want || !reflect.DeepEqual(codes, tt.codes) {
			t.Errorf("%s patched with %s is %s %v, want %s %v", tt.doc, tt.patch, got, codes, tt.want, tt.codes)
		}
	}
}

func TestJSONPatch(t *testing.T) {
	tests := []struct {
		name, doc, patch, want string
	}{
		{"add a member", `{"a":1}`, `[{op: add, path: /b, value: 2}]`, `{"a":1,"b":2}`},
		{"add over a member keeps its place", `{"a":1,"b":2}`, `[{op: add, path: /a, value: 3}]`, `{"a":3,"b":2}`},
		{"add an element", `[1,2]`, `[{op: add, path: /1, value: 3}]`, `[1,3,2]`},
		{"add at the end", `[1]`, `[{op: add, path: /1, value: 2}, {op: add, path: /-, value: 3}]`, `[1,2,3]`},
		{"add the whole document", `[1]`, `[{op: add, path: "", value: {a: 1}}]`, `{"a":1}`},
		{"add null", `{}`, `[{op: add, path: /a, value: null}]`, `{"a":null}`},
		{"escapes in the path", `{"a/b":{"m~n":1}}`, `[{op: replace, path: /a~1b/m~0n, value: 2}]`, `{"a/b":{"m~n":2}}`},
		{"remove a member", `{"a":1,"b":2}`, `[{op: remove, path: /a}]`, `{"b":2}`},
		{"remove an element", `[1,2,3]`, `[{op: remove, path: /1}]`, `[1,3]`},
		{"replace keeps the place", `{"a":1,"b":2}`, `[{op: replace, path: /a, value: [x]}]`, `{"a":["x"],"b":2}`},
		{"replace an element", `[1,2]`, `[{op: replace, path: /0, value: 3}]`, `[3,2]`},
		{"replace the whole document", `[1]`, `[{op: replace, path: "", value: 2}]`, `2`},
		{"move a member", `{"a":{"b":1},"c":{}}`, `[{op: move, from: /a/b, path: /c/d}]`, `{"a":{},"c":{"d":1}}`},
		{"move an element", `[1,2,3]`, `[{op: move, from: /0, path: /2}]`, `[2,3,1]`},
		{"move to the same place", `{"a":1,"b":2}`, `[{op: move, from: /a, path: /a}]`, `{"a":1,"b":2}`},
		{"move over the parent", `{"a":{"b":1}}`, `[{op: move, from: /a/b, path: /a}]`, `{"a":1}`},
		{"copy", `{"a":{"b":1}}`, `[{op: copy, from: /a, path: /c}, {op: replace, path: /c/b, value: 2}]`, `{"a":{"b":1},"c":{"b":2}}`},
		{"copy into itself", `{"a":{}}`, `[{op: copy, from: /a, path: /a/b}]`, `{"a":{"b":{}}}`},
		{"test", `{"a":[1.0,{"b":1,"c":2}]}`, `[{op: test, path: /a, value: [1, {c: 2, b: 1}]}]`, `{"a":[1.0,{"b":1,"c":2}]}`},
		{"members of no meaning are passed over", `{}`, `[{op: add, path: /a, value: 1, reason: x}]`, `{"a":1}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, codes := apply(t, tt.doc, tt.patch)
			if got != tt.want || codes != nil {
				t.Errorf("got %s %v, want %s", got, codes, tt.want)
			}
		})
	}
}

func TestFailedOperationsAreReportedAndLeftOut(t *testing.T) {
	tests := []struct {
		name, op string
		want     diag.Code
	}{
		{"not a mapping", `1`, diag.PatchOperation},
		{"no op", `{path: /a}`, diag.PatchOperation},
		{"op of another type", `{op: 1, path: /a}`, diag.PatchOperation},
		{"unknown op", `{op: merge, path: /a}`, diag.PatchOperation},
		{"no path", `{op: remove}`, diag.PatchOperation},
		{"no value", `{op: add, path: /b}`, diag.PatchOperation},
		{"no from", `{op: copy, path: /b}`, diag.PatchOperation},
		{"path without a slash", `{op: remove, path: a}`, diag.PatchPointer},
		{"malformed escape", `{op: remove, path: /~2}`, diag.PatchPointer},
		{"malformed from", `{op: move, from: a, path: /b}`, diag.PatchPointer},
		{"add below nothing", `{op: add, path: /x/y, value: 1}`, diag.PatchTarget},
		{"add below a scalar", `{op: add, path: /a/y, value: 1}`, diag.PatchTarget},
		{"add behind the end", `{op: add, path: /l/3, value: 1}`, diag.PatchTarget},
		{"add at a malformed index", `{op: add, path: /l/01, value: 1}`, diag.PatchTarget},
		{"remove nothing", `{op: remove, path: /x}`, diag.PatchTarget},
		{"remove behind the end", `{op: remove, path: /l/-}`, diag.PatchTarget},
		{"remove the document", `{op: remove, path: ""}`, diag.PatchTarget},
		{"replace nothing", `{op: replace, path: /x, value: 1}`, diag.PatchTarget},
		{"replace behind the end", `{op: replace, path: /l/2, value: 1}`, diag.PatchTarget},
		{"move nothing", `{op: move, from: /x, path: /b}`, diag.PatchTarget},
		{"move to nowhere", `{op: move, from: /l/0, path: /x/y}`, diag.PatchTarget},
		{"move into itself", `{op: move, from: /o, path: /o/b}`, diag.PatchTarget},
		{"copy nothing", `{op: copy, from: /x, path: /b}`, diag.PatchTarget},
		{"test of nothing", `{op: test, path: /x, value: 1}`, diag.PatchTarget},
		{"failed test", `{op: test, path: /a, value: "1"}`, diag.PatchTest},
	}
	const doc = `{"a":1,"l":[1,2],"o":{}}`
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, codes := apply(t, doc, "["+tt.op+", {op: add, path: /o/after, value: 1}]")
			if want := `{"a":1,"l":[1,2],"o":{"after":1}}`; got != want {
				t.Errorf("got %s, want %s", got, want)
			}
			if !reflect.DeepEqual(codes, []diag.Code{tt.want}) {
				t.Errorf("diagnostics %v, want %v", codes, tt.want)
			}
		})
	}
}

func TestOverlayOfNoUse(t *testing.T) {
	if got, codes := apply(t, `{"a":1}`, `x`); got != `{"a":1}` || !reflect.DeepEqual(codes, []diag.Code{diag.OverlayShape}) {
		t.Errorf("got %s %v", got, codes)
	}
}

func TestPatchedNodesHaveThePositionsOfTheOverlay(t *testing.T) {
	doc := read(t, "doc.yaml", "a:\n  b: 1\n  keep: 2\nl: [1]\n")
	for name, overlay := range map[string]string{
		"merge patch": "a:\n  b:\n    c: 3\n",
		"JSON Patch":  "\n- {op: replace, path: /a/b, value:\n    {c: 3}}\n",
	} {
		t.Run(name, func(t *testing.T) {
			got, diagnostics := Apply(doc, read(t, "overlay.yaml", overlay))
			if len(diagnostics) > 0 {
				t.Fatal(diagnostics)
			}
			m, _ := got.Get("a").Member("b")
			for what, pos := range map[string]source.Pos{
				"name": m.NamePos, "value": m.Value.Pos, "inner value": m.Value.Get("c").Pos,
			} {
				if pos.File != "overlay.yaml" {
					t.Errorf("%s of the patched member is at %v", what, pos)
				}
			}
			if m.Value.Get("c").Pos.Line != 3 {
				t.Errorf("inner value is at %v, want line 3", m.Value.Get("c").Pos)
			}
			for what, n := range map[string]*document.Node{"parent": got.Get("a"), "sibling": got.At("a", "keep"), "root": got} {
				if n.Pos.File != "doc.yaml" {
					t.Errorf("%s is at %v", what, n.Pos)
				}
			}
		})
	}
}

func TestGrowthIsBounded(t *testing.T) {
	t.Run("copies of copies", func(t *testing.T) {
		var patch strings.Builder
		for i := range 64 {
			fmt.Fprintf(&patch, "- {op: copy, from: '', path: /c%d}\n", i)
		}
		_, codes := apply(t, `{"a":1}`, patch.String())
		if len(codes) == 0 || codes[0] != diag.PatchGrowth {
			t.Errorf("diagnostics %v, want %v", codes, diag.PatchGrowth)
		}
	})
	t.Run("a deep value in a deep value", func(t *testing.T) {
		const levels = document.MaxDepth * 2 / 3
		deep := strings.Repeat("[", levels) + strings.Repeat("]", levels)
		path := strings.Repeat("/0", levels-1) + "/-"
		_, codes := apply(t, deep, fmt.Sprintf("[{op: add, path: %s, value: %s}]", path, deep))
		if !reflect.DeepEqual(codes, []diag.Code{diag.PatchGrowth}) {
			t.Errorf("diagnostics %v, want %v", codes, diag.PatchGrowth)
		}
	})
}

func FuzzApply(f *testing.F) {
	for _, seed := range [][2]string{
		{`{"a":{"b":[1,2]}}`, `{"a":{"b":null,"c":{"d":1}}}`},
		{`{"a":{"b":[1,2]}}`, `[{"op":"move","from":"/a/b/0","path":"/a/b/-"},{"op":"test","path":"/a","value":1}]`},
		{`[1,[2]]`, `[{"op":"copy","from":"","path":"/1/0"},{"op":"remove","path":"/0"},{"op":"replace","path":"/0/1","value":{}}]`},
	} {
		f.Add([]byte(seed[0]), []byte(seed[1]))
	}
	f.Fuzz(func(t *testing.T, docText, overlayText []byte) {
		doc, _ := document.ReadJSON(source.NewFile("doc.json", docText))
		overlay, _ := document.ReadJSON(source.NewFile("overlay.json", overlayText))
		if doc == nil || overlay == nil {
			t.Skip("2026-11-28: not a pair of JSON documents; FuzzReadJSON has those")
		}
		docBefore, overlayBefore := doc.String(), overlay.String()
		got, _ := Apply(doc, overlay)
		if doc.String() != docBefore || overlay.String() != overlayBefore {
			t.Fatal("an input has changed")
		}
		if again, diagnostics := document.ReadJSON(source.NewFile("got.json", got.AppendJSON(nil))); len(diagnostics) > 0 || !document.Equal(got, again) {
			t.Fatalf("the result %s is no JSON document: %v", got, diagnostics)
		}
	})
}
