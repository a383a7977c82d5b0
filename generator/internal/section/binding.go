package section

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

const bindingsName = "x-bindery"

// Bindings is what an overlay says under x-bindery: which parts of a document
// the sections speak of, and which of their prose is to be enforced. A member
// of a document is named by its JSON Pointer, as "/variables/prompt", a schema
// by a reference, as "#/$defs/Variable".
type Bindings struct {
	Pos          source.Pos
	Limits       []*LimitBinding
	Placeholders []*PlaceholderBinding
	ReadOnly     []*ReadOnly
	Completion   *Completion
	Lines        []*LineBinding
	Window       *Window
	Budget       *Budget
	Allocation   *Allocation
	SubCalls     []*SubCall
}

// LineBinding says what the lines of a JSONL path hold.
type LineBinding struct {
	Path string // keys below its section, joined with dots
	Pos  source.Pos
	Of   string // reference
}

// LimitBinding says what a limit bounds.
type LimitBinding struct {
	Name    string
	Pos     source.Pos
	Measure Measure
	Of      string // reference; "#" for the document
	Spill   bool   // effect: spill
}

// PlaceholderBinding says which property a placeholder takes its form from.
type PlaceholderBinding struct {
	Name string // of the placeholder, for all paths, or path.placeholder
	Pos  source.Pos
	Of   string // reference
}

// ReadOnly is a member that only some operations may change.
type ReadOnly struct {
	Pos    source.Pos
	Member string
	SetBy  []string // operations
}

// Completion: once the member is there and not null the document is complete,
// and the operations in Ends are refused.
type Completion struct {
	Pos    source.Pos
	Member string
	Ends   []string
}

// Amount is a number, a member that holds it, or a limit that gives it.
type Amount struct {
	Number int64
	Member string
	Limit  string
}

// SubCall lets steps run the operation that they have the name of.
type SubCall struct {
	Operation string
	Pos       source.Pos
	Steps     []string
}

func (b *Bindings) limit(name string) *LimitBinding {
	at := slices.IndexFunc(b.Limits, func(l *LimitBinding) bool { return l.Name == name })
	if at < 0 {
		return nil
	}
	return b.Limits[at]
}

// placeholder gives the reference for the first of the names that has one.
func (b *Bindings) placeholder(names ...string) string {
	for _, name := range names {
		for _, p := range b.Placeholders {
			if p.Name == name {
				return p.Of
			}
		}
	}
	return ""
}

// LinesOf gives the reference to the schema of a path's lines; "" for none.
func (b *Bindings) LinesOf(p *Path) string {
	for _, l := range b.Lines {
		if l.Path == strings.Join(p.Name[1:], ".") {
			return l.Of
		}
	}
	return ""
}

// fields reads the members of a strict object.
type fields struct {
	r     *reader
	node  *document.Node
	where string
	used  []string
}

func (r *reader) bad(node *document.Node, where, want string) {
	r.ds.Addf(diag.BadBinding, node.Pos, "%s must be %s", where, want)
}

// open reads an object whose members are all known; done reports the others.
func (r *reader) open(node *document.Node, where string) (*fields, bool) {
	if node.Kind != document.Object {
		r.bad(node, where, "an object")
		return nil, false
	}
	return &fields{r: r, node: node, where: where}, true
}

func (f *fields) get(name string, required bool) *document.Node {
	f.used = append(f.used, name)
	value := f.node.Get(name)
	if value == nil && required {
		f.r.ds.Addf(diag.BadBinding, f.node.Pos, "%s needs %s", f.where, name)
	}
	return value
}

func (f *fields) done() {
	for _, m := range f.node.Members {
		if !slices.Contains(f.used, m.Name) {
			f.r.ds.Addf(diag.BadBinding, m.NamePos, "%s has no member %q: it knows %s", f.where, m.Name, strings.Join(f.used, ", "))
		}
	}
}

// str reads a string that satisfies a check; want says what it must be.
func (f *fields) str(name string, required bool, want string, check func(string) bool) string {
	node := f.get(name, required)
	if node == nil {
		return ""
	}
	if node.Kind != document.String || !check(node.Text) {
		f.r.bad(node, f.where+"."+name, want)
		return ""
	}
	return node.Text
}

func (f *fields) member(name string, required bool) string {
	return f.str(name, required, `the JSON Pointer of a member, as "/variables/prompt"`, isMember)
}

func (f *fields) oneOf(name string, required bool, values ...string) string {
	return f.str(name, required, "one of "+strings.Join(values, ", "), func(s string) bool { return slices.Contains(values, s) })
}

// names reads a list of strings.
func (f *fields) names(name string, required bool) []string {
	node := f.get(name, required)
	if node == nil {
		return nil
	}
	return f.r.names(node, f.where+"."+name)
}

func (r *reader) names(node *document.Node, where string) []string {
	var list []string
	for _, item := range node.Items {
		if item.Kind == document.String && item.Text != "" {
			list = append(list, item.Text)
		}
	}
	if node.Kind != document.Array || len(list) < len(node.Items) || len(list) == 0 {
		r.bad(node, where, "a list of names")
	}
	return list
}

func (f *fields) amount(name string, required bool) Amount {
	node := f.get(name, required)
	if node == nil {
		return Amount{}
	}
	return f.r.amount(node, f.where+"."+name)
}

func (r *reader) amount(node *document.Node, where string) Amount {
	switch {
	case isMember(text(node)):
		return Amount{Member: node.Text}
	case text(node) != "" && node.Text[0] != '/':
		return Amount{Limit: node.Text}
	case node.Kind == document.Number:
		if n, err := strconv.ParseInt(node.Text, 10, 64); err == nil && n > 0 {
			return Amount{Number: n}
		}
	}
	r.bad(node, where, "a whole number above zero, the JSON Pointer of a member, or the name of a limit")
	return Amount{}
}

// isMember says whether text is a JSON Pointer to a member.
func isMember(text string) bool {
	_, err := document.ParsePointer(text)
	return err == nil && text != ""
}

func isReference(text string) bool {
	fragment, local := strings.CutPrefix(text, "#")
	_, err := document.ParseFragment(fragment)
	return local && err == nil
}

// bindings reads x-bindery. Each part that is malformed is reported and left out.
func (r *reader) bindings(node *document.Node) {
	if node == nil {
		return
	}
	b := r.out.Bindings
	b.Pos = node.Pos
	f, ok := r.open(node, bindingsName)
	if !ok {
		return
	}
	each := func(name string, read func(m document.Member, where string)) {
		table := f.get(name, false)
		if table == nil {
			return
		}
		if table.Kind != document.Object {
			r.bad(table, bindingsName+"."+name, "an object")
		}
		for _, m := range table.Members {
			read(m, bindingsName+"."+name+"."+m.Name)
		}
	}
	each("limits", func(m document.Member, where string) {
		if f, ok := r.open(m.Value, where); ok {
			l := &LimitBinding{Name: m.Name, Pos: m.NamePos}
			l.Measure = Measure(f.oneOf("measure", true, "length", "runes", "size", "number", "depth", "count", "operational", "none"))
			needsPlace := l.Measure != MeasureNone && l.Measure != MeasureOperational
			l.Of = f.str("of", needsPlace, `a reference to a schema, as "#/$defs/Variable"`, isReference)
			l.Spill = f.oneOf("effect", false, "error", "spill") == "spill"
			f.done()
			if l.Measure != "" && (l.Of != "" || !needsPlace) {
				b.Limits = append(b.Limits, l)
			}
		}
	})
	each("placeholders", func(m document.Member, where string) {
		if !isReference(text(m.Value)) {
			r.bad(m.Value, where, `a reference to a property, as "#/properties/state_id"`)
			return
		}
		b.Placeholders = append(b.Placeholders, &PlaceholderBinding{m.Name, m.NamePos, m.Value.Text})
	})
	each("lines", func(m document.Member, where string) {
		if !isReference(text(m.Value)) {
			r.bad(m.Value, where, `a reference to a schema, as "#/$defs/Mutation"`)
			return
		}
		b.Lines = append(b.Lines, &LineBinding{m.Name, m.NamePos, m.Value.Text})
	})
	each("subcalls", func(m document.Member, where string) {
		b.SubCalls = append(b.SubCalls, &SubCall{m.Name, m.NamePos, r.names(m.Value, where)})
	})
	r.readOnly(f.get("read_only", false))
	r.completion(f.get("completion", false))
	r.window(f.get("window", false))
	r.budget(f.get("budget", false))
	r.allocation(f.get("allocation", false))
	f.done()
}

func (r *reader) readOnly(node *document.Node) {
	if node == nil {
		return
	}
	if node.Kind != document.Array {
		r.bad(node, bindingsName+".read_only", "a list")
	}
	for _, item := range node.Items {
		if f, ok := r.open(item, bindingsName+".read_only"); ok {
			entry := &ReadOnly{Pos: item.Pos, Member: f.member("member", true), SetBy: f.names("set_by", false)}
			f.done()
			if entry.Member != "" {
				r.out.Bindings.ReadOnly = append(r.out.Bindings.ReadOnly, entry)
			}
		}
	}
}

func (r *reader) completion(node *document.Node) {
	if node == nil {
		return
	}
	if f, ok := r.open(node, bindingsName+".completion"); ok {
		c := &Completion{Pos: node.Pos, Member: f.member("member", true), Ends: f.names("ends", false)}
		f.done()
		if c.Member != "" {
			r.out.Bindings.Completion = c
		}
	}
}
