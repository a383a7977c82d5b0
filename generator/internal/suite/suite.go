// Package suite reads the official JSON Schema Test Suite for tests: the copy
// beside the checkout or else the part of it that another module carries. Only
// tests import it.
package suite

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	_ "github.com/google/jsonschema-go/jsonschema" // its test data: requiring it brings it here

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Drafts are the drafts in the order of their release, by directory.
var Drafts = []struct {
	Dir   string
	Draft schema.Draft
}{
	{"draft4", schema.Draft4},
	{"draft6", schema.Draft6},
	{"draft7", schema.Draft7},
	{"draft2019-09", schema.Draft2019},
	{"draft2020-12", schema.Draft2020},
}

// RemotesPrefix is where the suite's schemas find its remote documents.
const RemotesPrefix = "http://localhost:1234/"

// Suite is a copy of the suite. Complete tells that no draft is missing.
type Suite struct {
	tests, remotes string
	Complete       bool
}

// Find returns the suite that lies beside the repository, or else the part of
// it (2020-12 and draft 7) that google/jsonschema-go has among its test data.
func Find(t testing.TB) Suite {
	t.Helper()
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}").Output()
	if err != nil {
		t.Fatalf("no module: %v", err)
	}
	beside := filepath.Join(strings.TrimSpace(string(root)), "..", "shared", "json-schema-test-suite")
	if _, err := os.Stat(beside); err == nil {
		return Suite{filepath.Join(beside, "tests"), filepath.Join(beside, "remotes"), true}
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		t.Fatalf("no copy of the suite: %v", err)
	}
	dir := filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "testdata")
	return Suite{dir, filepath.Join(dir, "remotes"), false}
}

// Remotes loads the suite's remote documents.
func (s Suite) Remotes() schema.Loader {
	return schema.Directory{Prefix: RemotesPrefix, FS: os.DirFS(s.remotes), Name: "remotes/"}
}

// RemotesDir is the directory of the remote documents.
func (s Suite) RemotesDir() string { return s.remotes }

// Has reports whether the copy has a file of tests ("draft7/ref.json").
func (s Suite) Has(file string) bool {
	_, err := os.Stat(filepath.Join(s.tests, filepath.FromSlash(file)))
	return err == nil
}

// Group is a schema with its tests.
type Group struct {
	// Name is "draft/file: description", File the part before the colon.
	Name, File string
	Draft      schema.Draft
	// Optional tells the tests that an implementation may fail.
	Optional bool
	// AssertFormat: format has to be an assertion here.
	AssertFormat bool
	Schema       *document.Node
	Tests        []Test
}

// Test is one instance with the verdict that is wanted.
type Test struct {
	Name  string // description
	Data  *document.Node
	Valid bool
}

// Groups reads all tests of one draft, in the order of their paths.
func (s Suite) Groups(t testing.TB, dir string, draft schema.Draft) []Group {
	t.Helper()
	root := filepath.Join(s.tests, dir)
	if _, err := os.Stat(root); err != nil {
		return nil // the copy has not all drafts
	}
	var groups []Group
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".json") {
			groups = append(groups, s.read(t, path, draft)...)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

func (s Suite) read(t testing.TB, path string, draft schema.Draft) []Group {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	doc, ds := document.ReadJSON(source.NewFile(filepath.Base(path), data))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	rel, err := filepath.Rel(s.tests, path)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.ToSlash(rel)
	var groups []Group
	for _, n := range doc.Items {
		g := Group{
			Name: file + ": " + n.Get("description").Text, File: file, Draft: draft,
			Optional:     strings.Contains(file, "optional/"),
			AssertFormat: strings.Contains(file, "optional/format/"),
			Schema:       n.Get("schema"),
		}
		for _, test := range n.Get("tests").Items {
			g.Tests = append(g.Tests, Test{test.Get("description").Text, test.Get("data"), test.Get("valid").Bool})
		}
		groups = append(groups, g)
	}
	return groups
}
