package compiler_test

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// TestChosenNames: what the configuration names has that name, or there is an error.
func TestChosenNames(t *testing.T) {
	const schema = `{"type": "object", "properties": {
		"a": {"type": "string"}, "b": {"type": "integer"}, "o": {"type": "object", "properties": {"z": {"type": "string"}}}, "p": {"type": "object"},
		"u": {"oneOf": [{"type": "object", "required": ["x"]}, {"type": "object", "required": ["y"]}, {"type": "string"}]},
		"color": {"enum": ["red", "green"]}, "level": {"enum": [1, 2]}, "one": {"const": "fix"}},
		"$defs": {"D": {"type": "string"}, "E": {"type": "object"}}}`
	taken := " cannot be called "
	for names, want := range map[string]string{
		"#/properties/a=X":                                            "",
		"#/properties/a=X #/properties/b=X":                           "#/properties/b" + taken + "X: the name is taken by s.json#/properties/a",
		"#/properties/o=X #/properties/p=X":                           "#/properties/p" + taken + "X: the name is taken by s.json#/properties/o",
		"#/properties/a=Extra":                                        "#/properties/a" + taken + "Extra: the name is taken by something else in generated code",
		"#/properties/a=MarshalJSON":                                  "#/properties/a" + taken + "MarshalJSON: the name is taken by something else in generated code",
		"#/$defs/D=X #/$defs/E=X":                                     "#/$defs/E" + taken + "X: the name is taken by s.json#/$defs/D",
		"#/$defs/D=Root":                                              "#/$defs/D" + taken + "Root: the name is taken by the entry type Root",
		"#/$defs/D=ParseRoot":                                         "#/$defs/D" + taken + "ParseRoot: the name is taken by the entry type Root",
		"#/properties/u/oneOf/0=One #/properties/u/oneOf/1=One":       "#/properties/u/oneOf/1" + taken + "One: the name is taken by s.json#/properties/u/oneOf/0",
		"#/properties/u/oneOf/0=One #/properties/u/oneOf/1=Two":       "",
		"#/properties/color/enum/0=Red #/properties/color/enum/1=Red": "#/properties/color/enum/0" + taken + "Red: the name is taken by s.json#/properties/color/enum/1",
		"#/properties/level/enum/0=Root":                              "#/properties/level/enum/0" + taken + "Root: the name is taken by something else in generated code",
		"#/properties/one/const=Red #/$defs/D=Red":                    "#/properties/one/const" + taken + "Red: the name is taken by something else in generated code",
		"#/properties/one/const=Fix":                                  "",
		"#/nowhere=X":                                                 "the schema has nothing at #/nowhere",
		"#/properties/a/type=X":                                       "what stands at #/properties/a/type has no name in Go, so X is not used",
	} {
		p := config.Package{Schema: "s.json", Name: "p", Out: "p", Roots: []config.Root{{Name: "Root", Pointer: "#"}}}
		for _, entry := range strings.Fields(names) {
			pointer, name, _ := strings.Cut(entry, "=")
			p.Names = append(p.Names, config.Name{Pointer: pointer, Name: name})
		}
		fsys := fstest.MapFS{"s.json": {Data: []byte(schema)}}
		_, ds := compiler.Generate(context.Background(), &workspace.Workspace{FS: fsys, Dir: "."}, config.Config{Packages: []config.Package{p}})
		got := ""
		for _, d := range ds {
			if d.Code == "B0602" {
				got += d.Message
			}
		}
		if got != want || ds.HasErrors() != (want != "") {
			t.Errorf("%s: %q, want %q: %v", names, got, want, ds)
		}
	}
}

// TestNamesHideNothing: a name that leads nowhere does not keep the rest of its package
// from being looked at, and every pattern that cannot be used is told, wherever it is.
func TestNamesHideNothing(t *testing.T) {
	fsys := fstest.MapFS{
		"s.json": {Data: []byte(`{"type": "object", "properties": {"p": {"pattern": "(a"}, "q": {"patternProperties": {"(b": {}}, "propertyNames": {"pattern": "(c"}}},
			"$defs": {"Unused": {"pattern": "(d"}, "Not": {"not": {"pattern": "(e"}}}}`)},
		"t.json": {Data: []byte(`{"properties": {"s": {"$ref": "s.json"}, "p": {"pattern": "(f"}}}`)},
	}
	c := config.Config{Packages: []config.Package{
		{Schema: "s.json", Name: "s", Out: "s", ImportPath: "example.com/s", Names: []config.Name{{Pointer: "#/nowhere", Name: "X"}}},
		{Schema: "t.json", Name: "t", Out: "t", ImportPath: "example.com/t", Names: []config.Name{{Pointer: "#/elsewhere", Name: "X"}}},
	}}
	_, generated := compiler.Generate(context.Background(), &workspace.Workspace{FS: fsys, Dir: "."}, c)
	_, linted := compiler.Lint(context.Background(), &workspace.Workspace{FS: fsys, Dir: "."}, c)
	for what, ds := range map[string][]string{"generate": messages(generated), "lint": messages(linted)} {
		text := strings.Join(ds, "\n")
		for _, pattern := range []string{"(a", "(b", "(c", "(d", "(e", "(f"} {
			if n := strings.Count(text, `"`+pattern+`"`); n != 1 {
				t.Errorf("%s tells of %s %d times: %s", what, pattern, n, text)
			}
		}
		if n := strings.Count(text, "nothing at #/"); n != 2 {
			t.Errorf("%s tells %d times of the names: %s", what, n, text)
		}
	}
}

func messages(ds diag.Diagnostics) []string {
	return lists.Of(ds, func(d diag.Diagnostic) string { return d.Message })
}
