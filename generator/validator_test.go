package generator_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/generator/internal/diag"
)

// Names may be as long as their document: messages are not.
func TestMessagesOfLongDocuments(t *testing.T) {
	long := strings.Repeat("é", 1<<19)
	w := &generator.Workspace{Dir: ".", FS: fstest.MapFS{
		"s.json":  {Data: []byte(`{"additionalProperties": {"additionalProperties": false, "maxProperties": 0}}`)},
		"d.json":  {Data: []byte(`{"` + long + `": {"x": 1}}`)},
		"d.jsonl": {Data: []byte(`{"` + long + `": {"x": 1}}`)},
	}}
	v, ds := generator.NewValidator(w, generator.Config{}, generator.Package{
		Schema: "s.json", Roots: []generator.Root{{Name: "Root", Pointer: "#"}},
	})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	for name, extension := range map[string]string{"d.json": ".json", "d.jsonl": ".jsonl"} {
		found, err := v.Validate(name, extension)
		if err != nil || len(found) != 2 {
			t.Fatal(name, len(found), err)
		}
		for _, d := range found {
			if len(d.Message) > 1000 {
				t.Errorf("%s: a message of %d bytes: %.200s", name, len(d.Message), d.Message)
			}
		}
	}
}

// A pattern that cannot be used is a diagnostic at its place, of a readable length.
func TestBadPatterns(t *testing.T) {
	deep := strings.Repeat("(", 2000) + strings.Repeat(")", 2000)
	for schema, at := range map[string]string{
		"properties:\n  a: {pattern: \"(\"}":            "s.yaml:2:16",
		"properties:\n  a: {pattern: \"" + deep + "\"}": "s.yaml:2:16",
		"patternProperties:\n  \"[\": true":             "s.yaml:2:3",
		"not: {propertyNames: {pattern: 'a**'}}":        "s.yaml:1:32",
	} {
		w := &generator.Workspace{FS: fstest.MapFS{"s.yaml": {Data: []byte(schema)}}, Dir: "."}
		p := generator.Package{Schema: "s.yaml", Name: "p", Out: "p", Roots: []generator.Root{{Name: "Root", Pointer: "#"}}}
		_, of := generator.Generate(context.Background(), w, generator.Config{Packages: []generator.Package{p}})
		_, ofValidator := generator.NewValidator(w, generator.Config{}, p)
		for _, ds := range []diag.Diagnostics{of, ofValidator} {
			if len(ds) != 1 || ds[0].Code != diag.BadPattern || ds[0].Pos.String() != at || len(ds[0].Message) > 300 {
				t.Errorf("%.60s: %.300v", schema, ds)
			}
		}
	}
}
