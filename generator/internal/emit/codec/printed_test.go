package codec_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/emit/codec"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestPrinted holds the printed code to golden files, so that a change of the
// printer shows what it does to the code that people read.
func TestPrinted(t *testing.T) {
	m := newMaker("printed")
	id := texts(&plan.String{Patterns: []*plan.Pattern{m.pattern("^id-[a-f0-9]{8}$", "matchID")}})
	step := m.object("Step", true,
		member{"number!", integers("int64", plan.Number{Min: "1"})},
		member{"at", typed(&model.Type{Kind: model.DateTime}, &plan.Plan{Kinds: kind.String, String: &plan.String{Formats: []string{"date-time"}}})},
		member{"score", floats(&plan.Number{Min: "0", Max: "1"})},
		member{"note", nullable(texts(&plan.String{MaxLength: uintOf(80)}))},
		member{"status", m.enum("Status", "ok", "failed")},
	)
	root := m.object("Log", false, member{"id!", id}, member{"steps!", slices(step, plan.Array{MinItems: uintOf(1)})})
	m.root(root)
	for f := range codec.Emit(gofile.NewPackage(m.finish())) {
		got, err := f.Render()
		if err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", f.Name+".golden")
		if *update {
			if err := os.WriteFile(golden, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(string(got), "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f.Name, diff)
		}
	}
}
