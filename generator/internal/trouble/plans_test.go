package trouble

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

var update = flag.Bool("update", false, "rewrite the dumps of plans")

const plansDir = "../../../testdata/golden/plans"

// TestGoldenPlans compares the plans of the project's own cases with what they
// were, so that a change of what is checked shows in a review even where no
// instance of a case notices it.
func TestGoldenPlans(t *testing.T) {
	cases, err := readTroubles(t, troubleCases[0])
	if err != nil {
		t.Fatal(err)
	}
	left := map[string]bool{}
	for _, name := range must(filepath.Glob(plansDir + "/*.txt")) {
		left[filepath.Base(name)] = true
	}
	for _, tr := range cases {
		dump := tr.plans()
		if dump == nil {
			continue // refused
		}
		name := strings.ReplaceAll(tr.id, "/", "-") + ".txt"
		delete(left, name)
		t.Run(tr.id, func(t *testing.T) {
			file := filepath.Join(plansDir, name)
			if *update {
				if err := os.WriteFile(file, dump, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			golden, err := os.ReadFile(file)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(golden), string(dump)); diff != "" {
				t.Errorf("the plans differ (-golden +now); run with -update when they should:\n%s", diff)
			}
		})
	}
	for name := range left {
		if *update {
			_ = os.Remove(filepath.Join(plansDir, name))
			continue
		}
		t.Errorf("%s is of no case", name)
	}
}

// plans dumps the plans of the case's entry types, nil where it is refused.
func (tr *trouble) plans() []byte {
	conf := tr.kase.Config
	conf.Packages = []config.Package{{
		Schema: tr.kase.Schema, Name: "main", Out: "main", Roots: tr.kase.EntryTypes(),
	}}
	results, ds := compiler.Compile(context.Background(), &workspace.Workspace{FS: maps.Clone(tr.kase.Files), Dir: "."}, conf)
	if ds.HasErrors() {
		return nil
	}
	var roots []*plan.Plan
	for _, r := range results[0].Package.Roots {
		roots = append(roots, r.Plan)
	}
	var dump bytes.Buffer
	writePlans(&dump, roots...)
	return dump.Bytes()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
