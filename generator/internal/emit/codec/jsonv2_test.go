package codec_test

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/compiled"
)

// TestJSONV2 reads a generated type inside of another through encoding/json/v2.
// With that package the go command compiles the whole standard library once more, so
// that the program runs with BINDERY_EXHAUSTIVE alone, as in CI; its types are always
// checked.
func TestJSONV2(t *testing.T) {
	d := newDownstream(t)
	m := newMaker("members")
	m.root(m.object("Root", false, member{"a!", texts(nil)}))
	d.generate(m.finish())
	d.write("main.go", []byte(`package main

import (
	"encoding/json/jsontext"
	"encoding/json/v2"
	"fmt"

	"example.com/downstream/members"
)

var _ interface {
	UnmarshalJSONFrom(*jsontext.Decoder) error
} = (*members.Root)(nil)

func main() {
	var x struct{ List []members.Root }
	fmt.Println(json.Unmarshal([]byte(`+"`"+`{"List":[{"a":"x"},{"a":"y"}]}`+"`"+`), &x), len(x.List), x.List[1].F0)
	fmt.Println(json.Unmarshal([]byte(`+"`"+`{"List":[{"b":"x"}]}`+"`"+`), &x) != nil)
}
`))
	if _, err := newTypeChecker(t, d, "goexperiment.jsonv2").Import("example.com/downstream"); err != nil {
		t.Fatal(err)
	}
	if !compiled.Exhaustive() {
		return
	}
	t.Setenv("GOEXPERIMENT", "jsonv2")
	if got, want := d.run("run", "."), "<nil> 2 y\ntrue\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// typeChecker checks the types of packages from source with a build tag.
type typeChecker struct {
	dirs    map[string]string // of modules, by path
	context build.Context
	fset    *token.FileSet
	std     types.Importer
	checked map[string]*types.Package
}

func newTypeChecker(t *testing.T, d *downstream, tag string) *typeChecker {
	t.Helper()
	before := build.Default // which the importer of the standard library reads
	t.Cleanup(func() { build.Default = before })
	build.Default.GOROOT = strings.TrimSpace(d.run("env", "GOROOT")) // a test built with -trimpath does not know it
	build.Default.ToolTags = append(before.ToolTags[:len(before.ToolTags):len(before.ToolTags)], tag)
	fset := token.NewFileSet()
	return &typeChecker{
		dirs:    map[string]string{"example.com/downstream": d.dir, "github.com/bindery-go/bindery": root},
		context: build.Default, fset: fset, std: importer.ForCompiler(fset, "source", nil), checked: map[string]*types.Package{},
	}
}

// Import checks a package and those that it imports.
func (c *typeChecker) Import(path string) (*types.Package, error) {
	if p := c.checked[path]; p != nil {
		return p, nil
	}
	for module, dir := range c.dirs {
		if rest, ok := strings.CutPrefix(path+"/", module+"/"); ok {
			p, err := c.check(path, filepath.Join(dir, filepath.FromSlash(rest)))
			c.checked[path] = p
			return p, err
		}
	}
	return c.std.Import(path)
}

func (c *typeChecker) check(path, dir string) (*types.Package, error) {
	p, err := c.context.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	var files []*ast.File
	for _, name := range p.GoFiles {
		f, err := parser.ParseFile(c.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: c}
	return conf.Check(path, c.fset, files, nil)
}
