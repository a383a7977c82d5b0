package fsck

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/runtime/storage"
)

// unreferenced reports the files of values that no file below the root names, be it a
// document, also of another store, which may share the value, a log or a snapshot. Each
// file is read once.
func (c *checker) unreferenced() {
	left := c.valueFiles()
	if len(left.values) == 0 {
		return
	}
	for _, name := range c.files {
		data, err := fs.ReadFile(c.FS, name)
		switch {
		case err == nil:
			left.strike(name, data)
		case !errors.Is(err, fs.ErrNotExist) && (c.isKnown(name) || c.isOwned(name)):
			c.hide(name)
		}
	}
	for _, v := range left.sorted() {
		if len(c.hidden) == 0 {
			c.ds.Addf(diag.UnreferencedFile, c.at(v.name), "nothing refers to this file")
			continue
		}
		c.ds.Add(diag.New(diag.UnreferencedFile, c.at(v.name), "nothing that could be read refers to this file").
			WithHelp("keep it until %s can be read, which may refer to it", c.at(c.hidden[0]).File))
	}
}

// valueFiles finds the files with values of documents.
func (c *checker) valueFiles() *unnamed {
	found := &unnamed{values: map[string][]value{}}
	for _, k := range c.kinds {
		if k.values == nil {
			continue
		}
		for _, name := range c.files {
			args, err := argsOfDir(k.values.Template, name)
			if err != nil || storage.IsLeftover(path.Base(name)) {
				continue
			}
			if p, err := k.template.Path(args...); err == nil {
				found.add(value{name, path.Dir(p.String())})
			}
		}
	}
	return found
}

// unnamed are the files of values that nothing has named yet.
type unnamed struct {
	values  map[string][]value // by their last name
	foreign []string           // the last names among them that no store has given
}

// value is a file with a value of a document, which is in the directory home.
type value struct{ name, home string }

func (u *unnamed) add(v value) {
	base := path.Base(v.name)
	u.values[base] = append(u.values[base], v)
	if strings.ContainsFunc(base, isSeparator) {
		u.foreign = append(u.foreign, base)
	}
}

// strike drops the files that the text of another file names. Beside the document a
// last name is enough, elsewhere it has to be the whole one, for equal values of two
// documents are in files of equal names.
func (u *unnamed) strike(own string, text []byte) {
	for word := range bytes.FieldsFuncSeq(text, isPathSeparator) {
		named := strings.TrimRight(strings.ReplaceAll(string(word), `\`, ""), ".") // a sentence may end here
		u.drop(path.Base(named), own, func(v value) bool {
			return strings.HasSuffix(named, v.name) || strings.ContainsFunc(v.name, isPathSeparator)
		})
	}
	for _, base := range u.foreign {
		if bytes.Contains(text, []byte(base)) {
			u.drop(base, own, func(value) bool { return true })
		}
	}
}

// drop drops files of a last name: those of the document that own belongs to, and
// those that are meant.
func (u *unnamed) drop(base, own string, isMeant func(v value) bool) {
	if base == path.Base(own) || len(u.values[base]) == 0 {
		return
	}
	u.values[base] = slices.DeleteFunc(u.values[base], func(v value) bool {
		return v.home == "." || strings.HasPrefix(own, v.home+"/") || isMeant(v)
	})
}

// sorted gives the files in the order of their names.
func (u *unnamed) sorted() []value {
	left := slices.Concat(slices.Collect(maps.Values(u.values))...)
	slices.SortFunc(left, func(a, b value) int { return strings.Compare(a.name, b.name) })
	return left
}

// isSeparator reports whether a rune is in no name that stores give to files of values.
func isSeparator(r rune) bool {
	isOfName := 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '-' || r == '_' || r == '.'
	return !isOfName
}

// isPathSeparator reports whether a rune is in no path of such a file, as JSON may spell
// it.
func isPathSeparator(r rune) bool { return isSeparator(r) && r != '/' && r != '\\' }
