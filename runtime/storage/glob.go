package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"strings"
)

// Glob is a query: segments match as in path.Match, "**" matches any number of
// them, and a slash at the end asks for directories.
type Glob struct {
	segments []string
	home     bool
	dir      bool
}

// MustGlob reads a query. It panics on bad text, which the generator does not let through.
func MustGlob(text string) Glob {
	g, err := ParseGlob(text)
	if err != nil {
		panic(err)
	}
	return g
}

// ParseGlob is MustGlob for text that may be bad.
func ParseGlob(text string) (Glob, error) {
	var g Glob
	rest, home := strings.CutPrefix(text, "~/")
	rest, g.dir = strings.CutSuffix(rest, "/")
	g.home = home
	g.segments = strings.Split(rest, "/")
	for _, segment := range g.segments {
		if _, err := path.Match(segment, ""); err != nil || segment == "" || segment == "." || segment == ".." {
			return Glob{}, fmt.Errorf("storage: query %q: bad segment %q", text, segment)
		}
	}
	return g, nil
}

// Glob gives what a query finds, in lexical order, and does not follow
// symbolic links. Files that are still being written, or that a crash has left
// so, are not found; see [Root.Sweep]. A directory that cannot be read is an error beside a zero
// Path, and the walk goes on.
func (r *Root) Glob(g Glob) iter.Seq2[Path, error] {
	return func(yield func(Path, error) bool) {
		if g.home != r.home {
			yield(Path{}, errors.New("storage: home queries belong to OpenHome, others to Open"))
			return
		}
		// Begin at the directory that the pattern names outright.
		start := "."
		for _, segment := range g.segments[:max(0, len(g.segments)-1)] {
			if strings.ContainsAny(segment, `*?[\`) {
				break
			}
			start = path.Join(start, segment)
		}
		err := fs.WalkDir(r.root.FS(), start, func(name string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err == nil && !g.finds(name, entry) {
				return nil
			}
			found := Path{name: name, home: g.home, dir: g.dir}
			if err != nil {
				found = Path{}
			}
			if !yield(found, err) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Path{}, err)
		}
	}
}

// finds reports whether a query is about an entry of this name.
func (g Glob) finds(name string, entry fs.DirEntry) bool {
	if entry.IsDir() != g.dir || !g.dir && !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), tempPrefix) {
		return false
	}
	return match(g.segments, strings.Split(name, "/"))
}

// match goes back only to the last "**" passed: an earlier one that took more
// could match nothing that the last cannot.
func match(pattern, name []string) bool {
	p, n, star, taken := 0, 0, -1, 0
	for n < len(name) {
		if p < len(pattern) && pattern[p] == "**" {
			star, taken = p, n
			p++
			continue
		}
		if p < len(pattern) {
			if ok, _ := path.Match(pattern[p], name[n]); ok {
				p, n = p+1, n+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		taken++
		p, n = star+1, taken
	}
	for p < len(pattern) && pattern[p] == "**" {
		p++
	}
	return p == len(pattern)
}
