package fsck

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/storage"
)

// odd is what is neither a file nor a directory.
type odd struct{ name, what string }

// walk finds what there is. Whatever else is wrong with a directory, its
// neighbours are looked at.
func (c *checker) walk() error {
	return fs.WalkDir(c.FS, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return err
		case errors.Is(err, fs.ErrNotExist): // gone meanwhile
		case err != nil:
			c.unreadable(name, "the directory cannot be read: %v", reason(err))
		case entry.IsDir():
			c.dirs = append(c.dirs, name)
		case entry.Type().IsRegular():
			c.files = append(c.files, name)
		default:
			c.odd = append(c.odd, odd{name, source.FileKind(entry.Type())})
		}
		return nil
	})
}

// others reports what stands in the place of a file and is not a regular one:
// stores do not list it, and what a link leads to is not checked.
func (c *checker) others() {
	for _, o := range c.odd {
		leads := slices.ContainsFunc(c.own, func(dir string) bool { return strings.HasPrefix(dir, o.name+"/") })
		switch {
		case leads:
			c.unreadable(o.name, "this is %s, and should be a directory", o.what)
		case c.isKnown(o.name):
			c.unreadable(o.name, "this is %s, and should be a file", o.what)
		case c.isOwned(o.name):
			c.hide(o.name)
			c.ds.Addf(diag.UnknownFile, c.at(o.name), "this is %s, and no storage path leads to it", o.what)
		}
	}
	wrong := slices.DeleteFunc(c.dirs, func(dir string) bool { return !anyOf(c.places, dir) })
	if len(wrong) == 0 {
		return
	}
	around := c.aroundKnown()
	for _, dir := range wrong {
		if !around[dir] {
			c.hide(dir)
			c.ds.Add(diag.New(diag.UnreadableFile, c.at(dir), "this is a directory, and should be a file").
				WithHelp("move it elsewhere: no store can write the file until then"))
		}
	}
}

// aroundKnown has the directories with files below that storage paths lead to.
func (c *checker) aroundKnown() map[string]bool {
	around := map[string]bool{}
	for _, name := range c.files {
		if around[path.Dir(name)] || !c.isKnown(name) {
			continue
		}
		for dir := path.Dir(name); !around[dir]; dir = path.Dir(dir) {
			around[dir] = true
		}
	}
	return around
}

func anyOf(are []func(name string) bool, name string) bool {
	return slices.ContainsFunc(are, func(is func(string) bool) bool { return is(name) })
}

// isKnown reports whether a storage path leads to a file.
func (c *checker) isKnown(name string) bool { return anyOf(c.known, name) }

// isHome reports whether files of storage paths are written in a directory.
func (c *checker) isHome(dir string) bool { return anyOf(c.homes, dir) }

// isOwned reports whether all files beside one should be those of storage paths.
func (c *checker) isOwned(name string) bool {
	return slices.ContainsFunc(c.own, func(dir string) bool { return strings.HasPrefix(name, dir) })
}

// leftovers reports leftovers of crashes, or removes them. A file that is called
// like one where no storage path leads is somebody else's.
func (c *checker) leftovers() {
	isOne := func(name string) bool { return storage.IsLeftover(path.Base(name)) && c.isHome(path.Dir(name)) }
	if c.Fix && slices.ContainsFunc(c.files, isOne) {
		_, _ = c.Storage.SweepWhere(c.isHome) // what is still there is reported
	}
	c.files = slices.DeleteFunc(c.files, func(name string) bool {
		if !isOne(name) {
			return false
		}
		if _, err := fs.Stat(c.FS, name); !errors.Is(err, fs.ErrNotExist) {
			c.ds.Addf(diag.Leftover, c.at(name), "a process has died while it wrote this file, or is writing it")
		}
		return true
	})
}

// unknown reports files that no path leads to where all files are those of
// storage paths.
func (c *checker) unknown() {
	for _, name := range c.files {
		if c.isOwned(name) && !c.isKnown(name) {
			c.ds.Addf(diag.UnknownFile, c.at(name), "no storage path leads to this file")
		}
	}
}
