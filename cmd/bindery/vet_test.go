package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/mod/modfile"
)

// vet PACKAGE... checks the types of packages, test files among them; ! vet TEXT PACKAGE...
// that they are not right, and that the error has a text: it is not another one than
// was meant. Where tests are exhaustive go vet does, which finds more: it is a
// process for each package, and the go command takes longer than those.
func vet(ts *testscript.TestScript, neg bool, args []string) {
	text := ""
	if neg && len(args) > 0 {
		text, args = args[0], args[1:]
	}
	if len(args) == 0 {
		ts.Fatalf("usage: vet PACKAGE... or ! vet TEXT PACKAGE...")
	}
	err := vetPackages(ts, args)
	switch {
	case err != nil && !neg:
		ts.Fatalf("%v", err)
	case err == nil && neg:
		ts.Fatalf("the packages compile")
	case neg && !strings.Contains(err.Error(), text):
		ts.Fatalf("the error is another one than %q: %v", text, err)
	}
}

func vetPackages(ts *testscript.TestScript, patterns []string) error {
	if exhaustive() {
		err := ts.Exec("go", append([]string{"vet"}, patterns...)...)
		if err != nil {
			err = fmt.Errorf("%w: %s", err, ts.ReadFile("stderr"))
		}
		return err
	}
	m, err := newModule(ts.MkAbs("."), ts.Getenv("ROOT"))
	if err != nil {
		return err
	}
	compiledPackages.Lock()
	defer compiledPackages.Unlock()
	for _, pattern := range patterns {
		if err := m.vet(ts.MkAbs("."), pattern); err != nil {
			return err
		}
	}
	return nil
}

// typedModule is the module of a script, whose packages are checked from source.
type typedModule struct {
	path, dir, root string // root is that of Bindery
	checked         map[string]*types.Package
}

// newModule finds the module that a directory lies in.
func newModule(dir, root string) (*typedModule, error) {
	for ; ; dir = filepath.Dir(dir) {
		data, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil {
			return &typedModule{modfile.ModulePath(data), dir, root, map[string]*types.Package{}}, nil
		}
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			return nil, fmt.Errorf("no module: %w", err)
		}
	}
}

// vet checks the packages of a pattern, as go vet knows them.
func (m *typedModule) vet(dir, pattern string) error {
	base, below := strings.CutSuffix(pattern, "...")
	top := filepath.Join(dir, filepath.FromSlash(base))
	met := 0
	err := filepath.WalkDir(top, func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil || !e.IsDir():
			return err
		case name != top && (!below || strings.HasPrefix(e.Name(), ".") || strings.HasPrefix(e.Name(), "_") || e.Name() == "testdata"):
			return fs.SkipDir
		}
		err = m.vetPackage(name)
		if none := (*build.NoGoError)(nil); errors.As(err, &none) && below {
			return nil
		}
		met++
		return err
	})
	if err == nil && met == 0 {
		return fmt.Errorf("%s matches no packages", pattern)
	}
	return err
}

// vetPackage checks a package, with the tests inside it, and those beside it.
func (m *typedModule) vetPackage(dir string) error {
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return err
	}
	rel, err := filepath.Rel(m.dir, dir)
	if err != nil {
		return err
	}
	importPath := path.Join(m.path, filepath.ToSlash(rel))
	if _, err := m.Import(importPath); err != nil {
		return err
	}
	if len(p.TestGoFiles) > 0 {
		if _, err := m.check(importPath, dir, append(p.GoFiles, p.TestGoFiles...)); err != nil {
			return err
		}
	}
	if len(p.XTestGoFiles) > 0 {
		_, err = m.check(importPath+"_test", dir, p.XTestGoFiles)
	}
	return err
}

// Import checks a package of the module, or reads what the compiler has said of another.
func (m *typedModule) Import(importPath string) (*types.Package, error) {
	if p := m.checked[importPath]; p != nil {
		return p, nil
	}
	rel, own := strings.CutPrefix(importPath+"/", m.path+"/")
	if !own {
		return compiledPackages.read(m.root, importPath)
	}
	dir := filepath.Join(m.dir, filepath.FromSlash(rel))
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	checked, err := m.check(importPath, dir, p.GoFiles)
	m.checked[importPath] = checked
	return checked, err
}

func (m *typedModule) check(importPath, dir string, names []string) (*types.Package, error) {
	var files []*ast.File
	for _, name := range names {
		f, err := parser.ParseFile(compiledPackages.fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := types.Config{Importer: m, GoVersion: "go1.26", Sizes: types.SizesFor("gc", runtime.GOARCH)}
	return conf.Check(importPath, compiledPackages.fset, files, nil)
}

// compiledPackages are packages that scripts import, those of Bindery and of the
// standard library, as the go command has compiled them for this test.
var compiledPackages = typed{fset: token.NewFileSet(), files: map[string]string{}}

type typed struct {
	sync.Mutex
	fset     *token.FileSet
	files    map[string]string // of exported types, by import path
	importer types.Importer
}

func (c *typed) read(root, importPath string) (*types.Package, error) {
	if c.importer == nil {
		c.importer = importer.ForCompiler(c.fset, "gc", func(importPath string) (io.ReadCloser, error) {
			return os.Open(c.files[importPath])
		})
	}
	if c.files[importPath] == "" {
		// All that most scripts need at once: the go command takes longer than that.
		list := exec.Command("go", "list", "-export", "-deps", "-f", "{{.ImportPath}}={{.Export}}", importPath, "./gen/rlmstate")
		list.Dir, list.Env = root, append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOGC=400")
		out, err := list.Output()
		if err != nil {
			return nil, fmt.Errorf("go list %s: %w", importPath, err)
		}
		for line := range strings.Lines(string(out)) {
			name, file, _ := strings.Cut(strings.TrimSpace(line), "=")
			c.files[name] = file
		}
	}
	return c.importer.Import(importPath)
}
