package breaking

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// documents reports where documents of the entry types that were valid may be
// refused now.
func documents(old, new *Version) diag.Diagnostics {
	c := newComparer(old, new)
	for _, before := range old.Entries {
		c.report = true
		if now := new.entry(before); now != nil { // else the Go API tells of it
			c.admits(all(before.Node), all(now), "")
		}
	}
	return c.found
}

// comparer decides whether one schema admits what another does. It asks in
// both directions: below "not" the roles change.
type comparer struct {
	accepts  map[*schema.Node]func(*schema.Node, *document.Node) bool
	ids      map[*schema.Node]int
	old      *Version
	typed    map[typed]*schema.Node
	patterns *plan.Patterns
	// report reports whether the reasons for a no are wanted. Without, a doubt is a
	// no as well.
	report bool
	known  [2]answers // without and with report
	found  diag.Diagnostics
	seen   map[string]bool // reports, each once
	depth  int
}

// answers are those that have been given, in order, so that what was concluded
// from an assumption can be taken back with it.
type answers struct {
	given map[string]bool
	order []string
}

// typed is a schema with one of its types.
type typed struct {
	node  *schema.Node
	types schema.Types
}

func newComparer(old, new *Version) *comparer {
	c := &comparer{
		accepts:  map[*schema.Node]func(*schema.Node, *document.Node) bool{},
		ids:      map[*schema.Node]int{},
		old:      old,
		typed:    map[typed]*schema.Node{},
		patterns: plan.NewPatterns(),
		seen:     map[string]bool{},
	}
	for i := range c.known {
		c.known[i].given = map[string]bool{}
	}
	for _, v := range []*Version{old, new} {
		for _, n := range v.Graph.Nodes {
			c.enter(n, v.Accepts)
		}
	}
	return c
}

func (c *comparer) enter(n *schema.Node, accepts func(*schema.Node, *document.Node) bool) {
	c.accepts[n], c.ids[n] = accepts, len(c.ids)
}

// schemas are schemas that hold together: a value has to satisfy all of them.
// References and allOf are resolved. None admits everything.
type schemas []*schema.Node

// all resolves schemas that hold together.
func all(nodes ...*schema.Node) schemas {
	return slices.Collect(components.Reached((*schema.Node).Conjuncts, lists.Present(nodes...)...))
}

func (s schemas) and(more ...*schema.Node) schemas { return all(append(slices.Clone(s), more...)...) }

// each are the parts of some schemas, which hold together; nil is none.
func (s schemas) each(part func(*schema.Node) *schema.Node) schemas {
	return all(lists.Of(s, part)...)
}

// maxDepth bounds how deep two schemas are followed; beyond it the answer is no.
const maxDepth = 200

// admits reports whether the schemas new admit every value that old admits. A
// recursive question is answered yes while it is open: a value is finite, so that
// the innermost one decides. Where it reports, the reasons for a no are found
// with the place in the document.
func (c *comparer) admits(old, new schemas, at string) bool {
	if same(old, new) {
		return true
	}
	known := &c.known[0]
	if c.report {
		known = &c.known[1]
	}
	key := c.question(old, new)
	if answer, ok := known.given[key]; ok {
		return answer
	}
	if c.depth++; c.depth > maxDepth {
		c.depth--
		return false
	}
	start := len(known.order)
	known.given[key], known.order = true, append(known.order, key)
	answer := c.decide(old, new, at)
	if !answer {
		for _, k := range known.order[start:] {
			if known.given[k] {
				delete(known.given, k) // it may rest on the assumption
			}
		}
		known.order = known.order[:start]
		known.given[key] = false
	}
	c.depth--
	return answer
}

// question is equal for the same schemas in any order.
func (c *comparer) question(old, new schemas) string {
	var b []byte
	for _, s := range []schemas{old, new} {
		ids := lists.Of(s, func(n *schema.Node) int { return c.ids[n] })
		slices.Sort(ids)
		for _, id := range ids {
			b = strconv.AppendInt(append(b, ' '), int64(id), 36)
		}
		b = append(b, '>')
	}
	return string(b)
}

func same(a, b schemas) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(n *schema.Node) bool { return !slices.Contains(b, n) })
}

func (c *comparer) decide(old, new schemas, at string) bool {
	if never(old) {
		return true
	}
	if values, ok := listed(old); ok {
		return c.admitsValues(values, old, new, at)
	}
	plain := func() bool {
		ok := true
		for _, n := range new {
			ok = c.implies(old, n, at) && ok
		}
		return ok
	}
	if !c.report {
		return plain() || c.admitsEach(split(old), new, at)
	}
	if c.quietly(plain) {
		return plain() // what is in doubt is told
	}
	failing := slices.DeleteFunc(split(old), func(way schemas) bool { return c.within(way, new) })
	if len(failing) == len(split(old)) {
		return plain()
	}
	return len(failing) == 0 || c.admitsEach(failing, new, at)
}

// admitsEach reports whether the schemas new admit what each of some does.
func (c *comparer) admitsEach(ways []schemas, new schemas, at string) bool {
	ok := len(ways) > 0
	for _, way := range ways {
		ok = c.admits(way, new, at) && ok
	}
	return ok
}

// maxSplits bounds how many choices are gone through together.
const maxSplits = 2

// split lists what a value may be by the branches of the first choice that is open, none
// without.
func split(s schemas) []schemas {
	taken := 0
	var open []*schema.Node
	for _, n := range s {
		for _, branches := range [][]*schema.Node{n.AnyOf, n.OneOf} {
			switch {
			case branches == nil:
			case slices.ContainsFunc(branches, func(b *schema.Node) bool { return slices.Contains(s, b) }):
				taken++
			case open == nil:
				open = branches
			}
		}
	}
	if taken >= maxSplits {
		return nil
	}
	return lists.Of(open, func(b *schema.Node) schemas { return s.and(b) })
}

func never(s schemas) bool {
	return slices.ContainsFunc(s, func(n *schema.Node) bool { return n.Never })
}

// listed returns values of which old admits no other.
func listed(s schemas) (values []*document.Node, ok bool) {
	for _, n := range s {
		switch {
		case n.Const != nil:
			return []*document.Node{n.Const}, true
		case n.Enum != nil && (!ok || len(n.Enum) < len(values)):
			values, ok = n.Enum, true
		}
	}
	return values, ok
}

// admitsValues judges listed values one by one.
func (c *comparer) admitsValues(values []*document.Node, old, new schemas, at string) bool {
	ok := true
	for _, v := range values {
		if !c.allAccept(old, v) || c.allAccept(new, v) {
			continue
		}
		ok = false
		c.refuse(at, keywordPos(new, "enum", "const"), v.Pos, "the value %s is refused", text(v))
	}
	return ok
}

func (c *comparer) allAccept(s schemas, v *document.Node) bool {
	return lists.Every(s, func(n *schema.Node) bool { return c.accepts[n](n, v) })
}

// text is a value as messages show it.
func text(v *document.Node) string {
	s := v.String()
	if len(s) > 60 {
		s = strings.ToValidUTF8(s[:57], "") + "…"
	}
	return s
}

// keywordPos is the place of the first of some keywords in schemas, or of the
// first schema.
func keywordPos(s schemas, keywords ...string) source.Pos {
	for _, n := range s {
		for _, k := range keywords {
			if m, ok := n.Doc.Member(n.Keyword(k)); ok {
				return m.NamePos
			}
		}
	}
	if len(s) > 0 {
		return s[0].Pos
	}
	return source.Pos{}
}

// refuse notes that documents may be refused.
func (c *comparer) refuse(at string, now, before source.Pos, format string, args ...any) {
	c.note(diag.DocumentsRefused, at, now, before, format, args...)
}

func (c *comparer) note(code diag.Code, at string, now, before source.Pos, format string, args ...any) {
	if !c.report {
		return
	}
	at = cmp.Or(at, "the document")
	d := diag.New(code, now, "%s: "+format, append([]any{at}, args...)...)
	if before.File != "" {
		d = d.WithRelated(c.old.labelled(before), "it was here before")
	}
	if key := d.String(); !c.seen[key] {
		c.seen[key] = true
		c.found.Add(d)
	}
}

// within reports whether the schemas new admit all that old admits, without a report.
func (c *comparer) within(old, new schemas) bool {
	return c.quietly(func() bool { return c.admits(old, new, "") })
}

// doubt notes what may refuse documents that nobody has reason to write; without
// reports it is a no.
func (q *question) doubt(now source.Pos, format string, args ...any) {
	q.note(diag.DocumentsInDoubt, q.at, now, source.Pos{}, format, args...)
	q.failed = q.failed || !q.report
}

// quietly answers a question without a report.
func (c *comparer) quietly(ask func() bool) bool {
	before := c.report
	c.report = false
	answer := ask()
	c.report = before
	return answer
}
