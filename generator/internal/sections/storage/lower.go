package storage

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// inScope are the names that functions use beside the arguments of a path: their
// other parameters, and the packages that they call. Methods of stores take what is in
// the path of their documents.
var inScope = strings.Fields(`
	args ctx data entry err fresh lease line more most none now ok path reservation root s scope v x yield
	budget context errors fmt holder iter jsonvalue lines slices spending spill storage store strconv time variables`)

// Lower lowers the paths of storage sections and of scopes.
func (s *Section) Lower(t *lower.Types) {
	for _, p := range s.written {
		s.paths = append(s.paths, s.path(t, p, pathName(t, p.Name, p.Kind)))
	}
	for _, p := range s.scopes {
		s.paths = append(s.paths, s.path(t, p, withKind("Scope"+cmp.Or(t.Words().Exported(p.Name[1]), "Path"), p.Kind)))
	}
}

// pathName makes a Go name from the keys of a path. Those of the sections that
// hold nothing but paths are left out.
func pathName(t *lower.Types, keys []string, kind PathKind) string {
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
	return withKind(cmp.Or(t.Words().Exported(strings.Join(kept, "_")), "Storage"), kind)
}

// withKind makes a name end in what the path is.
func withKind(name string, kind PathKind) string {
	ending := map[PathKind]string{File: "File", Dir: "Dir", Query: "Glob"}[kind]
	if strings.HasSuffix(name, ending) || kind == Dir && strings.HasSuffix(name, "Directory") {
		return name
	}
	return name + ending
}

func (s *Section) path(t *lower.Types, p *written, base string) *Path {
	key := strings.Join(p.Name, ".")
	out := &Path{Key: key, Kind: p.Kind, Text: p.Text, Format: p.Format}
	want := func(target *string, what, wanted string) {
		t.Want(target, key+"#"+what, wanted, p.Pos)
	}
	want(&out.Builder, "path", base)
	taken := lists.Set(inScope)
	for _, q := range p.Placeholders {
		out.Args = append(out.Args, pathArg(t, q, taken))
	}
	if p.Kind == Query {
		want(&out.Var, "query", variable(t, base, "Query"))
		out.Comment = "finds " + p.Text + "." + argsComment(out.Args)
		return out
	}
	want(&out.Var, "template", variable(t, base, "Template"))
	want(&out.Parser, "parse", "Parse"+base)
	if p.Format == "jsonl" {
		out.Lines = &PathLines{}
		want(&out.Lines.Append, "append", "Append"+base)
		want(&out.Lines.Read, "read", base+"Lines")
		if of := s.linesOf(p); of != "" {
			if d := t.DeclAt(section.Pointer(of)); d != nil {
				out.Lines.Type = lower.Named(d)
			}
		}
	}
	if members := pathMembers(t, p); members != nil {
		out.From = &PathSource{Root: t.Document(), Members: members}
		want(&out.From.Func, "of", base+"Of")
	}
	out.Comment = pathComment(p, out.Args)
	return out
}

func pathArg(t *lower.Types, q *placeholder, taken map[string]bool) *PathArg {
	arg := &PathArg{Name: q.Name, Int: q.Width > 0}
	param := cmp.Or(t.Words().Unexported(q.Name), "arg")
	for n := 2; taken[param]; n++ {
		param = cmp.Or(t.Words().Unexported(q.Name), "arg") + strconv.Itoa(n)
	}
	taken[param] = true
	arg.Param, arg.Field = param, t.Words().Exported(q.Name)
	bound := q.Bound
	if bound == nil {
		return arg
	}
	arg.Bound = bound.Pointer
	arg.Int = arg.Int || bound.Type == "integer"
	if arg.Int {
		return arg
	}
	arg.Values = bound.Enum
	if d := t.DeclAt(bound.Pointer); d != nil && d.Kind == model.Enum && d.Underlying.Kind == model.String {
		arg.Enum = d
	}
	if bound.Pattern != "" {
		arg.Text, arg.Pattern = bound.Pattern, t.Pattern(bound.Pattern)
	}
	return arg
}

// pathMembers finds where a document says the arguments of a path; nil where
// one of them is not a member of it.
func pathMembers(t *lower.Types, p *written) []*model.Access {
	root := t.Document()
	if root == nil || len(p.Placeholders) == 0 {
		return nil
	}
	var members []*model.Access
	for _, q := range p.Placeholders {
		if q.Bound == nil {
			return nil
		}
		pointer, ok := MemberOf(t, t.DocumentSchema(), "", q.Bound.Pointer)
		if !ok {
			return nil
		}
		a, err := t.Access(root, pointer)
		if err != nil || !isText(a.Type()) {
			return nil
		}
		members = append(members, a)
	}
	return members
}

// MemberOf finds the member of documents that the property at a JSON Pointer of the package's
// schema is. Root is the schema of the documents, which stands at another one.
func MemberOf(t *lower.Types, root *schema.Node, at, property string) (pointer string, ok bool) {
	if pointer = t.MemberOf(root, property); pointer != "" {
		return pointer, true
	}
	below, isBelow := strings.CutPrefix(property, at) // a property of another file
	if !isBelow {
		return "", false
	}
	return section.InstancePointer(below)
}

// isText reports whether values of a type are written into a path as they are.
func isText(t *model.Type) bool {
	t = t.Resolved()
	return t.Kind == model.String || t.Kind == model.Int
}

func pathComment(p *written, args []*PathArg) string {
	what := "the file"
	if p.Kind == Dir {
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
	return text + argsComment(args)
}

// argsComment says what arguments must be; "" without any.
func argsComment(args []*PathArg) string {
	if len(args) == 0 {
		return ""
	}
	text := " The error is a *storage.SegmentError where an argument is not one safe segment"
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

// variable makes a Go name that starts with a small letter, and not as the
// functions of plans, types and members do: those are called after what they
// serve.
func variable(t *lower.Types, base, suffix string) string {
	name := t.Words().Unexported(base) + suffix
	for _, family := range []string{"valid", "decode", "match", "index", "declared", "read", "new", "sorted", "places", "listed", "values", "fill", "records", "spending", "extend", "exhaust"} {
		if rest, ok := strings.CutPrefix(name, family); ok && rest != "" && strings.ToLower(rest[:1]) != rest[:1] {
			return "path" + base + suffix
		}
	}
	return name
}
