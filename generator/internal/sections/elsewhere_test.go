package sections_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// TestMembersBehindReferences: sections find members, and what is said of them, through
// $ref and allOf, in the file, in others and in those of other packages.
func TestMembersBehindReferences(t *testing.T) {
	files := fstest.MapFS{
		"go.mod": {Data: []byte("module x\n")},
		"common.yaml": {Data: []byte(`
title: Common
type: object
required: [run_id]
properties:
  run_id: {$ref: "#/$defs/RunID"}
  phase: {enum: [draft, final]}
$defs:
  RunID: {type: string, pattern: "^r-[0-9]{3}$"}
  Label: {type: string, enum: [low, high]}
  Number: {type: integer}
  Turn: {type: object, properties: {turn_id: {type: string, pattern: "^t-[0-9]$"}, state: {enum: [is_open, is_shut]}}}
`)},
		"s.yaml": {Data: []byte(`
title: Note
allOf: [{$ref: "common.yaml"}, {$ref: "#/$defs/Base"}]
type: object
required: [note_id]
properties:
  label: {$ref: "common.yaml#/$defs/Label"}
  step: {allOf: [{$ref: "common.yaml#/$defs/Number"}, {minimum: 0}]}
  maybe: {anyOf: [{$ref: "#/$defs/ID"}, {type: "null"}]}
  parts: {allOf: [{$ref: "#/$defs/Parts"}]}
  words: {$ref: "#/$defs/Words"}
  deep: {$ref: "#/$defs/Deep"}
  turns: {type: array, items: {$ref: "common.yaml#/$defs/Turn"}}
$defs:
  Base: {type: object, properties: {note_id: {allOf: [{$ref: "#/$defs/ID"}]}}}
  Deep: {type: object, properties: {inner: {allOf: [{$ref: "#/$defs/Inner"}]}}}
  Inner: {type: object, properties: {inner_id: {$ref: "#/$defs/ID"}}}
  ID: {type: string, pattern: "^n-[0-9]{4}$"}
  Parts: {type: array, items: {type: string}}
  Words: {allOf: [{$ref: "#/$defs/Parts"}]}
storage_paths:
  note_file: "notes/{note_id}.json"
  run_file: "runs/{run_id}/{phase}/x.json"
  label_file: "l/{label}/{step:03d}.json"
  step_file: "s/{step}.json"
  maybe_file: "m/{maybe}.json"
  inner_file: "i/{inner_id}.json"
  turn_file: "t/{turn_id}.json"
state_transitions: {is_open: [is_shut], is_shut: []}
limits: {max_parts: 3, max_words: 2}
x-bindery:
  stores: {notes: {path: note_file}}
`)},
	}
	own := config.Package{Schema: "s.yaml", Name: "x", Out: "x", Roots: []config.Root{{Name: "Note", Pointer: "#"}}}
	other := config.Package{Schema: "common.yaml", Name: "common", Out: "common", Roots: []config.Root{{Name: "Common", Pointer: "#"}}}
	states := map[string]string{"a package": "func (x TurnState) MoveTo(", "two packages": "func (x TransitionState) MoveTo("}
	for name, packages := range map[string][]config.Package{"a package": {own}, "two packages": {own, other}} {
		made, ds := compiler.Generate(t.Context(), &workspace.Workspace{FS: files, Dir: "."}, config.Config{Packages: packages})
		for _, d := range ds {
			if d.Code == diag.PlaceholderUnbound || d.Code == diag.LimitUnbound || d.Severity == diag.Error {
				t.Errorf("%s: %v", name, d)
			}
		}
		for file, want := range map[string][]string{
			"x/paths.go": {
				"func NoteFileOf(x *Note)", "func RunFileOf(x *Note)", "func LabelFileOf(x *Note)", "func StepFileOf(x *Note)",
				"func MaybeFileOf(x *Note)", "func InnerFileOf(x *Note)", "func StepFile(step int64)",
				"match ^n-[0-9]{4}$", "must match ^r-[0-9]{3}$", `Pattern: "^t-[0-9]$"`,
			},
			"x/stores.go":      {"readNoteID"},
			"x/transitions.go": {states[name]},
			"x/limits.go":      {`"max_parts"`, `"max_words"`},
		} {
			for _, text := range want {
				if !strings.Contains(string(made[file]), text) {
					t.Errorf("%s: %s has no %s", name, file, text)
				}
			}
		}
	}
}

// TestLimitsOfFilesByReference: what a limit bounds in another file is said as in $ref.
func TestLimitsOfFilesByReference(t *testing.T) {
	for _, of := range []string{"a%20b/common.yaml#/properties/words", "./a%20b/common.yaml#/properties/words", "a b/common.yaml#/properties/words"} {
		files := fstest.MapFS{
			"s/a b/common.yaml": {Data: []byte("type: object\nproperties: {words: {type: array, items: {type: string}}}\n")},
			"s/s.yaml": {Data: []byte(`
title: Note
type: object
properties: {turn: {$ref: "a%20b/common.yaml"}}
limits: {max_spoken: 3}
x-bindery: {limits: {max_spoken: {measure: length, of: "` + of + `"}}}
`)},
		}
		p := config.Package{Schema: "s/s.yaml", Name: "x", Out: "x", Roots: []config.Root{{Name: "Note", Pointer: "#"}}}
		made, ds := compiler.Generate(t.Context(), &workspace.Workspace{FS: files, Dir: "."}, config.Config{Packages: []config.Package{p}})
		if !strings.Contains(string(made["x/limits.go"]), `c.AtMost("max_spoken"`) {
			t.Errorf("%s is not measured: %v", of, ds)
		}
	}
}

// TestLimitsOfSeveralHere: what a name says of several things of the schema, it does not say
// of another file's, unless the owner is there.
func TestLimitsOfSeveralHere(t *testing.T) {
	files := fstest.MapFS{
		"common.yaml": {Data: []byte(`
type: object
properties: {notes: {type: array, items: {type: string}}, tree: {$ref: "#/$defs/Tree"}}
$defs:
  Tree: {type: object, properties: {notes: {type: array}, kids: {type: array, items: {$ref: "#/$defs/Tree"}}}}
`)},
		"s.yaml": {Data: []byte(`
title: Note
type: object
properties: {a: {$ref: "#/$defs/A"}, b: {$ref: "#/$defs/B"}, c: {$ref: "common.yaml"}}
limits: {max_notes: 1, max_depth: 2, max_notes_per_tree: 1, max_kids_per_tree: 1}
$defs:
  A: {type: object, properties: {notes: {type: array}, a: {$ref: "#/$defs/A"}}}
  B: {type: object, properties: {notes: {type: array}, b: {$ref: "#/$defs/B"}}}
`)},
	}
	p := config.Package{Schema: "s.yaml", Name: "x", Out: "x", Roots: []config.Root{{Name: "Note", Pointer: "#"}}}
	_, ds := compiler.Generate(t.Context(), &workspace.Workspace{FS: files, Dir: "."}, config.Config{Packages: []config.Package{p}})
	var unbound []string
	for _, d := range ds {
		if d.Code == diag.LimitUnbound {
			unbound = append(unbound, strings.Fields(d.Message)[1])
		}
	}
	if diff := cmp.Diff([]string{"max_notes", "max_depth"}, unbound); diff != "" {
		t.Error(diff)
	}
}
