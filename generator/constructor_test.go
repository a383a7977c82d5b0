package generator_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator"
)

// NewT promises members only where there are some: a union has no variant yet.
func TestConstructorComments(t *testing.T) {
	for schema, want := range map[string]string{
		`{"type": "object", "properties": {"a": {"const": 1}}}`: "The functions New… and new… of objects set the constants, defaults",
		`{"oneOf": [{"type": "string"}, {"type": "array"}]}`:    "NewRoot returns a Root that holds no variant yet and is written as null.",
		`{"type": "array", "items": {"type": "string"}}`:        "NewRoot returns a Root with the value that the schema fixes, or empty.",
		`{"type": "string"}`: "NewRoot returns a Root with the zero value.",
		`{"type": ["object", "null"], "properties": {"a": false}}`: "NewRoot returns a Root with the zero value.",

		`{"oneOf": [{"required": ["a"], "type": "object", "properties": {"a": {"const": 1}}}, {"type": "array"}]}`: "The functions New… of a union return one that holds the variant. Required\n// members to",
		`{"oneOf": [{"required": ["a"], "type": "object", "properties": {"a": {"const": 0}}}, {"type": "array"}]}`: "The functions New… of a union return one that holds the variant.\nfunc",
	} {
		fsys := fstest.MapFS{"s.json": {Data: []byte(schema)}}
		p := generator.Package{Schema: "s.json", Name: "p", Out: "p", Roots: []generator.Root{{Name: "Root", Pointer: "#"}}}
		files, _ := generate(t, fsys, generator.Config{Packages: []generator.Package{p}})
		if text := string(files["p/types.go"]); !strings.Contains(text, "\n// "+want) {
			t.Errorf("%s: %s", schema, text)
		}
	}
}
