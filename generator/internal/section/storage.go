package section

import (
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/storage"
)

// PathKind is the form of a path.
type PathKind string

// The forms of paths.
const (
	File  PathKind = "file"
	Dir   PathKind = "dir"
	Query PathKind = "query" // a glob
)

// Path is one entry of a storage section.
type Path struct {
	Name []string // keys from the section down, the section's own first
	Pos  source.Pos
	Kind PathKind
	// Text is the template or query as package storage of the runtime reads
	// it, put behind the directory of a sibling where it is a bare name.
	Text         string
	Written      string // the value itself
	Home         bool
	Format       string // the extension without its dot: json, jsonl, json.gz; "" for none
	Placeholders []*Placeholder
}

// Placeholder is an argument of a path, once for all its places.
type Placeholder struct {
	Name  string
	Width int // of a number padded with zeros; 0 for text
	// Bound is the property that the argument must fit; nil for none.
	Bound *PropertyBinding
}

// PropertyBinding is a property that gives an argument its form.
type PropertyBinding struct {
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

func init() { register((*reader).storage, "storage", "storage_paths") }

func (r *reader) storage(name string, pos source.Pos, node *document.Node) string {
	paths, constants := len(r.out.Paths), len(r.out.Constants)
	r.pathsIn([]string{name}, document.Member{Name: name, NamePos: pos, Value: node}, nil)
	return r.foundPaths(paths, constants)
}

func (r *reader) foundPaths(paths, constants int) string {
	paths, constants = len(r.out.Paths)-paths, len(r.out.Constants)-constants
	switch {
	case paths+constants == 0:
		return ""
	case constants == 0:
		return count(paths, "path")
	}
	return count(paths, "path") + ", " + count(constants, "constant")
}

// nestedStorage reads a member called storage or storage_paths inside another section.
func nestedStorage(r *reader, name string, _ source.Pos, node *document.Node) string {
	paths, constants := len(r.out.Paths), len(r.out.Constants)
	if name != "scopes" {
		for _, m := range node.Members {
			if m.Name == "storage" || m.Name == "storage_paths" {
				r.pathsIn([]string{name, m.Name}, m, nil)
			}
		}
	}
	return r.foundPaths(paths, constants)
}

// pathsIn reads a value of a storage section and what is below it. Step lists
// there are read as such (like.go).
func (r *reader) pathsIn(name []string, m document.Member, siblings *document.Node) {
	switch {
	case m.Value.Kind == document.Object:
		for _, below := range m.Value.Members {
			r.pathsIn(append(name[:len(name):len(name)], below.Name), below, m.Value)
		}
	case m.Value.Kind == document.Array && isStepList(m.Value):
	case m.Value.Kind == document.String && isPath(m.Name, m.Value.Text):
		if p := r.path(name, m, siblings); p != nil {
			r.out.Paths = append(r.out.Paths, p)
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
		slices.Contains(placeWords, lastWord(key))
}

// path reads one path; nil where it could lead out of the root.
func (r *reader) path(name []string, m document.Member, siblings *document.Node) *Path {
	p := &Path{Name: name, Pos: m.Value.Pos, Written: m.Value.Text, Kind: File}
	p.Text = baseOf(m, siblings) + p.Written
	p.Home = strings.HasPrefix(p.Text, "~/")
	if strings.ContainsAny(p.Text, "*?[") {
		p.Kind = Query
		if _, err := storage.ParseGlob(p.Text); err != nil {
			r.ds.Addf(diag.UnsafePath, m.Value.Pos, "%q is no query below a root", p.Written)
			return nil
		}
		return p
	}
	if _, err := storage.ParseTemplate(p.Text); err != nil {
		_, reason, _ := strings.Cut(err.Error(), `": `)
		r.ds.Addf(diag.UnsafePath, m.Value.Pos, "%q cannot be a path below a root: %s", p.Written, reason)
		return nil
	}
	if strings.HasSuffix(p.Text, "/") {
		p.Kind = Dir
	} else if extension := extensionForm.FindStringSubmatch(placeholderForm.ReplaceAllString(p.Text, "x")); extension != nil {
		p.Format = strings.TrimPrefix(extension[1], ".")
	}
	for _, match := range placeholderForm.FindAllStringSubmatch(p.Text, -1) {
		if slices.ContainsFunc(p.Placeholders, func(q *Placeholder) bool { return q.Name == match[1] }) {
			continue
		}
		width := 0
		for _, digit := range match[2] {
			width = 10*width + int(digit-'0')
		}
		p.Placeholders = append(p.Placeholders, &Placeholder{match[1], width, r.bindPlaceholder(p, match[1])})
	}
	return p
}

// baseOf gives the directory that a bare name stands in: of the sibling that
// has the same first words (feedback_dir, feedback_file), or of the one that is
// called location, dir and the like.
func baseOf(m document.Member, siblings *document.Node) string {
	if strings.Contains(strings.TrimSuffix(m.Value.Text, "/"), "/") || siblings == nil {
		return ""
	}
	stem, _ := strings.CutSuffix(m.Name, lastWord(m.Name))
	stem = strings.TrimSuffix(stem, "_")
	for _, names := range [][]string{{stem, plural(stem)}, {""}} {
		for _, sibling := range siblings.Members {
			words := lastWord(sibling.Name)
			first := strings.TrimSuffix(strings.TrimSuffix(sibling.Name, words), "_")
			if slices.Contains(names, first) && slices.Contains(baseWords, words) && sibling.Name != m.Name &&
				strings.HasSuffix(text(sibling.Value), "/") {
				return sibling.Value.Text
			}
		}
	}
	return ""
}

// bindPlaceholder finds the property of a placeholder: the one x-bindery names,
// or the only one of that name, scalars alone; several must agree in form.
func (r *reader) bindPlaceholder(p *Path, name string) *PropertyBinding {
	key := strings.Join(p.Name[1:], ".") + "." + name
	if reference := r.out.Bindings.placeholder(key, name); reference != "" {
		pointer, node, ok := r.index.at(reference)
		if !ok {
			return nil // checkBindings says so
		}
		b := bindingTo(&property{Pointer: pointer, Node: node})
		b.Overridden = true
		return b
	}
	scalar := func(p *property) bool {
		return !slices.ContainsFunc(types(p.Node), func(t string) bool { return t == "object" || t == "array" })
	}
	found := append(named(r.index.properties, name, scalar), named(r.index.inSections, name, scalar)...)
	if len(found) == 0 {
		r.ds.Addf(diag.PlaceholderUnbound, p.Pos, "{%s} has the name of no property with a scalar value", name)
		return nil
	}
	first := bindingTo(found[0])
	for _, other := range found[1:] {
		b := bindingTo(other)
		if b.Type != first.Type || b.Pattern != first.Pattern || !slices.Equal(b.Enum, first.Enum) {
			r.ds.Addf(diag.PlaceholderUnbound, p.Pos, "{%s} has the name of several properties that differ: %s and %s", name, first.Pointer, b.Pointer)
			return nil
		}
		first.Nullable = first.Nullable || b.Nullable
	}
	return first
}

func bindingTo(p *property) *PropertyBinding {
	b := &PropertyBinding{Pointer: p.Pointer, Pattern: text(p.Node.Get("pattern")), Nullable: nullable(p.Node)}
	if names := types(p.Node); len(names) == 1 {
		b.Type = names[0]
	}
	if enum := p.Node.Get("enum"); enum != nil {
		for _, value := range enum.Items {
			if value.Kind == document.String {
				b.Enum = append(b.Enum, value.Text)
			}
		}
	}
	return b
}
