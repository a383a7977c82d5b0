package breaking

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
)

// declaration is an exported name of a package, "T" or "T.M", and what a user of
// it relies on.
type declaration struct {
	name string
	kind string // "type", "func", "const", "var", "field", "method" or, of an interface, "step"
	text string // its type
	// imports are the paths of the packages in text: two may have the same name.
	imports []string
	tag     string // of a field
	alias   bool   // the type is another name of its text
	pointer bool   // the method is one of the pointer
}

// same reports whether what relies on one declaration may rely on the other.
func (d declaration) same(e declaration) bool {
	return d.kind == e.kind && d.text == e.text && slices.Equal(d.imports, e.imports) && d.alias == e.alias && (d.pointer || !e.pointer)
}

// says tells a declaration from another with the same name.
func (d declaration) says(e declaration) string {
	switch {
	case d.text != e.text:
		return d.text
	case !slices.Equal(d.imports, e.imports):
		return d.text + " of " + strings.Join(d.imports, ", ")
	case d.alias:
		return "another name of " + d.text
	case d.pointer && !e.pointer:
		return d.text + " of the pointer"
	}
	return d.text
}

// declarations lists the exported names of generated files.
func declarations(files map[string][]byte) map[string]declaration {
	out := map[string]declaration{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".go") {
			continue
		}
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, name, files[name], parser.SkipObjectResolution)
		if err != nil {
			continue // generated files parse; a damaged old one has no API
		}
		r := reader{fset, out, importsOf(f)}
		for _, d := range f.Decls {
			r.declaration(d)
		}
	}
	return out
}

type reader struct {
	fset    *token.FileSet
	out     map[string]declaration
	imports map[string]string // by the name in the file
}

// importsOf maps the names of imports to their paths.
func importsOf(f *ast.File) map[string]string {
	out := map[string]string{}
	for _, spec := range f.Imports {
		full, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		name := path.Base(full)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		out[name] = full
	}
	return out
}

// used lists the paths of the packages that a type names, in its order.
func (r reader) used(n ast.Node) []string {
	var out []string
	ast.Inspect(n, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if of, ok := s.X.(*ast.Ident); ok && r.imports[of.Name] != "" {
				out = append(out, r.imports[of.Name])
			}
		}
		return true
	})
	return out
}

// add notes an exported name.
func (r reader) add(d declaration, name ...string) {
	if lists.Every(name, ast.IsExported) {
		d.name = strings.Join(name, ".")
		r.out[d.name] = d
	}
}

func (r reader) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			r.add(declaration{kind: "func", text: r.signature(d.Type), imports: r.used(d.Type)}, d.Name.Name)
		} else {
			of := d.Recv.List[0].Type
			_, pointer := of.(*ast.StarExpr)
			r.add(declaration{kind: "method", text: r.signature(d.Type), imports: r.used(d.Type), pointer: pointer}, receiver(of), d.Name.Name)
		}
	case *ast.GenDecl:
		var implicit ast.Expr // type of the constants that repeat what is above them
		for _, s := range d.Specs {
			if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.CONST && v.Type == nil && len(v.Values) == 0 {
				v.Type = implicit
			} else if ok {
				implicit = v.Type
			}
			r.spec(d.Tok, s)
		}
	}
}

func receiver(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return ""
}

func (r reader) spec(tok token.Token, s ast.Spec) {
	switch s := s.(type) {
	case *ast.ValueSpec:
		for _, name := range s.Names {
			d := declaration{kind: tok.String(), text: "untyped"}
			if s.Type != nil {
				d.text, d.imports = r.print(s.Type), r.used(s.Type)
			}
			r.add(d, name.Name)
		}
	case *ast.TypeSpec:
		r.typeSpec(s)
	}
}

func (r reader) typeSpec(s *ast.TypeSpec) {
	parameters := ""
	if s.TypeParams != nil {
		parameters = r.fields(s.TypeParams) + " "
	}
	switch t := s.Type.(type) {
	case *ast.StructType:
		r.add(declaration{kind: "type", text: parameters + "struct"}, s.Name.Name)
		for _, f := range t.Fields.List {
			for _, name := range f.Names {
				d := declaration{kind: "field", text: r.print(f.Type), imports: r.used(f.Type)}
				if f.Tag != nil {
					d.tag, _ = strconv.Unquote(f.Tag.Value)
				}
				r.add(d, s.Name.Name, name.Name)
			}
		}
	case *ast.InterfaceType:
		r.add(declaration{kind: "type", text: parameters + "interface"}, s.Name.Name)
		for _, f := range t.Methods.List {
			for _, name := range f.Names {
				r.add(declaration{kind: "step", text: r.print(f.Type), imports: r.used(f.Type)}, s.Name.Name, name.Name)
			}
		}
	default:
		r.add(declaration{kind: "type", text: parameters + r.print(t), imports: r.used(t), alias: s.Assign.IsValid()}, s.Name.Name)
	}
}

// signature is a function's type without the names of its parameters.
func (r reader) signature(t *ast.FuncType) string {
	text := "func(" + r.fields(t.Params) + ")"
	if t.TypeParams != nil {
		text = "[" + r.fields(t.TypeParams) + "]" + text
	}
	if t.Results != nil {
		text += " (" + r.fields(t.Results) + ")"
	}
	return text
}

func (r reader) fields(list *ast.FieldList) string {
	var types []string
	for _, f := range list.List {
		for range max(1, len(f.Names)) {
			types = append(types, r.print(f.Type))
		}
	}
	return strings.Join(types, ", ")
}

func (r reader) print(n ast.Node) string {
	var b strings.Builder
	if err := printer.Fprint(&b, r.fset, n); err != nil {
		return ""
	}
	return b.String()
}
