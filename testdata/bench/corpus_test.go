package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/generator/bench/corpus"
	"github.com/bindery-go/bindery/generator/bench/measure"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// corpusDir holds real schemas with real documents. It is no part of the
// repository.
const corpusDir = "../../../shared/benchmark"

// BenchmarkCorpus judges and parses 7,745 documents of 12 schemas. Ours reads
// bytes; v6 gets documents that are parsed already, and then has them parsed too.
func BenchmarkCorpus(b *testing.B) {
	results := runCorpus(b)
	spread := 0.0
	for _, r := range results {
		spread = max(spread, r.Spread)
	}
	for _, c := range []struct {
		work, against string
		ratio         func(corpus.Result) float64
		ours          func(corpus.Result) measure.Cost
		least, aim    float64
	}{
		{"IsValid", "v6 on parsed documents", func(r corpus.Result) float64 { return ratio(r.Validate, r.Ours) }, isValid, 30, 36},
		{"IsValid", "any + v6", func(r corpus.Result) float64 { return ratio(r.Whole, r.Ours) }, isValid, 0, 0},
		{"Parse", "encoding/json to any", func(r corpus.Result) float64 { return ratio(r.Any, r.Parse) }, parse, 3.5, 4.5},
	} {
		report(b, row{
			work: c.work + ", 12 schemas, geometric mean", against: c.against, ratio: mean(results, "", c.ratio),
			least: c.least, aim: c.aim, spread: spread,
		})
		report(b, row{
			work: c.work + ", 12 schemas, geometric mean, without cql2", against: c.against, ratio: mean(results, "cql2", c.ratio), spread: spread,
		})
		for _, r := range results {
			ours := c.ours(r)
			report(b, row{
				work: fmt.Sprintf("%s %s, %d documents", c.work, r.Schema, r.Documents), against: c.against, ratio: c.ratio(r), spread: r.Spread,
				detail: fmt.Sprintf("%s, %.2g allocs a document", speed(ours, r.Bytes), ours.Allocs/float64(r.Documents)),
			})
		}
	}
	for _, r := range results {
		if r.Differ > 0 {
			b.Errorf("%s: v6 sees %d of %d documents differently", r.Schema, r.Differ, r.Documents)
		}
	}
	b.ReportMetric(0, "ns/op")
}

func isValid(r corpus.Result) measure.Cost { return r.Ours }

func parse(r corpus.Result) measure.Cost { return r.Parse }

func ratio(theirs, ours measure.Cost) float64 { return float64(theirs.CPU) / float64(ours.CPU) }

// mean is the geometric mean over the schemas but one.
func mean(results []corpus.Result, without string, f func(corpus.Result) float64) float64 {
	sum, n := 0.0, 0.0
	for _, r := range results {
		if r.Schema != without {
			sum += math.Log(f(r))
			n++
		}
	}
	return math.Exp(sum / n)
}

// runCorpus generates the validators, compiles them into one program and runs
// it.
func runCorpus(b *testing.B) []corpus.Result {
	b.Helper()
	schemas, err := filepath.Glob(filepath.Join(corpusDir, "*", "schema.json"))
	if err != nil || len(schemas) == 0 {
		b.Skip("2026-11-28: no corpus beside the repository")
	}
	t := newTree(b)
	var imports, list bytes.Buffer
	for i, schema := range schemas {
		name, pkg := filepath.Base(filepath.Dir(schema)), fmt.Sprintf("c%02d", i)
		t.generate(filepath.Dir(schema), pkg)
		fmt.Fprintf(&imports, "\t%q\n", t.module+"/"+pkg)
		fmt.Fprintf(&list, "\t\t%q: {IsValid: %[2]s.IsValidRoot, Parse: func(data []byte) error { _, err := %[2]s.ParseRoot(data); return err }},\n", name, pkg)
	}
	t.add("main.go", []byte("package main\n\nimport (\n\t\"github.com/bindery-go/bindery/generator/bench/corpus\"\n"+
		imports.String()+")\n\nfunc main() {\n\tcorpus.Main(map[string]corpus.Validator{\n"+list.String()+"\t})\n}\n"))
	dir, err := filepath.Abs(corpusDir)
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.Command(t.build(), dir, strconv.Itoa(b.N))
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		b.Fatal(err)
	}
	var results []corpus.Result
	for line := range strings.Lines(string(out)) {
		var r corpus.Result
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			b.Fatal(err)
		}
		results = append(results, r)
	}
	return results
}

// tree is a tree of generated packages, laid over this module's source for the
// compiler, so that they find its dependencies and nothing is written into it.
type tree struct {
	b       *testing.B
	dir     string // where the files are
	virtual string // where the compiler sees them
	module  string
	replace map[string]string
	took    time.Duration // CPU time of generation
}

func newTree(b *testing.B) *tree {
	b.Helper()
	here, err := filepath.Abs(".")
	if err != nil {
		b.Fatal(err)
	}
	return &tree{
		b: b, dir: b.TempDir(), virtual: filepath.Join(here, "overlaid"),
		module: "github.com/bindery-go/bindery/generator/bench/overlaid", replace: map[string]string{},
	}
}

// generate makes a package of dir/schema.json with the root Root.
func (t *tree) generate(dir, pkg string) {
	t.b.Helper()
	start := measure.CPUTime()
	files, ds := compiler.Generate(context.Background(), &workspace.Workspace{FS: os.DirFS(dir), Dir: "."}, config.Config{
		AssertFormat: true, // as v6 does for the drafts of these schemas
		Packages:     []config.Package{{Schema: "schema.json", Name: pkg, Out: pkg, Roots: []config.Root{{Name: "Root", Pointer: "#"}}}},
	})
	t.took += measure.CPUTime() - start
	if ds.HasErrors() {
		t.b.Fatalf("%s: %v", dir, ds)
	}
	for name, data := range files {
		t.add(name, data)
	}
}

func (t *tree) add(name string, data []byte) {
	t.b.Helper()
	file := filepath.Join(t.dir, filepath.FromSlash(name))
	t.replace[filepath.Join(t.virtual, filepath.FromSlash(name))] = file
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.b.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.b.Fatal(err)
	}
}

// build compiles the program and returns its path.
func (t *tree) build() string {
	t.b.Helper()
	overlay, err := json.Marshal(map[string]any{"Replace": t.replace})
	if err != nil {
		t.b.Fatal(err)
	}
	list, bin := filepath.Join(t.dir, "overlay.json"), filepath.Join(t.dir, "run")
	if err := os.WriteFile(list, overlay, 0o666); err != nil {
		t.b.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-overlay", list, "-o", bin, t.module)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.b.Fatalf("%v\n%s", err, text[:min(len(text), 8000)])
	}
	return bin
}
