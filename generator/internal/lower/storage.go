package lower

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/section"
)

// inScope are the names that the functions of a path use beside its arguments.
var inScope = []string{"root", "line", "data", "path", "args", "err", "jsonvalue", "ok", "yield", "none", "x", "iter", "slices", "storage", "strconv"}

// storage lowers the paths of storage sections and of scopes.
func (b *builder) storage(pkg *model.Package) {
	s := b.in.Sections
	if s == nil {
		return
	}
	root := b.documentDecl(pkg)
	for _, p := range s.Paths {
		pkg.Paths = append(pkg.Paths, b.path(p, pathName(p.Name, p.Kind), root))
	}
	for _, scope := range s.Scopes {
		if p := scope.Path; p != nil {
			base := "Scope" + or(names.Exported(scope.Name), "Path")
			pkg.Paths = append(pkg.Paths, b.path(p, withKind(base, p.Kind), root))
		}
	}
}

// pathName makes a Go name from the keys of a path. Those of the sections that
// hold nothing but paths are left out.
func pathName(keys []string, kind section.PathKind) string {
	var kept []string
	for i, key := range keys {
		if key == "storage" || key == "storage_paths" {
			if i < len(keys)-1 {
				continue
			}
			key = "storage"
		}
		kept = append(kept, key)
	}
	return withKind(or(names.Exported(strings.Join(kept, "_")), "Storage"), kind)
}

// withKind makes a name end in what the path is.
func withKind(name string, kind section.PathKind) string {
	ending := map[section.PathKind]string{section.File: "File", section.Dir: "Dir", section.Query: "Glob"}[kind]
	if strings.HasSuffix(name, ending) || kind == section.Dir && strings.HasSuffix(name, "Directory") {
		return name
	}
	return name + ending
}

func (b *builder) path(p *section.Path, base string, root *model.Decl) *model.Path {
	key := strings.Join(p.Name, ".")
	out := &model.Path{Key: key, Kind: model.PathKind(p.Kind), Text: p.Text}
	want := func(target *string, what, wanted string) {
		b.sectionNames.want(target, key+"#"+what, wanted, p.Pos)
	}
	want(&out.Builder, "path", base)
	if p.Kind == section.Query {
		want(&out.Var, "query", variable(base, "Query"))
		out.Comment = "finds " + p.Text + "."
		return out
	}
	want(&out.Var, "template", variable(base, "Template"))
	want(&out.Parser, "parse", "Parse"+base)
	taken := map[string]bool{}
	for _, name := range inScope {
		taken[name] = true
	}
	for _, q := range p.Placeholders {
		out.Args = append(out.Args, b.pathArg(q, taken))
	}
	if p.Format == "jsonl" {
		out.Lines = &model.PathLines{}
		want(&out.Lines.Append, "append", "Append"+base)
		want(&out.Lines.Read, "read", base+"Lines")
		if of := b.in.Sections.Bindings.LinesOf(p); of != "" {
			if d := b.declAt(referred(of)); d != nil {
				out.Lines.Type = named(d)
			}
		}
	}
	if members := b.pathMembers(p, root); members != nil {
		out.From = &model.PathSource{Root: root, Members: members}
		want(&out.From.Func, "of", base+"Of")
	}
	out.Comment = pathComment(p, out.Args)
	return out
}

func (b *builder) pathArg(q *section.Placeholder, taken map[string]bool) *model.PathArg {
	arg := &model.PathArg{Name: q.Name, Int: q.Width > 0}
	param := or(names.Unexported(q.Name), "arg")
	for n := 2; taken[param]; n++ {
		param = or(names.Unexported(q.Name), "arg") + itoa(n)
	}
	taken[param] = true
	arg.Param = param
	bound := q.Bound
	if bound == nil {
		return arg
	}
	arg.Int = arg.Int || bound.Type == "integer"
	if arg.Int {
		return arg
	}
	arg.Values = bound.Enum
	if d := b.declAt(bound.Pointer); d != nil && d.Kind == model.Enum && d.Underlying.Kind == model.String {
		arg.Enum = d
	}
	if bound.Pattern != "" {
		arg.Text, arg.Pattern = bound.Pattern, b.pattern(bound.Pattern)
	}
	return arg
}

// pathMembers finds where a document says the arguments of a path; nil where
// one of them is no member of it.
func (b *builder) pathMembers(p *section.Path, root *model.Decl) []*model.Access {
	if root == nil || len(p.Placeholders) == 0 {
		return nil
	}
	var members []*model.Access
	for _, q := range p.Placeholders {
		if q.Bound == nil {
			return nil
		}
		pointer, ok := instancePointer(q.Bound.Pointer)
		if !ok {
			return nil
		}
		a, err := b.access(root, pointer)
		if err != nil || !isText(a.Type()) {
			return nil
		}
		members = append(members, a)
	}
	return members
}

// instancePointer turns the pointer of a schema that is reached by properties
// alone into that of the member.
func instancePointer(pointer string) (string, bool) {
	tokens, err := document.ParsePointer(pointer)
	if err != nil || len(tokens)%2 != 0 || len(tokens) == 0 {
		return "", false
	}
	var member []string
	for i := 0; i < len(tokens); i += 2 {
		if tokens[i] != "properties" {
			return "", false
		}
		member = append(member, tokens[i+1])
	}
	return document.FormatPointer(member...), true
}

// isText says whether values of a type are written into a path as they are.
func isText(t *model.Type) bool {
	t = t.Resolved()
	return t.Kind == model.String || t.Kind == model.Int
}

func pathComment(p *section.Path, args []*model.PathArg) string {
	what := "the file"
	if p.Kind == section.Dir {
		what = "the directory"
	}
	text := "returns the path of " + what + " " + p.Text
	if p.Home {
		text += " in the home directory, below a root of storage.OpenHome"
	}
	text += "."
	if len(args) == 0 {
		return text + " The error is always nil."
	}
	text += " The error is a *storage.SegmentError where an argument is not one safe segment"
	for _, arg := range args {
		switch {
		case arg.Text != "":
			text += fmt.Sprintf("; %s must match %s", arg.Param, arg.Text)
		case !arg.Int && len(arg.Values) == 0:
			text += fmt.Sprintf("; %s must match ^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$", arg.Param)
		}
	}
	return text + "."
}
