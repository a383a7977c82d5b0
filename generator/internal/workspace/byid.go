package workspace

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
)

// mostSearched bounds the files that are looked into for their "$id".
const mostSearched = 10_000

// byID finds the schemas below a directory by their "$id", where no path leads to
// one. The directory is searched once, when the first is asked for.
type byID struct {
	prefix string
	fsys   subdirectory
	names  map[string]string // by "$id"; nil before the search
}

// Load implements schema.Loader.
func (b *byID) Load(uri string) (*document.Node, diag.Diagnostics, error) {
	missing := fmt.Errorf("%s: %w", uri, fs.ErrNotExist)
	if !strings.HasPrefix(uri, strings.TrimSuffix(b.prefix, "/")) {
		return nil, nil, missing
	}
	if b.names == nil {
		b.search()
	}
	name, ok := b.names[uri]
	if !ok {
		return nil, nil, missing
	}
	f, err := b.fsys.w.Read(path.Join(b.fsys.dir, name))
	if err != nil {
		return nil, nil, err
	}
	doc, ds := document.Read(f)
	return doc, ds, nil
}

// search notes the "$id" of every schema below the directory. Of several with one
// "$id" the first in order counts. Files that cannot be read have none.
func (b *byID) search() {
	b.names = map[string]string{}
	searched := 0
	_ = fs.WalkDir(fsWithDirs(b.fsys), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || d.IsDir():
			return nil
		case searched == mostSearched:
			return fs.SkipAll
		}
		switch path.Ext(name) {
		case ".json", ".yaml", ".yml":
		default:
			return nil
		}
		searched++
		f, err := b.fsys.w.Read(path.Join(b.fsys.dir, name))
		if err != nil {
			return nil
		}
		doc, _ := document.Read(f)
		if doc == nil {
			return nil
		}
		if id := RootID(doc); id != "" && b.names[id] == "" {
			b.names[id] = name
		}
		return nil
	})
}

// fsWithDirs is the directory as a file system to walk.
func fsWithDirs(s subdirectory) fs.FS {
	sub, err := fs.Sub(s.w.FS, path.Join(s.w.Dir, s.dir))
	if err != nil {
		return s
	}
	return sub
}
