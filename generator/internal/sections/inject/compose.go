package inject

import (
	"slices"
	"strconv"
	"time"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/compose"
)

// composer is x-bindery.compose as it is written.
type composer struct {
	compose.Plan
	name   section.Word
	items  []itemAt
	failed bool // something in it is of the wrong form, which has been reported
}

// itemAt is a path of items, which are to be found in the schema.
type itemAt struct {
	section.Word
	where   string
	section int
	item    int
}

// forms are the names of forms, from the fullest.
var forms = []string{"raw", "quote", "summary", "ref"}

// composer reads x-bindery.compose.
func (c *reading) composer(node *document.Node) {
	c.root = "compose"
	k := &composer{name: section.Word{Text: "Compose", Pos: node.Pos}}
	c.w.composer = k
	const example = "{max_tokens: /budget, report: /report, sections: {facts: {of: /facts, items: /facts/*}}}"
	at := func(into *string, kind kind) func(document.Member) {
		return func(m document.Member) { *into = c.member(m.Value, m.Name, kind) }
	}
	c.members(node, "", example, map[string]func(document.Member){
		"name": func(m document.Member) {
			if k.name = (section.Word{Text: section.Text(m.Value), Pos: m.Value.Pos}); !section.IsGoName(k.name.Text) {
				c.bad(m.Value.Pos, "name", "write one as Compose", "the name must be an exported Go name")
			}
		},
		"max_tokens":  at(&k.MaxTokens, wholeNumber),
		"per_section": at(&k.PerSection, someObject),
		"report":      at(&k.Report, budgetReport),
		"digest":      at(&k.Digest, freeText),
		"recency": func(m document.Member) {
			c.entries(m.Value, "recency", "{episodes: {of: /episodes/*, into: score, time: 0/end, half_life_days: 30}}", c.recency)
		},
		"sections": func(m document.Member) {
			c.entries(m.Value, "sections", "{facts: {of: /facts, items: /facts/*}}", c.section)
			for i := range k.Sections {
				c.likeOne(i, m)
			}
		},
	})
	for _, name := range []string{"max_tokens", "report", "sections"} {
		if node.Kind == document.Object {
			c.need(node, "", example, name, name)
		}
	}
	c.root = "inject"
}

// likeOne holds the section that another repeats against those before it.
func (c *reading) likeOne(i int, m document.Member) {
	k := c.w.composer
	like := k.Sections[i].Like
	if like == "" {
		return
	}
	names := lists.Of(m.Value.Members, func(m document.Member) string { return m.Name })
	names = names[:slices.Index(names, k.Sections[i].Name)]
	if !slices.Contains(names, like) {
		c.bad(m.NamePos, "sections."+k.Sections[i].Name+".like", section.Nearest(like, names), "%s is no section before it", strconv.Quote(like))
	}
}

// recency reads a score that tells how recent elements are.
func (c *reading) recency(m document.Member, where string) {
	const example = "{of: /episodes/*, into: score, time: 0/end, half_life_days: 30}"
	var s compose.Score
	if !c.need(m.Value, where, example, "of, into and time", "of", "into", "time") {
		return
	}
	p := c.path(m.Value.Get("of"), where+".of")
	s.Of, s.HalfLife = p.Text, 30*24*time.Hour
	c.target(p, where+".of", anyValue)
	at := lists.Present(p.Text)
	c.members(m.Value, where, example, map[string]func(document.Member){
		"into": func(m document.Member) {
			s.Into = section.Text(m.Value)
			if p.Text != "" {
				c.target(section.Word{Text: p.Text + "/" + escape(s.Into), Pos: m.Value.Pos}, where+".into", aNumber)
			}
		},
		"time": func(m document.Member) { s.Time = c.ask(where+".time", at, m.NamePos).Term(m.Value) },
		"half_life_days": func(m document.Member) {
			days, err := strconv.ParseFloat(m.Value.Text, 64)
			if m.Value.Kind != document.Number || err != nil || days <= 0 || days > 1e5 {
				c.bad(m.Value.Pos, where, "write a number of days, as 30", "half_life_days must be a number above zero")
				return
			}
			s.HalfLife = time.Duration(days * 24 * float64(time.Hour)).Round(time.Second)
		},
	}, "of")
	c.w.composer.Scores = append(c.w.composer.Scores, s)
}

// section reads a section.
func (c *reading) section(m document.Member, where string) {
	const example = "{of: /facts, items: /facts/*, class: 3, forms: {quote: {drop: notes}}}"
	k := c.w.composer
	s := compose.Section{Name: m.Name, Floor: budget.Ref}
	if !c.need(m.Value, where, example, "of, what counts against its budget, and items, what goes in one by one", "of", "items") {
		return
	}
	items := m.Value.Get("items")
	var at []string
	for _, p := range c.paths(items, where+".items") {
		at = append(at, p.Text)
		c.target(p, where+".items", anyValue)
		k.items = append(k.items, itemAt{p, c.place(where + ".items"), len(k.Sections), len(s.Items)})
		s.Items = append(s.Items, compose.Item{Path: p.Text})
	}
	if len(section.Listed(items)) == 0 {
		c.bad(items.Pos, where+".items", "write a path, as /facts/*", "it names no items")
		return
	}
	c.members(m.Value, where, example, map[string]func(document.Member){
		"of": func(m document.Member) {
			for _, item := range section.Listed(m.Value) {
				s.Of = append(s.Of, c.member(item, where+".of", anyValue))
			}
		},
		"class":  func(m document.Member) { c.class(&s, m.Value, where+".class") },
		"order":  func(m document.Member) { s.Order = c.orders(m.Value, where+".order", at) },
		"strict": func(m document.Member) { s.Strict = c.isTrue(m.Value, where+".strict", "it") },
		"floor": func(m document.Member) {
			n := slices.Index(forms, section.Text(m.Value))
			if n < 0 {
				c.bad(m.Value.Pos, where+".floor", section.Nearest(section.Text(m.Value), forms), "there is no form %s", strconv.Quote(section.Text(m.Value)))
			}
			s.Floor = budget.Form(max(n, 0))
		},
		"forms": func(m document.Member) {
			c.entries(m.Value, where+".forms", "{quote: {drop: notes}}", func(m document.Member, where string) { c.form(&s, m, where, at) })
		},
		"like": func(m document.Member) {
			s.Like = c.text(m.Value, where+".like", "write the name of the section that it repeats", "a name")
		},
	}, "items")
	k.Sections = append(k.Sections, s)
}

// class reads the class of a section: a number, or numbers by purpose.
func (c *reading) class(s *compose.Section, node *document.Node, where string) {
	number := func(node *document.Node) int {
		n, err := strconv.ParseInt(node.Text, 10, 32)
		if node.Kind != document.Number || err != nil {
			c.bad(node.Pos, where, "write a whole number, as 3, or numbers by purpose, as {planner: 5, tool: 3}; the highest goes in first", "it must be a whole number")
		}
		return int(n)
	}
	if node.Kind != document.Object {
		s.Class = number(node)
		return
	}
	for _, m := range node.Members {
		s.Classes = append(s.Classes, compose.Class{Purpose: m.Name, Class: number(m.Value)})
		c.w.grants = append(c.w.grants, &grant{where: c.place(where), to: []allowed{{Word: section.KeyOf(m)}}})
	}
}

// form reads how elements are shortened to a form.
func (c *reading) form(s *compose.Section, m document.Member, where string, at []string) {
	n := slices.Index(forms, m.Name)
	if n <= 0 {
		c.bad(m.NamePos, where, section.Nearest(m.Name, forms[1:]), "there is no form %s to shorten to", strconv.Quote(m.Name))
		return
	}
	f := compose.Form{Form: budget.Form(n)}
	cuts := func(marked bool) func(document.Member) {
		return func(m document.Member) {
			c.entries(m.Value, where+"."+m.Name, "{0/summary: 200}", func(m document.Member, where string) {
				p := c.ask(where, at, m.NamePos).Path(name(m))
				runes, err := strconv.ParseInt(m.Value.Text, 10, 32)
				if m.Value.Kind != document.Number || err != nil || runes < 1 {
					c.bad(m.Value.Pos, where, "write how many characters stay, as 200", "it must be a whole number above zero")
				}
				f.Cut = append(f.Cut, compose.Cut{Path: p, Runes: int(runes), Marked: marked})
			})
		}
	}
	c.members(m.Value, where, "{drop: notes, cut: {0/summary: 200}}", map[string]func(document.Member){
		"drop": func(m document.Member) {
			for _, t := range c.texts(m.Value, where+".drop", "list names of members, as [notes]") {
				f.Drop = append(f.Drop, t.Text)
				for _, p := range at {
					c.w.drops = append(c.w.drops, target{Word: section.Word{Text: p + "/" + escape(t.Text), Pos: t.Pos}, where: c.place(where + ".drop")})
				}
			}
		},
		"cut":     cuts(true),
		"excerpt": cuts(false),
	})
	s.Forms = append(s.Forms, f)
}

// composer holds x-bindery.compose against the schema.
func (v *verifier) composer() {
	k := v.written.composer
	for _, at := range k.items {
		if len(v.at(at.Text)) == 0 {
			continue
		}
		item := &k.Sections[at.section].Items[at.item]
		all := steps(at.Text)
		if len(all) == 0 {
			v.bad(at.Word, at.where, "write a path, as /facts/*", "the document itself is no item")
			continue
		}
		item.Optional = v.isOptional(around(at.Text))
		if all[len(all)-1].Any {
			item.Keep = v.required(around(at.Text))
			continue
		}
		var ok bool
		if item.Empty, ok = v.emptied(at.Text); !ok {
			v.bad(at.Word, at.where, "name what may be left out, or make it optional in the overlay", "%s is required, and no empty value is valid there", at.Text)
		}
	}
	for _, d := range v.drops {
		all := steps(d.Text)
		if len(v.at(around(d.Text))) == 0 {
			continue
		}
		if v.reach(d.Word, d.where) != nil && slices.Contains(v.required(around(d.Text)), all[len(all)-1].Name) {
			v.bad(d.Word, d.where, "drop optional members, and cut texts", "%s is required", d.Text)
		}
	}
}

// isOptional reports whether a member can be left out.
func (v *verifier) isOptional(path string) bool {
	all := steps(path)
	if len(all) == 0 || all[len(all)-1].Any {
		return false
	}
	empty, ok := v.emptied(path)
	return ok && empty == ""
}

// required are the members that the objects at a path require.
func (v *verifier) required(path string) (names []string) {
	for _, n := range v.at(path) {
		names = append(names, n.Required...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}
