package gofile

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// TestVariablesAreKnown looks for variables of the generated code that could
// shadow an imported package. Those of the sections are named after
// the schema, and their files, but for checks.go, do not name types of other packages.
func TestVariablesAreKnown(t *testing.T) {
	met := 0
	for _, dir := range []string{"../../../../gen", "../../../../testdata/golden"} {
		for _, base := range []string{"decode", "encode", "validate", "types"} {
			files, err := filepath.Glob(filepath.Join(dir, "*", base+".go"))
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range files {
				f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
				if err != nil {
					t.Fatal(err)
				}
				for _, v := range variables(f) {
					met++
					if !isVariable(v) {
						t.Errorf("%s: the variable %s is not known", name, v)
					}
				}
			}
		}
	}
	if met == 0 {
		t.Error("no variable found")
	}
}

// TestNumberedVariables: packages are named as they are where no variable can be.
func TestNumberedVariables(t *testing.T) {
	for name, want := range map[string]bool{"v": true, "v3": true, "v12": true, "now": true, "v2026": false, "api": false, "api3": false} {
		if isVariable(name) != want {
			t.Errorf("%s is a variable: %t", name, !want)
		}
	}
}

// TestFreshVariablesAreKnown looks for the variables that the printers of decoders and of
// relations ask for, whether or not a package above has them.
func TestFreshVariablesAreKnown(t *testing.T) {
	var sources []string
	for _, dir := range []string{"../codec", "../../sections/checks"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, files...)
	}
	asked := regexp.MustCompile(`(?:fresh|assignOK|variable|set)\((?:g, )?"(\w+)"`)
	met := 0
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllSubmatch(text, -1) {
			met++
			if name := string(m[1]); !isVariable(name) {
				t.Errorf("%s: the variable %s is not known", source, name)
			}
		}
	}
	if met < 10 {
		t.Errorf("%d variables found", met)
	}
}

// variables lists what the functions of a file declare, receivers, results and
// parameters included; the parameters of a tuple's constructor have the names
// of its positions.
func variables(f *ast.File) []string {
	var out []string
	add := func(list ...ast.Expr) {
		for _, e := range list {
			if id, ok := e.(*ast.Ident); ok && id.Name != "_" {
				out = append(out, id.Name)
			}
		}
	}
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		ast.Inspect(fn, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.StructType:
				return false
			case *ast.Field:
				for _, id := range n.Names {
					add(id)
				}
			case *ast.AssignStmt:
				if n.Tok == token.DEFINE {
					add(n.Lhs...)
				}
			case *ast.RangeStmt:
				if n.Tok == token.DEFINE {
					add(n.Key, n.Value)
				}
			case *ast.ValueSpec:
				for _, id := range n.Names {
					add(id)
				}
			}
			return true
		})
	}
	return out
}
