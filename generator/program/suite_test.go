package program_test

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	_ "github.com/google/jsonschema-go/jsonschema" // its test data: requiring it brings it here

	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/program"
	"github.com/bindery-go/bindery/generator/schema"
	"github.com/bindery-go/bindery/generator/source"
	"github.com/bindery-go/bindery/runtime/validate"
)

// suite is a copy of the official JSON Schema Test Suite.
type suite struct{ tests, remotes string }

// findSuite returns the suite that lies beside the repository or else the part
// of it (2020-12 and draft 7) that google/jsonschema-go has among its test data.
func findSuite(t *testing.T) suite {
	const beside = "../../../shared/json-schema-test-suite"
	if _, err := os.Stat(beside); err == nil {
		return suite{beside + "/tests", beside + "/remotes"}
	}
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/google/jsonschema-go").Output()
	if err != nil {
		t.Fatalf("no copy of the suite: %v", err)
	}
	dir := filepath.Join(strings.TrimSpace(string(out)), "jsonschema", "testdata")
	return suite{dir, filepath.Join(dir, "remotes")}
}

// drafts are the drafts in the order of their release, by directory.
var drafts = []struct {
	dir   string
	draft schema.Draft
}{
	{"draft4", schema.Draft4},
	{"draft6", schema.Draft6},
	{"draft7", schema.Draft7},
	{"draft2019-09", schema.Draft2019},
	{"draft2020-12", schema.Draft2020},
}

// misses lists the optional tests that fail, "draft/file: group: test" or a
// prefix of it, with the reason. An entry that matches no failing test fails
// the test. Required tests cannot be listed.
var misses = map[string]string{
	"draft4/optional/zeroTerminatedFloats.json": "1.0 is an integer in all drafts, as draft 6 and later demand and most draft 4 schemas expect",
	"draft7/optional/content.json":              "contentEncoding and contentMediaType annotate, as 2019-09 and later demand; base64 is checked where it is decoded",
}

func TestSuite(t *testing.T) {
	t.Parallel()
	s := findSuite(t)
	used := map[string]bool{}
	for _, d := range drafts {
		files := s.files(t, d.dir)
		if len(files) == 0 {
			continue
		}
		count := 0
		for _, file := range files {
			for _, g := range readGroups(t, s, d.dir, d.draft, file) {
				for _, failure := range g.run(t) {
					if !strings.Contains(file, "optional") || !excused(failure, used) {
						t.Error(failure)
					}
				}
				count += len(g.tests)
			}
		}
		t.Logf("%s: %d tests", d.dir, count)
	}
	for entry := range misses {
		file, _, _ := strings.Cut(entry, ": ")
		if _, err := os.Stat(filepath.Join(s.tests, file)); err == nil && !used[entry] {
			t.Errorf("%s: no test fails any more, remove the entry", entry)
		}
	}
}

func excused(failure string, used map[string]bool) bool {
	for entry := range misses {
		if strings.HasPrefix(failure, entry) {
			used[entry] = true
			return true
		}
	}
	return false
}

func (s suite) files(t *testing.T, draft string) []string {
	var files []string
	root := filepath.Join(s.tests, draft)
	if _, err := os.Stat(root); err != nil {
		return nil
	}
	err := filepath.WalkDir(root, func(path string, _ os.DirEntry, err error) error {
		if strings.HasSuffix(path, ".json") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// testGroup is a schema with its tests.
type testGroup struct {
	name    string // draft/file: description
	draft   schema.Draft
	assert  bool // formats assert
	schema  *document.Node
	tests   []*document.Node
	remotes schema.Loader
}

func readGroups(t *testing.T, s suite, dir string, draft schema.Draft, file string) []testGroup {
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	doc, ds := document.ReadJSON(source.NewFile(filepath.Base(file), data))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	rel, err := filepath.Rel(s.tests, file)
	if err != nil {
		t.Fatal(err)
	}
	rel = filepath.ToSlash(rel)
	var groups []testGroup
	for _, g := range doc.Items {
		groups = append(groups, testGroup{
			name:    rel + ": " + g.Get("description").Text,
			draft:   draft,
			assert:  strings.Contains(rel, "optional/format/"),
			schema:  g.Get("schema"),
			tests:   g.Get("tests").Items,
			remotes: schema.Directory{Prefix: "http://localhost:1234/", FS: os.DirFS(s.remotes), Name: "remotes/"},
		})
	}
	return groups
}

// run judges all instances by all variants of the schema and returns what fails.
func (g *testGroup) run(t *testing.T) []string {
	var failures []string
	for _, v := range g.variants() {
		p, root, err := v.build(g)
		if err != nil {
			failures = append(failures, fmt.Sprintf("%s: %s: %v", g.name, v.name, err))
			continue
		}
		for _, test := range g.tests {
			want := test.Get("valid").Bool
			data := test.Get("data")
			for _, instance := range []*document.Node{data, reversed(data)} {
				if problem := judge(p, root, instance.String(), want); problem != "" {
					failures = append(failures, fmt.Sprintf("%s: %s: %s: %s", g.name, test.Get("description").Text, v.name, problem))
					break
				}
			}
		}
	}
	return failures
}

// judge compares both modes of the evaluator with the verdict that is wanted.
func judge(p *validate.Program, root int, instance string, want bool) string {
	err := validate.Check(p, root, []byte(instance))
	if (err == nil) != want {
		return fmt.Sprintf("%s: want valid = %v, got %v", instance, want, err)
	}
	if holds := validate.Holds(p, root, []byte(instance)); holds != want {
		return fmt.Sprintf("%s: Check and Holds disagree: %v, %v", instance, err, holds)
	}
	if err == nil {
		return ""
	}
	var e *validate.Error
	if !errors.As(err, &e) || len(e.Violations) == 0 || e.Truncated {
		return fmt.Sprintf("%s: not a list of violations: %#v", instance, err)
	}
	return misplaced(instance, e.Violations)
}

// misplaced tells which violation does not stand where it says.
func misplaced(instance string, violations []validate.Violation) string {
	doc, _ := document.ReadJSON(source.NewFile("", []byte(instance)))
	for i := range violations {
		v := &violations[i]
		at, err := doc.Lookup(v.InstanceLocation)
		if err != nil {
			return fmt.Sprintf("%s: %v", v.InstanceLocation, err)
		}
		inName := strings.Contains(v.KeywordLocation, "/propertyNames")
		if !inName && (v.Line != at.Pos.Line || v.Column != at.Pos.Column) {
			return fmt.Sprintf("%+v is not at %v", v, at.Pos)
		}
		if i > 0 && (v.Line == violations[i-1].Line && v.Column < violations[i-1].Column) {
			return fmt.Sprintf("%+v is not in order", v)
		}
		if v.Message == "" || !strings.Contains(v.AbsoluteKeywordLocation, "#") || !strings.HasPrefix(v.KeywordLocation+"/", "/") {
			return fmt.Sprintf("%+v lacks something", v)
		}
	}
	return ""
}

// variant is a schema that has the same meaning as that of a group.
type variant struct {
	name      string
	documents schema.Documents
}

const (
	mainURI  = "https://bindery.test/main.json"
	otherURI = "https://bindery.test/other.json"
)

func (v variant) build(g *testGroup) (*validate.Program, int, error) {
	graph, ds := schema.Build([]schema.Entry{{URI: mainURI}}, schema.Options{
		Draft:        g.draft,
		AssertFormat: g.assert,
		Loader:       schema.Loaders{v.documents, g.remotes},
	})
	if ds.HasErrors() || len(graph.Roots) == 0 || graph.Roots[0] == nil {
		return nil, 0, fmt.Errorf("no graph: %v", ds)
	}
	p, err := program.Build(graph)
	return p, graph.Roots[0].ID, err
}

// variants returns the schema itself, with the members in reverse order, behind
// a reference to another document, within allOf, and as a second resource in
// the same document.
func (g *testGroup) variants() []variant {
	ref := object("$ref", text(otherURI))
	list := []variant{
		{"plain", schema.Documents{mainURI: g.schema}},
		{"reversed", schema.Documents{mainURI: reversed(g.schema)}},
		{"behind $ref", schema.Documents{mainURI: ref, otherURI: g.schema}},
		{"in allOf", schema.Documents{
			mainURI:  object("allOf", &document.Node{Kind: document.Array, Items: []*document.Node{object(), ref}}),
			otherURI: g.schema,
		}},
	}
	if embedded := g.embedded(); embedded != nil {
		definitions := "$defs"
		if g.draft < schema.Draft2019 {
			definitions = "definitions"
		}
		list = append(list, variant{"second resource", schema.Documents{
			mainURI: object(
				"allOf", &document.Node{Kind: document.Array, Items: []*document.Node{ref}},
				definitions, object("other", embedded),
			),
		}})
	}
	return list
}

// embedded returns the schema as a resource that can stand in another, or nil
// when it cannot be given an identifier.
func (g *testGroup) embedded() *document.Node {
	if g.schema.Kind != document.Object || g.schema.Get("$id") != nil || g.schema.Get("id") != nil ||
		g.draft < schema.Draft2019 && g.schema.Get("$ref") != nil {
		return nil
	}
	id := "$id"
	if g.draft == schema.Draft4 {
		id = "id"
	}
	s := g.schema.Clone()
	s.Set(id, source.Pos{}, text(otherURI))
	return s
}

// reversed returns a copy of v with the members of all objects in reverse order.
func reversed(v *document.Node) *document.Node {
	c := &document.Node{Kind: v.Kind, Pos: v.Pos, Bool: v.Bool, Text: v.Text}
	for _, item := range v.Items {
		c.Items = append(c.Items, reversed(item))
	}
	for _, m := range slices.Backward(v.Members) {
		c.Set(m.Name, m.NamePos, reversed(m.Value))
	}
	return c
}

func text(s string) *document.Node { return &document.Node{Kind: document.String, Text: s} }

// object returns an object of names and values in turn.
func object(members ...any) *document.Node {
	o := &document.Node{Kind: document.Object}
	for i := 0; i < len(members); i += 2 {
		o.Set(members[i].(string), source.Pos{}, members[i+1].(*document.Node))
	}
	return o
}
