package config

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// expand lists the entries of "packages" as if each were written out: with what
// "defaults" say, one for each file that a pattern names, and with names in the place
// of templates.
func expand(w Files, file string, doc *document.Node) ([]*document.Node, diag.Diagnostics) {
	e := &expansion{files: w, all: doc, defaults: doc.Get("defaults"), taken: map[string]bool{file: true}}
	entries := items(doc.Get("packages"))
	for _, n := range entries { // what is listed is in no pattern, nor an overlay
		e.words = e.wordsOf(n)
		for _, schema := range append(items(n.Get("schemas")), n.Get("schema")) {
			if !isText(schema) || e.isPattern(schema) {
				continue
			}
			e.taken[path.Clean(schema.Text)] = true
			if o := e.member(n, "overlay"); isText(o) {
				e.taken[path.Clean(e.named(o, path.Clean(schema.Text), "").Text)] = true
			}
		}
	}
	for _, n := range entries {
		e.words = e.wordsOf(n)
		e.entry(n)
	}
	return e.out, e.found
}

type expansion struct {
	files    Files
	all      *document.Node // the configuration
	defaults *document.Node
	words    names.Words     // of the entry that is expanded
	taken    map[string]bool // files that are no schemas of a pattern
	out      []*document.Node
	found    diag.Diagnostics
}

// wordsOf says how words are spelt in the Go names of an entry.
func (e *expansion) wordsOf(n *document.Node) names.Words {
	return wordsOf(cmp.Or(e.member(n, "initialisms"), e.all.Get("initialisms")))
}

// isPattern reports whether a schema is a pattern: not where a file has that name.
func (e *expansion) isPattern(schema *document.Node) bool {
	if !strings.ContainsAny(schema.Text, "*?[") {
		return false
	}
	_, err := e.files.Read(path.Clean(schema.Text))
	return errors.Is(err, fs.ErrNotExist)
}

// member is what an entry says, or else the defaults.
func (e *expansion) member(n *document.Node, name string) *document.Node {
	if v := n.Get(name); v != nil || e.defaults == nil {
		return v
	}
	return e.defaults.Get(name)
}

func (e *expansion) entry(n *document.Node) {
	if n.Get("schemas") != nil {
		e.several(n)
		return
	}
	schema := n.Get("schema")
	if !isText(schema) {
		return // checkForm says so
	}
	if !e.isPattern(schema) {
		e.add(n, path.Clean(schema.Text), "")
		return
	}
	for _, name := range e.matches(n, schema) {
		e.add(n, name, fixed(schema.Text))
	}
}

// matches lists the files that a pattern of an entry names.
func (e *expansion) matches(n, schema *document.Node) []string {
	matches, err := e.files.Glob(schema.Text)
	if err != nil {
		e.found.Addf(diag.BadConfig, schema.Pos, "%s: %v", schema.Text, err)
		return nil
	}
	matches = slices.DeleteFunc(matches, func(name string) bool { return e.taken[name] || e.isExcluded(n, name) })
	if o := e.member(n, "overlay"); isText(o) {
		overlays := lists.SetOf(matches, func(name string) string { return path.Clean(e.named(o, name, fixed(schema.Text)).Text) })
		matches = slices.DeleteFunc(matches, func(name string) bool { return overlays[name] })
	}
	if len(matches) == 0 {
		e.found.Add(diag.New(diag.BadConfig, schema.Pos, "no file matches %s", schema.Text).
			WithHelp("paths are relative to the configuration; ** stands for directories; files that other entries list, overlays and what exclude names are left out"))
	}
	return matches
}

// isExcluded reports whether the entry leaves out a file that its pattern names.
func (e *expansion) isExcluded(n *document.Node, name string) bool {
	return slices.ContainsFunc(items(e.member(n, "exclude")), func(pattern *document.Node) bool {
		if !isText(pattern) {
			return false
		}
		list, err := e.files.Glob(pattern.Text)
		return err == nil && slices.Contains(list, name)
	})
}

// fixed is the directory of a pattern that no part of it varies.
func fixed(pattern string) string {
	at := strings.IndexAny(pattern, "*?[")
	return path.Clean(pattern[:strings.LastIndexByte(pattern[:at], '/')+1] + ".")
}

// add adds the entry of a schema file. The directory below base is the value of {dir}.
func (e *expansion) add(n *document.Node, file, base string) {
	out := e.withDefaults(n, func(m document.Member) *document.Node { return e.value(m, file, base) })
	schema := n.Get("schema")
	out.Set("schema", schema.Pos, textNode(file, schema.Pos))
	if o := out.Get("overlay"); isText(o) && (e.isPattern(schema) || n.Get("overlay") == nil) && !e.exists(o) {
		out.Delete("overlay") // it is the overlay of those that have one
	}
	e.complete(n, out)
}

// withDefaults is an entry with what the defaults say besides: each member with the
// value that value gives it, nil for none.
func (e *expansion) withDefaults(n *document.Node, value func(document.Member) *document.Node) *document.Node {
	out := &document.Node{Kind: document.Object, Pos: n.Pos}
	for _, m := range slices.Concat(n.Members, all(e.defaults)) {
		if out.Get(m.Name) == nil {
			if v := value(m); v != nil {
				out.Set(m.Name, m.NamePos, v)
			}
		}
	}
	return out
}

// textNode makes a string of the configuration.
func textNode(s string, pos source.Pos) *document.Node {
	return &document.Node{Kind: document.String, Pos: pos, Text: s}
}

// exists reports whether there is the file that the configuration names.
func (e *expansion) exists(name *document.Node) bool {
	_, err := e.files.Read(path.Clean(name.Text))
	return !errors.Is(err, fs.ErrNotExist)
}

// complete adds an entry as it is read, if nothing is missing.
func (e *expansion) complete(n, out *document.Node) {
	missing := lists.Where([]string{"package", "out", "roots"}, func(name string) bool { return out.Get(name) == nil })
	if len(missing) > 0 && e.defaults != nil { // without defaults checkForm says so
		e.found.Addf(diag.BadConfig, n.Pos, "neither the entry nor defaults say %s", strings.Join(missing, ", "))
	}
	e.out = append(e.out, out)
}

// value is a member with names in the place of templates.
func (e *expansion) value(m document.Member, file, base string) *document.Node {
	switch {
	case m.Name == "roots" && m.Value.Kind == document.Object:
		out := &document.Node{Kind: document.Object, Pos: m.Value.Pos}
		for _, root := range m.Value.Members {
			name := e.named(textNode(root.Name, root.NamePos), file, base)
			out.Set(name.Text, root.NamePos, root.Value)
		}
		return out
	case slices.Contains([]string{"package", "out", "overlay", "steps"}, m.Name) && isText(m.Value):
		return e.named(m.Value, file, base)
	}
	return m.Value
}

var template = regexp.MustCompile(`\{[^{}]*\}`)

// named puts the names of a schema file in the place of templates: {stem} is the file's
// name without extension, {name} a Go package name of it, {Name} an exported Go name,
// {dir} its directory below that of the pattern.
func (e *expansion) named(n *document.Node, file, base string) *document.Node {
	stem := path.Base(file)
	stem = strings.TrimSuffix(strings.TrimSuffix(stem, path.Ext(stem)), ".schema")
	dir := "."
	if base != "" {
		dir = strings.TrimPrefix(strings.TrimPrefix(path.Dir(file), base), "/")
		if base == "." {
			dir = path.Dir(file)
		}
	}
	name := names.Package(stem)
	if !names.IsPackage(name) {
		name += "pkg" // return.json, main.json
	}
	values := map[string]string{"{stem}": stem, "{name}": name, "{Name}": e.words.Exported(stem), "{dir}": path.Clean(dir)}
	named := template.ReplaceAllStringFunc(n.Text, func(t string) string {
		if v, ok := values[t]; ok {
			return v
		}
		e.found.Add(diag.New(diag.BadConfig, n.Pos, "%s is not a template: there are {stem}, {name}, {Name} and {dir}", t).
			Meaning(spelling.Nearest(t, []string{"{stem}", "{name}", "{Name}", "{dir}"})))
		return t
	})
	return textNode(named, n.Pos)
}
