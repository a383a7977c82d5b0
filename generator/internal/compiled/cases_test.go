package compiled

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator"
	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/source"
)

// troubleCases are the folders of trouble cases: those of the project, and a
// larger collection beside the checkout, which is not always there.
var troubleCases = []string{"../../../testdata/cases", "../../../../shared/cases"}

// refused lists the cases whose schema must be refused when generating, with
// what the finding must say.
var refused = map[string]string{
	"057-ref-alias-cycle": "refers to itself",
}

// trouble is one file of a collection: a schema, what it accepts and what not.
type trouble struct {
	id     string
	kase   Case
	want   []bool // verdict of each instance
	either []bool // instances whose refusal is a documented choice
	again  []bool // instances that must come back equal
}

// TestTroubleCases generates, compiles and runs every trouble case.
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
	cases := make([]Case, len(all))
	for i := range all {
		cases[i] = all[i].kase
	}
	for i, out := range RunVetted(t, cases) {
		tr := all[i]
		t.Run(tr.id, func(t *testing.T) { tr.judge(t, out) })
	}
}

func (tr *trouble) judge(t *testing.T, out Outcome) {
	if want, ok := refused[strings.TrimSuffix(tr.id, "/yaml")]; ok {
		if !out.Diagnostics.HasErrors() || !strings.Contains(out.Diagnostics[0].Message, want) {
			t.Errorf("not refused for its %s: %v", want, out.Diagnostics)
		}
		return
	}
	if out.Result == nil {
		t.Fatalf("generation failed: %v", out.Diagnostics)
	}
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
			t.Errorf("%s: does not parse: %s", clip(tr.kase.Instances[j]), out.Verdicts[0][j].Parse)
		}
	}
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
		out = append(out, troubleOf(doc)...)
	}
	return out, nil
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
	base.kase = Case{Name: base.id, Schema: "main.json", Files: files, Config: generator.Config{
		Refs:         []generator.Ref{{Prefix: "https://schemas.test/", Dir: "."}},
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
