package generator_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/bindery-go/bindery"

// levels orders the packages: each may import packages of lower levels only.
// The longest prefix counts. A new package needs a line here, which says where
// it belongs.
var levels = map[string]int{
	"runtime": 0, "schemas": 0, "templates": 0, "generator/internal/visible": 0, "generator/internal/lists": 0,

	"cmd/bindery/internal/watch": 1,
	"generator/internal/source":  1, "generator/internal/spelling": 1, "generator/internal/scaffold": 1, "generator/internal/names": 1, "generator/internal/ecma": 1,
	"generator/internal/diag": 2, "generator/internal/custom": 2,
	"generator/internal/document": 3, "generator/internal/output": 3,
	"generator/internal/components": 1,
	"generator/internal/kind":       4, "generator/internal/overlay": 4, "generator/internal/schema": 5,
	"generator/internal/fieldkey": 4,
	"generator/internal/plan":     5, "generator/internal/schema/schematest": 6,
	"generator/internal/analysis":        6,
	"generator/internal/impossible":      7,
	"generator/internal/plan/intersect":  7,
	"generator/internal/plan/build":      8,
	"generator/internal/describe":        6,
	"generator/internal/table":           7,
	"generator/internal/model":           6,
	"generator/internal/lint":            8,
	"generator/internal/config":          8,
	"generator/internal/gotype/place":    9,
	"generator/internal/gotype/naming":   10,
	"generator/internal/gotype/declare":  11,
	"generator/internal/gotype/function": 11,
	"generator/internal/lower":           12,
	"generator/internal/emit/jen":        1,
	"generator/internal/emit/gofile":     7,
	"generator/internal/emit/member":     8,
	"generator/internal/emit/datafile":   8,
	"generator/internal/emit":            9,
	"generator/internal/emit/compact":    10,
	// A section that others build upon has a line of its own.
	"generator/internal/sections/section":           13,
	"generator/internal/sections/protocol/steplist": 14,
	"generator/internal/sections/protocol":          15, "generator/internal/sections/storage": 15,
	"generator/internal/breaking":                14,
	"generator/internal/docs":                    14,
	"generator/internal/sections/protocol/steps": 16,
	"generator/internal/sections/limits":         16,
	"generator/internal/sections/checks":         16,
	"generator/internal/sections/stores":         17,
	"generator/internal/sections/":               18,
	"generator/internal/sections":                19,
	"generator/internal/prompts":                 19,
	"generator/internal/workspace":               9,
	"generator/internal/compiler":                20,
	"generator/internal/fsck":                    21,
	"generator":                                  22,
	"cmd":                                        23,
	"gen":                                        1,
	// What only tests import.
	"generator/internal": 24, "generator/internal/emit/table/internal": 24, "generator/internal/sections/sectiontest": 24,
	"generator/internal/attack": 25,
}

// foreign lists what is imported from other modules, and by whom.
var foreign = map[string][]string{
	"github.com/spf13/":                        {"cmd/bindery"},
	"github.com/dave/jennifer/":                {"generator/internal/emit/jen"},
	"gopkg.in/yaml.v3":                         {"generator/internal/document", "runtime/yamldoc"},
	"github.com/santhosh-tekuri/jsonschema/v5": {"generator/internal/schema"},
	"github.com/atombender/go-jsonschema/":     {"generator/internal/schema"},
	"github.com/fsnotify/fsnotify":             {"cmd/bindery/internal/watch"},
	"github.com/pmezard/go-difflib/":           {"generator/internal/output"},
	"github.com/bmatcuk/doublestar/v4":         {"generator/internal/workspace"},
	"golang.org/x/mod/":                        {"cmd/bindery", "generator/internal/custom", "generator/internal/config", "generator/internal/workspace"},
	"github.com/google/jsonschema-go/":         {"generator/internal/suite"},
	"github.com/dlclark/regexp2/v2":            {"runtime/pattern/backtrack"},
	"golang.org/x/net/idna":                    {"runtime/format/idn"},
	"golang.org/x/text/":                       {"generator/internal/config", "runtime/format/idn"},
	"github.com/tiktoken-go/tokenizer":         {"runtime/budget/bpe"},
}

// leaves are the packages of the runtime that need another module. Nothing of
// the runtime may import them, so that only their users carry it.
var leaves = []string{"runtime/pattern/backtrack", "runtime/format/idn", "runtime/budget/bpe", "runtime/yamldoc"}

// deciding are the stages that decide what is printed. The emitters see only the
// data that they make: packages plan and model.
var deciding = []string{
	"generator/internal/schema", "generator/internal/analysis", "generator/internal/lower",
	"generator/internal/plan/", "generator/internal/gotype/",
}

type listed struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// tool lists the modules that come into the go.mod of everybody who adds bindery to the
// tools of a module, beside Bindery itself.
var tool = []string{
	"github.com/atombender/go-jsonschema", "dario.cat/mergo", "github.com/goccy/go-yaml", // the last two by the first
	"github.com/bmatcuk/doublestar/v4",
	"github.com/dave/jennifer",
	"github.com/dlclark/regexp2/v2",
	"github.com/fsnotify/fsnotify", "golang.org/x/sys",
	"github.com/pmezard/go-difflib",
	"github.com/santhosh-tekuri/jsonschema/v5",
	"github.com/spf13/cobra", "github.com/spf13/pflag", "github.com/inconshreveable/mousetrap",
	"golang.org/x/mod", "golang.org/x/net", "golang.org/x/text",
	"gopkg.in/yaml.v3",
}

// TestToolNeedsFewModules counts what is needed on any system: Windows has one more.
func TestToolNeedsFewModules(t *testing.T) {
	got := map[string]bool{}
	for _, system := range []string{"linux", "windows"} {
		cmd := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{.Path}}{{end}}", "./cmd/bindery")
		cmd.Dir, cmd.Env = "..", append(cmd.Environ(), "GOOS="+system)
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for path := range strings.FieldsSeq(string(out)) {
			got[path] = true
		}
	}
	delete(got, module)
	for _, path := range tool {
		if !got[path] {
			t.Errorf("%s is needed no more: take it from the list", path)
		}
		delete(got, path)
	}
	for path := range got {
		t.Errorf("%s comes into the go.mod of every user: is it worth it?", path)
	}
}

func TestImportsGoOneWay(t *testing.T) {
	cmd := exec.Command("go", "list", "-deps", "-json=ImportPath,Standard,Imports", "./...")
	cmd.Dir = ".."
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var own []listed
	standard := map[string]bool{}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		standard[p.ImportPath] = p.Standard
		if strings.HasPrefix(p.ImportPath, module+"/") {
			own = append(own, p)
		}
	}
	if len(own) < 20 {
		t.Fatalf("go list knows only %d packages of the module", len(own))
	}
	places := readMap(t)
	for _, p := range own {
		from := strings.TrimPrefix(p.ImportPath, module+"/")
		for _, path := range p.Imports {
			to, ours := strings.CutPrefix(path, module+"/")
			switch {
			case ours:
				checkOwn(t, from, to)
				checkMap(t, places, from, to)
			case !standard[path] && path != "C":
				checkForeign(t, from, path)
			}
		}
	}
}

// readMap gives the place of each stage in the map of README.md.
func readMap(t *testing.T) map[string]int {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "    internal/"); ok {
			name, _, _ = strings.Cut(name, " ")
			places[name] = len(places) + 1
		}
	}
	return places
}

// checkMap holds the map against an import: each stage imports what stands above it.
func checkMap(t *testing.T, places map[string]int, from, to string) {
	const most = 24 // the level of what only tests import
	stage := func(pkg string) string {
		name, _ := strings.CutPrefix(pkg, "generator/internal/")
		name, _, _ = strings.Cut(name, "/")
		return name
	}
	inside := strings.HasPrefix(from, "generator/internal/") && strings.HasPrefix(to, "generator/internal/")
	if a, b := stage(from), stage(to); !inside || a == b || level(t, from) >= most {
		return
	} else if places[a] == 0 || places[b] == 0 || places[a] < places[b] {
		t.Errorf("%s imports %s, which README.md does not have above it", from, to)
	}
}

// checkOwn judges an import of one package of the module by another.
func checkOwn(t *testing.T, from, to string) {
	a, b := level(t, from), level(t, to)
	switch {
	case a == 0 && b == 0 && top(from) == top(to):
		for _, leaf := range leaves {
			if to == leaf {
				t.Errorf("%s imports %s, and with it another module", from, to)
			}
		}
	case top(from) == "gen" && top(to) != "runtime":
		t.Errorf("generated code imports %s", to)
	case strings.HasPrefix(from, "generator/internal/emit/") && decides(to):
		t.Errorf("%s imports %s: what is printed is decided in the model", from, to)
	case a <= b:
		t.Errorf("%s imports %s, which is not below it", from, to)
	}
}

// decides reports whether a package is a deciding stage.
func decides(pkg string) bool {
	return slices.ContainsFunc(deciding, func(stage string) bool {
		return pkg == stage || strings.HasSuffix(stage, "/") && strings.HasPrefix(pkg, stage)
	})
}

func checkForeign(t *testing.T, from, path string) {
	for prefix, importers := range foreign {
		if !strings.HasPrefix(path, prefix) {
			continue
		}
		for _, importer := range importers {
			if from == importer || strings.HasSuffix(importer, "/") && strings.HasPrefix(from, importer) {
				return
			}
		}
	}
	t.Errorf("%s imports %s", from, path)
}

func top(pkg string) string {
	name, _, _ := strings.Cut(pkg, "/")
	return name
}

func level(t *testing.T, pkg string) int {
	for prefix := pkg; ; prefix = prefix[:strings.LastIndexByte(prefix, '/')] {
		if n, ok := levels[prefix]; ok {
			return n
		}
		if n, ok := levels[prefix[:strings.LastIndexByte(prefix, '/')+1]]; ok {
			return n // of all packages below a directory, but not of the one that it is
		}
		if !strings.Contains(prefix, "/") {
			t.Errorf("%s has no level", pkg)
			return 0
		}
	}
}
