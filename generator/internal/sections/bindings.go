package sections

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// bindings are the entries of x-bindery, as far as they say what generated code does with
// documents.
type bindings struct {
	promises []section.Promise
	at       map[string]source.Pos // of all entries, by key
}

// elsewhere are the entries that promise something of a kind of their own, or by Go names
// alone: "*" is any one name, and what is below is told with it.
var elsewhere = []string{
	"limits", "checks", "lines", "read_only", "completion.ends",
	"window.name", "window.of", "window.capacity",
	"budget.name", "budget.max", "budget.leave",
	"stores.*.path", "stores.*.of", "stores.*.find", "stores.*.ids", "stores.*.retention.limit",
	"stores.*.log.path", "stores.*.log.limit", "stores.*.log.keep", "stores.*.index.path", "stores.*.release",
	"stores.*.spill.path", "stores.*.spill.prefix", "stores.*.spill.from", "stores.*.variables.snapshots.path",
	"inject.name", "inject.of", "inject.purpose", "inject.purposes", "inject.members", "inject.undeclared", "inject.lists.*.only",
	"compose.name", "subcalls",
}

// indexHelp says what to do about a change of what an index has of documents.
const indexHelp = "once the code is deployed, run bindery fsck --fix or call Reindex of the generated store: until then the entries of documents that nobody writes stay as they were"

// usual are the values of entries that say what holds without them.
var usual = map[string]string{"floor": `"ref"`, "half_life_days": "30", "strict": "false", "descending": "false", "default": `"error"`}

// readBindings goes through x-bindery of a schema.
func readBindings(doc *document.Node) bindings {
	b := bindings{at: map[string]source.Pos{}}
	if doc == nil || doc.Kind != document.Object {
		return b
	}
	if m, ok := doc.Member(section.BindingsName); ok {
		b.entry(m, nil)
	}
	return b
}

// entry goes through an entry and what is below it.
func (b *bindings) entry(m document.Member, in []string) {
	path := append(in[:len(in):len(in)], m.Name)
	key := strings.Join(path, ".")
	b.at[key] = m.NamePos
	if isElsewhere(path[1:]) {
		b.positions(m, path)
		return
	}
	p := section.Promise{Kind: section.BindingPromise, Key: key, Pos: m.NamePos, Within: wholeOf(path)}
	if matches("stores.*.index", path[1:]) {
		p.Help = indexHelp
	}
	switch {
	case m.Value.Kind == document.Object && !isTerm(path):
		p.Within = ""
		if key == wholeOf(path) {
			b.promises = append(b.promises, p) // that it is there
		}
		for _, below := range m.Value.Members {
			b.entry(below, path)
		}
		return
	case m.Name == "counts":
		for _, item := range m.Value.Items {
			count := p
			count.Key, count.Pos, count.Text = key+section.Text(item.Get("into")), item.Pos, item.String()
			b.promises = append(b.promises, count)
		}
		return
	case m.Name == "top":
		p.Kind = section.BoundPromise
		if p.Text = m.Value.String(); m.Value.Kind == document.Number {
			p.Text, p.Bound = "", m.Value.Text
		}
	default:
		if p.Text = m.Value.String(); usual[m.Name] == p.Text {
			return
		}
	}
	b.promises = append(b.promises, p)
}

// positions notes where entries are that are told elsewhere.
func (b *bindings) positions(m document.Member, path []string) {
	b.at[strings.Join(path, ".")] = m.NamePos
	for _, below := range m.Value.Members {
		b.positions(below, append(path[:len(path):len(path)], below.Name))
	}
}

// isElsewhere reports whether an entry promises something elsewhere.
func isElsewhere(path []string) bool {
	return slices.ContainsFunc(elsewhere, func(pattern string) bool { return matches(pattern, path) })
}

// matches reports whether an entry is what a pattern names, or is below it.
func matches(pattern string, path []string) bool {
	names := strings.Split(pattern, ".")
	if len(names) > len(path) {
		return false
	}
	for i, name := range names {
		if name != "*" && name != path[i] {
			return false
		}
	}
	return true
}

// wholeOf is the key of the binding that an entry is a part of: x-bindery.window, a store.
func wholeOf(path []string) string {
	n := 2
	if len(path) > 1 && path[1] == "stores" {
		n = 3
	}
	return strings.Join(path[:min(n, len(path))], ".")
}

// isTerm reports whether an object says one thing: what is asked of elements, what they
// are ordered by.
func isTerm(path []string) bool {
	last := path[len(path)-1]
	return slices.Contains([]string{"top", "order", "time", "filters", "determinism", "uses"}, last) ||
		len(path) > 3 && (path[len(path)-2] == "flags" || path[len(path)-2] == "set")
}
