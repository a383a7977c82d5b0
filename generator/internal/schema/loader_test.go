package schema_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

func TestDirectory(t *testing.T) {
	files := fstest.MapFS{
		"a.json":         {Data: []byte(`"a.json"`)},
		"sub/b.yaml":     {Data: []byte(`b.yaml`)},
		"sub/c":          {Data: []byte(`"c"`)},
		"sub/c.json":     {Data: []byte(`"c.json"`)},
		"with space.yml": {Data: []byte(`space`)},
		"broken.json":    {Data: []byte(`{`)},
	}
	d := schema.Directory{Prefix: "https://x.test/v1", FS: files, Name: "lib/"}
	for uri, want := range map[string]string{
		"https://x.test/v1/a.json":       "a.json",
		"https://x.test/v1/sub/b":        "b.yaml",
		"https://x.test/v1/sub/c":        "c",
		"https://x.test/v1/with%20space": "space",
	} {
		doc, ds, err := d.Load(uri)
		if err != nil || len(ds) > 0 || doc.Text != want {
			t.Errorf("%s: %v %v %v, want %s", uri, doc, ds, err, want)
		}
	}
	for _, uri := range []string{
		"https://x.test/v1/none", "https://x.test/v10/a.json", "https://x.test/a.json", "https://x.test/v1/", "https://x.test/v1",
		"https://x.test/v1/sub", "https://x.test/v1/../a.json", "https://x.test/v1/%2e%2e/a.json", "https://x.test/v1//etc",
	} {
		if doc, _, err := d.Load(uri); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v, %v", uri, doc, err)
		}
	}
	if doc, ds, err := d.Load("https://x.test/v1/broken.json"); err != nil || doc != nil || !ds.HasErrors() || ds[0].Pos.File != "lib/broken.json" {
		t.Errorf("broken: %v %v %v", doc, ds, err)
	}
}

// TestOneFileUnderTwoURIs: a file that is reached by its path and by a mapped
// prefix is one file.
func TestOneFileUnderTwoURIs(t *testing.T) {
	files := fstest.MapFS{
		"main.yaml":  {Data: []byte("allOf: [{$ref: lib/a.yaml}, {$ref: 'https://x.test/a.yaml'}]")},
		"lib/a.yaml": {Data: []byte("$id: https://y.test/a\ntype: string\nminLength: -1")},
	}
	g, ds := schema.Build([]schema.Entry{{URI: "file:///main.yaml"}}, schema.Options{Loader: schema.Loaders{
		schema.Directory{Prefix: "file:///", FS: files},
		schema.Directory{Prefix: "https://x.test/", FS: sub(t, files, "lib"), Name: "lib/"},
	}})
	if len(ds) != 1 || ds[0].Code != diag.BadKeyword {
		t.Errorf("%v", ds)
	}
	if refs := g.Roots[0].AllOf; refs[0].Refs[0].Target != refs[1].Refs[0].Target {
		t.Error("two nodes for one place")
	}
}

func sub(t *testing.T, files fs.FS, dir string) fs.FS {
	t.Helper()
	s, err := fs.Sub(files, dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// failing is a loader that finds a file and cannot read it.
type failing struct{ fs.FS }

func (failing) Open(name string) (fs.File, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

// TestInheritedDialect: a document without $schema is read in the dialect of
// the one that refers to it, here one in which $ref hides its siblings.
func TestInheritedDialect(t *testing.T) {
	files := fstest.MapFS{
		"main.json":     {Data: []byte(`{"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "plain.json"}`)},
		"plain.json":    {Data: []byte(`{"$ref": "declared.json", "type": "string"}`)},
		"declared.json": {Data: []byte(`{"$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "#/$defs/a", "type": "string", "$defs": {"a": {}}}`)},
	}
	g, ds := schema.Build([]schema.Entry{{URI: "file:///main.json"}}, schema.Options{Loader: schema.Directory{Prefix: "file:///", FS: files}})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	plain := g.Roots[0].Refs[0].Target
	if plain.Types != 0 || plain.Dialect.Draft != schema.Draft7 {
		t.Errorf("plain.json is read as %v with the types %v", plain.Dialect.Draft, plain.Types)
	}
	if declared := plain.Refs[0].Target; declared.Types != schema.String || declared.Dialect.Draft != schema.Draft2020 {
		t.Errorf("declared.json is read as %v with the types %v", declared.Dialect.Draft, declared.Types)
	}
}

func TestUnreadableFilesAreLocated(t *testing.T) {
	loader := schema.Loaders{
		documents(t, map[string]string{"": `{"items": {"$ref": "locked/a.json"}, "contains": {"$ref": "broken/a.json"}, "not": {"$ref": "broken/a.json#/x"}}`}),
		schema.Directory{Prefix: "https://bindery.test/dir/locked/", FS: failing{}},
		schema.Directory{Prefix: "https://bindery.test/dir/broken/", FS: fstest.MapFS{"a.json": {Data: []byte("{\n]")}}},
	}
	_, ds := schema.Build([]schema.Entry{{URI: mainURI}}, schema.Options{Loader: loader})
	want := []string{
		"1:20 B0206 https://bindery.test/dir/locked/a.json: open a.json: permission denied",
	}
	var got []string
	for _, line := range summary(ds) {
		if line != "" && line[0] == '1' {
			got = append(got, line)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	syntax := 0
	for _, d := range ds {
		if d.Pos.File == "a.json" && d.Pos.Line == 2 {
			syntax++
		}
	}
	if syntax != 1 {
		t.Errorf("the broken file is reported %d times: %v", syntax, ds)
	}
}
