package custom

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"sync"

	"github.com/bindery-go/bindery/generator/internal/source"
)

// Sources finds the directory of a Go package by its import path.
type Sources func(importPath string) (fs.FS, error)

// Checker looks types up in the source of their packages. It reads declarations
// alone and type-checks nothing, so that a package need not compile, nor what it
// imports be there. It is safe for concurrent use.
type Checker struct {
	sources Sources
	mu      sync.Mutex
	read    map[string]*goPackage
}

// NewChecker returns a checker; nil sources find nothing.
func NewChecker(sources Sources) *Checker {
	return &Checker{sources: sources, read: map[string]*goPackage{}}
}

// NotFoundError says that the source of a package is not on this machine.
type NotFoundError struct {
	Import string
	Err    error // nil where nobody has looked
}

func (e *NotFoundError) Error() string {
	if e.Err == nil {
		return "the source of " + e.Import + " is not at hand"
	}
	return "the source of " + e.Import + " is not at hand: " + e.Err.Error()
}

func (e *NotFoundError) Unwrap() error { return e.Err }

// MisfitError says why generated code cannot hold values in a type.
type MisfitError struct{ Message, Help string }

func (e *MisfitError) Error() string { return e.Message }

// Check reports why generated code cannot use a type: a *[MisfitError], or a
// *[NotFoundError] where its package is not at hand.
func (c *Checker) Check(t Type) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	pkg, err := c.load(t.Import)
	if err != nil {
		return err
	}
	if pkg.name != t.PackageName() && t.Package == "" && path.Base(t.Import) == t.PackageName() {
		return &MisfitError{
			fmt.Sprintf("the package %s is called %s", t.Import, pkg.name),
			"name it beside the path: an object with import and alias",
		}
	}
	spec := pkg.types[t.Name]
	if spec == nil {
		return &MisfitError{fmt.Sprintf("the package %s declares no type %s", t.Import, t.Name), "correct the name, or declare the type"}
	}
	if spec.TypeParams != nil {
		return &MisfitError{fmt.Sprintf("%s is generic", t), "declare a type of yours by it, and name that"}
	}
	if _, is := spec.Type.(*ast.InterfaceType); is {
		return &MisfitError{fmt.Sprintf("%s is an interface, which no value can be decoded into", t), "name a type that implements it"}
	}
	m := methods{has: map[string]bool{}}
	m.of(c, pkg, t.Name, 0)
	if m.missing == nil && !m.json() && !m.text() {
		return &MisfitError{
			fmt.Sprintf("%s has neither MarshalJSON and UnmarshalJSON nor MarshalText and UnmarshalText", t),
			"declare a type of yours around it that has them, and name that",
		}
	}
	if !m.json() && !m.text() {
		return m.missing // it may have them from a type of a package that is not at hand
	}
	return nil
}

// goPackage is the declarations of a package.
type goPackage struct {
	path, name string
	types      map[string]*ast.TypeSpec
	files      map[string]*ast.File // by the name of a type
	methods    map[string]map[string]*ast.FuncType
}

func (c *Checker) load(importPath string) (*goPackage, error) {
	if p := c.read[importPath]; p != nil {
		return p, nil
	}
	if c.sources == nil {
		return nil, &NotFoundError{Import: importPath}
	}
	dir, err := c.sources(importPath)
	if err != nil {
		return nil, &NotFoundError{importPath, err}
	}
	p := &goPackage{path: importPath, types: map[string]*ast.TypeSpec{}, files: map[string]*ast.File{}, methods: map[string]map[string]*ast.FuncType{}}
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return nil, &NotFoundError{importPath, err}
	}
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, &NotFoundError{importPath, err}
		}
		file, _ := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution) // what can be read of it
		if file != nil && file.Name != nil && file.Name.Name != "main" && !source.InNoBuild(text) {
			p.add(file)
		}
	}
	if p.name == "" {
		return nil, &NotFoundError{importPath, errors.New("no Go files")}
	}
	c.read[importPath] = p
	return p, nil
}

func (p *goPackage) add(file *ast.File) {
	p.name = file.Name.Name
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					p.types[t.Name.Name], p.files[t.Name.Name] = t, file
				}
			}
		case *ast.FuncDecl:
			if d.Recv == nil || len(d.Recv.List) != 1 {
				continue
			}
			of := d.Recv.List[0].Type
			if star, ok := of.(*ast.StarExpr); ok {
				of = star.X
			}
			if id, ok := of.(*ast.Ident); ok {
				if p.methods[id.Name] == nil {
					p.methods[id.Name] = map[string]*ast.FuncType{}
				}
				p.methods[id.Name][d.Name.Name] = d.Type
			}
		}
	}
}

// methods are those of a type that matter here.
type methods struct {
	has     map[string]bool // by name, those with the right parameters
	missing error           // a package that could not be looked into
}

func (m *methods) json() bool { return m.has["MarshalJSON"] && m.has["UnmarshalJSON"] }
func (m *methods) text() bool { return m.has["MarshalText"] && m.has["UnmarshalText"] }

// deepest is how far embedded types and aliases are followed.
const deepest = 16

// of adds the methods of a type: its own, those that embedding promotes, and those
// of the type that an alias stands for.
func (m *methods) of(c *Checker, p *goPackage, name string, depth int) {
	spec := p.types[name]
	if spec == nil || depth > deepest {
		return
	}
	for name, f := range p.methods[name] {
		m.add(name, f)
	}
	if spec.Assign.IsValid() {
		m.through(c, p, spec.Type, name, depth)
		return
	}
	switch t := spec.Type.(type) {
	case *ast.StructType:
		for _, field := range t.Fields.List {
			if len(field.Names) == 0 {
				m.through(c, p, field.Type, name, depth)
			}
		}
	case *ast.InterfaceType:
		for _, field := range t.Methods.List {
			f, isMethod := field.Type.(*ast.FuncType)
			switch {
			case isMethod && len(field.Names) == 1:
				m.add(field.Names[0].Name, f)
			case !isMethod:
				m.through(c, p, field.Type, name, depth)
			}
		}
	}
}

// through adds the methods of the type that an expression names in the file of a
// declaration.
func (m *methods) through(c *Checker, p *goPackage, expr ast.Expr, in string, depth int) {
	switch t := expr.(type) {
	case *ast.StarExpr:
		m.through(c, p, t.X, in, depth)
	case *ast.IndexExpr:
		m.through(c, p, t.X, in, depth)
	case *ast.Ident:
		m.of(c, p, t.Name, depth+1)
	case *ast.SelectorExpr:
		id, ok := t.X.(*ast.Ident)
		if !ok {
			return
		}
		other, err := c.load(importOf(p.files[in], id.Name))
		if err != nil {
			m.missing = err
			return
		}
		m.of(c, other, t.Sel.Name, depth+1)
	}
}

// importOf is the path that a file imports under a name.
func importOf(file *ast.File, name string) string {
	for _, spec := range file.Imports {
		at, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		if spec.Name != nil && spec.Name.Name == name || spec.Name == nil && (path.Base(at) == name || (Type{Import: at}).PackageName() == name) {
			return at
		}
	}
	return name
}

func (m *methods) add(name string, f *ast.FuncType) {
	params, results := f.Params.NumFields(), 0
	if f.Results != nil {
		results = f.Results.NumFields()
	}
	isUnmarshal := strings.HasPrefix(name, "Unmarshal")
	if isUnmarshal && params == 1 && results == 1 || !isUnmarshal && params == 0 && results == 2 {
		m.has[name] = true
	}
}
