package schema_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/suite"
)

// TestMetaSchemasAgreeWithThePublishedOnes compares the verdicts of the built-in
// meta-schemas, which are written from the table of keywords, with
// those of the published ones: on good schemas, on each value of each keyword that is out of
// its shape, and on the schemas of the official suite. Those that the check of the shapes
// settles are accepted, and it settles nearly all that are.
func TestMetaSchemasAgreeWithThePublishedOnes(t *testing.T) {
	for _, d := range suite.Drafts {
		t.Run(d.Dir, func(t *testing.T) {
			uri := schema.StandardDialect(d.Draft).URI
			g, ds := schema.Build([]schema.Entry{{URI: uri}}, schema.Options{})
			if len(ds) > 0 {
				t.Fatal(ds)
			}
			refused, settled, n := 0, 0, 0
			for _, s := range append(shapeProbes(t), suiteSchemas(t, d.Dir, d.Draft)...) {
				if len(s.Members) == 1 && libraryDiffers(d.Draft, s.Members[0].Name) {
					continue
				}
				n++
				want := schema.LibraryVerdict(d.Draft, s)
				if schema.IsSettled(d.Draft, s) {
					settled++
					if !want && s.Get("enum") == nil { // of which the shapes say what older drafts do
						t.Errorf("%s: settled, and the published one refuses it", s)
					}
				}
				if got := evaluate(g.Roots[0], s, newMarks()); got != want {
					t.Errorf("%s: built in %v, published %v", s, got, want)
				}
				if !want {
					refused++
				}
			}
			t.Logf("%d schemas, %d refused, %d settled", n, refused, settled)
			if accepted := n - refused; settled < accepted*9/10 {
				t.Errorf("%d settled of %d that are accepted", settled, accepted)
			}
		})
	}
}

// libraryDiffers tells where the text in the library is not the published one,
// or says more than it.
func libraryDiffers(draft schema.Draft, keyword string) bool {
	switch keyword {
	case "$schema", "$vocabulary":
		return true // the library asserts the format "uri"
	case "examples":
		return draft == schema.Draft6 // not in the library's text
	case "enum":
		return draft == schema.Draft7 // an early text, which refuses empty and repeating enums
	}
	return false
}

// shapeProbes gives each keyword values of many shapes.
func shapeProbes(t *testing.T) []*document.Node {
	t.Helper()
	keywords := map[string]bool{"unknown": true}
	for _, d := range suite.Drafts {
		for _, name := range schema.StandardDialect(d.Draft).Keywords() {
			keywords[name] = true
		}
	}
	values := []string{
		`null`, `true`, `1`, `0`, `-1`, `1.5`, `2.0`, `"x"`, `[]`, `{}`, `[1]`, `[{}]`, `[true]`, `["a"]`, `["a","a"]`, `["a","b"]`,
		`"string"`, `["string"]`, `["string","string"]`, `["integer","null"]`, `[1,1]`, `{"a":1}`, `{"a":{}}`, `{"a":true}`, `{"a":["b"]}`,
		`{"a":["b","b"]}`, `{"a":[]}`, `{"a":{"type":"strong"}}`, `[{"type":1}]`, `{"type":1}`, `{"minLength":-1}`,
	}
	var probes []*document.Node
	for _, name := range slices.Sorted(maps.Keys(keywords)) {
		for _, v := range values {
			text := `{"` + name + `":` + v + `}`
			probes = append(probes, read(t, "probe.json", text))
		}
	}
	for _, v := range values {
		probes = append(probes, read(t, "probe.json", v))
	}
	return probes
}

// suiteSchemas returns the schemas of the required tests of a draft.
func suiteSchemas(t *testing.T, dir string, draft schema.Draft) []*document.Node {
	t.Helper()
	var schemas []*document.Node
	for _, group := range suite.Find(t).Groups(t, dir, draft) {
		if !group.Optional {
			schemas = append(schemas, group.Schema)
		}
	}
	return schemas
}
