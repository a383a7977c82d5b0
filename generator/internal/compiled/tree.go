package compiled

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/sections/data"
)

// tree is a module of generated packages. Its path lies below this package, so
// that it may import package verdict; a workspace joins it with the module that
// is under test, into which nothing is written.
type tree struct {
	dir   string
	cases []int // that have code
	// packages are the names of the packages that have the code of cases.
	packages map[int]string
}

func newTree(t *testing.T) *tree {
	t.Helper()
	root, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/bindery-go/bindery").Output()
	if err != nil {
		t.Fatal(err)
	}
	checkout := strings.TrimSpace(string(root))
	tr := &tree{dir: place(t, checkout), packages: map[int]string{}}
	tr.write("go.mod", fmt.Appendf(nil, "module %s\n\ngo %s\n", Module, goVersion))
	tr.write("go.work", fmt.Appendf(nil, "go %s\n\nuse (\n\t.\n\t%q\n)\n", goVersion, checkout))
	return tr
}

// place makes a directory that has the same path in each run: the build cache knows
// packages by it. With -trimpath it would not, but then the go command, which has
// built the test without the flag, compiles the standard library and the runtime
// once more. The directories of one test are numbered, and so are those of tests
// that run at the same time.
func place(t *testing.T, checkout string) string {
	t.Helper()
	sum := sha256.Sum256([]byte(checkout + "\x00" + t.Name()))
	for i := range 20 {
		dir := filepath.Join(os.TempDir(), fmt.Sprintf("bindery-%x-%d", sum[:8], i))
		if os.Mkdir(dir, 0o700) == nil {
			t.Cleanup(func() { must(os.RemoveAll(dir)) })
			return dir
		}
	}
	return t.TempDir()
}

// generate adds the code of the cases: a package for each that has code of its own.
func (tr *tree) generate(cases []Case) []Outcome {
	out := make([]Outcome, len(cases))
	packages := map[string]string{} // by code
	for i := range cases {
		name := packageName(i)
		out[i] = generated(&cases[i], name)
		if out[i].Result == nil {
			continue
		}
		tr.cases = append(tr.cases, i)
		code := codeOf(out[i].Result.Files, name)
		if _, met := packages[code]; !met {
			packages[code] = name
			tr.addAll(out[i].Result.Files)
		}
		tr.packages[i] = packages[code]
	}
	return out
}

// codeOf is what the verdicts of a package depend on: its files but for its own name and
// the text of its schema, which it only gives back. Most groups of the official suite
// become the same code in several drafts.
func codeOf(files compiler.Files, name string) string {
	sum := sha256.New()
	for _, file := range slices.Sorted(maps.Keys(files)) {
		if base := path.Base(file); isCode(file) && base != data.SchemaName && base != data.RepairedName {
			fmt.Fprintf(sum, "%s\n%s\n", base, bytes.ReplaceAll(files[file], []byte(name), nil))
		}
	}
	return string(sum.Sum(nil))
}

// goVersion is the language version of the module that is under test.
const goVersion = "1.26.0"

// addAll adds the files that are part of a program.
func (tr *tree) addAll(files map[string][]byte) {
	for name, data := range files {
		if isCode(name) {
			tr.write(name, data)
		}
	}
}

// isCode reports whether a file is Go code or one that it embeds.
func isCode(name string) bool {
	ext := path.Ext(name)
	return ext == ".go" || ext == gofile.DataExtension
}

func (tr *tree) write(name string, data []byte) {
	file := filepath.Join(tr.dir, filepath.FromSlash(name))
	must(os.MkdirAll(filepath.Dir(file), 0o777))
	must(os.WriteFile(file, data, 0o666))
}

func must(err error) {
	if err != nil {
		panic(err) // in a test: the temporary directory is gone
	}
}

// quick is the flag that halves the time of compiling generated packages: without
// optimising and debug information. Verdicts need neither, and the runtime is
// compiled as it always is.
const quick = "-gcflags=" + Module + "/...=-N -l -dwarf=false"

// RaceVariable is the environment variable with which generated code is built for the
// race detector, as it is where the test itself was. The generator takes many times as
// long under the detector, and does one thing at a time.
const RaceVariable = "BINDERY_RACE"

func raceFlag() string {
	return fmt.Sprintf("-race=%t", builtWithRace || os.Getenv(RaceVariable) != "")
}

// build compiles the packages with a main that runs them.
func (tr *tree) build(t *testing.T, cases []Case, _ []Outcome) string {
	t.Helper()
	if len(tr.cases) == 0 {
		return "" // go vet or the compiler has refused all
	}
	tr.write("main.go", tr.main(cases))
	return tr.compile(t)
}

// compile compiles what has been added, main.go among it. Without symbols the
// linker takes half the time.
func (tr *tree) compile(t *testing.T, flags ...string) string {
	t.Helper()
	bin, err := tr.tryCompile(flags...)
	if err != nil {
		t.Fatal(err)
	}
	return bin
}

// tryCompile is compile for code that the compiler may refuse.
func (tr *tree) tryCompile(flags ...string) (string, error) {
	bin := filepath.Join(tr.dir, "run")
	args := append([]string{"build", raceFlag(), quick, "-ldflags=-s -w", "-o", bin}, flags...)
	return bin, tr.goTool(append(args, ".")...)
}

func (tr *tree) goTool(args ...string) error {
	if text, err := tr.goCommand(args...).CombinedOutput(); err != nil {
		if len(text) > 8000 {
			text = text[:8000]
		}
		return fmt.Errorf("go %s refuses the generated code: %w\n%s", args[0], err, text)
	}
	return nil
}

func (tr *tree) goCommand(args ...string) *exec.Cmd {
	cmd := exec.Command("go", args...)
	cmd.Dir = tr.dir
	flags := "" // as the test itself was built
	if strings.Contains(os.Getenv("GOFLAGS"), "-trimpath") {
		flags = "-trimpath"
	}
	// The go command and the linker live shortly: collecting less garbage they take a
	// sixth less time. The compiler does so by itself.
	cmd.Env = append(os.Environ(), "GOWORK="+filepath.Join(tr.dir, "go.work"), "GOFLAGS="+flags, "GOGC=400")
	return cmd
}

// main prints the program that runs the packages.
func (tr *tree) main(cases []Case) []byte {
	var paths, functions bytes.Buffer
	met := map[string]bool{}
	for _, i := range tr.cases {
		name := tr.packages[i]
		if met[name] {
			continue
		}
		met[name] = true
		fmt.Fprintf(&paths, "\t%q\n", path.Join(Module, name))
		for _, r := range cases[i].EntryTypes() {
			p := name + "." // of the package's functions
			fmt.Fprintf(&functions, "\t\t%q: func(d []byte) verdict.Verdict {\n\t\t\treturn verdict.Of(d, %sParse%s, %sValidate%s, %sIsValid%s)\n\t\t},\n",
				p+r.Name, p, r.Name, p, r.Name, p, r.Name)
		}
	}
	return fmt.Appendf(nil, verdictProgram, paths.String(), functions.String())
}

const verdictProgram = `package main

import (
	"github.com/bindery-go/bindery/generator/internal/compiled/verdict"
%s)

func main() {
	verdict.Serve(map[string]verdict.Func{
%s	})
}
`
