package breaking

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// declaration is an exported name of a package, "T" or "T.M", and what a user of
// it relies on.
type declaration struct {
	name string
	kind string // "type", "func", "const", "var", "field", "method" or, of an interface, "step"
	text string // its type
}

// api reports exported names of the old package that the new one lacks or
// declares otherwise, and methods that an interface has gained.
func api(old, new *Version) diag.Diagnostics {
	var ds diag.Diagnostics
	before, now := declarations(old.Files), declarations(new.Files)
	names := renamed(old, new)
	for _, name := range slices.Sorted(maps.Keys(before)) {
		d := before[name]
		if owner, _, ok := strings.Cut(name, "."); ok && (now[owner].name == "" || before[owner].text != now[owner].text && d.kind == "field") {
			continue // the type tells of it
		}
		if field, ok := getterOf(name); ok && before[field].name != "" && now[field].name == "" {
			continue // the field tells of it
		}
		switch e, kept := now[name]; {
		case !kept:
			ds.Add(gone(d, names[name], new, old))
		case e.text != d.text || e.kind != d.kind:
			ds.Add(diag.New(diag.APIChanged, new.place(e), "%s %s is %s now; it was %s", e.kind, name, e.text, d.text).
				WithRelated(old.labelled(old.place(d)), "declared here before"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(now)) {
		owner, _, _ := strings.Cut(name, ".")
		if _, had := before[name]; !had && now[name].kind == "step" && before[owner].name != "" {
			ds.Addf(diag.StepAdded, new.position(owner), "implementations of %s need the method %s now", owner, strings.TrimPrefix(name, owner+"."))
		}
	}
	return ds
}

// getterOf is the field that a getter reads.
func getterOf(name string) (field string, ok bool) {
	owner, method, _ := strings.Cut(name, ".")
	field, ok = strings.CutPrefix(method, "Get")
	return owner + "." + strings.TrimSuffix(field, "_"), ok
}

func gone(d declaration, to string, new, old *Version) diag.Diagnostic {
	var report diag.Diagnostic
	if to != "" {
		report = diag.New(diag.APIRenamed, new.position(to), "%s %s is called %s now", d.kind, d.name, to)
	} else {
		report = diag.New(diag.APIRemoved, new.place(d), "%s %s is gone", d.kind, d.name)
	}
	return report.WithRelated(old.labelled(old.place(d)), "declared here before")
}

// place is where the schema declares a name; of a constant, its type.
func (v *Version) place(d declaration) source.Pos {
	if d.kind == "const" {
		return v.position(d.text)
	}
	return v.position(d.name)
}

// position finds the place in the schema that gives an exported name: that of
// its field, of its type, or the first entry type.
func (v *Version) position(name string) source.Pos {
	owner, member, _ := strings.Cut(name, ".")
	var candidates []string
	if place, ok := v.Names[owner]; ok {
		if key, ok := v.Members[owner][member]; ok {
			candidates = append(candidates, place+"/properties/"+document.EscapeToken(key))
		}
		candidates = append(candidates, place)
	}
	for _, place := range candidates {
		if pos, ok := v.At(place); ok {
			return pos
		}
	}
	if len(v.Entries) > 0 {
		return v.Entries[0].Node.Pos
	}
	return source.Pos{}
}

// renamed maps the old Go names to the new ones of the same place in the schema.
func renamed(old, new *Version) map[string]string {
	out := map[string]string{}
	types := invert(new.Names)
	for name, place := range old.Names {
		to := types[place]
		if to == "" {
			continue
		}
		if to != name {
			out[name] = to
		}
		members := invert(new.Members[to])
		for field, key := range old.Members[name] {
			if now := members[key]; now != "" && now != field {
				out[name+"."+field] = to + "." + now
			}
		}
	}
	return out
}

// invert maps values to the least of their keys.
func invert(m map[string]string) map[string]string {
	out := map[string]string{}
	for _, k := range slices.Sorted(maps.Keys(m)) {
		if _, taken := out[m[k]]; !taken {
			out[m[k]] = k
		}
	}
	return out
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
		r := reader{fset, out}
		for _, d := range f.Decls {
			r.declaration(d)
		}
	}
	return out
}

type reader struct {
	fset *token.FileSet
	out  map[string]declaration
}

func (r reader) add(kind, text string, name ...string) {
	for _, part := range name {
		if !ast.IsExported(part) {
			return
		}
	}
	full := strings.Join(name, ".")
	r.out[full] = declaration{full, kind, text}
}

func (r reader) declaration(d ast.Decl) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			r.add("func", r.signature(d.Type), d.Name.Name)
		} else {
			r.add("method", r.signature(d.Type), receiver(d.Recv.List[0].Type), d.Name.Name)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
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
			text := ""
			if s.Type != nil {
				text = r.print(s.Type)
			}
			r.add(tok.String(), text, name.Name)
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
		r.add("type", parameters+"struct", s.Name.Name)
		for _, f := range t.Fields.List {
			for _, name := range f.Names {
				r.add("field", r.print(f.Type), s.Name.Name, name.Name)
			}
		}
	case *ast.InterfaceType:
		r.add("type", parameters+"interface", s.Name.Name)
		for _, f := range t.Methods.List {
			for _, name := range f.Names {
				r.add("step", r.print(f.Type), s.Name.Name, name.Name)
			}
		}
	default:
		r.add("type", parameters+r.print(t), s.Name.Name)
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
