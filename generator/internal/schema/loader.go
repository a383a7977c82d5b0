package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Loader finds the document that a URI names.
type Loader interface {
	// Load returns the document with the absolute URI, which has no fragment.
	// The error wraps fs.ErrNotExist when the loader knows no such document.
	// A document that cannot be read as JSON or YAML is nil or a part of it,
	// with the diagnostics that say why.
	Load(uri string) (*document.Node, diag.Diagnostics, error)
}

// ErrOutside is wrapped by the error of a Loader for a file that it does not
// read, since references may not lead there.
var ErrOutside = errors.New("the file is outside of the project")

// Loaders asks one loader after the other and takes the first that knows the
// document.
type Loaders []Loader

// Load implements Loader.
func (ls Loaders) Load(uri string) (*document.Node, diag.Diagnostics, error) {
	for _, l := range ls {
		doc, ds, err := l.Load(uri)
		if !errors.Is(err, fs.ErrNotExist) {
			return doc, ds, err
		}
	}
	return nil, nil, fmt.Errorf("%s: %w", uri, fs.ErrNotExist)
}

// Directory is the loader of a "--ref PREFIX=DIR" mapping and of the local
// files: it takes the URIs that begin with the prefix as paths in a file
// system.
type Directory struct {
	Prefix string // for example "https://schemas.example.com/v1/" or "file:///"
	FS     fs.FS
	// Name is put before the path to make the file name that diagnostics
	// show; it ends with a slash unless it is empty.
	Name string
}

// Extensions are tried in this order for a URI that names no file as it is,
// such as "https://schemas.example.com/address".
var Extensions = []string{"", ".json", ".yaml", ".yml"}

// Load implements Loader.
func (d Directory) Load(uri string) (*document.Node, diag.Diagnostics, error) {
	// Whole segments: ".../v1" is not a prefix of ".../v10/a".
	rest, ok := strings.CutPrefix(uri, strings.TrimSuffix(d.Prefix, "/"))
	if !ok || !strings.HasPrefix(rest, "/") {
		return nil, nil, fmt.Errorf("%s: %w", uri, fs.ErrNotExist)
	}
	name := unescapePercent(rest[1:])
	for _, extension := range Extensions {
		file := path.Clean(name) + extension
		if !fs.ValidPath(file) {
			break
		}
		data, err := fs.ReadFile(d.FS, file)
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) || isDirectory(d.FS, file) {
				continue
			}
			return nil, nil, err
		}
		f := source.NewFile(d.Name+file, data)
		doc, ds := document.Read(f)
		return doc, ds, nil
	}
	return nil, nil, fmt.Errorf("%s: %w", uri, fs.ErrNotExist)
}

func isDirectory(fsys fs.FS, name string) bool {
	info, err := fs.Stat(fsys, name)
	return err == nil && info.IsDir()
}

// Documents is a loader of documents that are in memory already, by URI.
type Documents map[string]*document.Node

// Load implements Loader.
func (m Documents) Load(uri string) (*document.Node, diag.Diagnostics, error) {
	if doc, ok := m[uri]; ok {
		return doc, nil, nil
	}
	return nil, nil, fmt.Errorf("%s: %w", uri, fs.ErrNotExist)
}
