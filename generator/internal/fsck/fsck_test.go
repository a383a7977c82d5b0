package fsck_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/fsck"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/storage"
)

const schemaText = `
title: Note
type: object
required: [id]
properties:
  id: { type: string, pattern: "^n[0-9]+$" }
  values: { type: array, items: { $ref: "#/$defs/Held" } }
$defs:
  Held: { type: object, properties: { v: true } }
storage_paths: { note: "n/{id}/note.json", log: "n/{id}/log.jsonl", data: "n/{id}/data/", index: n/index.json }
limits: { max_v_size_bytes: 8 }
x-bindery:
  limits: { max_v_size_bytes: { measure: size, of: "#/$defs/Held/properties/v", effect: spill } }
  lines: { log: "#/$defs/Held" }
  stores:
    notes:
      path: note
      spill: { limit: max_v_size_bytes, path: data, of: "#/$defs/Held", value: /v, in: /values, prefix: "see:" }
      index: { path: index, head: { version: "1" }, entries: notes, key: id, when: /draft, members: { id: /id } }
`

// check checks a directory as another file system shows it.
func check(t *testing.T, dir string, as fs.FS, fix bool) []string {
	t.Helper()
	return checkBy(t, schemaText, dir, as, fix)
}

// checkBy is check with a schema of its own.
func checkBy(t *testing.T, schema, dir string, as fs.FS, fix bool) []string {
	t.Helper()
	return checkFrom(t, fstest.MapFS{"note.yaml": {Data: []byte(schema)}}, config.Config{Packages: []config.Package{{
		Schema: "note.yaml", Name: "note", Out: "note", Roots: []config.Root{{Name: "Note", Pointer: "#"}},
	}}}, dir, as, fix)
}

// checkFrom is check with a configuration and its schemas.
func checkFrom(t *testing.T, schemas fs.FS, of config.Config, dir string, as fs.FS, fix bool) []string {
	t.Helper()
	w := &workspace.Workspace{FS: schemas, Dir: "."}
	results, ds := compiler.Compile(context.Background(), w, of)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	root, err := storage.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	ds, err = fsck.Check(fsck.Root{
		Workspace: w, FS: as, Storage: root, Fix: fix, Name: func(file string) (string, error) { return file, nil },
	}, results)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, d := range ds {
		found = append(found, fmt.Sprintf("%s %s", d.Pos.File, d.Message))
	}
	return found
}

func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// changing is a file system in which something fails, and which counts.
type changing struct {
	fs.FS
	failing map[string]error
	reads   map[string]int
}

func (c changing) ReadFile(name string) ([]byte, error) {
	c.reads[name]++
	if err := c.failing[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return fs.ReadFile(c.FS, name)
}

func (c changing) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := c.failing[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return fs.ReadDir(c.FS, name)
}

func TestFilesChangeMeanwhile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"n/n1/note.json": `{"id": "n1", "draft": 1}`, "n/n2/note.json": `{"id": 2}`, "n/n2/log.jsonl": "1\n", "n/n3/note.json": `{}`,
		"n/n4/note.json": `{}`, "n/n5/note.json": `{"id": "n5", "draft": 1}`, "n/index.json": `{"version": "1", "notes": [{"id": "n1"}, {"id": "n5"}]}`,
	})
	got := check(t, dir, changing{os.DirFS(dir), map[string]error{
		"n/n2/note.json": fs.ErrNotExist, "n/n2/log.jsonl": fs.ErrNotExist, "n/n3": fs.ErrNotExist, "n/n4": fs.ErrPermission,
		"n/n5/data": fs.ErrPermission,
	}, map[string]int{}}, false)
	want := []string{"n/n4 the directory cannot be read: permission denied"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	got = check(t, dir, changing{os.DirFS(dir), map[string]error{"n/n1/note.json": fs.ErrPermission}, map[string]int{}}, false)
	if !slices.Contains(got, "n/n1/note.json the file cannot be read: permission denied") {
		t.Errorf("%q", got)
	}
}

// TestDocumentsOfOneDirectory have their values beside each other.
func TestDocumentsOfOneDirectory(t *testing.T) {
	schema := strings.NewReplacer("n/{id}/note.json", "n/{id}.json", "n/{id}/data/", "n/{id}-data/", "n/{id}/log.jsonl", "n/{id}.jsonl").Replace(schemaText)
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"n/n1.json": `{"id": "n1"}`, "n/n2.json": `{"id": "n2"}`,
		"n/n1-data/v.json": "1", "n/n2-data/v.json": "1", "n/n2-data/w.json": "1",
	})
	got := checkBy(t, schema, dir, os.DirFS(dir), false)
	want := []string{
		"n/n1-data/v.json nothing refers to this file",
		"n/n2-data/v.json nothing refers to this file",
		"n/n2-data/w.json nothing refers to this file",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWhatOtherDocumentsReferToIsKept has a document without files of its own, which
// shares those of a store.
func TestWhatOtherDocumentsReferToIsKept(t *testing.T) {
	schema := strings.NewReplacer(
		"index: n/index.json", `index: n/index.json, shared: "s/{id}.json"`,
		"  stores:\n", "  stores:\n    shared: { path: shared }\n",
	).Replace(schemaText)
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"s/n1.json":        `{"id": "n1", "values": [{"v": "see:n/n2/data/v.json"}]}`,
		"n/n2/data/v.json": "1",
		"n/n2/data/w.json": "1",
		"n/n3/data/v.json": "1",
	})
	want := []string{
		"n/n2/data/w.json nothing refers to this file",
		"n/n3/data/v.json nothing refers to this file",
	}
	got := checkBy(t, schema, dir, os.DirFS(dir), false)
	if got = slices.DeleteFunc(got, func(s string) bool { return !strings.Contains(s, "refers") }); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := os.Symlink("elsewhere.json", filepath.Join(dir, "s/n4.json")); err != nil {
		t.Fatal(err)
	}
	for i := range want {
		want[i] = strings.Replace(want[i], "nothing", "nothing that could be read", 1)
	}
	got = checkBy(t, schema, dir, os.DirFS(dir), false)
	if got = slices.DeleteFunc(got, func(s string) bool { return !strings.Contains(s, "refers") }); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestScopesOfSeveralStores has a scope that two stores share: its values are in the files
// of the store that wrote them.
func TestScopesOfSeveralStores(t *testing.T) {
	const schema = `
title: Note
type: object
required: [id]
properties:
  id: {type: string, pattern: "^note-[a-f0-9]{4}$"}
  vars: {type: object, additionalProperties: {$ref: "#/$defs/Var"}}
$defs: {Var: {type: object, properties: {value: {type: [string, number]}, scope: {type: string}}}}
storage_paths: {a: "a/{id}/note.json", a_data: "a/{id}/data/", b: "b/{id}/note.json", b_data: "b/{id}/data/", all: "all.json"}
limits: {max_value_bytes: 8}
x-bindery:
  limits: {max_value_bytes: {measure: size, of: "#/$defs/Var/properties/value", effect: spill}}
  stores:
    as:
      path: a
      spill: {limit: max_value_bytes, path: a_data, of: "#/$defs/Var", value: /value, in: /vars, prefix: "file:"}
      variables: {of: "#/$defs/Var", in: /vars, value: /value, scopes: {by: /scope, stores: {all: every}}}
    bs:
      path: b
      spill: {limit: max_value_bytes, path: b_data, of: "#/$defs/Var", value: /value, in: /vars, prefix: "file:"}
      variables: {of: "#/$defs/Var", in: /vars, value: /value, scopes: {by: /scope, stores: {all: every}}}
    every: {path: all}
`
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"all.json": `{"id": "note-0001", "vars": {"a": {"value": "file:a/note-0001/data/v.json"}, "b": {"value": "file:b/note-0001/data/v.json"}, ` +
			`"c": {"value": "file:b/note-0001/data/w.json"}, "d": {"value": "file:c/note-0001/data/v.json"}}}`,
		"a/note-0001/data/v.json": "1",
		"b/note-0001/data/v.json": "1",
	})
	want := []string{
		"all.json file:b/note-0001/data/w.json does not exist",
		"all.json file:c/note-0001/data/v.json is not a file of this document",
	}
	if got := checkBy(t, schema, dir, os.DirFS(dir), false); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestEachFileIsReadAFewTimes wants a time that grows with the number of files.
func TestEachFileIsReadAFewTimes(t *testing.T) {
	dir := t.TempDir()
	files, named, want := map[string]string{}, []string{}, []string{}
	for i := range 300 {
		id, value := fmt.Sprint("n", i), fmt.Sprintf("n/n0/data/sha256-%d.json", i)
		files["n/"+id+"/note.json"] = fmt.Sprintf(`{"id": %q}`, id)
		files[value] = "1"
		if i%2 == 0 {
			named = append(named, fmt.Sprintf(`{"w": "see:%s"}`, value))
		} else {
			want = append(want, value+" nothing refers to this file")
		}
	}
	files["n/n0/note.json"] = `{"id": "n0", "values": [` + strings.Join(named, ",") + `]}`
	files["n/n0/data/my own.txt"], files["n/n0/log.jsonl"] = "", `{"v": "n/n0/data/my own.txt"}`+"\n"
	write(t, dir, files)
	seen := changing{os.DirFS(dir), nil, map[string]int{}}
	got := check(t, dir, seen, false)
	got = slices.DeleteFunc(got, func(s string) bool { return s == "n/index.json the index is missing" })
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	for name, n := range seen.reads {
		if n > 3 {
			t.Errorf("%s is read %d times", name, n)
		}
	}
}

func TestNoIndexIsMissedWhereItWouldBeEmpty(t *testing.T) {
	dir := t.TempDir()
	if got := check(t, dir, os.DirFS(dir), false); len(got) > 0 {
		t.Errorf("%q", got)
	}
	write(t, dir, map[string]string{"n/n1/note.json": `{"id": "n1", "draft": true}`})
	if got, want := check(t, dir, os.DirFS(dir), false), []string{"n/index.json the index is missing"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	write(t, dir, map[string]string{"n/n1/note.json": `{"id": "n1"}`})
	if got := check(t, dir, os.DirFS(dir), false); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

func TestFixKeepsWhatAnIndexSaysBesideItsEntries(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"n/n1/note.json": `{"id": "n1", "draft": 1}`, "n/index.json": `{"version": "0", "mine": [1], "notes": []}`,
	})
	if got := check(t, dir, os.DirFS(dir), true); len(got) > 0 {
		t.Errorf("%q", got)
	}
	text, err := os.ReadFile(filepath.Join(dir, "n/index.json"))
	if want := `{"version":"1","mine":[1],"notes":[{"id":"n1"}]}`; err != nil || string(text) != want {
		t.Errorf("%s %v, want %s", text, err, want)
	}
}

// meanwhile is a file system in which something else happens before a file is read.
type meanwhile struct {
	fs.FS
	file string
	do   func()
}

func (m meanwhile) ReadFile(name string) ([]byte, error) {
	if name == m.file {
		m.do()
	}
	return fs.ReadFile(m.FS, name)
}

// TestFixKeepsWhatIsWrittenMeanwhile has a writer that comes between the documents and
// the index, and one that has died over a sweep.
func TestFixKeepsWhatIsWrittenMeanwhile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"n/n1/note.json": `{"id": "n1", "draft": 1}`, "n/index.json.lock": "sweep/X\n"})
	got := check(t, dir, meanwhile{os.DirFS(dir), "n/index.json", func() {
		write(t, dir, map[string]string{
			"n/n2/note.json": `{"id": "n2", "draft": 1}`, "n/n3/note.json": `{"id": "n4", "draft": 1}`, "n/n5/note.json": `{"id": 5}`,
			"n/index.json": `{"version": "1", "notes": [{"id": "n2"}]}`,
		})
	}}, true)
	if len(got) > 0 {
		t.Errorf("%q", got)
	}
	for name, want := range map[string]string{"n/index.json": `{"version":"1","notes":[{"id":"n1"},{"id":"n2"}]}`, "n/index.json.lock": ""} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != want {
			t.Errorf("%s: %s %v, want %s", name, text, err, want)
		}
	}
}

// TestFixLeavesIndexesOfWhatIsHidden has links, files and directories that fsck does not
// read in the place of documents, and of directories around them.
func TestFixLeavesIndexesOfWhatIsHidden(t *testing.T) {
	const index = `{"version": "1", "notes": [{"id": "n1"}, {"id": "n2"}]}`
	move := func(from, to string) func(dir string) error {
		return func(dir string) error {
			from := filepath.Join(dir, from)
			if err := os.Rename(from, filepath.Join(dir, "elsewhere")); err != nil {
				return err
			}
			return os.Symlink(to, from)
		}
	}
	for at, hide := range map[string]func(dir string) error{
		"n":              move("n", "elsewhere"),
		"n/n1":           move("n/n1", "../elsewhere"),
		"n/n1/note.json": move("n/n1/note.json", "../../elsewhere"),
		"n/n2/note.json": func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "n/n2/note.json"), []byte("["+strings.Repeat("1,", 2_000_000)+"1]"), 0o600)
		},
		"n/n2": func(string) error { return nil },
	} {
		dir := t.TempDir()
		write(t, dir, map[string]string{
			"n/n1/note.json": `{"id": "n1", "draft": 1}`, "n/n2/note.json": `{"id": "n2", "draft": 1}`, "n/index.json": index,
		})
		if err := hide(dir); err != nil {
			t.Fatal(err)
		}
		failing := map[string]error{}
		if at == "n/n2" {
			failing[at] = fs.ErrPermission
		}
		got := check(t, dir, changing{os.DirFS(dir), failing, map[string]int{}}, true)
		if !slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "n/index.json the index does not say") }) {
			t.Errorf("%s: %q", at, got)
		}
		if text, err := os.ReadFile(filepath.Join(dir, "n/index.json")); err != nil || string(text) != index {
			t.Errorf("%s: %s %v", at, text, err)
		}
	}
}

// TestWhatStoresWriteBesideDocuments has what makes all that follows fail.
func TestWhatStoresWriteBesideDocuments(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"n/n1/note.json": `{"id": "n1"}`, "n/n1/note.json.reserved": "garbage",
		"n/n2/note.json": `{"id": "n2"}`, "n/n2/note.json.reserved": "",
		"n/n3/note.json": `{"id": "n3"}`, "n/n3/note.json.reserved": `[{"id": "1"}]`,
	})
	for _, name := range []string{"n/index.json.lock", "n/n4/note.json.reserved"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	got := check(t, dir, os.DirFS(dir), true)
	want := []string{
		"n/index.json.lock this is a directory, and should be a file",
		"n/n4/note.json.reserved this is a directory, and should be a file",
		"n/n1/note.json.reserved the reservations of the budget cannot be read: ",
		"n/n2/note.json.reserved the reservations of the budget cannot be read: ",
	}
	if !slices.EqualFunc(got, want, strings.HasPrefix) {
		t.Errorf("got %q, want %q", got, want)
	}
}
