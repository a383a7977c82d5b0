package compiler_test

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/output"
	"github.com/bindery-go/bindery/generator/internal/overlay"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// evolving is a schema with everything that a name can be made of.
const evolving = `
type: object
properties:
  shape:
    oneOf:
      - { type: object, required: [kind], properties: { kind: { const: circle }, r: { type: number } } }
      - { type: object, required: [kind], properties: { kind: { const: square }, side: { $ref: "#/$defs/size" }, tint: { type: object, properties: { hue: { type: number } } } } }
  target:
    anyOf:
      - { type: string }
      - { type: array, items: { type: string } }
      - { type: object, properties: { to: { type: string } } }
  source:
    oneOf:
      - { type: object, required: [path], properties: { path: { type: string } } }
      - { type: object, required: [url], properties: { url: { type: string } } }
  label:
    oneOf:
      - { type: object, properties: { v: { type: string } } }
      - { type: object, properties: { v: { type: integer } } }
  titled:
    oneOf:
      - { title: First, type: object, properties: { a: { type: string } } }
      - { title: Second, type: object, properties: { a: { type: integer } } }
  part: { anyOf: [{ $ref: "#/$defs/node" }, { type: boolean }] }
  list: { type: array, items: { type: object, properties: { n: { type: integer } } } }
  status: { enum: [open, shut] }
  host_name: { type: string }
$defs:
  size: { type: number, minimum: 0 }
  node: { type: object, properties: { next: { $ref: "#/$defs/node" } } }
`

// edits are changes of the schema, as JSON patches, with what becomes of its Go
// names: those that are gone, those that are new, those whose types changed and
// those that the program tells of. All others stay and mean the same.
var edits = []struct{ name, patch, want string }{
	{"nothing", `[]`, ""},
	{"insert a tagged branch before others", `[{op: add, path: /properties/shape/oneOf/0, value: {type: object, required: [kind], properties: {kind: {const: line}, l: {type: number}}}}]`, lines(
		"RootShape is union{Line RootShapeLine; Circle RootShapeCircle; Square RootShapeSquare}",
		"new RootShapeLine struct{Kind RootShapeLineKind; L *float64; Extra map[string]Value}",
		"new RootShapeLineKind enum string{Line}",
	)},
	{"insert a tagged branch between others", `[{op: add, path: /properties/shape/oneOf/1, value: {type: object, required: [kind], properties: {kind: {const: line}, l: {type: number}}}}]`, lines(
		"RootShape is union{Circle RootShapeCircle; Line RootShapeLine; Square RootShapeSquare}",
		"new RootShapeLine struct{Kind RootShapeLineKind; L *float64; Extra map[string]Value}",
		"new RootShapeLineKind enum string{Line}",
	)},
	{"append a tagged branch", `[{op: add, path: /properties/shape/oneOf/-, value: {type: object, required: [kind], properties: {kind: {const: line}, l: {type: number}}}}]`, lines(
		"RootShape is union{Circle RootShapeCircle; Square RootShapeSquare; Line RootShapeLine}",
		"new RootShapeLine struct{Kind RootShapeLineKind; L *float64; Extra map[string]Value}",
		"new RootShapeLineKind enum string{Line}",
	)},
	{"swap tagged branches", `[{op: move, from: /properties/shape/oneOf/0, path: /properties/shape/oneOf/1}]`, "RootShape is union{Square RootShapeSquare; Circle RootShapeCircle}"},
	{"remove a tagged branch", `[{op: remove, path: /properties/shape/oneOf/0}]`, lines(
		"RootShape is struct{Kind RootShapeKind; Side *Size; Tint *RootShapeTint; Extra map[string]Value}",
		"gone RootShapeCircle",
		"gone RootShapeCircleKind",
		"gone RootShapeSquare",
		"gone RootShapeSquareKind",
		"gone RootShapeSquareTint",
		"new RootShapeKind enum string{Square}",
		"new RootShapeTint struct{Hue *float64; Extra map[string]Value}",
	)},
	{"rename a tag", `[{op: replace, path: /properties/shape/oneOf/0/properties/kind/const, value: round}]`, lines(
		"RootShape is union{Round RootShapeRound; Square RootShapeSquare}",
		"gone RootShapeCircle",
		"gone RootShapeCircleKind",
		"new RootShapeRound struct{Kind RootShapeRoundKind; R *float64; Extra map[string]Value}",
		"new RootShapeRoundKind enum string{Round}",
	)},
	{"add a member to a tagged branch", `[{op: add, path: /properties/shape/oneOf/0/properties/aa, value: {type: string}}]`, "RootShapeCircle is struct{Kind RootShapeCircleKind; R *float64; Aa *string; Extra map[string]Value}"},
	{"give a tagged branch a title", `[{op: add, path: /properties/shape/oneOf/0/title, value: Ring}]`, ""},
	{"give a branch of a kind a title", `[{op: add, path: /properties/target/anyOf/2/title, value: Ring}]`, ""},
	{"insert a branch of another kind", `[{op: add, path: /properties/target/anyOf/0, value: {type: integer}}]`, "RootTarget is union{Integer int64; String string; Array []string; Object RootTargetObject}"},
	{"insert a second object before the first", `[{op: add, path: /properties/target/anyOf/0, value: {type: object, required: [id], properties: {id: {type: string}}}}]`, lines(
		"RootTarget is union{ID RootTargetID; String string; Array []string; Object RootTargetObject}",
		"new RootTargetID struct{ID string; Extra map[string]Value}",
	)},
	{"append a second object", `[{op: add, path: /properties/target/anyOf/-, value: {type: object, required: [id], properties: {id: {type: string}}}}]`, lines(
		"RootTarget is union{String string; Array []string; Object RootTargetObject; ID RootTargetID}",
		"new RootTargetID struct{ID string; Extra map[string]Value}",
	)},
	{"insert a second list before the first", `[{op: add, path: /properties/target/anyOf/0, value: {type: array, items: {type: integer}}}]`, "RootTarget is union{IntegerList []int64; String string; Array []string; Object RootTargetObject}"},
	{"swap branches of kinds", `[{op: move, from: /properties/target/anyOf/0, path: /properties/target/anyOf/2}]`, "RootTarget is union{Array []string; Object RootTargetObject; String string}"},
	{"insert a branch with another required member", `[{op: add, path: /properties/source/oneOf/0, value: {type: object, required: [text], properties: {text: {type: string}}}}]`, lines(
		"RootSource is union{Text RootSourceText; Path RootSourcePath; URL RootSourceURL}",
		"new RootSourceText struct{Text string; Extra map[string]Value}",
	)},
	{"insert a branch that requires the same member", `[{op: add, path: /properties/source/oneOf/0, value: {type: object, required: [path, rev], properties: {path: {type: string}, rev: {type: string}}}}]`, lines(
		"RootSource is union{Rev RootSourceRev; Path RootSourcePath; URL RootSourceURL}",
		"new RootSourceRev struct{Path string; Rev string; Extra map[string]Value}",
	)},
	{"require another member first", `[{op: replace, path: /properties/source/oneOf/0/required, value: [base, path]}, {op: add, path: /properties/source/oneOf/0/properties/base, value: {type: string}}]`, "RootSourcePath is struct{Path string; Base string; Extra map[string]Value}"},
	{"tag branches that had none", `[{op: add, path: /properties/source/oneOf/0/properties/kind, value: {const: file}}, {op: add, path: /properties/source/oneOf/1/properties/kind, value: {const: web}}]`, lines(
		"RootSourcePath is struct{Path string; Kind *RootSourcePathKind; Extra map[string]Value}",
		"RootSourceURL is struct{URL string; Kind *RootSourceURLKind; Extra map[string]Value}",
		"new RootSourcePathKind enum string{File}",
		"new RootSourceURLKind enum string{Web}",
	)},
	{"insert a third of what only numbers tell apart", `[{op: add, path: /properties/label/oneOf/0, value: {type: object, properties: {v: {type: boolean}}}}]`, lines(
		"RootLabel is union{Object3 RootLabelObject3; Object RootLabelObject; Object2 RootLabelObject2}",
		"new RootLabelObject3 struct{V *bool; Extra map[string]Value}",
	)},
	{"swap what only numbers tell apart", `[{op: move, from: /properties/label/oneOf/0, path: /properties/label/oneOf/1}]`, "RootLabel is union{Object2 RootLabelObject2; Object RootLabelObject}"},
	{"change one of what only numbers tell apart", `[{op: replace, path: /properties/label/oneOf/0/properties/v/type, value: number}]`, "RootLabelObject is struct{V *float64; Extra map[string]Value}"},
	{"remove the first of what only numbers tell apart", `[{op: add, path: /properties/label/oneOf/-, value: {type: integer}}, {op: remove, path: /properties/label/oneOf/0}]`, lines(
		"RootLabel is union{Object2 RootLabelObject2; Integer int64}",
		"gone RootLabelObject",
	)},
	{"rename a title", `[{op: replace, path: /properties/titled/oneOf/0/title, value: Third}]`, lines(
		"RootTitled is union{Third RootTitledThird; Second RootTitledSecond}",
		"gone RootTitledFirst",
		"new RootTitledThird struct{A *string; Extra map[string]Value}",
		"told type RootTitledFirst is RootTitledThird now: a branch of a union is called by what tells it apart",
	)},
	{"insert a titled branch", `[{op: add, path: /properties/titled/oneOf/0, value: {title: Zero, type: object, properties: {a: {type: boolean}}}}]`, lines(
		"RootTitled is union{Zero RootTitledZero; First RootTitledFirst; Second RootTitledSecond}",
		"new RootTitledZero struct{A *bool; Extra map[string]Value}",
	)},
	{"allow null in a union", `[{op: add, path: /properties/target/anyOf/0, value: {type: "null"}}]`, "RootTarget is union{String string; Array []string; Object RootTargetObject; Null}"},
	{"wrap a member to allow null", `[{op: replace, path: /properties/list, value: {anyOf: [{type: "null"}, {type: array, items: {type: object, properties: {n: {type: integer}}}}]}}]`, "Root is struct{Shape *RootShape; Target *RootTarget; Source *RootSource; Label *RootLabel; Titled *RootTitled; Part *RootPart; List Nullable[[]RootListItem]; Status *RootStatus; HostName *string; Extra map[string]Value}"},
	{"wrap a branch in allOf", `[{op: replace, path: /properties/shape/oneOf/0, value: {allOf: [{type: object, required: [kind], properties: {kind: {const: circle}, r: {type: number}}}]}}]`, ""},
	{"move a branch to a definition", `[{op: add, path: /$defs/circle, value: {type: object, required: [kind], properties: {kind: {const: circle}, r: {type: number}}}}, {op: replace, path: /properties/shape/oneOf/0, value: {$ref: "#/$defs/circle"}}]`, lines(
		"RootShape is union{Circle Circle; Square RootShapeSquare}",
		"gone RootShapeCircle",
		"gone RootShapeCircleKind",
		"new Circle struct{Kind CircleKind; R *float64; Extra map[string]Value}",
		"new CircleKind enum string{Circle}",
	)},
	{"move a union to a definition", `[{op: move, from: /properties/shape, path: /$defs/shape}, {op: add, path: /properties/shape, value: {$ref: "#/$defs/shape"}}]`, lines(
		"Root is struct{Target *RootTarget; Source *RootSource; Label *RootLabel; Titled *RootTitled; Part *RootPart; List []RootListItem; Status *RootStatus; HostName *string; Shape *Shape; Extra map[string]Value}",
		"gone RootShape",
		"gone RootShapeCircle",
		"gone RootShapeCircleKind",
		"gone RootShapeSquare",
		"gone RootShapeSquareKind",
		"gone RootShapeSquareTint",
		"new Shape union{Circle ShapeCircle; Square ShapeSquare}",
		"new ShapeCircle struct{Kind ShapeCircleKind; R *float64; Extra map[string]Value}",
		"new ShapeCircleKind enum string{Circle}",
		"new ShapeSquare struct{Kind ShapeSquareKind; Side *Size; Tint *ShapeSquareTint; Extra map[string]Value}",
		"new ShapeSquareKind enum string{Square}",
		"new ShapeSquareTint struct{Hue *float64; Extra map[string]Value}",
	)},
	{"rename a definition", `[{op: move, from: /$defs/node, path: /$defs/knot}, {op: replace, path: /$defs/knot/properties/next/$ref, value: "#/$defs/knot"}, {op: replace, path: /properties/part/anyOf/0/$ref, value: "#/$defs/knot"}]`, lines(
		"gone Node",
		"RootPart is union{Knot Knot; Bool bool}",
		"new Knot struct{Next *Knot; Extra map[string]Value}",
	)},
	{"add a definition that wants a name that is taken", `[{op: add, path: /$defs/Node, value: {type: string, maxLength: 1}}]`, "new Node2 string"},
	{"add a definition that wants the name of a branch", `[{op: add, path: /$defs/root_shape_circle, value: {type: string, maxLength: 1}}]`, "new RootShapeCircle2 string"},
	{"add a definition", `[{op: add, path: /$defs/leaf, value: {type: object, properties: {x: {type: string}}}}]`, "new Leaf struct{X *string; Extra map[string]Value}"},
	{"add a member that wants a name that is taken", `[{op: add, path: /properties/hostName, value: {type: integer}}]`, "Root is struct{Shape *RootShape; Target *RootTarget; Source *RootSource; Label *RootLabel; Titled *RootTitled; Part *RootPart; List []RootListItem; Status *RootStatus; HostName *string; HostName2 *int64; Extra map[string]Value}"},
	{"add a plainer member", `[{op: add, path: /properties/_status, value: {type: integer}}]`, "Root is struct{Shape *RootShape; Target *RootTarget; Source *RootSource; Label *RootLabel; Titled *RootTitled; Part *RootPart; List []RootListItem; Status *RootStatus; HostName *string; UnderscoreStatus *int64; Extra map[string]Value}"},
	{"reorder members", `[{op: move, from: /properties/status, path: /properties/status}, {op: move, from: /properties/shape, path: /properties/shape}]`, ""},
	{"rename a member", `[{op: move, from: /properties/list, path: /properties/rows}]`, lines(
		"Root is struct{Shape *RootShape; Target *RootTarget; Source *RootSource; Label *RootLabel; Titled *RootTitled; Part *RootPart; Status *RootStatus; HostName *string; Rows []RootRowsItem; Extra map[string]Value}",
		"gone RootListItem",
		"new RootRowsItem struct{N *int64; Extra map[string]Value}",
	)},
	{"insert a value of an enum", `[{op: add, path: /properties/status/enum/0, value: ajar}]`, "RootStatus is enum string{Ajar, Open, Shut}"},
	{"insert a value that wants a constant that is taken", `[{op: add, path: /properties/status/enum/0, value: OPEN}]`, "RootStatus is enum string{Open2, Open, Shut}"},
	{"give a branch a Go name", `[{op: add, path: /properties/shape/oneOf/0/x-go-name, value: Disc}]`, lines(
		"RootShape is union{Disc Disc; Square RootShapeSquare}",
		"gone RootShapeCircle",
		"gone RootShapeCircleKind",
		"new Disc struct{Kind DiscKind; R *float64; Extra map[string]Value}",
		"new DiscKind enum string{Circle}",
		"told type RootShapeCircle is Disc now: x-go-name says so",
		"told type RootShapeCircleKind is DiscKind now: a branch of a union is called by what tells it apart",
	)},
	{"give a definition a Go name", `[{op: add, path: /$defs/node/x-go-name, value: Knot}]`, lines(
		"gone Node",
		"RootPart is union{Knot Knot; Bool bool}",
		"new Knot struct{Next *Knot; Extra map[string]Value}",
		"told type Node is Knot now: x-go-name says so",
	)},
	{"put a union into a union", `[{op: replace, path: /properties/part/anyOf/1, value: {oneOf: [{type: boolean}, {type: object, required: [z], properties: {z: {type: integer}}}]}}]`, lines(
		"RootPart is union{Node Node; BoolOrObject RootPartBoolOrObject}",
		"new RootPartBoolOrObject union{Bool bool; Object RootPartBoolOrObjectObject}",
		"new RootPartBoolOrObjectObject struct{Z int64; Extra map[string]Value}",
	)},
}

// lines joins the lines of an expectation.
func lines(list ...string) string { return strings.Join(list, "\n") }

// TestEvolutionOfNames edits a schema of which a package has been generated.
func TestEvolutionOfNames(t *testing.T) {
	before, _ := document.ReadYAML(source.NewFile("main.yaml", []byte(evolving)))
	old, manifest := generation(t, string(before.AppendJSON(nil)), nil)
	for _, e := range edits {
		t.Run(e.name, func(t *testing.T) {
			patch, ds := document.ReadYAML(source.NewFile("patch.yaml", []byte(e.patch)))
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			doc, _ := document.ReadYAML(source.NewFile("main.yaml", []byte(evolving)))
			after, ds := overlay.Apply(doc, patch)
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			now, again := generation(t, string(after.AppendJSON(nil)), manifest)
			if diff := cmp.Diff(e.want, now.since(old)); diff != "" {
				t.Error(diff)
			}
			// What was written is settled: the next run changes nothing.
			next, _ := generation(t, string(after.AppendJSON(nil)), again)
			if next.told = nil; next.since(now) != "" {
				t.Errorf("the next run: %s", next.since(now))
			}
		})
	}
}

// TestEvolutionKeepsMergedTypes: what several schemas say together of a member keeps
// the type that it had, though the member's own would hold it.
func TestEvolutionKeepsMergedTypes(t *testing.T) {
	const schema = `{"type": "object",
		"properties": {"from": {"$ref": "#/$defs/Ref"}, "to": {"$ref": "#/$defs/Ref"}},
		"patternProperties": {"^[ft]": {"type": "object", "properties": {"n": {"type": "integer"}}}},
		"$defs": {"Ref": {"type": "object", "properties": {"path": {"type": "string"}}}}}`
	old, _ := generation(t, schema, nil)
	now, _ := generation(t, schema, []byte(`{"schema": "main.json", "names": {"RootFrom": "main.json#/From"}}`))
	const want = "Root is struct{From *RootFrom; To *Ref; Matched map[string]RootValue; Extra map[string]Value}\n" +
		"new RootFrom struct{Path *string; N *int64; Extra map[string]Value}"
	if diff := cmp.Diff(want, now.since(old)); diff != "" {
		t.Error(diff)
	}
}

// TestEvolutionKeepsTypesOfReferences: a reference beside which a keyword says nothing keeps
// the type that it had.
func TestEvolutionKeepsTypesOfReferences(t *testing.T) {
	const schema = `{"type": "object", "properties": {"a": {"$ref": "#/$defs/L", "additionalProperties": true}, "b": {"$ref": "#/$defs/L", "additionalProperties": true}},
		"$defs": {"L": {"type": "object", "properties": {"x": {"type": "string"}}}}}`
	old, _ := generation(t, schema, nil)
	now, again := generation(t, schema, []byte(`{"schema": "main.json", "names": {"RootB": "main.json#/properties/b"}}`))
	const want = "Root is struct{A *L; B *RootB; Extra map[string]Value}\nnew RootB struct{X *string; Extra map[string]Value}"
	if diff := cmp.Diff(want, now.since(old)); diff != "" {
		t.Error(diff)
	}
	if next, _ := generation(t, schema, again); next.since(now) != "" {
		t.Errorf("the next run: %s", next.since(now))
	}
}

// TestEvolutionKeepsNamesOfSortedBranches: a branch that somebody has moved, and sorted
// the members of, is what it was.
func TestEvolutionKeepsNamesOfSortedBranches(t *testing.T) {
	const (
		as     = `{"type": "object", "properties": {"x": {"oneOf": [%s]}}}`
		before = `{"type": "object", "required": ["path", "target"], "properties": {"path": {"type": "string"}, "target": {"type": "string"}}},
			{"type": "object", "required": ["patch", "target"], "properties": {"patch": {"type": "string"}, "target": {"type": "string"}}},
			{"type": "object", "required": ["op", "path"], "properties": {"op": {"type": "string"}, "path": {"type": "string"}}}`
		after = `{"properties": {"op": {"type": "string"}, "path": {"type": "string"}}, "required": ["op", "path"], "type": "object"},
			{"properties": {"patch": {"type": "string"}, "target": {"type": "string"}}, "required": ["patch", "target"], "type": "object"},
			{"properties": {"path": {"type": "string"}, "target": {"type": "string"}}, "required": ["path", "target"], "type": "object"}`
	)
	old, manifest := generation(t, fmt.Sprintf(as, before), nil)
	now, _ := generation(t, fmt.Sprintf(as, after), manifest)
	const want = "RootX is union{Op RootXOp; Patch RootXPatch; Object RootXObject}"
	if diff := cmp.Diff(want, now.since(old)); diff != "" {
		t.Error(diff)
	}
}

// TestEvolutionKeepsNamesOfManyBranches: branches that nothing but their numbers tells
// apart keep those in the order of the schema, though their contents are others.
func TestEvolutionKeepsNamesOfManyBranches(t *testing.T) {
	schema := func(least int) string {
		var branches []string
		for i := range 12 {
			branches = append(branches, fmt.Sprintf(`{"type": "object", "properties": {"k": {"type": "integer", "minimum": %d}}}`, least+i))
		}
		return `{"properties": {"x": {"anyOf": [` + strings.Join(branches, ",") + `]}}}`
	}
	old, manifest := generation(t, schema(1), nil)
	now, _ := generation(t, schema(101), manifest)
	if diff := cmp.Diff(old.of["RootX"], now.of["RootX"]); diff != "" {
		t.Error(diff)
	}
}

// names are the Go names of a package with what they mean.
type meanings struct {
	of   map[string]string
	told []string // renames
}

// generation compiles a schema after a manifest.
func generation(t *testing.T, schema string, manifest []byte) (meanings, []byte) {
	t.Helper()
	return generationOf(t, map[string]string{"main.json": schema}, manifest)
}

// generationOf compiles main.json, which may refer to other files, after a manifest.
func generationOf(t *testing.T, files map[string]string, manifest []byte) (meanings, []byte) {
	t.Helper()
	p := config.Package{Schema: "main.json", Name: "p", Out: "p", Roots: []config.Root{{Name: "Root", Pointer: "#"}}}
	if manifest != nil {
		if ds := compiler.HoldNames(&p, "manifest", manifest); ds.HasErrors() {
			t.Fatal(ds)
		}
	}
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	results, ds := compiler.Compile(context.Background(), &workspace.Workspace{FS: fsys, Dir: "."}, config.Config{Packages: []config.Package{p}})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	m := meanings{of: map[string]string{}}
	for _, d := range results[0].Package.Decls {
		m.of[d.Name] = compiled.Shape(d)
	}
	for _, d := range ds {
		if d.Code == diag.Renamed {
			m.told = append(m.told, strings.TrimPrefix(d.Message, "the Go "))
		}
	}
	return m, results[0].Files[path.Join("p", output.ManifestName)]
}

// since says what is different from before.
func (m meanings) since(old meanings) string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(old.of)) {
		switch is, there := m.of[name]; {
		case !there:
			out = append(out, "gone "+name)
		case is != old.of[name]:
			out = append(out, fmt.Sprintf("%s is %s", name, is))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.of)) {
		if _, there := old.of[name]; !there {
			out = append(out, fmt.Sprintf("new %s %s", name, m.of[name]))
		}
	}
	for _, told := range m.told {
		out = append(out, "told "+told)
	}
	return strings.Join(out, "\n")
}
