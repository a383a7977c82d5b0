package generator

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"sync"

	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/schema"
	"github.com/bindery-go/bindery/generator/source"
)

// Workspace is where a configuration and its files live. Files are named by
// slash paths relative to Dir, in the configuration, in diagnostics and in
// generated code, so that nothing depends on where a machine keeps them.
type Workspace struct {
	FS  fs.FS
	Dir string // the directory of the configuration in FS, "." for its root

	mu    sync.Mutex
	files map[string]*source.File
}

// errOutside says that a path leads out of the file system.
var errOutside = errors.New("the path leads outside the file system")

// Read reads a file once; name is relative to Dir and may start with "..".
func (w *Workspace) Read(name string) (*source.File, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f := w.files[name]; f != nil {
		return f, nil
	}
	full := path.Join(w.Dir, name)
	if full == ".." || strings.HasPrefix(full, "../") {
		return nil, fmt.Errorf("%s: %w", name, errOutside)
	}
	data, err := fs.ReadFile(w.FS, full)
	if err != nil {
		return nil, plainPathError(name, err)
	}
	f := source.NewFile(name, data)
	if w.files == nil {
		w.files = map[string]*source.File{}
	}
	w.files[name] = f
	return f, nil
}

// plainPathError names the file as the user does.
func plainPathError(name string, err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return &fs.PathError{Op: p.Op, Path: name, Err: p.Err}
	}
	return err
}

// File returns a file that was read before, for printing its lines.
func (w *Workspace) File(name string) *source.File {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[name]
}

// directory is the loader of a "refs" entry.
func (w *Workspace) directory(r Ref) schema.Loader {
	sub, err := fs.Sub(w.FS, path.Join(w.Dir, r.Dir))
	if err != nil {
		return schema.Loaders{} // outside the file system: it knows no document
	}
	return schema.Directory{Prefix: r.Prefix, FS: sub, Name: path.Clean(r.Dir) + "/", Seen: w.remember}
}

// remember keeps a file that a loader has read, for printing its lines.
func (w *Workspace) remember(f *source.File) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.files == nil {
		w.files = map[string]*source.File{}
	}
	w.files[f.Name] = f
}

// uriSpace maps the files of a workspace to file: URIs and back. The URI of a
// file without $id shows in generated code, so it must not hold the path of a
// machine: the root is the common parent of the directory of the configuration
// and of the files that it names, and what lies between that parent and the
// configuration is written "~".
type uriSpace struct {
	w  *Workspace
	up int // steps from Dir to the root
	// docs holds the documents that overlays have changed.
	docs map[string]*document.Node
}

// newURISpace returns a space in which the named files have URIs.
func newURISpace(w *Workspace, names []string, docs map[string]*document.Node) *uriSpace {
	s := &uriSpace{w: w, docs: docs}
	for _, name := range names {
		s.up = max(s.up, strings.Count(path.Clean(name)+"/", "../"))
	}
	return s
}

// uri returns the URI of a file.
func (s *uriSpace) uri(name string) string {
	clean := path.Clean(name)
	steps := strings.Count(clean+"/", "../")
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

// Load implements schema.Loader for local files.
func (s *uriSpace) Load(uri string) (*document.Node, diag.Diagnostics, error) {
	name, ok := s.name(uri)
	if !ok {
		return nil, nil, fmt.Errorf("%s: %w", uri, fs.ErrNotExist)
	}
	if doc, ok := s.docs[name]; ok {
		return doc, nil, nil
	}
	for _, ext := range extensions {
		f, err := s.w.Read(name + ext)
		if err == nil {
			doc, ds := document.Read(f)
			return doc, ds, nil
		}
		if !errors.Is(err, fs.ErrNotExist) && ext == "" && !isDirectory(s.w, name) {
			return nil, nil, err
		}
	}
	return nil, nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
}

func isDirectory(w *Workspace, name string) bool {
	info, err := fs.Stat(w.FS, path.Join(w.Dir, name))
	return err == nil && info.IsDir()
}
