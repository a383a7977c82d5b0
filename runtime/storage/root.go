package storage

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path"
	"runtime"
	"strings"
	"sync"
)

const (
	fileMode = 0o600 // what agents remember is the user's own
	dirMode  = 0o700
)

// Root is the directory that paths are below. It is an os.Root: symbolic links
// that lead out of it are refused.
type Root struct {
	root      *os.Root
	home      bool
	appending sync.Mutex
}

// Open opens a directory that exists.
func Open(dir string) (*Root, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	return &Root{root: root}, nil
}

// OpenHome opens the user's home directory, for paths that begin with "~/".
func OpenHome() (*Root, error) {
	dir, err := os.UserHomeDir()
	if err != nil {
		return nil, err
	}
	root, err := Open(dir)
	if err != nil {
		return nil, err
	}
	root.home = true
	return root, nil
}

// Close closes the directory.
func (r *Root) Close() error { return r.root.Close() }

// local gives the name of a path inside the root.
func (r *Root) local(p Path) (string, error) {
	switch {
	case p.name == "":
		return "", errors.New("storage: no path")
	case p.home != r.home:
		return "", fmt.Errorf("storage: path %q: home paths belong to OpenHome, others to Open", p)
	}
	return p.name, nil
}

// Open opens a file or directory for reading.
func (r *Root) Open(p Path) (*os.File, error) {
	name, err := r.local(p)
	if err != nil {
		return nil, err
	}
	return r.root.Open(name)
}

// ReadFile gives the content of a file.
func (r *Root) ReadFile(p Path) ([]byte, error) {
	name, err := r.local(p)
	if err != nil {
		return nil, err
	}
	return r.root.ReadFile(name)
}

// Create opens a file for writing from its beginning, and makes its directories.
// A file that must be whole after a crash is written by [Root.WriteFile].
func (r *Root) Create(p Path) (*os.File, error) {
	return r.openFile(p, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
}

func (r *Root) openFile(p Path, flag int) (*os.File, error) {
	name, err := r.local(p)
	if err == nil {
		err = r.mkdirs(path.Dir(name))
	}
	if err != nil {
		return nil, err
	}
	return r.root.OpenFile(name, flag, fileMode)
}

// MkdirAll makes a directory and those above it.
func (r *Root) MkdirAll(p Path) error {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	return r.mkdirs(name)
}

// Remove removes a file or an empty directory.
func (r *Root) Remove(p Path) error {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	if err := r.root.Remove(name); err != nil {
		return err
	}
	return r.sync(path.Dir(name))
}

// WriteFile replaces a file as a whole: after a crash it has its old content
// or the new. When it returns nil the new one is durable.
func (r *Root) WriteFile(p Path, data []byte) (err error) {
	name, err := r.local(p)
	if err != nil {
		return err
	}
	dir := path.Dir(name)
	if err := r.mkdirs(dir); err != nil {
		return err
	}
	temp := path.Join(dir, ".tmp-"+rand.Text())
	f, err := r.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = r.root.Rename(temp, name)
	}
	if err != nil {
		return errors.Join(err, r.root.Remove(temp))
	}
	return r.sync(dir)
}

// Append writes data at the end of a file, which it makes where there is none.
// When it returns nil the data are durable; after a crash a part of them may be there.
func (r *Root) Append(p Path, data []byte) error {
	f, err := r.openFile(p, os.O_WRONLY|os.O_CREATE|os.O_APPEND)
	if err != nil {
		return err
	}
	return r.finish(f, p, data)
}

// finish writes, makes durable and closes.
func (r *Root) finish(f *os.File, p Path, data []byte) error {
	_, err := f.Write(data)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return r.sync(path.Dir(p.name)) // the file may be new
}

// mkdirs makes directories durable from the outermost in.
func (r *Root) mkdirs(dir string) error {
	if dir == "." {
		return nil
	}
	err := r.root.Mkdir(dir, dirMode)
	if errors.Is(err, fs.ErrNotExist) {
		if err := r.mkdirs(path.Dir(dir)); err != nil {
			return err
		}
		err = r.root.Mkdir(dir, dirMode)
	}
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return r.sync(path.Dir(dir))
}

// sync makes the entries of a directory durable, where the system can.
func (r *Root) sync(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	f, err := r.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

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
// symbolic links. A directory that cannot be read is an error beside a zero
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
			if err == nil && (entry.IsDir() != g.dir || !g.dir && !entry.Type().IsRegular() || !match(g.segments, strings.Split(name, "/"))) {
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
