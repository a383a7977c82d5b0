package storage

import (
	"cmp"
	"fmt"
	"slices"
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
	for _, p := range s.paths {
		base := pathName(t, p.keys, p.Kind)
		if p.isScope {
			base = withKind("Scope"+cmp.Or(t.Words().Exported(p.keys[1]), "Path"), p.Kind)
		}
		s.lower(t, p, base)
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
		kept = append(kept, withoutPath(key))
	}
	return withKind(cmp.Or(t.Words().Exported(strings.Join(kept, "_")), "Storage"), kind)
}

// withoutPath leaves out the word at the end of a key that says no more than that a path
// follows.
func withoutPath(key string) string {
	for _, ending := range []string{"_path", "-path", "Path"} {
		if stem := strings.TrimSuffix(key, ending); stem != "" && stem != key {
			return stem
		}
	}
	return key
}

// withKind makes a name end in what the path is.
func withKind(name string, kind PathKind) string {
	ending := map[PathKind]string{File: "File", Dir: "Dir", Query: "Glob"}[kind]
	if strings.HasSuffix(name, ending) || kind == Dir && strings.HasSuffix(name, "Directory") {
		return name
	}
	return name + ending
}

func (s *Section) lower(t *lower.Types, p *Path, base string) {
	want := func(target *string, what, wanted string) {
		t.Want(target, p.Key+"#"+what, wanted, p.pos)
	}
	want(&p.Builder, "path", base)
	taken := lists.Set(inScope)
	for _, arg := range p.Args {
		arg.lower(t, taken)
	}
	if p.Kind == Query {
		want(&p.Var, "query", variable(t, base, "Query"))
		p.Comment = "finds " + p.Text + "." + argsComment(p.Args)
		return
	}
	want(&p.Var, "template", variable(t, base, "Template"))
	want(&p.Parser, "parse", "Parse"+base)
	if p.Format == "jsonl" {
		p.Lines = &PathLines{}
		want(&p.Lines.Append, "append", "Append"+base)
		want(&p.Lines.Read, "read", base+"Lines")
		if line := referenced(s.lines, p.below()); line != nil && line.of.Text != "" {
			if d := t.DeclAt(section.Pointer(line.of.Text)); d != nil {
				p.Lines.Type = lower.Named(d)
			}
		}
	}
	if members := pathMembers(t, p); members != nil {
		p.From = &PathSource{Root: t.Document(), Members: members}
		want(&p.From.Func, "of", base+"Of")
	}
	p.Comment = pathComment(p)
}

func (a *PathArg) lower(t *lower.Types, taken map[string]bool) {
	a.Param = cmp.Or(t.Words().Unexported(a.Name), "arg")
	for n := 2; taken[a.Param]; n++ {
		a.Param = cmp.Or(t.Words().Unexported(a.Name), "arg") + strconv.Itoa(n)
	}
	taken[a.Param] = true
	a.Field = t.Words().Exported(a.Name)
	if a.Bound == "" || a.Int {
		return
	}
	if d := t.DeclAt(a.Bound); d != nil && d.Kind == model.Enum && d.Underlying.Kind == model.String {
		a.Enum = d
	}
	if a.Text != "" {
		a.Pattern = t.Pattern(a.Text)
	}
}

// pathMembers finds where a document says the arguments of a path; nil where
// one of them is not a member of it.
func pathMembers(t *lower.Types, p *Path) []*model.Access {
	root := t.Document()
	if root == nil {
		return nil
	}
	members := lists.Of(p.Args, func(a *PathArg) *model.Access { return a.Member(t, root, t.DocumentSchema(), "") })
	if slices.Contains(members, nil) {
		return nil
	}
	return members
}

// Member finds where documents say an argument: the member that its property is; nil where
// it is none, or no text and no whole number. Root is the type of the documents, and from
// their schema, which stands at a JSON Pointer of the package's.
func (a *PathArg) Member(t *lower.Types, root *model.Decl, from *schema.Node, at string) *model.Access {
	if a.Bound == "" {
		return nil
	}
	pointer := t.MemberOf(from, a.Bound)
	if below, isBelow := strings.CutPrefix(a.Bound, at); pointer == "" && isBelow { // a property of another file
		pointer, _ = section.InstancePointer(below)
	}
	if pointer == "" {
		return nil
	}
	member, err := t.Access(root, pointer)
	if err != nil || !slices.Contains([]model.TypeKind{model.String, model.Int}, member.Type().Resolved().Kind) {
		return nil
	}
	return member
}

func pathComment(p *Path) string {
	what := "the file"
	if p.Kind == Dir {
		what = "the directory"
	}
	text := "returns the path of " + what + " " + p.Text
	if strings.HasPrefix(p.Text, "~/") {
		text += " in the home directory, below a root of storage.OpenHome"
	}
	if len(p.Args) == 0 {
		return text + ". The error is always nil."
	}
	return text + "." + argsComment(p.Args)
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
