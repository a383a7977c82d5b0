package sections_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// pathForm is one form of a storage path: a schema, Go code that uses what is
// generated from it as package p, and what that code shows.
type pathForm struct {
	name   string
	schema string
	code   string
	want   []string
}

const pathProperties = `
title: Doc
type: object
properties:
  state_id: {type: string, pattern: "^state-[a-f0-9]{8}$"}
  tree_id: {type: string, pattern: "^tree-[a-f0-9]{8}$", nullable: true}
  session_id: {type: string}
  loop_id: {type: string, pattern: "^ralph-[a-z0-9-]+-[a-f0-9]{8}$"}
  round: {type: integer}
  kind: {enum: [fast, slow]}
  free: {type: string, pattern: "."}
  inner: {type: object, properties: {agent: {type: string}}}
`

var pathForms = []pathForm{
	{
		name:   "file by a pattern",
		schema: `storage_paths: {state_file: ".x/{state_id}/state.json"}`,
		code: `
			show(p.StateFile("state-a1b2c3d4"))
			show(p.StateFile("state-A1B2C3D4"))
			show(p.ParseStateFile(".x/state-a1b2c3d4/state.json"))
			show(p.ParseStateFile(".x/state-zz/state.json"))
			show(p.StateFileOf(&p.Root{StateID: ptr("state-a1b2c3d4")}))
			show(p.StateFileOf(&p.Root{}))
			show(p.StateFileOf(nil))`,
		want: []string{
			".x/state-a1b2c3d4/state.json, nil",
			`, storage: path ".x/{state_id}/state.json": state_id "state-A1B2C3D4" does not match ^state-[a-f0-9]{8}$`,
			"state-a1b2c3d4, nil",
			`, storage: ".x/state-zz/state.json" is not of the form ".x/{state_id}/state.json"`,
			".x/state-a1b2c3d4/state.json, nil",
			`, storage: path ".x/{state_id}/state.json": state_id "" is absent or null`,
			`, storage: path ".x/{state_id}/state.json": state_id "" has no document to come from: it is nil`,
		},
	},
	{
		name:   "null is not an argument",
		schema: `scopes: {tree: {storage: ".x/{tree_id}/s.json"}}`,
		code: `
			show(p.ScopeTreeFileOf(&p.Root{TreeID: optional.Null[string]()}))
			show(p.ScopeTreeFileOf(&p.Root{TreeID: optional.Of("tree-00000000")}))
			show(p.ScopeTreeFile(""))`,
		want: []string{
			`, storage: path ".x/{tree_id}/s.json": tree_id "" is absent or null`,
			".x/tree-00000000/s.json, nil",
			`, storage: path ".x/{tree_id}/s.json": tree_id "" is empty`,
		},
	},
	{
		name:   "arguments called as what the functions use",
		schema: `storage_paths: {a_file: "a/{lines}/{root}/{iter}.jsonl", b_file: "b/{line}/{storage}/{s}.json", c_file: "c/{err}/{data}/{strconv}.jsonl"}`,
		code: `
			show(p.AFile("x", "y", "z"))
			show(p.ParseBFile("b/x/y/z.json"))
			show(p.CFile("x", "y", "z"))`,
		want: []string{"a/x/y/z.jsonl, nil", "x, y, z, nil", "c/x/y/z.jsonl, nil"},
	},
	{
		name:   "a pattern that matches anything still needs a safe segment",
		schema: `storage: {free_file: "{free}.json"}`,
		code: `
			show(p.FreeFile("déjà vu"))
			show(p.FreeFile("../x"))`,
		want: []string{`déjà vu.json, nil`, `, storage: path "{free}.json": free "../x" contains a step to another directory`},
	},
	{
		name:   "no property, several in a segment",
		schema: `storage: {log: "{workflow}-{timestamp}.json", month_dir: "{year}-{month}/"}`,
		code: `
			show(p.LogFile("w", "2026-01-25T15-00-00Z"))
			show(p.ParseLogFile("w-t.json"))
			show(p.ParseLogFile("a-b-c.json"))
			show(p.MonthDir("2026", "01"))
			show(p.ParseMonthDir("2026-01/"))`,
		want: []string{
			"w-2026-01-25T15-00-00Z.json, nil", "w, t, nil",
			`, , storage: "a-b-c.json" can be read in several ways as "{workflow}-{timestamp}.json"`,
			"2026-01/, nil", "2026, 01, nil",
		},
	},
	{
		name:   "numbers",
		schema: `storage: {round: "r/{round}.json", step: "s/i-{iteration:03d}.json.gz"}`,
		code: `
			show(p.RoundFile(12))
			show(p.RoundFileOf(&p.Root{Round: ptr(int64(7))}))
			show(p.StepFile(7))
			show(p.StepFile(-7))
			show(p.ParseStepFile("s/i-007.json.gz"))
			show(p.ParseStepFile("s/i-7.json.gz"))
			show(p.ParseRoundFile("r/x.json"))`,
		want: []string{
			"r/12.json, nil", "r/7.json, nil", "s/i-007.json.gz, nil",
			`, storage: path "s/i-{iteration:03d}.json.gz": iteration "-7" does not match ^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$`,
			"7, nil",
			`0, storage: "s/i-7.json.gz" is not of the form "s/i-{iteration:03d}.json.gz"`,
			`0, strconv.ParseInt: parsing "x": invalid syntax`,
		},
	},
	{
		name:   "an enum is the argument's type",
		schema: `storage: {kind: "k/{kind}/"}`,
		code: `
			show(p.KindDir(p.RootKindFast))
			show(p.KindDir("other"))
			show(p.ParseKindDir("k/slow/"))`,
		want: []string{"k/fast/, nil", `, storage: path "k/{kind}/": kind "other" does not match the values of the schema`, "slow, nil"},
	},
	{
		name:   "hyphens and words of Go",
		schema: `storage: {a: "{loop-id}.json", b: "{type}/{func}/{type}.json", c: "{root}/{err}.md"}`,
		code: `
			show(p.AFile("ralph-x-0123abcd"))
			show(p.BFile("t", "f"))
			show(p.ParseBFile("t/f/u.json"))
			show(p.CFile("r", "e"))`,
		want: []string{"ralph-x-0123abcd.json, nil", "t/f/t.json, nil", `, , storage: "t/f/u.json" is not of the form "{type}/{func}/{type}.json"`, "r/e.md, nil"},
	},
	{
		name:   "directories, queries, home and names beside a directory",
		schema: `storage: {location: costs/, current: now.json, everything: "**/INDEX.md", tokens: "~/.config/x/{agent}/"}`,
		code: `
			show(p.LocationDir())
			show(p.CurrentFile())
			show(p.TokensDir("a"))
			show(p.TokensDirOf(&p.Root{}))
			show(p.ParseTokensDir("~/.config/x/a/"))
			show(p.ParseTokensDir(".config/x/a/"))
			show(p.ParseLocationDir("costs"))
			dir, _ := p.LocationDir()
			show(dir.File("a.json"))
			show(dir.File("../a.json"))
			dirName := must(os.MkdirTemp(os.Args[1], ""))
			for _, name := range []string{"INDEX.md", "a/b/INDEX.md", "a/other.md"} {
				os.MkdirAll(filepath.Dir(filepath.Join(dirName, name)), 0o777)
				os.WriteFile(filepath.Join(dirName, name), nil, 0o666)
			}
			root := must(storage.Open(dirName))
			for found, err := range root.Glob(p.EverythingGlob()) {
				show(found, err)
			}`,
		want: []string{
			"costs/, nil", "costs/now.json, nil", "~/.config/x/a/, nil",
			`, storage: path "~/.config/x/{agent}/": agent "" is absent or null`,
			"a, nil",
			`, storage: ".config/x/a/" is not of the form "~/.config/x/{agent}/"`,
			`storage: "costs" is not of the form "costs/"`,
			"costs/a.json, nil",
			`, storage: path "costs/{name}": name "../a.json" contains a step to another directory`,
			"INDEX.md, nil", "a/b/INDEX.md, nil",
		},
	},
	{
		name:   "a query with an argument",
		schema: `storage_paths: {loop_files: ".x/{loop_id}/*.json"}`,
		code: `
			dirName := must(os.MkdirTemp(os.Args[1], ""))
			for _, name := range []string{"ralph-a-00000001/1.json", "ralph-a-00000001/2.json", "ralph-b-00000001/1.json"} {
				os.MkdirAll(filepath.Dir(filepath.Join(dirName, ".x", name)), 0o777)
				os.WriteFile(filepath.Join(dirName, ".x", name), nil, 0o666)
			}
			root := must(storage.Open(dirName))
			for found, err := range root.Glob(must(p.LoopFilesGlob("ralph-a-00000001"))) {
				show(found, err)
			}
			_, err := p.LoopFilesGlob("ralph-*")
			show(err)`,
		want: []string{
			".x/ralph-a-00000001/1.json, nil", ".x/ralph-a-00000001/2.json, nil",
			`storage: path ".x/{loop_id}/*.json": loop_id "ralph-*" contains '*', which Windows forbids`,
		},
	},
	{
		name: "lines",
		schema: `
storage: {log: "{session_id}/log.jsonl", typed: t.jsonl}
x-bindery: {lines: {typed: "#/$defs/Entry"}}
$defs: {Entry: {type: object, required: [n], properties: {n: {type: integer, minimum: 1}}}}`,
		code: `
			root := must(storage.Open(must(os.MkdirTemp(os.Args[1], ""))))
			show(p.AppendLogFile(root, "s", map[string]int{"a": 1}))
			show(p.AppendLogFile(root, "../s", 1))
			for line, err := range p.LogFileLines[map[string]int](root, "s") {
				show(line, err)
			}
			for line, err := range p.LogFileLines[int](root, "/") {
				show(line, err)
			}
			show(p.AppendTypedFile(root, &p.Entry{N: 4}))
			show(p.AppendTypedFile(root, &p.Entry{}) != nil)
			typed, _ := p.TypedFile()
			show(root.Append(typed, []byte("{}\n{\"n\":5}\n{\"n\":")))
			for line, err := range p.TypedFileLines(root) {
				show(line.N, err)
			}`,
		want: []string{
			"nil", `storage: path "{session_id}/log.jsonl": session_id "../s" contains a step to another directory`,
			"map[a:1], nil", `0, storage: path "{session_id}/log.jsonl": session_id "/" contains a separator`,
			"nil", "true", "nil", "4, nil", `0, t.jsonl:2: 1:1: the property "n" is missing`, "5, nil",
		},
	},
	{
		name:   "what is not a path stays data",
		schema: `storage: {a: a.json, format: json, retention_days: -1, ratio: 0.5, auto: true, keep: {mode: latest}}`,
		code: `
			show(p.StorageFormat, p.StorageRetentionDays, p.StorageRatio, p.StorageAuto, p.StorageKeepMode)
			show(p.SchemaAt("/storage/keep"))`,
		want: []string{"json, -1, 0.5, true, latest", `{"mode":"latest"}, true`},
	},
	{
		name:   "nested sections",
		schema: `cross: {storage: {location: "c/", index: i.json}}`,
		code:   `show(p.CrossIndexFile())`,
		want:   []string{"c/i.json, nil"},
	},
}

// TestPathForms builds one program of all forms and compares what it shows. It stands
// beside the tests of other sections that need the whole compiler: in a package that
// has tests inside of it, all between that package and the compiler is compiled anew.
func TestPathForms(t *testing.T) {
	var snippets []compiled.Snippet
	for _, f := range pathForms {
		snippets = append(snippets, compiled.Snippet{Name: f.name, Schema: pathProperties + f.schema, Code: f.code})
	}
	imports := []string{
		"github.com/bindery-go/bindery/runtime/optional optional.Nullable[int]",
		"github.com/bindery-go/bindery/runtime/storage storage.Path",
		"os os.File", "path/filepath filepath.WalkFunc",
	}
	for i, lines := range compiled.Show(t, imports, snippets) {
		t.Run(pathForms[i].name, func(t *testing.T) {
			if diff := cmp.Diff(pathForms[i].want, lines); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
