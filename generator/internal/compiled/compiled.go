// Package compiled runs generated code in tests: it generates a package for
// each of many schemas, compiles them all into one program, and asks that
// program for verdicts and round trips. Building is the cost, so a test hands
// over all its schemas at once. Only tests import it.
package compiled

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// ExhaustiveVariable is the environment variable with which tests try all that
// they could; without it they stay within minutes.
const ExhaustiveVariable = "BINDERY_EXHAUSTIVE"

// Exhaustive reports whether tests have all the time that they need.
func Exhaustive() bool { return os.Getenv(ExhaustiveVariable) != "" }

// Every is of how many of something a test tries one: n, or one where it has the time.
func Every(n int) int { return Many(n, 1) }

// Many is how many of something a test tries: few, or all where it has the time.
func Many(few, all int) int {
	if Exhaustive() {
		return all
	}
	return few
}

// init lets tests that generate collect garbage as the command does: they keep little,
// and growing schemas take two thirds of the time.
func init() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(400)
	}
}

// Case is one schema with the instances to try.
type Case struct {
	Name   string
	Schema string // path of the schema in Files
	// Roots are JSON Pointers of the entry types; none means "#" alone.
	Roots  []string
	Config config.Config
	// Codec is that of the code; fast where it is not said, and then of some cases
	// compact as well.
	Codec config.Codec
	// Files are the schema and all that it refers to.
	Files fstest.MapFS
	// Instances are JSON texts.
	Instances []string
}

// Verdict is what generated code says of one instance. The error texts are ""
// where there is no error.
type Verdict struct {
	Parse     string // error of ParseRoot
	Range     bool   // it is a *validate.RangeError
	Validate  string // error of ValidateRoot
	IsValid   bool
	Unmarshal string // error of UnmarshalJSON
	Again     string // error of Validate on the parsed value
	Encoded   string // MarshalJSON of the parsed value
	EncodeErr string
	Reparsed  string // why the encoding does not parse as an equal value
	Parts     string // what went wrong with parts of the parsed value
}

// Outcome is the result of one case.
type Outcome struct {
	Diagnostics diag.Diagnostics
	Result      *compiler.Result // nil where generation failed
	Refusal     string           // of RunEach: what the compiler or vet has against the code
	Verdicts    [][]Verdict      // by root and instance; nil where generation or compilation failed
}

// Problem says what is wrong with the verdict on an instance that is valid or
// not: the entry points must agree, and what parses must come back equal. A
// schema-valid number that the Go type cannot hold counts as accepted. It is ""
// when all is well.
func (v Verdict) Problem(instance string, valid bool) string {
	switch {
	case v.IsValid != valid:
		return fmt.Sprintf("%s: valid is %v, want %v: %s", Clip(instance), v.IsValid, valid, Clip(v.Validate))
	case v.IsValid != (v.Validate == ""), v.IsValid != (v.Parse == "" || v.Range), v.Parse != v.Unmarshal:
		return fmt.Sprintf("%s: the entry points disagree: %+v", Clip(instance), v)
	case v.Parse != "":
		return ""
	case v.Parts != "":
		return fmt.Sprintf("%s: %s", Clip(instance), v.Parts)
	case v.Again != "", v.EncodeErr != "", !equalJSON(v.Encoded, instance):
		return fmt.Sprintf("%s: comes back as %s (%s%s)", Clip(instance), Clip(v.Encoded), v.Again, v.EncodeErr)
	case v.Reparsed != "":
		return fmt.Sprintf("%s: comes back as another value: %s", Clip(instance), Clip(v.Reparsed))
	}
	return ""
}

// Run generates, compiles and runs the cases. Generation that fails is an
// outcome; code that does not compile fails the test, and so does code of the
// compact codec that does not do what that of the fast one does.
func Run(t *testing.T, cases []Case) []Outcome {
	t.Helper()
	return inBothCodecs(t, cases, (*tree).build)
}

// RunVetted is Run for code that go vet must find nothing in as well, which takes twice
// as long.
func RunVetted(t *testing.T, cases []Case) []Outcome {
	t.Helper()
	return inBothCodecs(t, cases, func(tr *tree, t *testing.T, cases []Case, out []Outcome) string {
		bin := tr.build(t, cases, out)
		if err := tr.goTool("vet", raceFlag(), quick, "./..."); err != nil {
			t.Fatal(err)
		}
		return bin
	})
}

// RunEach is Run for schemas of which some may become code that does not compile: that
// is an outcome, and so is what go vet finds where tests are exhaustive.
func RunEach(t *testing.T, cases []Case) []Outcome {
	t.Helper()
	return inBothCodecs(t, cases, (*tree).buildEach)
}

func (tr *tree) buildEach(t *testing.T, cases []Case, out []Outcome) string {
	t.Helper()
	if Exhaustive() {
		tr.sift(t, out, "vet", raceFlag(), quick, "./...")
	}
	// Where the compiler refuses the program, and only there, every package is built
	// by itself.
	tr.write("main.go", tr.main(cases))
	bin, err := tr.tryCompile()
	if err == nil {
		return bin
	}
	must(os.Remove(filepath.Join(tr.dir, "main.go")))
	tr.sift(t, out, "build", quick, "./...")
	return tr.build(t, cases, out)
}

// sift runs a go command over the packages and removes those that it refuses.
func (tr *tree) sift(t *testing.T, out []Outcome, args ...string) {
	t.Helper()
	text, err := tr.goCommand(args...).CombinedOutput()
	if err == nil {
		return
	}
	kept := tr.cases[:0]
	for _, i := range tr.cases {
		if out[i].Refusal = refusal(string(text), tr.packages[i]); out[i].Refusal != "" {
			must(os.RemoveAll(filepath.Join(tr.dir, tr.packages[i])))
		} else {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(tr.cases) {
		t.Fatalf("go %s: %v\n%s", args[0], err, Clip(string(text)))
	}
	tr.cases = kept
}

// refusal is what the output of a go command says of a package: the lines that
// begin with a place in one of its files.
func refusal(text, pkg string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if _, place, ok := strings.Cut(line, pkg+"/"); ok {
			out.WriteString(pkg + "/" + place)
		}
	}
	return out.String()
}

// Generated is the outcome of a case whose code is not compiled.
func Generated(c *Case) Outcome { return generated(c, packageName(0)) }

func generated(c *Case, pkg string) Outcome {
	conf := c.Config
	conf.Packages = []config.Package{{Schema: c.Schema, Name: pkg, Out: pkg, Roots: c.EntryTypes(), Codec: c.Codec}}
	results, ds := compiler.Compile(context.Background(), &workspace.Workspace{FS: c.Files, Dir: "."}, conf)
	if ds.HasErrors() {
		return Outcome{Diagnostics: ds}
	}
	return Outcome{Diagnostics: ds, Result: results[0]}
}

// packageName is the name of the package of a case.
func packageName(i int) string { return fmt.Sprintf("c%04d", i) }

// EntryTypes are the entry types of a case: Root, or Root0, Root1, …
func (c *Case) EntryTypes() []config.Root {
	if len(c.Roots) == 0 {
		return []config.Root{{Name: "Root", Pointer: "#"}}
	}
	var roots []config.Root
	for i, p := range c.Roots {
		roots = append(roots, config.Root{Name: fmt.Sprintf("Root%d", i), Pointer: p})
	}
	return roots
}

// run asks the program for the verdict of every instance.
func (tr *tree) run(t *testing.T, bin string, cases []Case, out []Outcome) {
	t.Helper()
	cmd := exec.Command(bin)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		w := bufio.NewWriter(stdin)
		enc := json.NewEncoder(w)
		for _, i := range tr.cases {
			for _, r := range cases[i].EntryTypes() {
				for _, instance := range cases[i].Instances {
					// An instance may not be valid UTF-8: it travels as bytes.
					_ = enc.Encode(map[string]any{"root": tr.packages[i] + "." + r.Name, "instance": []byte(instance)})
				}
			}
		}
		_ = w.Flush()
		_ = stdin.Close()
	}()
	dec := json.NewDecoder(bufio.NewReader(stdout))
	for _, i := range tr.cases {
		c := &cases[i]
		for range c.EntryTypes() {
			verdicts := make([]Verdict, len(c.Instances))
			for j := range verdicts {
				if err := dec.Decode(&verdicts[j]); err != nil {
					rest, _ := io.ReadAll(stdout)
					_ = cmd.Wait()
					t.Fatalf("%s, instance %s: %v\n%s%s", c.Name, Clip(c.Instances[j]), err, Clip(string(rest)), Clip(stderr.String()))
				}
			}
			out[i].Verdicts = append(out[i].Verdicts, verdicts)
		}
	}
	if err := cmd.Wait(); err != nil {
		t.Fatalf("%v\n%s", err, Clip(stderr.String()))
	}
}

// Clip is a text as messages show it: long ones without their end.
func Clip(s string) string {
	if len(s) > 2000 {
		return s[:2000] + " …"
	}
	return s
}
