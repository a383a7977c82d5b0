package storage

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Glob is a query: segments match as in path.Match, "**" matches any number of
// them, and a slash at the end asks for directories.
type Glob struct {
	segments []string
	home     bool
	dir      bool
	of       *Template // whose strays are reported, see [Root.Kept]; nil for a query
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

// Query is a glob with placeholders, as those of a [Template]: it takes
// arguments, and then finds files.
type Query struct {
	text string
	args []Arg
}

// MustQuery reads a query with placeholders. It panics on bad text, which the
// generator does not let through.
func MustQuery(text string, args ...Arg) *Query {
	q, err := ParseQuery(text, args...)
	if err != nil {
		panic(err)
	}
	return q
}

// ParseQuery is MustQuery for text that may be bad.
func ParseQuery(text string, args ...Arg) (*Query, error) {
	q := &Query{text: text}
	t := &Template{}
	for _, match := range placeholder.FindAllStringSubmatch(text, -1) {
		t.index(match[1], args)
	}
	q.args = t.args
	sample := placeholder.ReplaceAllString(text, "x")
	if strings.ContainsAny(sample, "{}") {
		return nil, fmt.Errorf("storage: query %q: bad placeholder", text)
	}
	_, err := ParseGlob(sample)
	return q, err
}

// Args are the names of the placeholders, in the order of first mention.
func (q *Query) Args() []string { return argNames(q.args) }

// Glob puts arguments into the placeholders. Each must match its pattern and be
// one safe segment; the error is a *[SegmentError].
func (q *Query) Glob(args ...string) (Glob, error) {
	if len(args) != len(q.args) {
		return Glob{}, fmt.Errorf("storage: query %q takes %d arguments, not %d", q.text, len(q.args), len(args))
	}
	if err := checkArgs(q.text, q.args, args); err != nil {
		return Glob{}, err
	}
	text, err := q.fill(args)
	if err != nil {
		return Glob{}, err
	}
	return ParseGlob(text)
}

// Finds reports whether some arguments make the query find a file of this name,
// a slash path below the root.
func (q *Query) Finds(name string) bool {
	text, err := q.fill(nil)
	if err != nil {
		return false
	}
	g, err := ParseGlob(text)
	return err == nil && match(g.segments, strings.Split(name, "/"))
}

// fill puts arguments into the text; those that are missing are any text.
func (q *Query) fill(args []string) (text string, err error) {
	at := map[string]int{}
	for i, a := range q.args {
		at[a.Name] = i
	}
	text = placeholder.ReplaceAllStringFunc(q.text, func(s string) string {
		match := placeholder.FindStringSubmatch(s)
		i := at[match[1]]
		if i >= len(args) {
			return "*"
		}
		value := args[i]
		if width, _ := strconv.Atoi(match[2]); width > 0 {
			number, ok := pad(value, width)
			if !ok {
				err = notANumber(q.text, match[1], value)
			}
			value = number
		}
		return globMeta.Replace(value)
	})
	return text, err
}

var globMeta = strings.NewReplacer(`*`, `\*`, `?`, `\?`, `[`, `\[`, `\`, `\\`)

// Glob finds the paths that a template gives with these first arguments and any
// others. It finds more where other names have the same form: see
// [Template.Parse].
func (t *Template) Glob(args ...string) (Glob, error) {
	if len(args) > len(t.args) {
		return Glob{}, fmt.Errorf("storage: path %q takes %d arguments, not %d", t.text, len(t.args), len(args))
	}
	if err := checkArgs(t.text, t.args, args); err != nil {
		return Glob{}, err
	}
	text, err := (&Query{t.text, t.args}).fill(args)
	if err != nil {
		return Glob{}, err
	}
	return ParseGlob(text)
}

// Kept gives the paths of a template with these first arguments at which something
// is, as [Root.Glob] finds them. What has the name of one of its files or directories
// and is something else is an error beside the path that it has: a *fs.PathError that
// wraps [ErrNotRegular] or [ErrNotDirectory]. So is a link, wherever it leads, but not
// before the first placeholder that has no argument.
//
// Names that no arguments give are passed over. Where the template takes any name, so are
// a directory among files and a file among directories: another template may have them.
func (r *Root) Kept(t *Template, args ...string) iter.Seq2[Path, error] {
	return func(yield func(Path, error) bool) {
		g, err := t.Glob(args...)
		if err != nil {
			yield(Path{}, err)
			return
		}
		g.of = t
		for p, err := range r.Glob(g) {
			if err == nil {
				if _, refused := t.Parse(p.String()); refused != nil {
					continue
				}
			}
			if !yield(p, err) {
				return
			}
		}
	}
}

// Glob gives what a query finds, in lexical order, and does not follow
// symbolic links. Files that are still being written, or that a crash has left
// so, are not found; see [Root.Sweep]. A directory that cannot be read is an
// error beside a zero Path, and the walk goes on. It reads the directories that
// the segments lead to, and holds the names of one of each depth in memory.
func (r *Root) Glob(g Glob) iter.Seq2[Path, error] {
	return func(yield func(Path, error) bool) {
		if g.home != r.home {
			yield(Path{}, errors.New("storage: home queries belong to OpenHome, others to Open"))
			return
		}
		// Begin at the directory that the pattern names outright.
		start, rest := ".", g.segments
		for len(rest) > 1 && isLiteral(rest[0]) {
			start, rest = path.Join(start, rest[0]), rest[1:]
		}
		if !slices.Contains(rest, "**") {
			r.find(start, rest, g, yield)
			return
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

func isLiteral(segment string) bool { return !strings.ContainsAny(segment, `*?[\`) }

// find gives what segments without "**" find below a directory; false ends it. It
// reads no directory that they do not lead to, nor one of which they name the
// entry.
func (r *Root) find(dir string, segments []string, g Glob, yield func(Path, error) bool) bool {
	entries, err := r.among(dir, segments[0])
	if err != nil && !errors.Is(err, fs.ErrNotExist) && !yield(Path{}, err) {
		return false
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		switch ok, _ := path.Match(segments[0], entry.Name()); {
		case !ok:
		case len(segments) > 1 && entry.IsDir():
			if !r.find(name, segments[1:], g, yield) {
				return false
			}
		case len(segments) == 1 && g.finds(name, entry):
			if !yield(Path{name: name, home: g.home, dir: g.dir}, nil) {
				return false
			}
		default:
			if err := g.of.stray(name, entry.Type()); err != nil && !yield(Path{name: name, home: g.home}, err) {
				return false
			}
		}
	}
	return true
}

// stray is the error of what has the name of a file or directory of a template and is
// something else; nil where the template has no say.
func (t *Template) stray(name string, is fs.FileMode) error {
	if t == nil || strings.HasPrefix(path.Base(name), tempPrefix) {
		return nil
	}
	names := strings.Split(name, "/")
	if _, reason := t.read(names); reason != "" {
		return nil
	}
	wanted := ErrNotRegular
	if t.dir || len(names) < len(t.segments) {
		wanted = ErrNotDirectory
	}
	if (is.IsDir() || is.IsRegular()) && t.takesAny(t.segments[len(names)-1]) {
		return nil
	}
	return &fs.PathError{Op: "open", Path: name, Err: fmt.Errorf("%w but %s", wanted, kindOf(is))}
}

// takesAny reports whether a segment is a placeholder that says nothing of its value.
func (t *Template) takesAny(parts []part) bool {
	return !slices.ContainsFunc(parts, func(p part) bool {
		return p.literal != "" || p.arg >= 0 && (p.width > 0 || t.args[p.arg].Match != nil)
	})
}

// kindOf says what an entry of a directory is.
func kindOf(is fs.FileMode) string {
	switch {
	case is.IsDir():
		return "a directory"
	case is.IsRegular():
		return "a file"
	case is&fs.ModeSymlink != 0:
		return "a symbolic link"
	case is&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case is&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}

// among gives the entries of a directory that a segment may match.
func (r *Root) among(dir, segment string) ([]fs.DirEntry, error) {
	if !isLiteral(segment) {
		return fs.ReadDir(r.root.FS(), dir)
	}
	info, err := r.root.Lstat(path.Join(dir, segment))
	if err != nil {
		return nil, err
	}
	return []fs.DirEntry{fs.FileInfoToDirEntry(info)}, nil
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
