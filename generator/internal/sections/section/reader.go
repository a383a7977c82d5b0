package section

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// Reader is a schema, after its overlay, as sections read it.
type Reader struct {
	*Index
	Bindings *Fields                 // the members of x-bindery
	opened   []*Fields               // strict objects, x-bindery first
	found    map[string][]string     // by the name of a section
	taken    map[*document.Node]bool // what sections make something of
	hasTaken map[*document.Node]bool // what holds such
	unread   map[string]bool         // sections in which a name is too long
	ds       diag.Diagnostics
}

// longestName is how many bytes a name in a section may have. What is made of the parts of an
// operation, a path or a store has its name before their own, a message of each among it.
const longestName = 1000

// NewReader makes the reader of a schema. The graph says what its references lead to; nil
// where nobody asks for what it says of members.
func NewReader(doc *document.Node, graph *schema.Graph) *Reader {
	r := &Reader{
		Index: newIndex(doc, graph), found: map[string][]string{}, unread: map[string]bool{},
		taken: map[*document.Node]bool{}, hasTaken: map[*document.Node]bool{},
	}
	for m := range r.Members() {
		r.unread[m.Name] = isOverlong(m)
	}
	bindings := cmp.Or(doc.Get(BindingsName), &document.Node{Kind: document.Object})
	if isOverlong(document.Member{Value: bindings}) {
		r.Report(diag.New(diag.BadBinding, bindings.Pos, "a name in %s has more than %d bytes", BindingsName, longestName).WithHelp("shorten it"))
		bindings = &document.Node{Kind: document.Object}
	}
	r.Bindings, _ = r.Open(bindings, BindingsName)
	return r
}

// isOverlong reports whether the name of a member, or one within it, is too long.
func isOverlong(m document.Member) bool {
	return len(m.Name) > longestName || slices.ContainsFunc(parts(m.Value), isOverlong)
}

// Close returns what was found amiss. It also says of every section what was read of
// it and what nobody took, and reports the members of x-bindery and below that no section
// knows.
func (r *Reader) Close() diag.Diagnostics {
	for _, m := range r.sections() {
		switch found := r.found[m.Name]; {
		case r.unread[m.Name]:
			r.Reportf(diag.UnknownSection, m.NamePos, "%s is kept as data: a name in it has more than %d bytes", Dotted(m.Name), longestName)
		case len(found) > 0:
			r.Reportf(diag.SectionRead, m.NamePos, "%s: %s", m.Name, strings.Join(found, ", "))
			r.findTaken(m.Value)
			r.keepRest(m.Name, m)
		case !r.isReached(m.Value):
			r.keep(m.Name, m)
		}
	}
	for _, f := range r.opened {
		f.done()
	}
	if IsKind(r.doc, document.Object) {
		for _, m := range r.doc.Members {
			if spelling.Nearest(m.Name, []string{BindingsName}) != "" && IsKind(m.Value, document.Object) {
				r.Report(diag.New(diag.MisspeltKeyword, m.NamePos, "%s has no effect", m.Name).WithHelp("did you mean %s?", BindingsName))
			}
		}
	}
	return r.ds
}

// Take notes that a section makes something of a value and of all that is in it.
func (r *Reader) Take(value *document.Node) { r.taken[value] = true }

// IsTaken reports whether a section has taken a value as a whole.
func (r *Reader) IsTaken(value *document.Node) bool { return r.taken[value] }

// keepRest says of what nobody took of a section, in which something was read, that it is
// kept as data. A description is about what stands beside it.
func (r *Reader) keepRest(name string, m document.Member) {
	switch {
	case r.IsTaken(m.Value), r.isReached(m.Value):
	case !r.hasTaken[m.Value]:
		r.keep(name, m)
	default:
		for _, below := range parts(m.Value) {
			if below.Name != "description" || below.Value.Kind != document.String {
				r.keepRest(Dotted(name, below.Name), below)
			}
		}
	}
}

// findTaken notes all that holds what a section has taken in a value, and reports whether
// the value does.
func (r *Reader) findTaken(value *document.Node) (found bool) {
	for _, below := range parts(value) {
		found = r.IsTaken(below.Value) || r.findTaken(below.Value) || found
	}
	if found {
		r.hasTaken[value] = true
	}
	return found
}

// parts are the members of an object, or the items of a list, with their numbers for names.
func parts(value *document.Node) []document.Member {
	out := value.Members
	for i, item := range value.Items {
		out = append(out, document.Member{Name: strconv.Itoa(i), NamePos: item.Pos, Value: item})
	}
	return out
}

// Dotted is what messages call a part of a section, by the names that lead to it. Of long
// ones it has the end: many parts may have the same name before theirs.
func Dotted(names ...string) string {
	const most = 200 // bytes
	name := strings.Join(names, ".")
	if len(name) > most {
		name = "…" + strings.ToValidUTF8(name[len(name)-most:], "")
	}
	return name
}

// keep says of a part of the schema that it is kept as data; where all members are groups,
// objects that describe themselves, with the names of the first.
func (r *Reader) keep(name string, m document.Member) {
	const most = 10
	isGroup := func(g document.Member) bool {
		return IsKind(g.Value, document.Object) && g.Value.Get("description") != nil
	}
	groups := m.Value.Members
	if len(groups) == 0 || !lists.Every(groups, isGroup) {
		r.Reportf(diag.UnknownSection, m.NamePos, "%s is kept as data", name)
		return
	}
	names := lists.Of(groups[:min(most, len(groups))], func(g document.Member) string { return g.Name })
	if more := len(groups) - most; more > 0 {
		names = append(names, strconv.Itoa(more)+" more")
	}
	r.Reportf(diag.UnknownSection, m.NamePos, "%s is kept as data: %s", name, strings.Join(names, ", "))
}

// ReportKept says of the members of a section's groups that they are kept as data.
func (r *Reader) ReportKept(section document.Member) {
	for _, g := range section.Value.Members {
		if !IsKind(g.Value, document.Object) {
			r.Reportf(diag.UnknownSection, g.NamePos, "%s is kept as data", Dotted(section.Name, g.Name))
			continue
		}
		for _, m := range g.Value.Members {
			if m.Name != "description" {
				r.Reportf(diag.UnknownSection, m.NamePos, "%s is kept as data", Dotted(section.Name, g.Name, m.Name))
			}
		}
	}
}

// Reportf reports what a section says amiss.
func (r *Reader) Reportf(code diag.Code, pos source.Pos, format string, args ...any) {
	r.ds.Addf(code, pos, format, args...)
}

// Report reports a diagnostic.
func (r *Reader) Report(d diag.Diagnostic) { r.ds.Add(d) }

// Members lists the members of a schema's root that are sections: those with
// one of the names, all without names.
func (r *Reader) Members(names ...string) iter.Seq[document.Member] {
	return func(yield func(document.Member) bool) {
		for _, m := range r.sections() {
			if r.unread[m.Name] || len(names) > 0 && !slices.Contains(names, m.Name) {
				continue
			}
			if !yield(m) {
				return
			}
		}
	}
}

// sections are the members of a schema's root that are no keywords.
func (r *Reader) sections() []document.Member {
	if !IsKind(r.doc, document.Object) {
		return nil
	}
	return lists.Where(r.doc.Members, func(m document.Member) bool { return !schema.IsKeyword(m.Name) && !notSection(m.Name) })
}

// notSection knows the members that other tools give a meaning at the root.
func notSection(name string) bool {
	return strings.HasPrefix(name, "x-") || slices.Contains([]string{"nullable", "goJSONSchema", "example", "discriminator"}, name)
}

// Found says in a few words what was found in a section; "" is nothing.
func (r *Reader) Found(m document.Member, what string) {
	if what != "" {
		r.found[m.Name] = append(r.found[m.Name], what)
	}
}

// Count is "1 limit", "2 limits".
func Count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// Text is the value of a string node, "" for others.
func Text(node *document.Node) string {
	if node == nil || node.Kind != document.String {
		return ""
	}
	return node.Text
}

// IsKind reports whether a node is there and of a kind.
func IsKind(node *document.Node, kind document.Kind) bool { return node != nil && node.Kind == kind }

// fold is a name without the difference of case, hyphen and underscore.
func fold(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.ReplaceAll(name, "-", ""), "_", ""))
}
