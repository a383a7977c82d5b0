package schema

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Find lists the schemas in a file system, sorted: files in JSON or YAML whose
// "$schema" names a published draft. Hidden directories and those that hold the
// packages of others (node_modules, vendor) are passed over, and so is what
// cannot be read as a document.
func Find(fsys fs.FS) ([]string, error) {
	var found []string
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && name != "." && (d.Name()[0] == '.' || d.Name() == "node_modules" || d.Name() == "vendor"):
			return fs.SkipDir
		case !d.Type().IsRegular() || !slices.Contains([]string{".json", ".yaml", ".yml"}, path.Ext(name)):
			return nil
		case !fs.ValidPath(name):
			return &fs.PathError{Op: "open", Path: name, Err: errors.New("the name is not valid UTF-8: rename the file")}
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return err
		}
		if strings.Contains(string(data), "$schema") && namesDraft(source.NewFile(name, data)) {
			found = append(found, name)
		}
		return nil
	})
	return found, err
}

// Holds reports whether a file in JSON or YAML holds a value that can be a schema.
func Holds(f *source.File) bool {
	doc, _ := document.Read(f)
	return doc != nil && (doc.Kind == document.Object || doc.Kind == document.Bool)
}

func namesDraft(f *source.File) bool {
	doc, _ := document.Read(f)
	if doc == nil || doc.Kind != document.Object {
		return false
	}
	uri := text(doc, "$schema")
	return uri != nil && (findDialect(uri.Text) != nil || isLatest(uri.Text))
}
