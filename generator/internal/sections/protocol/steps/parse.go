package steps

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/source"
)

const protocolPath = "github.com/bindery-go/bindery/runtime/protocol"

// userPackage is what is known of the user's package from its source.
type userPackage struct {
	name     string
	fset     *token.FileSet
	files    []*userFile
	declared map[string]bool // names of the package block
	types    map[string]bool
	embedded map[string][]embedded // by type
	methods  map[string][]*method  // by type, in the order of the files
	asserted []*implementation
	used     map[string]bool // types in assertions, those of other packages included
}

type userFile struct {
	*source.File
	ast *ast.File
}

// embedded is a type that another has the methods of.
type embedded struct {
	expr ast.Expr
	file *userFile
}

// method is a method of a type of the user's.
type method struct {
	name            string
	pos             source.Pos
	receiver        string // as written, without parentheses
	data            string // type of the third parameter without its star
	params, results int
	isStep          bool // takes a *protocol.Call
}

// implementation is a type of the user's that has the steps of an operation.
type implementation struct {
	of       string // the interface
	pos      source.Pos
	typeName string
	receiver string // for methods to come
	data     string // the type of the data as written
	file     *userFile
	expr     ast.Expr // of data, where it was written in file
}

// maxSyntaxErrors bounds what is reported of one file.
const maxSyntaxErrors = 10

func parse(in Input) (*userPackage, diag.Diagnostics) {
	p := &userPackage{
		fset: token.NewFileSet(), declared: map[string]bool{}, types: map[string]bool{},
		embedded: map[string][]embedded{}, methods: map[string][]*method{}, used: map[string]bool{}, name: in.Package,
	}
	var ds diag.Diagnostics
	for _, f := range in.Files {
		parsed, err := parser.ParseFile(p.fset, f.Name, f.Data, parser.ParseComments|parser.SkipObjectResolution)
		var list scanner.ErrorList
		if errors.As(err, &list) {
			for _, e := range list[:min(len(list), maxSyntaxErrors)] {
				ds.Addf(diag.StepsSyntax, f.Pos(e.Pos.Offset), "%s", e.Msg)
			}
			continue
		}
		p.files = append(p.files, &userFile{f, parsed})
	}
	if ds.HasErrors() {
		return nil, ds
	}
	p.choosePackage(in.Dir + "/" + FileName)
	for _, name := range in.Own {
		p.declared[name] = true
	}
	for _, f := range p.files {
		for _, decl := range f.ast.Decls {
			p.declare(f, decl, in)
		}
	}
	return p, ds
}

// choosePackage keeps the files of one package: that of the file which methods
// are appended to, or of most. A directory may hold a program that is run by
// hand, under a build constraint.
func (p *userPackage) choosePackage(appended string) {
	count := map[string]int{}
	for _, f := range p.files {
		name := f.ast.Name.Name
		count[name]++
		if f.Name == appended {
			count[name] = len(p.files) + 1
		}
	}
	best := 0
	for _, f := range p.files {
		if n := count[f.ast.Name.Name]; n > best {
			p.name, best = f.ast.Name.Name, n
		}
	}
	p.files = slices.DeleteFunc(p.files, func(f *userFile) bool { return f.ast.Name.Name != p.name })
}

func (p *userPackage) declare(f *userFile, decl ast.Decl, in Input) {
	for _, name := range declaredBy(decl) {
		p.declared[name] = true
	}
	if d, ok := decl.(*ast.FuncDecl); ok {
		if d.Recv != nil && len(d.Recv.List) == 1 { // the parser lets "func () A()" pass
			p.addMethod(f, d)
		}
		return
	}
	for _, spec := range decl.(*ast.GenDecl).Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			p.types[s.Name.Name] = true
			p.embedded[s.Name.Name] = embeddedIn(f, s)
		case *ast.ValueSpec:
			p.assert(f, s, in)
		}
	}
}

// embeddedIn lists the types whose methods a type has besides its own.
func embeddedIn(f *userFile, s *ast.TypeSpec) []embedded {
	if s.Assign.IsValid() {
		return []embedded{{s.Type, f}} // an alias has the other's methods
	}
	t, ok := s.Type.(*ast.StructType)
	if !ok {
		return nil
	}
	var out []embedded
	for _, field := range t.Fields.List {
		if field.Names == nil {
			out = append(out, embedded{field.Type, f})
		}
	}
	return out
}

func (p *userPackage) addMethod(f *userFile, d *ast.FuncDecl) {
	m := &method{name: d.Name.Name, pos: p.pos(f, d.Name), receiver: p.text(f, d.Recv.List[0])}
	var kinds []ast.Expr
	for _, field := range d.Type.Params.List {
		for range max(len(field.Names), 1) {
			kinds = append(kinds, field.Type)
		}
	}
	m.params = len(kinds)
	if d.Type.Results != nil {
		m.results = d.Type.Results.NumFields()
	}
	if len(kinds) >= 3 {
		m.isStep = isCall(f, kinds[1])
		if star, ok := kinds[2].(*ast.StarExpr); ok {
			m.data = p.text(f, star.X)
		}
		for _, name := range d.Recv.List[0].Names {
			if slices.Contains([]string{"ctx", "call", "data", "arg", "value", "from"}, name.Name) {
				m.receiver = strings.TrimSpace(strings.TrimPrefix(m.receiver, name.Name))
			}
		}
	}
	base := baseType(d.Recv.List[0].Type)
	p.methods[base] = append(p.methods[base], m)
}

// isCall reports whether a type is *protocol.Call.
func isCall(f *userFile, e ast.Expr) bool {
	star, ok := e.(*ast.StarExpr)
	if !ok {
		return false
	}
	s, ok := star.X.(*ast.SelectorExpr)
	return ok && s.Sel.Name == "Call" && f.imports(s.X) == protocolPath
}

// imports gives the import path that an identifier stands for, "" for none.
func (f *userFile) imports(e ast.Expr) string {
	id, ok := e.(*ast.Ident)
	if !ok {
		return ""
	}
	for _, spec := range f.ast.Imports {
		if path, err := strconv.Unquote(spec.Path.Value); err == nil && importName(spec, path) == id.Name {
			return path
		}
	}
	return ""
}

// importName is the name that an import has in its file. That of a package
// without one is taken to be the last part of its path, as Go people keep it.
func importName(spec *ast.ImportSpec, path string) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	return path[strings.LastIndexByte(path, '/')+1:]
}

// assert takes up "var _ rlmstate.WriteVariableSteps[Data] = WriteVariable{}",
// which ties a type to the operation that it implements.
func (p *userPackage) assert(f *userFile, s *ast.ValueSpec, in Input) {
	index, ok := s.Type.(*ast.IndexExpr)
	if !ok || len(s.Values) != 1 {
		return
	}
	impl := &implementation{file: f, pos: p.pos(f, s), expr: index.Index, data: p.text(f, index.Index)}
	impl.typeName = baseType(valueType(s.Values[0]))
	p.used[impl.typeName], p.used[impl.data] = true, true
	switch x := index.X.(type) {
	case *ast.SelectorExpr:
		if f.imports(x.X) != in.ImportPath {
			return
		}
		impl.of = x.Sel.Name
	case *ast.Ident:
		if in.Own == nil {
			return
		}
		impl.of = x.Name
	}
	if impl.typeName != "" && strings.Contains(impl.of, "Steps") {
		p.asserted = append(p.asserted, impl)
	}
}

// valueType is the type of T{}, &T{}, new(T) and (*T)(nil).
func valueType(e ast.Expr) ast.Expr {
	switch x := e.(type) {
	case *ast.CompositeLit:
		return x.Type
	case *ast.UnaryExpr:
		return valueType(x.X)
	case *ast.CallExpr:
		if id, ok := x.Fun.(*ast.Ident); ok && id.Name == "new" && len(x.Args) == 1 {
			return x.Args[0]
		}
		return x.Fun
	}
	return nil
}

// baseType is the name of a type behind stars, parentheses and arguments.
func baseType(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.StarExpr:
		return baseType(x.X)
	case *ast.ParenExpr:
		return baseType(x.X)
	case *ast.IndexExpr:
		return baseType(x.X)
	case *ast.IndexListExpr:
		return baseType(x.X)
	}
	return ""
}

// implementation finds the type that has the steps of an operation: by its
// assertion, or by its usual name where it has methods of steps.
func (p *userPackage) implementation(op *protocol.Operation) *implementation {
	var impl *implementation
	for _, a := range p.asserted {
		if a.of == op.Interface && p.types[a.typeName] {
			impl = a
		}
	}
	steps := slices.DeleteFunc(slices.Clone(p.methods[op.Steps]), func(m *method) bool { return !m.isStep })
	if impl == nil && !p.used[op.Steps] && len(steps) > 0 {
		impl = &implementation{of: op.Interface, typeName: op.Steps, pos: steps[0].pos, data: steps[0].data}
	}
	if impl == nil {
		return nil
	}
	impl.receiver = impl.typeName
	if all := p.methods[impl.typeName]; len(all) > 0 {
		impl.receiver = all[0].receiver
	}
	return impl
}

// method finds a method of a type, its own or one of a type that it embeds.
func (p *userPackage) method(typeName, name string) *method {
	bases := func(of string) []string {
		return lists.Of(p.embedded[of], func(e embedded) string { return baseType(e.expr) })
	}
	for of := range components.Reached(bases, typeName) {
		for _, m := range p.methods[of] {
			if m.name == name {
				return m
			}
		}
	}
	return nil
}

// embeds reports whether a type embeds an operation's interface, and so has all
// its methods.
func (p *userPackage) embeds(typeName, name string, in Input) bool {
	return slices.ContainsFunc(p.embedded[typeName], func(e embedded) bool {
		if s, ok := generic(e.expr).(*ast.SelectorExpr); ok {
			return s.Sel.Name == name && e.file.imports(s.X) == in.ImportPath
		}
		return in.Own != nil && baseType(e.expr) == name
	})
}

// generic is a type without its arguments.
func generic(e ast.Expr) ast.Expr {
	if x, ok := e.(*ast.IndexExpr); ok {
		return x.X
	}
	return e
}

// foreign names a type of another package that a type embeds, directly or not,
// "" for none.
func (p *userPackage) foreign(typeName string) string {
	within := func(e embedded) []embedded { return p.embedded[baseType(e.expr)] }
	for e := range components.Reached(within, p.embedded[typeName]...) {
		if !p.types[baseType(e.expr)] {
			return exprText(e.expr)
		}
	}
	return ""
}

// exprText names an embedded type.
func exprText(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.SelectorExpr:
		return baseType(x.X) + "." + x.Sel.Name
	case *ast.StarExpr:
		return exprText(x.X)
	case *ast.IndexExpr:
		return exprText(x.X)
	case *ast.Ident:
		return x.Name
	}
	return "another type"
}

// text is the source of a node.
func (p *userPackage) text(f *userFile, n ast.Node) string {
	return string(f.Data[p.offset(n.Pos()):p.offset(n.End())])
}

func (p *userPackage) pos(f *userFile, n ast.Node) source.Pos { return f.Pos(p.offset(n.Pos())) }

// offset is that in the file, whatever //line directives say.
func (p *userPackage) offset(at token.Pos) int { return p.fset.PositionFor(at, false).Offset }
