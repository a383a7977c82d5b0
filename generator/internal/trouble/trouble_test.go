// Package trouble generates, compiles and runs schemas that are known to trouble
// generators, one trap a file of testdata/cases, and those of real systems, where there
// are any beside the checkout.
package trouble

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/validate"
)

// troubleCases are the folders of trouble cases: those of the project, and larger
// collections beside the checkout, which are not always there.
var troubleCases = []string{"../../../testdata/cases", "../../../../shared/cases", "../../../../shared/cases-reports"}

// trouble is one file of a collection: a schema, what it accepts and what not.
// Beside the keys that both collections have, the project's own files say what
// else they expect:
//
//	shape: {Root: "struct{…}"}   Go types, as Shape writes them
//	diagnostics: [text, …]          what diagnostics say
//	refused: text                generation fails and says so
type trouble struct {
	id     string
	kase   compiled.Case
	want   []bool // verdict of each instance
	either []bool // instances whose refusal is a documented choice
	again  []bool // instances that must come back equal

	shape       map[string]string
	diagnostics []string
	refused     string
	after       []byte // the next revision of the schema: no name may change
}

// knownKeys are the keys of a case: those that the tests read, and those that say
// where it is from and how its verdicts were found.
var knownKeys = strings.Fields(`id why schema schema_yaml schema_yaml_invalid schema_after files format_assertion
	valid invalid roundtrip raw_valid raw_invalid raw_invalid_or_documented shape diagnostics refused
	kind expect note checked checked_by ecma_regex decimal_arithmetic own_format_grammar`)

// TestTroubleCases generates, compiles and runs every third trouble case; the evaluator
// judges the documents of the rest. Where tests are exhaustive, all are compiled, and go
// vet looks at the code.
func TestTroubleCases(t *testing.T) {
	var all []trouble
	for _, dir := range troubleCases {
		found, err := readTroubles(t, dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		t.Fatal("no cases at all: testdata/cases is a part of the repository")
	}
	var cases []compiled.Case
	var of []*trouble
	for i := range all {
		if i%compiled.Every(3) == 0 {
			cases = append(cases, all[i].kase)
			of = append(of, &all[i])
			continue
		}
		t.Run(all[i].id, func(t *testing.T) {
			out := compiled.Generated(&all[i].kase)
			if all[i].judge(t, out) {
				all[i].judgeByTable(t, out)
			}
		})
	}
	run := compiled.Run
	if compiled.Exhaustive() {
		run = compiled.RunVetted
	}
	for i, out := range run(t, cases) {
		t.Run(of[i].id, func(t *testing.T) {
			if of[i].judge(t, out) {
				of[i].judgeVerdicts(t, out)
			}
		})
	}
}

// judge holds what was generated against what the case says of it, and reports whether
// there is anything that may judge documents.
func (tr *trouble) judge(t *testing.T, out compiled.Outcome) bool {
	for _, text := range tr.diagnostics {
		if !slices.ContainsFunc(out.Diagnostics, func(d diag.Diagnostic) bool { return strings.Contains(d.String(), text) }) {
			t.Errorf("no diagnostic says %q: %v", text, out.Diagnostics)
		}
	}
	if tr.refused != "" {
		if !out.Diagnostics.HasErrors() || !strings.Contains(out.Diagnostics[0].String(), tr.refused) {
			t.Errorf("the first diagnostic does not refuse it for %q: %v", tr.refused, out.Diagnostics)
		}
		return false
	}
	if out.Result == nil {
		t.Fatalf("generation failed: %v", out.Diagnostics)
	}
	for name, want := range tr.shape {
		if got := shapeOf(out.Result.Package, name); got != want {
			t.Errorf("%s is %s\nwant %s", name, got, want)
		}
	}
	if tr.after != nil {
		tr.judgeNext(t, out.Result.Package)
	}
	return true
}

// judgeByTable has the evaluator judge the documents.
func (tr *trouble) judgeByTable(t *testing.T, out compiled.Outcome) {
	root := out.Result.Package.Roots[0].Node
	for j, text := range tr.kase.Instances {
		if got := validate.IsValid(out.Result.Program, root, []byte(text)); got != tr.want[j] && !tr.either[j] {
			t.Errorf("%s: valid is %v, want %v", compiled.Clip(text), got, tr.want[j])
		}
	}
}

// judgeVerdicts judges what generated code says of the documents.
func (tr *trouble) judgeVerdicts(t *testing.T, out compiled.Outcome) {
	for j, v := range out.Verdicts[0] {
		want := tr.want[j]
		if tr.either[j] {
			want = v.IsValid
		}
		if problem := v.Problem(tr.kase.Instances[j], want); problem != "" {
			t.Error(problem)
		}
	}
	for j, must := range tr.again {
		if must && out.Verdicts[0][j].Parse != "" {
			t.Errorf("%s: does not parse: %s", compiled.Clip(tr.kase.Instances[j]), out.Verdicts[0][j].Parse)
		}
	}
}

// judgeNext generates the next revision and compares the names.
func (tr *trouble) judgeNext(t *testing.T, before *model.Package) {
	files := maps.Clone(tr.kase.Files)
	files["main.json"] = &fstest.MapFile{Data: tr.after}
	conf := tr.kase.Config
	conf.Packages = []config.Package{{
		Schema: "main.json", Name: before.Name, Out: before.Name, Roots: tr.kase.EntryTypes(),
		Held: before.Names, HeldMembers: before.Members,
	}}
	results, ds := compiler.Compile(context.Background(), &workspace.Workspace{FS: files, Dir: "."}, conf)
	if ds.HasErrors() {
		t.Fatalf("the next revision: %v", ds)
	}
	now := results[0].Package
	for name, place := range before.Names {
		if now.Names[name] != place {
			t.Errorf("%s was %s and is %s", name, place, now.Names[name])
		}
		for member, of := range before.Members[name] {
			if got := now.Members[name][member]; got != of {
				t.Errorf("%s.%s was %s and is %q", name, member, of, got)
			}
		}
	}
}

// shapeOf is the shape of a type by name, "" when there is none.
func shapeOf(p *model.Package, name string) string {
	for _, d := range p.Decls {
		if d.Name == name {
			return compiled.Shape(d)
		}
	}
	for _, r := range p.Roots {
		if r.Name == name {
			return compiled.Shape(r.Decl)
		}
	}
	return ""
}

func readTroubles(t *testing.T, dir string) ([]trouble, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []trouble
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".yaml") {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		doc, ds := document.ReadYAML(source.NewFile(e.Name(), data))
		if ds.HasErrors() {
			t.Errorf("%s: %v", e.Name(), ds)
			continue
		}
		for _, m := range doc.Members {
			if !slices.Contains(knownKeys, m.Name) {
				t.Errorf("%s: nothing reads the key %s", m.NamePos, m.Name)
			}
		}
		out = append(out, troubleOf(doc)...)
	}
	return out, nil
}

// expect reads what a case expects beside verdicts.
func (tr *trouble) expect(doc *document.Node) {
	tr.shape = shapes[tr.id]
	if list := doc.Get("shape"); list != nil {
		tr.shape = map[string]string{}
		for _, m := range list.Members {
			tr.shape[m.Name] = m.Value.Text
		}
	}
	if list := doc.Get("diagnostics"); list != nil {
		for _, v := range list.Items {
			tr.diagnostics = append(tr.diagnostics, v.Text)
		}
	}
	if text := doc.Get("refused"); text != nil {
		tr.refused = text.Text
	}
	if tr.id == "057-ref-alias-cycle" {
		tr.refused = "refers to itself"
	}
	if next := doc.Get("schema_after"); next != nil {
		tr.after = next.AppendJSON(nil)
	}
}

// troubleOf reads one case; one that spells its schema in YAML is two.
func troubleOf(doc *document.Node) []trouble {
	base := trouble{id: doc.Get("id").Text}
	files := fstest.MapFS{}
	if list := doc.Get("files"); list != nil {
		for _, m := range list.Members {
			files[strings.TrimPrefix(m.Name, "https://schemas.test/")] = &fstest.MapFile{Data: m.Value.AppendJSON(nil)}
		}
	}
	base.kase = compiled.Case{Name: base.id, Schema: "main.json", Files: files, Config: config.Config{
		Refs:         []config.Ref{{Prefix: "https://schemas.test/", Dir: "."}},
		AssertFormat: doc.Get("format_assertion") != nil,
	}}
	instance := func(text string, valid, either, again bool) {
		base.kase.Instances = append(base.kase.Instances, text)
		base.want = append(base.want, valid)
		base.either = append(base.either, either)
		base.again = append(base.again, again)
	}
	for _, list := range []struct {
		name                 string
		raw                  bool
		valid, either, again bool
	}{
		{name: "valid", valid: true}, {name: "invalid"}, {name: "roundtrip", valid: true, again: true},
		{name: "raw_valid", raw: true, valid: true}, {name: "raw_invalid", raw: true}, {name: "raw_invalid_or_documented", raw: true, either: true},
	} {
		if n := doc.Get(list.name); n != nil {
			for _, v := range n.Items {
				text := string(v.AppendJSON(nil))
				if list.raw {
					text = v.Text
				}
				instance(text, list.valid, list.either, list.again)
			}
		}
	}
	base.expect(doc)
	if text := doc.Get("schema_yaml_invalid"); text != nil {
		base.refused = "error["
		base.kase.Schema = "main.yaml"
		files["main.yaml"] = &fstest.MapFile{Data: []byte(text.Text)}
		return []trouble{base}
	}
	files["main.json"] = &fstest.MapFile{Data: doc.Get("schema").AppendJSON(nil)}
	out := []trouble{base}
	if text := doc.Get("schema_yaml"); text != nil {
		yaml := base
		yaml.id += "/yaml"
		yaml.kase.Schema = "main.yaml"
		files["main.yaml"] = &fstest.MapFile{Data: []byte(text.Text)}
		out = append(out, yaml)
	}
	return out
}
