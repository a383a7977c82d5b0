package compiler

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// library holds the schemas of a configuration as they are after their
// overlays, so that a reference from one package into the schema of another
// meets what that package is made of.
type library struct {
	docs map[string]*document.Node // by file name
	ids  map[string]string         // "$id" of a root schema to file name
	// owner is the package that a file belongs to: that of a schema, or of an
	// overlay.
	owner map[string]*unit
}

// newLibrary collects the schemas of the packages. Of two packages with the same
// schema file the one with the first overlay in order counts, whatever the
// order in which the configuration lists them.
func newLibrary(units []*unit) *library {
	l := &library{docs: map[string]*document.Node{}, ids: map[string]string{}, owner: map[string]*unit{}}
	for _, u := range units {
		if u.doc == nil {
			continue
		}
		if first := l.owner[u.Schema]; first != nil && first.Overlay <= u.Overlay {
			continue
		}
		l.docs[u.Schema] = u.doc
		l.owner[u.Schema] = u
		if id := rootID(u.doc); id != "" {
			if first, taken := l.ids[id]; !taken || u.Schema < first {
				l.ids[id] = u.Schema
			}
		}
	}
	for _, u := range units {
		if u.Overlay != "" && l.owner[u.Schema] == u {
			l.owner[u.Overlay] = u
		}
	}
	return l
}

// rootID is the absolute "$id" (draft 4: "id") of a root schema, "" for none.
func rootID(doc *document.Node) string {
	for _, keyword := range []string{"$id", "id"} {
		if id := doc.Get(keyword); id != nil && id.Kind == document.String {
			if u, err := url.Parse(id.Text); err == nil && u.IsAbs() {
				return strings.TrimSuffix(id.Text, "#")
			}
		}
	}
	return ""
}

// uriSpace maps the files of a workspace to file: URIs and back. The URI of a
// file without $id shows in generated code, so it must not hold the path of a
// machine: the root of the space is as far above the configuration as the
// package's schemas reach, and each step between the two is written "~".
type uriSpace struct {
	w      *Workspace
	lib    *library
	config Config
	in     *fence         // made when a reference leads above Dir
	own    string         // the package's schema
	doc    *document.Node // and its content after the overlay
	up     int            // steps from Dir to the root of the space
	// short is by how many steps a reference has led above the root. Resolving
	// such a reference loses them (RFC 3986 section 5.2.4), so the schema has
	// to be built again in a higher space.
	short int
}

func newURISpace(w *Workspace, lib *library, c Config, own string, doc *document.Node) *uriSpace {
	s := &uriSpace{w: w, lib: lib, config: c, own: own, doc: doc, up: stepsUp(own)}
	s.measure(own, doc)
	return s
}

// raise lets the space reach what led above it, and reports whether there is
// anything to gain.
func (s *uriSpace) raise() bool {
	highest := 0
	if dir := path.Clean(s.w.Dir); dir != "." {
		highest = strings.Count(dir, "/") + 1
	}
	before := s.up
	s.up = min(s.up+s.short, max(highest, s.up))
	s.short = 0
	return s.up > before
}

// measure notes how far the relative references of a file lead above the root.
func (s *uriSpace) measure(name string, doc *document.Node) {
	rest := strings.TrimPrefix(path.Clean(name), strings.Repeat("../", stepsUp(name)))
	depth := s.up - stepsUp(name) + strings.Count(rest, "/")
	var walk func(*document.Node)
	walk = func(n *document.Node) {
		if n == nil {
			return
		}
		if ref := n.Get("$ref"); ref != nil && ref.Kind == document.String && strings.HasPrefix(ref.Text, ".") {
			file, _, _ := strings.Cut(ref.Text, "#")
			s.short = max(s.short, stepsUp(file)-depth)
		}
		for _, m := range n.Members {
			walk(m.Value)
		}
		for _, item := range n.Items {
			walk(item)
		}
	}
	walk(doc)
}

// stepsUp counts the ".." at the start of a relative path.
func stepsUp(name string) int {
	return strings.Count(path.Clean(name)+"/", "../")
}

// uri returns the URI of a file.
func (s *uriSpace) uri(name string) string {
	clean := path.Clean(name)
	steps := stepsUp(clean)
	rest := strings.TrimPrefix(clean, strings.Repeat("../", steps))
	u := url.URL{Scheme: "file", Path: "/" + strings.Repeat("~/", s.up-steps) + rest}
	return u.String()
}

// name is the inverse of uri.
func (s *uriSpace) name(uri string) (string, bool) {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" {
		return "", false
	}
	rest := strings.TrimPrefix(u.Path, "/")
	steps := s.up
	for steps > 0 && strings.HasPrefix(rest, "~/") {
		rest = rest[2:]
		steps--
	}
	return strings.Repeat("../", steps) + rest, rest != ""
}

// extensions are tried in this order for a URI that names no file as it is.
var extensions = []string{"", ".json", ".yaml", ".yml"}

// places maps the known "$id"s to the URIs of their files.
func (s *uriSpace) places() map[string]string {
	out := map[string]string{}
	for id, name := range s.lib.ids {
		if stepsUp(name) <= s.up {
			out[id] = s.uri(name)
		}
	}
	return out
}

// Load implements schema.Loader for local files.
func (s *uriSpace) Load(uri string) (*document.Node, diag.Diagnostics, error) {
	name, ok := s.name(uri)
	if !ok {
		return nil, nil, fmt.Errorf("%s: %w", uri, fs.ErrNotExist)
	}
	if name == s.own {
		return s.doc, nil, nil
	}
	if doc, ok := s.lib.docs[name]; ok {
		s.measure(name, doc)
		return doc, nil, nil
	}
	if stepsUp(name) > 0 {
		if s.in == nil {
			s.in = newFence(s.w, s.config, s.own)
		}
		if !s.in.admits(name) {
			return nil, nil, fmt.Errorf("%s: %w", name, schema.ErrOutside)
		}
	}
	for _, ext := range extensions {
		f, err := s.w.Read(name + ext)
		if err == nil {
			doc, ds := document.Read(f)
			s.measure(name+ext, doc)
			return doc, ds, nil
		}
		if !errors.Is(err, fs.ErrNotExist) && !isDirectory(s.w, name+ext) {
			return nil, nil, err
		}
	}
	return nil, nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

func isDirectory(w *Workspace, name string) bool {
	info, err := fs.Stat(w.FS, path.Join(w.Dir, name))
	return err == nil && info.IsDir()
}
