package storage

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/spelling"
	"github.com/bindery-go/bindery/runtime/storage"
)

// form is what a property says of the arguments that are its values.
type form struct {
	Pointer string // of the property
	Type    string // string, integer, number, boolean; "" where the schema leaves it open
	Pattern string // "" for none
	Enum    []string
	IsLost  bool // x-bindery names what is no property, which has been reported
}

var (
	placeholderForm = regexp.MustCompile(`\{([^{}:]+)(?::0([0-9]+)d)?\}`)
	extensionForm   = regexp.MustCompile(`[^/.]((?:\.[A-Za-z][A-Za-z0-9]*)+)$`)
	formatKeys      = []string{"format", "mime_type", "media_type", "content_type", "mechanism", "compression", "encoding", "description"}
	placeWords      = []string{"file", "path", "dir", "directory", "location", "log", "naming"}
	baseWords       = []string{"location", "dir", "directory", "path", "base", "root"}
)

// reference is an entry of x-bindery that names a part of the schema; of is none where it
// does not, which has been reported.
type reference struct {
	name section.Word // of a path, or of a placeholder: for all paths, or path.placeholder
	of   section.Word
}

// Read reads the paths of the sections that hold them, of a member called
// storage or storage_paths inside another section, and of scopes.
func (s *Section) Read(from *section.Reader) {
	r := &reader{Reader: from, out: s}
	s.placeholders = r.references("placeholders", `a reference to a property, as "#/properties/state_id"`)
	s.lines = r.references("lines", `a reference to a schema, as "#/$defs/Mutation"`)
	for m := range r.Members() {
		paths, constants := len(s.paths), len(s.Constants)
		switch {
		case isStorage(m):
			r.section(m)
		case m.Name == "scopes":
			r.Found(m, r.scopes(m))
			continue
		}
		for _, below := range m.Value.Members {
			if isStorage(below) {
				r.section(below, m.Name)
			}
		}
		r.Found(m, s.foundSince(paths, constants))
	}
	s.paths = append(s.paths, r.scoped...)
	for m := range r.Members() {
		r.pathsElsewhere([]string{m.Name}, m)
	}
	r.checkBindings()
}

func (s *Section) foundSince(paths, constants int) string {
	paths, constants = len(s.paths)-paths, len(s.Constants)-constants
	switch {
	case paths+constants == 0:
		return ""
	case constants == 0:
		return section.Count(paths, "path")
	}
	return section.Count(paths, "path") + ", " + section.Count(constants, "constant")
}

// isStorage reports whether a member holds paths, and what belongs to them.
func isStorage(m document.Member) bool { return m.Name == "storage" || m.Name == "storage_paths" }

// reader reads the storage of a schema.
type reader struct {
	*section.Reader
	out    *Section
	scoped []*Path // where the scopes are kept
}

// references reads a table of x-bindery; want says what its values must be.
func (r *reader) references(table, want string) (list []*reference) {
	for _, m := range r.Bindings.Table(table) {
		of := section.WordOf(m.Value)
		if !section.IsReference(of.Text) {
			r.Bad(m.Value, m.Where, want)
			of = section.Word{}
		}
		list = append(list, &reference{section.KeyOf(m.Member), of})
	}
	return list
}

// referenced gives the entry of the first of the names that is there; nil for none.
func referenced(list []*reference, names ...string) *reference {
	for _, name := range names {
		if found := lists.First(list, func(r *reference) bool { return r.name.Text == name }); found != nil {
			return found
		}
	}
	return nil
}

// checkBindings reports what speaks of something that the schema does not have.
func (r *reader) checkBindings() {
	for _, p := range r.out.placeholders {
		if known := r.out.placeholderNames(); !slices.Contains(known, p.name.Text) {
			r.LostName(p.name, "placeholder", known)
		}
		r.Leads(p.of, "property")
	}
	for _, l := range r.out.lines {
		r.Leads(l.of, "schema")
		if known := r.out.linesNames(); !slices.Contains(known, l.name.Text) {
			r.LostName(l.name, "JSONL path", known)
		}
	}
}

// linesNames are the paths whose lines x-bindery may describe.
func (s *Section) linesNames() []string {
	return lists.Of(lists.Where(s.paths, func(p *Path) bool { return !p.isScope && p.Format == "jsonl" }), (*Path).below)
}

// placeholderNames are what x-bindery may call placeholders: by their name, or behind their
// path.
func (s *Section) placeholderNames() (out []string) {
	for _, p := range s.paths {
		for _, a := range p.Args {
			out = append(out, a.Name, p.below()+"."+a.Name)
		}
	}
	return out
}

func (r *reader) scopes(m document.Member) string {
	found := 0
	for _, scope := range m.Value.Members {
		if scope.Value.Kind != document.Object {
			continue
		}
		found++
		if place, ok := scope.Value.Member("storage"); ok && isPath("storage_path", section.Text(place.Value)) && section.Text(place.Value) != "" {
			if p := r.path([]string{m.Name, scope.Name}, place, nil); p != nil {
				p.isScope = true
				r.scoped = append(r.scoped, p)
			}
		}
	}
	if found == 0 {
		return ""
	}
	return section.Count(found, "scope")
}

// section reads a member that holds paths, and takes all of it.
func (r *reader) section(m document.Member, in ...string) {
	r.pathsIn(append(in, m.Name), m, nil)
	r.Take(m.Value)
}

// pathsIn reads a value of a storage section and what is below it. Step lists that
// package steplist has read are passed over.
func (r *reader) pathsIn(name []string, m document.Member, siblings *document.Node) {
	switch {
	case m.Value.Kind == document.Object:
		for _, below := range m.Value.Members {
			r.pathsIn(append(name[:len(name):len(name)], below.Name), below, m.Value)
		}
	case m.Value.Kind == document.Array && r.IsTaken(m.Value):
	case m.Value.Kind == document.String && isPath(m.Name, m.Value.Text):
		if p := r.path(name, m, siblings); p != nil {
			r.out.paths = append(r.out.paths, p)
			return
		}
		fallthrough
	default:
		r.out.Constants = append(r.out.Constants, &Constant{name, m.NamePos, m.Value})
	}
}

// isPath tells paths from the settings and tree diagrams beside them.
func isPath(key, value string) bool {
	if strings.ContainsAny(value, " \t\n") || strings.Contains(value, "://") || slices.Contains(formatKeys, key) {
		return false
	}
	return strings.Contains(value, "/") || placeholderForm.MatchString(value) || extensionForm.MatchString(value) ||
		slices.Contains(placeWords, section.LastWord(key))
}

// path reads one path; nil where it could lead out of the root.
func (r *reader) path(keys []string, m document.Member, siblings *document.Node) *Path {
	p := &Path{keys: keys, pos: m.Value.Pos, Key: strings.Join(keys, "."), Kind: File, Text: baseOf(m, siblings) + m.Value.Text}
	if strings.ContainsAny(p.Text, "*?[") {
		p.Kind = Query
		if _, err := storage.ParseQuery(p.Text); err != nil {
			r.Reportf(diag.UnsafePath, p.pos, "%q is not a query below a root", m.Value.Text)
			return nil
		}
		r.arguments(p)
		return p
	}
	if _, err := storage.ParseTemplate(p.Text); err != nil {
		_, reason, _ := strings.Cut(err.Error(), `": `)
		r.Reportf(diag.UnsafePath, p.pos, "%q cannot be a path below a root: %s", m.Value.Text, reason)
		return nil
	}
	if strings.HasSuffix(p.Text, "/") {
		p.Kind = Dir
	} else if extension := extensionForm.FindStringSubmatch(placeholderForm.ReplaceAllString(p.Text, "x")); extension != nil {
		p.Format = strings.TrimPrefix(extension[1], ".")
	}
	r.arguments(p)
	return p
}

// arguments finds the placeholders of a path.
func (r *reader) arguments(p *Path) {
	for _, match := range placeholderForm.FindAllStringSubmatch(p.Text, -1) {
		name, width := match[1], strings.Trim(match[2], "0") // of a number that is padded with zeros
		if slices.ContainsFunc(p.Args, func(a *PathArg) bool { return a.Name == name }) {
			continue
		}
		of := r.formOf(p, name)
		arg := &PathArg{Name: name, Bound: of.Pointer, IsLost: of.IsLost, Int: width != "" || of.Type == "integer"}
		if !arg.Int {
			arg.Values, arg.Text = of.Enum, of.Pattern
		}
		p.Args = append(p.Args, arg)
	}
}

// baseOf gives the directory that a bare name stands in: of the sibling that
// has the same first words (feedback_dir, feedback_file), or of the one that is
// called location, dir and the like.
func baseOf(m document.Member, siblings *document.Node) string {
	if strings.Contains(strings.TrimSuffix(m.Value.Text, "/"), "/") || siblings == nil {
		return ""
	}
	stem, _ := strings.CutSuffix(m.Name, section.LastWord(m.Name))
	stem = strings.TrimSuffix(stem, "_")
	for _, names := range [][]string{{stem, section.Plural(stem)}, {""}} {
		for _, sibling := range siblings.Members {
			words := section.LastWord(sibling.Name)
			first := strings.TrimSuffix(strings.TrimSuffix(sibling.Name, words), "_")
			if slices.Contains(names, first) && slices.Contains(baseWords, words) && sibling.Name != m.Name &&
				strings.HasSuffix(section.Text(sibling.Value), "/") {
				return sibling.Value.Text
			}
		}
	}
	return ""
}

// formOf finds the property of a placeholder: the one x-bindery names, or the only
// one of that name, scalars alone; several must agree in form. There may be none.
func (r *reader) formOf(p *Path, name string) form {
	if reference := referenced(r.out.placeholders, p.below()+"."+name, name); reference != nil {
		pointer, node, ok := r.At(reference.of.Text)
		if reference.of.Text == "" || !ok {
			return form{IsLost: true}
		}
		return formBy(r.Property("", pointer, node, nil))
	}
	scalar := func(p *section.Property) bool {
		return !slices.ContainsFunc(section.Types(p.Node()), func(t string) bool { return t == "object" || t == "array" })
	}
	found := append(section.Named(r.Properties, name, scalar), section.Named(r.InSections, name, scalar)...)
	if len(found) == 0 {
		found = section.Named(r.Elsewhere(), name, scalar)
	}
	if len(found) == 0 {
		found = section.Named(r.Abroad(), name, scalar)
	}
	if len(found) == 0 {
		known := lists.Of(lists.Where(r.Properties, scalar), func(p *section.Property) string { return p.Name })
		r.Report(diag.New(diag.PlaceholderUnbound, p.pos, "{%s} has the name of no property with a scalar value", name).Meaning(spelling.Nearest(name, known)))
		return form{}
	}
	first := formBy(found[0])
	for _, property := range found[1:] {
		if other := formBy(property); other.Type != first.Type || other.Pattern != first.Pattern || !slices.Equal(other.Enum, first.Enum) {
			r.Reportf(diag.PlaceholderUnbound, p.pos, "{%s} has the name of several properties that differ: %s and %s", name, first.Pointer, other.Pointer)
			return form{}
		}
	}
	return first
}

// formBy reads a property.
func formBy(p *section.Property) form {
	out := form{Pointer: p.Pointer, Pattern: section.Text(p.Node().Get("pattern"))}
	if names := section.Types(p.Node()); len(names) == 1 {
		out.Type = names[0]
	}
	if enum := p.Node().Get("enum"); enum != nil {
		for _, value := range enum.Items {
			if value.Kind == document.String {
				out.Enum = append(out.Enum, value.Text)
			}
		}
	}
	return out
}
