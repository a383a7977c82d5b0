package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Library holds the schemas of a configuration as they are after their
// overlays, so that a reference from one package into the schema of another
// meets what that package is made of.
type Library struct {
	Docs map[string]*document.Node // by file name
	IDs  map[string]string         // absolute "$id" of a root schema to file name
	// relative is the "$id" of the root schemas of files, where it is relative: to the URI
	// that the file has in a space, see URIMapper.
	relative map[string]string
}

// NewLibrary makes a library without schemas.
func NewLibrary() *Library {
	return &Library{Docs: map[string]*document.Node{}, IDs: map[string]string{}, relative: map[string]string{}}
}

// Add puts a schema into the library, in place of another of the same file. Of
// several files with one "$id" that with the first name counts.
func (l *Library) Add(name string, doc *document.Node) {
	l.Docs[name] = doc
	switch id, isAbsolute := rootID(doc); {
	case id == "":
	case !isAbsolute:
		l.relative[name] = id
	default:
		if first, taken := l.IDs[id]; !taken || name < first {
			l.IDs[id] = name
		}
	}
}

// RootID is the absolute "$id" (draft 4: "id") of a root schema, "" for none.
func RootID(doc *document.Node) string {
	if id, isAbsolute := rootID(doc); isAbsolute {
		return id
	}
	return ""
}

// rootID is the "$id" of a root schema without an empty fragment, "" for none.
func rootID(doc *document.Node) (id string, isAbsolute bool) {
	for _, keyword := range []string{"$id", "id"} {
		if id := doc.Get(keyword); id != nil && id.Kind == document.String {
			if u, err := url.Parse(id.Text); err == nil && (u.IsAbs() || u.Path != "") {
				return strings.TrimSuffix(id.Text, "#"), u.IsAbs()
			}
		}
	}
	return "", false
}

// URIMapper maps the files of a workspace to file: URIs and back. The URI of a
// file without $id shows in generated code, so it must not hold the path of a
// machine: the root of the space is as far above the configuration as the
// package's schemas reach, and each step between the two is written "~".
type URIMapper struct {
	w        *Workspace
	lib      *Library
	refs     []config.Ref
	boundary *projectBoundary          // made when a reference leads above Dir
	own      string                    // the package's schema, the first of several
	docs     map[string]*document.Node // those of the package, after their overlays
	up       int                       // steps from Dir to the root of the space
	// short is by how many steps a reference has led above the root. Resolving
	// such a reference loses them (RFC 3986 section 5.2.4), so the schema has
	// to be built again in a higher space.
	short int
}

// NewURIMapper makes the mapper for the schema of one package and its content
// after the overlay.
func NewURIMapper(w *Workspace, lib *Library, refs []config.Ref, own string, doc *document.Node) *URIMapper {
	m := &URIMapper{w: w, lib: lib, refs: refs, own: own, docs: map[string]*document.Node{}}
	m.Add(own, doc)
	return m
}

// Add adds another schema of the package.
func (m *URIMapper) Add(name string, doc *document.Node) {
	m.docs[name] = doc
	m.up = max(m.up, stepsUp(name))
	m.measure(name, doc)
}

// Raise lets the space reach what led above it, and reports whether there is
// anything to gain.
func (m *URIMapper) Raise() bool {
	highest := 0
	if dir := path.Clean(m.w.Dir); dir != "." {
		highest = strings.Count(dir, "/") + 1
	}
	before := m.up
	m.up = min(m.up+m.short, max(highest, m.up))
	m.short = 0
	return m.up > before
}

// measure notes how far the relative references of a file lead above the root.
func (m *URIMapper) measure(name string, doc *document.Node) {
	rest := strings.TrimPrefix(path.Clean(name), strings.Repeat("../", stepsUp(name)))
	depth := m.up - stepsUp(name) + strings.Count(rest, "/")
	if doc == nil {
		return
	}
	for n := range doc.All() {
		if ref := n.Get("$ref"); ref != nil && ref.Kind == document.String && strings.HasPrefix(ref.Text, ".") {
			file, _, _ := strings.Cut(ref.Text, "#")
			m.short = max(m.short, stepsUp(file)-depth)
		}
	}
}

// stepsUp counts the ".." at the start of a relative path.
func stepsUp(name string) int {
	return strings.Count(path.Clean(name)+"/", "../")
}

// URI returns the URI of a file.
func (m *URIMapper) URI(name string) string {
	clean := path.Clean(name)
	steps := stepsUp(clean)
	rest := strings.TrimPrefix(clean, strings.Repeat("../", steps))
	u := url.URL{Scheme: "file", Path: "/" + strings.Repeat("~/", m.up-steps) + rest}
	return u.String()
}

// name is the inverse of URI.
func (m *URIMapper) name(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" {
		return "", false
	}
	rest := strings.TrimPrefix(u.Path, "/")
	steps := m.up
	for steps > 0 && strings.HasPrefix(rest, "~/") {
		rest = rest[2:]
		steps--
	}
	return strings.Repeat("../", steps) + rest, rest != ""
}

// Places maps the known "$id"s to the URIs of their files.
func (m *URIMapper) Places() map[string]string {
	out := map[string]string{}
	for _, name := range slices.Backward(slices.Sorted(maps.Keys(m.lib.relative))) { // of several the first counts
		if stepsUp(name) <= m.up {
			file := m.URI(name)
			out[resolved(file, m.lib.relative[name])] = file
		}
	}
	for id, name := range m.lib.IDs {
		if stepsUp(name) <= m.up {
			out[id] = m.URI(name)
		}
	}
	return out
}

// resolved is the URI that a reference has at a place (RFC 3986 section 5.2).
func resolved(base, reference string) string {
	at, err := url.Parse(base)
	if err != nil {
		return base
	}
	if at, err = at.Parse(reference); err != nil {
		return base
	}
	return at.String()
}

// Load implements schema.Loader for local files.
func (m *URIMapper) Load(uri string) (*document.Node, diag.Diagnostics, error) {
	name, ok := m.name(uri)
	if !ok {
		return nil, nil, fmt.Errorf("%s: %w", uri, fs.ErrNotExist)
	}
	if doc, ok := m.docs[name]; ok {
		return doc, nil, nil
	}
	if doc, ok := m.lib.Docs[name]; ok {
		m.measure(name, doc)
		return doc, nil, nil
	}
	if stepsUp(name) > 0 {
		if m.boundary == nil {
			m.boundary = newBoundary(m.w, m.refs, m.own)
		}
		if !m.boundary.admits(name) {
			return nil, nil, fmt.Errorf("%s: %w", name, schema.ErrOutside)
		}
	}
	for _, ext := range schema.Extensions {
		f, err := m.w.Read(name + ext)
		if err == nil {
			doc, ds := document.Read(f)
			m.measure(name+ext, doc)
			return doc, ds, nil
		}
		if !errors.Is(err, fs.ErrNotExist) && !isDirectory(m.w, name+ext) {
			return nil, nil, err
		}
	}
	return nil, nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

func isDirectory(w *Workspace, name string) bool {
	info, err := w.Stat(name)
	return err == nil && info.IsDir()
}
