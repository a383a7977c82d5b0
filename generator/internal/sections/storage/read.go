package storage

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/storage"
)

// written is one entry of a storage section.
type written struct {
	Name []string // keys from the section down, the section's own first
	Pos  source.Pos
	Kind PathKind
	// Text is the template or query as package storage of the runtime reads
	// it, put behind the directory of a sibling where it is a bare name.
	Text         string
	Written      string // the value itself
	Home         bool
	Format       string // the extension without its dot: json, jsonl, json.gz; "" for none
	Placeholders []*placeholder
}

// placeholder is an argument of a path, once for all its places.
type placeholder struct {
	Name  string
	Width int // of a number padded with zeros; 0 for text
	// Bound is the property that the argument must fit; nil for none.
	Bound *propertyBinding
}

// propertyBinding is a property that gives an argument its form.
type propertyBinding struct {
	Pointer  string
	Type     string // string, integer, number, boolean; "" where the schema leaves it open
	Pattern  string // "" for none
	Enum     []string
	Nullable bool // null can be no argument
	// Overridden is set where x-bindery names the property.
	Overridden bool
}

var (
	placeholderForm = regexp.MustCompile(`\{([^{}:]+)(?::0([0-9]+)d)?\}`)
	extensionForm   = regexp.MustCompile(`[^/.]((?:\.[A-Za-z][A-Za-z0-9]*)+)$`)
	formatKeys      = []string{"format", "mime_type", "media_type", "content_type", "mechanism", "compression", "encoding", "description"}
	placeWords      = []string{"file", "path", "dir", "directory", "location", "log", "naming"}
	baseWords       = []string{"location", "dir", "directory", "path", "base", "root"}
)

// placeholderBinding says which property a placeholder takes its form from.
type placeholderBinding struct {
	name string // of the placeholder, for all paths, or path.placeholder
	pos  source.Pos
	of   string // reference
}

// lineBinding says what the lines of a JSONL path hold.
type lineBinding struct {
	path string // keys below its section, joined with dots
	pos  source.Pos
	of   string // reference
}

// Read reads the paths of the sections that hold them, of a member called
// storage or storage_paths inside another section, and of scopes.
func (s *Section) Read(from *section.Reader) {
	r := &reader{Reader: from, out: s}
	r.bindings()
	for m := range r.Members() {
		paths, constants := len(s.written), len(s.Constants)
		switch m.Name {
		case "storage", "storage_paths":
			r.pathsIn([]string{m.Name}, m, nil)
		case "scopes":
			r.Found(m, r.scopes(m))
			continue
		}
		for _, below := range m.Value.Members {
			if below.Name == "storage" || below.Name == "storage_paths" {
				r.pathsIn([]string{m.Name, below.Name}, below, nil)
			}
		}
		r.Found(m, s.foundSince(paths, constants))
	}
	r.checkBindings()
}

func (s *Section) foundSince(paths, constants int) string {
	paths, constants = len(s.written)-paths, len(s.Constants)-constants
	switch {
	case paths+constants == 0:
		return ""
	case constants == 0:
		return section.Count(paths, "path")
	}
	return section.Count(paths, "path") + ", " + section.Count(constants, "constant")
}

// reader reads the storage of a schema.
type reader struct {
	*section.Reader
	out *Section
}

func (r *reader) bindings() {
	for _, m := range r.Bindings.Table("placeholders") {
		if !section.IsReference(section.Text(m.Value)) {
			r.Bad(m.Value, m.Where, `a reference to a property, as "#/properties/state_id"`)
			continue
		}
		r.out.placeholders = append(r.out.placeholders, &placeholderBinding{m.Name, m.NamePos, m.Value.Text})
	}
	for _, m := range r.Bindings.Table("lines") {
		if !section.IsReference(section.Text(m.Value)) {
			r.Bad(m.Value, m.Where, `a reference to a schema, as "#/$defs/Mutation"`)
			continue
		}
		r.out.lines = append(r.out.lines, &lineBinding{m.Name, m.NamePos, m.Value.Text})
	}
}

// checkBindings reports what speaks of something that the schema does not have.
func (r *reader) checkBindings() {
	for _, p := range r.out.placeholders {
		if !r.out.hasPlaceholder(p.name) {
			r.Lost(p.pos, "placeholder %s does not exist", p.name)
		}
		if _, _, ok := r.At(p.of); !ok {
			r.Lost(p.pos, "property %s does not exist", p.of)
		}
	}
	for _, l := range r.out.lines {
		if _, _, ok := r.At(l.of); !ok {
			r.Lost(l.pos, "schema %s does not exist", l.of)
		}
		if !r.out.hasLines(l.path) {
			r.Lost(l.pos, "JSONL path %s does not exist", l.path)
		}
	}
}

func (s *Section) hasLines(name string) bool {
	return slices.ContainsFunc(s.written, func(p *written) bool {
		return p.Format == "jsonl" && p.below() == name
	})
}

func (s *Section) hasPlaceholder(name string) bool {
	for _, p := range slices.Concat(s.written, s.scopes) {
		for _, q := range p.Placeholders {
			if q.Name == name || p.below()+"."+q.Name == name {
				return true
			}
		}
	}
	return false
}

// below names a path as x-bindery does: without its section.
func (p *written) below() string { return strings.Join(p.Name[1:], ".") }

// placeholder gives the reference for the first of the names that has one.
func (s *Section) placeholder(names ...string) string {
	for _, name := range names {
		for _, p := range s.placeholders {
			if p.name == name {
				return p.of
			}
		}
	}
	return ""
}

// linesOf gives the reference to the schema of a path's lines; "" for none.
func (s *Section) linesOf(p *written) string {
	for _, l := range s.lines {
		if l.path == p.below() {
			return l.of
		}
	}
	return ""
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
				r.out.scopes = append(r.out.scopes, p)
			}
		}
	}
	if found == 0 {
		return ""
	}
	return section.Count(found, "scope")
}

// pathsIn reads a value of a storage section and what is below it. Step lists
// there are read as such (package steplist).
func (r *reader) pathsIn(name []string, m document.Member, siblings *document.Node) {
	switch {
	case m.Value.Kind == document.Object:
		for _, below := range m.Value.Members {
			r.pathsIn(append(name[:len(name):len(name)], below.Name), below, m.Value)
		}
	case m.Value.Kind == document.Array && steplist.IsStepList(m.Value):
	case m.Value.Kind == document.String && isPath(m.Name, m.Value.Text):
		if p := r.path(name, m, siblings); p != nil {
			r.out.written = append(r.out.written, p)
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
func (r *reader) path(name []string, m document.Member, siblings *document.Node) *written {
	p := &written{Name: name, Pos: m.Value.Pos, Written: m.Value.Text, Kind: File}
	p.Text = baseOf(m, siblings) + p.Written
	p.Home = strings.HasPrefix(p.Text, "~/")
	if strings.ContainsAny(p.Text, "*?[") {
		p.Kind = Query
		if _, err := storage.ParseQuery(p.Text); err != nil {
			r.Reportf(diag.UnsafePath, m.Value.Pos, "%q is not a query below a root", p.Written)
			return nil
		}
		r.placeholders(p)
		return p
	}
	if _, err := storage.ParseTemplate(p.Text); err != nil {
		_, reason, _ := strings.Cut(err.Error(), `": `)
		r.Reportf(diag.UnsafePath, m.Value.Pos, "%q cannot be a path below a root: %s", p.Written, reason)
		return nil
	}
	if strings.HasSuffix(p.Text, "/") {
		p.Kind = Dir
	} else if extension := extensionForm.FindStringSubmatch(placeholderForm.ReplaceAllString(p.Text, "x")); extension != nil {
		p.Format = strings.TrimPrefix(extension[1], ".")
	}
	r.placeholders(p)
	return p
}

// placeholders finds the placeholders of a path.
func (r *reader) placeholders(p *written) {
	for _, match := range placeholderForm.FindAllStringSubmatch(p.Text, -1) {
		if slices.ContainsFunc(p.Placeholders, func(q *placeholder) bool { return q.Name == match[1] }) {
			continue
		}
		width := 0
		for _, digit := range match[2] {
			width = 10*width + int(digit-'0')
		}
		p.Placeholders = append(p.Placeholders, &placeholder{match[1], width, r.bindPlaceholder(p, match[1])})
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

// bindPlaceholder finds the property of a placeholder: the one x-bindery names,
// or the only one of that name, scalars alone; several must agree in form.
func (r *reader) bindPlaceholder(p *written, name string) *propertyBinding {
	key := p.below() + "." + name
	if reference := r.out.placeholder(key, name); reference != "" {
		pointer, node, ok := r.At(reference)
		if !ok {
			return nil // checkBindings says so
		}
		b := bindingTo(r.Property("", pointer, node, nil))
		b.Overridden = true
		return b
	}
	scalar := func(p *section.Property) bool {
		return !slices.ContainsFunc(section.Types(p.Node()), func(t string) bool { return t == "object" || t == "array" })
	}
	found := append(section.Named(r.Properties, name, scalar), section.Named(r.InSections, name, scalar)...)
	if len(found) == 0 {
		found = section.Named(r.Elsewhere(), name, scalar)
	}
	if len(found) == 0 {
		r.Reportf(diag.PlaceholderUnbound, p.Pos, "{%s} has the name of no property with a scalar value", name)
		return nil
	}
	first := bindingTo(found[0])
	for _, other := range found[1:] {
		b := bindingTo(other)
		if b.Type != first.Type || b.Pattern != first.Pattern || !slices.Equal(b.Enum, first.Enum) {
			r.Reportf(diag.PlaceholderUnbound, p.Pos, "{%s} has the name of several properties that differ: %s and %s", name, first.Pointer, b.Pointer)
			return nil
		}
		first.Nullable = first.Nullable || b.Nullable
	}
	return first
}

func bindingTo(p *section.Property) *propertyBinding {
	b := &propertyBinding{Pointer: p.Pointer, Pattern: section.Text(p.Node().Get("pattern")), Nullable: section.Nullable(p.Node())}
	if names := section.Types(p.Node()); len(names) == 1 {
		b.Type = names[0]
	}
	if enum := p.Node().Get("enum"); enum != nil {
		for _, value := range enum.Items {
			if value.Kind == document.String {
				b.Enum = append(b.Enum, value.Text)
			}
		}
	}
	return b
}
