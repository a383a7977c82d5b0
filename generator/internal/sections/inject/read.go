package inject

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/checks"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	runtimechecks "github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/inject"
)

// Read reads the policy.
func (s *Section) Read(r *section.Reader) {
	node := r.Bindings.Get("inject", false)
	if node == nil {
		if plan := r.Bindings.Get("compose", false); plan != nil {
			bad(r.Report, plan.Pos, "compose", "add inject, which says what may be given to which purpose", "there is no policy to compose by")
		}
		return
	}
	c := &reading{Reader: r, w: &written{pos: node.Pos, name: section.Word{Text: "ForPurpose", Pos: node.Pos}, of: section.Word{Text: "#", Pos: node.Pos}, rules: map[string]section.Word{}}}
	c.policy(node)
	c.w.failed = c.hasFailed(0)
	if plan := r.Bindings.Get("compose", false); plan != nil {
		before := len(c.w.asked)
		c.failed = false
		c.composer(plan)
		c.w.composer.failed = c.hasFailed(before)
	}
	c.w.Arguments = slices.Compact(slices.Sorted(slices.Values(c.arguments())))
	s.written = c.w
}

// reading reads a policy.
type reading struct {
	*section.Reader
	w      *written
	failed bool
	root   string // the member of x-bindery that is being read; "" is inject
}

// place is where a diagnostic speaks of.
func (c *reading) place(where string) string {
	if c.root == "compose" {
		return strings.TrimSuffix("compose."+where, ".")
	}
	return where
}

func (c *reading) bad(pos source.Pos, where, help, format string, args ...any) {
	c.failed = true
	bad(c.Report, pos, c.place(where), help, format, args...)
}

// hasFailed reports whether something has been reported, of conditions as well but for the
// first ones.
func (c *reading) hasFailed(first int) bool {
	return c.failed || slices.ContainsFunc(c.w.asked[first:], func(a asked) bool { return a.Failed() })
}

// members goes through an object whose members are all known. Those that it needs are read
// before, by need.
func (c *reading) members(node *document.Node, where, example string, known map[string]func(m document.Member), needed ...string) {
	c.entries(node, where, example, func(m document.Member, _ string) {
		if read := known[m.Name]; read != nil {
			read(m)
		} else if !slices.Contains(needed, m.Name) {
			list := slices.AppendSeq(needed, maps.Keys(known))
			slices.Sort(list)
			c.bad(m.NamePos, where, section.Nearest(m.Name, list), "there is no member %q", m.Name)
		}
	})
}

// need reports an object that lacks one of some members, and what it needs then.
func (c *reading) need(node *document.Node, where, example, what string, names ...string) bool {
	if node.Kind == document.Object && !slices.ContainsFunc(names, func(name string) bool { return node.Get(name) == nil }) {
		return true
	}
	c.bad(node.Pos, where, "write it as in "+example, "it needs %s", what)
	return false
}

// entries goes through an object whose members have names of their own.
func (c *reading) entries(node *document.Node, where, example string, read func(m document.Member, where string)) {
	if node.Kind != document.Object {
		c.bad(node.Pos, where, "write it as in "+example, "it must be an object")
		return
	}
	for _, m := range node.Members {
		read(m, where+"."+m.Name)
	}
}

// name is the name of a member as a text of its own.
func name(m document.Member) *document.Node {
	return &document.Node{Kind: document.String, Text: m.Name, Pos: m.NamePos}
}

// text reads what must be a text.
func (c *reading) text(node *document.Node, where, help, what string) string {
	if section.Text(node) == "" {
		c.bad(node.Pos, where, help, "it must be %s", what)
	}
	return section.Text(node)
}

// isTrue reads true or false; what is that.
func (c *reading) isTrue(node *document.Node, where, what string) bool {
	if node.Kind != document.Bool {
		c.bad(node.Pos, where, "write true or false", "%s must be true or false", what)
	}
	return node.Kind == document.Bool && node.Bool
}

// texts reads a text or a list of texts.
func (c *reading) texts(node *document.Node, where, help string) (list []section.Word) {
	for _, item := range section.Listed(node) {
		if c.text(item, where, help, "a text") != "" {
			list = append(list, section.WordOf(item))
		}
	}
	return list
}

// path reads a path from the document; that of a mistake is "".
func (c *reading) path(node *document.Node, where string) section.Word {
	const help = `write a JSON Pointer from the document, as "/facts" or "/facts/*/id"`
	if c.text(node, where, help, "a path") == "" {
		return section.Word{}
	}
	p, err := runtimechecks.ParsePath(node.Text)
	switch {
	case err != nil:
		c.bad(node.Pos, where, help, "%v", err)
	case p.Up >= 0:
		c.bad(node.Pos, where, help, "the path must start at the document")
	case slices.ContainsFunc(p.Steps, func(s runtimechecks.Step) bool { return s.Deep }):
		c.bad(node.Pos, where, "name the members on the way", "the path must not have **")
	default:
		return section.WordOf(node)
	}
	return section.Word{}
}

// paths reads a path or a list of them, but for those with mistakes.
func (c *reading) paths(node *document.Node, where string) []section.Word {
	return lists.Present(lists.Of(section.Listed(node), func(item *document.Node) section.Word { return c.path(item, where) })...)
}

// member reads a path without wildcards.
func (c *reading) member(node *document.Node, where string, kind kind) string {
	p := c.path(node, where)
	if parsed, err := runtimechecks.ParsePath(p.Text); err == nil && parsed.Many() {
		c.bad(node.Pos, where, "name one member, as /explain/omitted", "the path must not have *")
		return ""
	}
	c.target(p, where, kind)
	return p.Text
}

// target notes what must be at a path.
func (c *reading) target(p section.Word, where string, kind kind) {
	if p.Text == "" {
		return
	}
	c.w.paths = append(c.w.paths, target{p, c.place(where), kind})
}

func (c *reading) policy(node *document.Node) {
	w := c.w
	c.members(node, "", "{purposes: [planner, responder], members: {/plan: [planner]}}", map[string]func(document.Member){
		"name": func(m document.Member) {
			w.name = section.Word{Text: section.Text(m.Value), Pos: m.Value.Pos}
			if !section.IsGoName(w.name.Text) {
				c.bad(m.Value.Pos, "name", "write one as ForPurpose", "the name must be an exported Go name")
			}
		},
		"of": func(m document.Member) {
			if w.of = section.WordOf(m.Value); !section.IsReference(w.of.Text) {
				c.bad(m.Value.Pos, "of", `write a reference, as "#/$defs/Round"`, "it must be a reference to a schema")
			}
			w.dangling = c.Dangling(w.of, "x-bindery.inject: schema")
		},
		"purposes": func(m document.Member) {
			w.purposes = c.texts(m.Value, "purposes", "list names, as [planner, responder]")
		},
		"purpose":    func(m document.Member) { w.purpose = c.path(m.Value, "purpose") },
		"members":    func(m document.Member) { w.grants = append(w.grants, c.grants(m, "{/plan: [planner]}")...) },
		"undeclared": func(m document.Member) { w.open = c.grants(m, "{/state: [planner]}") },
		"lists": func(m document.Member) {
			c.entries(m.Value, "lists", "{facts: {of: /facts, id: 0/id}}", c.list)
		},
		"references": func(m document.Member) {
			c.entries(m.Value, "references", "{citations: {of: /citations, id: 0/id, uses: [/facts/*/sources/*]}}", c.closure)
		},
		"report": func(m document.Member) { c.reporting(m.Value) },
	})
	w.Purpose = w.purpose.Text
	if node.Kind == document.Object && node.Get("purposes") == nil && node.Get("purpose") == nil {
		c.bad(node.Pos, "", "add purposes: [planner, responder], or purpose: /meta/purpose where an enum lists them", "it names no purposes")
	}
	for i, p := range w.purposes {
		if slices.ContainsFunc(w.purposes[:i], func(q section.Word) bool { return q.Text == p.Text }) {
			c.bad(p.Pos, "purposes", "remove one", "%s is there twice", strconv.Quote(p.Text))
		}
	}
}

// grants reads who may see which members.
func (c *reading) grants(m document.Member, example string) (list []*grant) {
	c.entries(m.Value, m.Name, example, func(m document.Member, where string) { list = append(list, c.grant(m, where)) })
	return list
}

// grant reads who may see a member: a list of purposes, or an object of
// conditions by purpose.
func (c *reading) grant(m document.Member, where string) *grant {
	g := &grant{Word: c.path(name(m), where), where: where}
	switch m.Value.Kind {
	case document.Array:
		for _, p := range c.texts(m.Value, where, "list the purposes, as [planner, tool]") {
			g.to = append(g.to, allowed{Word: p})
		}
	case document.Object:
	default:
		c.bad(m.Value.Pos, where, "list the purposes, as [planner, tool]; none is []", "it must be a list of purposes")
	}
	for _, each := range m.Value.Members {
		a := allowed{Word: section.KeyOf(each)}
		if each.Value.Kind != document.Bool {
			r := c.ask(where+"."+each.Name, []string{""}, each.NamePos).Relation(each.Value)
			a.when, a.yaml = &r, each.Value.String()
		}
		if a.when != nil || each.Value.Bool {
			g.to = append(g.to, a)
		}
	}
	return g
}

// ask begins conditions of the values at some paths, none where these are mistaken.
func (c *reading) ask(where string, at []string, pos source.Pos) *checks.Conditions {
	first := ""
	if len(at) > 0 {
		first = at[0]
	}
	conditions := checks.NewConditions(c.Reader, strings.TrimSuffix(message(c.place(where), ""), ": "), first, pos)
	c.w.asked = append(c.w.asked, asked{conditions, at})
	return conditions
}

// list reads a list whose elements are chosen.
func (c *reading) list(m document.Member, where string) {
	l := inject.List{Name: m.Name}
	if strings.ContainsAny(m.Name, "/: ") {
		c.bad(m.NamePos, where, "write a word, as facts", "the name must have no /, colon or space: it names elements, as facts/f1")
	}
	if !c.need(m.Value, where, "{of: /facts, id: 0/id}", "of, the path of the list", "of") {
		return
	}
	at := c.elements(&l, m.Value.Get("of"), where+".of")
	c.members(m.Value, where, "{of: /facts, id: 0/id, only: {active: {equal: [0/status, {const: active}]}}}", map[string]func(document.Member){
		"id": func(m document.Member) {
			if section.Text(m.Value) == "0#" {
				l.ID = "0#"
				return
			}
			l.ID = c.ask(where+".id", at, m.NamePos).Path(m.Value)
		},
		"conceal": func(m document.Member) { l.Conceal = c.ask(where+".conceal", at, m.NamePos).Path(m.Value) },
		"only": func(m document.Member) {
			c.entries(m.Value, where+".only", "{active: {equal: [0/status, {const: active}]}}", func(m document.Member, where string) {
				l.Rules = append(l.Rules, c.rule(m, where, at))
				c.w.rules[l.Name+"/"+m.Name] = section.Word{Text: section.Without(m.Value, "for", "else"), Pos: m.NamePos}
			})
		},
		"order": func(m document.Member) { l.Order = c.orders(m.Value, where+".order", at) },
		"top": func(m document.Member) {
			top := c.ask(where+".top", []string{""}, m.NamePos).Term(m.Value)
			l.Top = &top
			if m.Value.Kind == document.Number && strings.ContainsAny(m.Value.Text, "-.eE") {
				c.bad(m.Value.Pos, where+".top", "write a number of elements, as 5, or {first: [{argument: top}, 5]}", "it must be a whole number")
			}
		},
		"flags": func(m document.Member) {
			c.entries(m.Value, where+".flags", "{disputed: {equal: [0/status, {const: disputed}]}}", func(m document.Member, where string) {
				l.Flags = append(l.Flags, c.flag(m, where, at))
			})
		},
	}, "of")
	c.w.Lists = append(c.w.Lists, l)
}

// elements reads where the lists are, and returns the paths of their elements.
func (c *reading) elements(l *inject.List, of *document.Node, where string) (at []string) {
	for _, p := range c.paths(of, where) {
		c.target(p, where, container)
		l.Of = append(l.Of, p.Text)
		at = append(at, p.Text+"/*")
	}
	if len(section.Listed(of)) == 0 {
		c.bad(of.Pos, where, "write the path of the list, as /facts", "it names no list")
	}
	return at
}

// rule reads a rule that elements must keep.
func (c *reading) rule(m document.Member, where string, at []string) inject.Rule {
	r := inject.Rule{Name: m.Name}
	r.Relation = c.ask(where, at, m.NamePos).Relation(m.Value, "for", "else")
	if m.Value.Kind != document.Object {
		return r
	}
	if node := m.Value.Get("for"); node != nil {
		r.For = []string{}
		for _, p := range c.texts(node, where+".for", "list purposes, as [responder]") {
			r.For = append(r.For, p.Text)
			c.w.grants = append(c.w.grants, &grant{where: where + ".for", to: []allowed{{Word: p}}}) // its purposes are checked with the others
		}
	}
	if node := m.Value.Get("else"); node != nil {
		r.Else = c.text(node, where+".else", "write the reason that is told, as expired", "a text")
	}
	return r
}

// orders reads what elements are ordered by, first by the first.
func (c *reading) orders(node *document.Node, where string, at []string) []inject.Order {
	return lists.Of(section.Listed(node), func(item *document.Node) inject.Order { return c.order(item, where, at) })
}

// order reads what elements are ordered by.
func (c *reading) order(node *document.Node, where string, at []string) (o inject.Order) {
	by := node
	if node.Kind == document.Object && node.Get("by") != nil {
		c.members(node, where, "{by: 0/priority, descending: true}", map[string]func(document.Member){
			"by":         func(m document.Member) { by = m.Value },
			"descending": func(m document.Member) { o.Descending = c.isTrue(m.Value, where, "descending") },
		})
	}
	o.By = c.ask(where, at, node.Pos).Term(by)
	o.Text = describe(&o.By)
	return o
}

// describe tells a term in words.
func describe(t *runtimechecks.Term) string {
	switch {
	case t.Const != "":
		return t.Const
	case t.Path == "0#":
		return "place"
	case len(t.Args) == 0:
		return strings.TrimPrefix(t.Path, "0/")
	}
	var parts []string
	for i := range t.Args {
		parts = append(parts, describe(&t.Args[i]))
	}
	return strings.Join(parts, " or ")
}

// flag reads a kind of conflict.
func (c *reading) flag(m document.Member, where string, at []string) inject.Flag {
	f := inject.Flag{Name: m.Name}
	conditions := c.ask(where, at, m.NamePos)
	if m.Value.Kind == document.Object && len(m.Value.Members) == 1 && m.Value.Members[0].Name == "same" {
		same := conditions.Term(m.Value.Members[0].Value)
		f.Same = &same
	} else {
		when := conditions.Relation(m.Value)
		f.When = &when
	}
	return f
}

// closure reads a list of references.
func (c *reading) closure(m document.Member, where string) {
	const example = "{of: /citations, id: 0/id, uses: [/facts/*/sources/*]}"
	var out inject.Closure
	if !c.need(m.Value, where, example, "of, the path of the list, and uses, where its identifiers are used", "of", "uses") {
		return
	}
	out.Of = c.member(m.Value.Get("of"), where+".of", container)
	var at []string
	if out.Of != "" {
		at = []string{out.Of + "/*"}
	}
	c.members(m.Value, where, example, map[string]func(document.Member){
		"id": func(m document.Member) {
			if section.Text(m.Value) == "0#" {
				return
			}
			out.ID = c.ask(where+".id", at, m.NamePos).Path(m.Value)
			if strings.Count(out.ID, "/") > 1 {
				c.bad(m.Value.Pos, where+".id", "write it as 0/id", "the identifier must be a member of the reference itself")
			}
		},
		"texts": func(m document.Member) {
			for _, item := range section.Listed(m.Value) {
				p := c.ask(where+".texts", at, item.Pos).Path(item)
				out.Texts = append(out.Texts, strings.TrimPrefix(p, "0/"))
			}
		},
		"uses": func(m document.Member) { c.uses(&out, m.Value, where+".uses") },
	}, "of")
	c.w.Closures = append(c.w.Closures, out)
}

// uses reads where identifiers are used: a list of paths, or an object that says
// by path what a reference that is missing is made of.
func (c *reading) uses(into *inject.Closure, node *document.Node, where string) {
	add := func(at *document.Node, template string) {
		p := c.path(at, where)
		c.target(p, where, anyValue)
		into.Uses = append(into.Uses, inject.Use{Path: p.Text, Add: template})
	}
	if node.Kind != document.Object {
		for _, item := range section.Listed(node) {
			add(item, "")
		}
		return
	}
	for _, m := range node.Members {
		if m.Value.Kind != document.Object {
			c.bad(m.Value.Pos, where, "write what a reference that is missing has beside its identifier, as {type: message}", "it must be an object")
			continue
		}
		add(name(m), string(m.Value.AppendJSON(nil)))
	}
}

// reporting reads where the document tells what became of it.
func (c *reading) reporting(node *document.Node) {
	r := &c.w.Policy.Report
	c.members(node, "report", "{selected: /explain/selected, omitted: /explain/omitted}", map[string]func(document.Member){
		"selected":  func(m document.Member) { r.Selected.Into = c.member(m.Value, "report.selected", choices) },
		"omitted":   func(m document.Member) { r.Omitted.Into = c.member(m.Value, "report.omitted", choices) },
		"conflicts": func(m document.Member) { r.Conflicts.Into = c.member(m.Value, "report.conflicts", conflicts) },
		"conflict_ids": func(m document.Member) {
			r.ConflictIDs = c.text(m.Value, "report.conflict_ids", "write the name of the member of a conflict that lists identifiers, as fact_ids", "a name")
		},
		"told": func(m document.Member) {
			for _, item := range section.Listed(m.Value) {
				r.Told = append(r.Told, c.member(item, "report.told", choices))
			}
		},
		"filters":     func(m document.Member) { r.Filters = c.filling(m.Value, "report.filters") },
		"determinism": func(m document.Member) { r.Determinism = c.filling(m.Value, "report.determinism") },
	})
}

// filling reads an object whose members tell the circumstances.
func (c *reading) filling(node *document.Node, where string) (f inject.Filling) {
	if node.Kind == document.String {
		f.Into = c.member(node, where, object)
		return f
	}
	c.members(node, where, "{into: /explain/filters, with: {task: /meta/task}}", map[string]func(document.Member){
		"into": func(m document.Member) { f.Into = c.member(m.Value, where+".into", object) },
		"with": func(m document.Member) {
			c.entries(m.Value, where+".with", "{task: /meta/task}", func(m document.Member, where string) {
				f.With = append(f.With, inject.Named{Name: m.Name, Term: c.ask(where, []string{""}, m.NamePos).Term(m.Value)})
			})
		},
	})
	if f.Into == "" && !c.hasFailed(0) {
		c.bad(node.Pos, where, "write it as in {into: /explain/filters}", "it needs into, the path of an object")
	}
	return f
}

// arguments are the names of arguments that conditions speak of, beside those
// that there always are.
func (c *reading) arguments() (list []string) {
	for _, a := range c.w.asked {
		list = append(list, a.Arguments()...)
	}
	return slices.DeleteFunc(list, func(name string) bool { return name == "now" || name == "purpose" })
}
