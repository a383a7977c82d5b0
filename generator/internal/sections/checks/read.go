package checks

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/checks"
)

// Read reads the rules.
func (s *Section) Read(r *section.Reader) {
	for _, m := range r.Bindings.Table("checks") {
		c := &reading{Reader: r, rule: &rule{Rule: checks.Rule{Name: m.Name}, where: m.Where, pos: m.NamePos, of: section.Word{Text: "#", Pos: m.NamePos}, text: section.Without(m.Value, "at", "of", "message", "severity")}}
		c.read(m.Value)
		if !c.failed {
			s.rules = append(s.rules, c.rule)
		}
	}
}

// reading reads one rule.
type reading struct {
	*section.Reader
	rule    *rule
	failed  bool
	named   []string // arguments that terms speak of
	asserts bool     // what is read must hold of documents, it is no condition
	pairs   int      // relations so far that compare values with others
	pair    int      // the one that is being read, 0 for none
}

// bad reports a mistake.
func (c *reading) bad(pos source.Pos, help, format string, args ...any) {
	c.failed = true
	c.Report(diag.New(diag.BadCheck, pos, c.rule.message(format), args...).WithHelp("%s", help))
}

// form is how the operands of a relation are written.
type form uint8

const (
	two       form = iota // a list of two terms
	several               // a list of two terms or more
	paths                 // a path, or a list of paths
	onePath               // a path
	twoPaths              // a list of two paths
	relation              // a relation
	relations             // a list of relations
)

// many is as many as there are.
const many = math.MaxInt

// forms say what is to be written.
var forms = [...]struct {
	least, most int  // elements of a list; a most of 0 is no list at all
	alone       bool // one may stand without a list
	text        string
}{
	two:       {2, 2, false, "a list of two"},
	several:   {2, many, false, "a list of two or more"},
	paths:     {1, many, true, "a path or a list of paths"},
	onePath:   {1, 0, true, "one, not a list"},
	twoPaths:  {2, 2, false, "a list of two"},
	relation:  {1, 0, true, "one, not a list"},
	relations: {1, many, false, "a list of relations"},
}

// admits reports whether operands are written in the form.
func (f form) admits(node *document.Node) bool {
	if node.Kind != document.Array {
		return forms[f].alone
	}
	return len(node.Items) >= forms[f].least && len(node.Items) <= forms[f].most
}

func (f form) String() string { return forms[f].text }

// kind is a relation that can be written.
type kind struct {
	name string
	kind checks.Kind
	form form
	with []string // the members that it may have beside
	// of says what the operands must be, the last for all that follow.
	of      []class
	example string
}

// kinds are the relations, in the order of the documentation.
var kinds = []*kind{
	{"equal", checks.Equal, several, []string{"within"}, []class{anything}, "equal: [/total, {sum: /items/*/price}]"},
	{"differ", checks.Differ, two, nil, []class{anything}, "differ: [/from, /to]"},
	{"at_most", checks.AtMost, two, nil, []class{numbers}, "at_most: [/used, /max]"},
	{"at_least", checks.AtLeast, two, nil, []class{numbers}, "at_least: [/max, /used]"},
	{"less", checks.Less, two, nil, []class{numbers}, "less: [/low, /high]"},
	{"more", checks.More, two, nil, []class{numbers}, "more: [/high, /low]"},
	{"before", checks.Before, two, nil, []class{times}, "before: [/started_at, /completed_at]"},
	{"not_after", checks.NotAfter, two, nil, []class{times}, "not_after: [/started_at, /completed_at]"},
	{"in", checks.In, two, nil, []class{anything}, "in: [/facts/*/sources/*, /citations/*/id]"},
	{"shares", checks.Shares, two, nil, []class{anything}, "shares: [0/tags/*, /cues/tags/*]"},
	{"index", checks.Index, twoPaths, []string{"from"}, []class{numbers, arrays | single}, "index: [/failing/*, /actions]"},
	{"unique", checks.Unique, paths, []string{"by"}, []class{anything}, "unique: /facts/*/fact_id"},
	{"ordered", checks.Ordered, onePath, []string{"by", "strictly", "descending"}, []class{ranked | plural}, "ordered: /events/*/at"},
	{"sequence", checks.Sequence, onePath, []string{"from"}, []class{numbers | plural}, "sequence: /iterations/*/number"},
	{"typed", checks.Typed, twoPaths, []string{"types"}, []class{anything, names | single}, "typed: [0/value, 0/type]"},
	{"present", checks.Present, paths, nil, []class{anything}, "present: /error"},
	{"absent", checks.Absent, paths, nil, []class{anything}, "absent: /error"},
	{"all", checks.All, relations, nil, nil, "all: [{present: /a}, {present: /b}]"},
	{"any", checks.Any, relations, nil, nil, "any: [{present: /a}, {present: /b}]"},
	{"not", checks.Not, relation, nil, nil, "not: {equal: [/a, /b]}"},
}

// kindNames lists the relations by name.
func kindNames() []string {
	return lists.Of(kinds, func(k *kind) string { return k.name })
}

// ruleMembers are the members of a rule beside its relation.
var ruleMembers = []string{"of", "at", "when", "severity", "message"}

// read reads a rule.
func (c *reading) read(node *document.Node) {
	const help = "write a relation, as {at: /variables/*, equal: [0/name, \"0#\"]}"
	if node.Kind != document.Object {
		c.bad(node.Pos, help, "it must be an object that names a relation")
		return
	}
	for _, m := range node.Members {
		switch m.Name {
		case "of":
			if m.Value.Kind != document.String || !section.IsReference(m.Value.Text) {
				c.bad(m.Value.Pos, `write a reference, as "#/$defs/Round"`, "of must be a reference to a schema")
			}
			c.rule.of = section.WordOf(m.Value)
			c.rule.dangling = c.Dangling(c.rule.of, c.rule.where+": schema")
		case "at":
			if p, ok := c.path(m.Value); ok && p.Up >= 0 {
				c.bad(m.Value.Pos, "start it with /", "at must be a path from the document")
			} else {
				c.rule.At = p.text
			}
		case "severity":
			if text := section.Text(m.Value); text != "error" && text != "warning" {
				c.bad(m.Value.Pos, "write error or warning", "severity must be error or warning")
			}
			c.rule.Warning = section.Text(m.Value) == "warning"
		case "message":
			if c.rule.Message = section.Text(m.Value); c.rule.Message == "" {
				c.bad(m.Value.Pos, "write what a document must keep", "message must be a text")
			}
		}
	}
	// The place is known before the paths from there are read.
	for _, m := range node.Members {
		if m.Name == "when" {
			when, _ := c.relation(m.Value, nil)
			c.rule.When = &when
		}
	}
	c.asserts = true
	c.rule.Relation, _ = c.relation(node, ruleMembers)
}

// relation reads a relation, which may stand among other members.
func (c *reading) relation(node *document.Node, among []string) (r checks.Relation, ok bool) {
	if node.Kind != document.Object {
		c.bad(node.Pos, "write one of "+strings.Join(kindNames(), ", ")+" with its operands", "a relation must be an object")
		return r, false
	}
	var k *kind
	for _, m := range node.Members {
		named := lists.First(kinds, func(k *kind) bool { return k.name == m.Name })
		if named != nil && k != nil {
			c.bad(m.NamePos, "join them by all or any, or make two checks", "%s and %s are two relations", k.name, m.Name)
			return r, false
		}
		k = cmp.Or(k, named)
	}
	if k == nil {
		c.unknown(node, among)
		return r, false
	}
	r.Kind = k.kind
	for _, m := range node.Members {
		if m.Name != k.name && !slices.Contains(among, m.Name) && !slices.Contains(k.with, m.Name) {
			known := append(slices.Clone(among), k.with...)
			c.bad(m.NamePos, section.Nearest(m.Name, known), "%s has no member %q", k.name, m.Name)
		}
	}
	asserts := c.asserts
	c.asserts = asserts && k.kind != checks.Any && k.kind != checks.Not
	c.operands(&r, k, node.Get(k.name))
	c.asserts = asserts
	c.modifiers(&r, k, node)
	return r, !c.failed
}

// unknown reports an object that names no relation.
func (c *reading) unknown(node *document.Node, among []string) {
	names := kindNames()
	for _, m := range node.Members {
		if slices.Contains(among, m.Name) {
			continue
		}
		c.bad(m.NamePos, section.Nearest(m.Name, append(slices.Clone(among), names...)), "there is no relation %q", m.Name)
		return
	}
	c.bad(node.Pos, "add one of "+strings.Join(names, ", "), "it names no relation")
}

// operands reads the operands of a relation.
func (c *reading) operands(r *checks.Relation, k *kind, node *document.Node) {
	if !k.form.admits(node) {
		c.bad(node.Pos, "write it as in "+k.example, "%s takes %s", k.name, k.form)
		return
	}
	list := section.Listed(node)
	choosesOf := k.kind == checks.In || k.kind == checks.Shares // the second operand is what the first is one of
	if c.pair = 0; k.kind <= checks.NotAfter {
		c.pairs++
		c.pair = c.pairs
	}
	for i, item := range list {
		switch k.form {
		case relation, relations:
			part, _ := c.relation(item, nil)
			r.Of = append(r.Of, part)
		case paths, onePath, twoPaths:
			if p, ok := c.path(item); ok {
				if k.kind == checks.Present && c.asserts {
					c.each(p)
				}
				r.Terms = append(r.Terms, checks.Term{Path: p.text})
				as := k.of[min(i, len(k.of)-1)]
				if k.kind == checks.Unique && len(list) == 1 {
					as = plural
				}
				c.use(p, as)
			}
		default:
			r.Terms = append(r.Terms, c.term(item, k.of[min(i, len(k.of)-1)], choosesOf && i == 1))
		}
	}
	c.compared(r, list)
	if len(list) == 2 && len(r.Terms) == 2 && r.Terms[0].Func == checks.Value && r.Terms[0].Const == "" {
		c.constant(&r.Terms[0], list[1].Get("const"), choosesOf)
	}
}

// each reports a path that asks for a member of many values: it is not clear
// whether one of them has to have it, or each.
func (c *reading) each(p path) {
	for i, step := range p.Steps[:max(len(p.Steps)-1, 0)] {
		if !step.Any && !step.Deep {
			continue
		}
		around := strings.Join(strings.Split(strings.TrimLeft(p.text, "0123456789"), "/")[:i+2], "/")
		c.bad(p.pos, "write at: "+strconv.Quote(around)+" and the path from there, as 0/id, for each; at_least: [{count: "+strconv.Quote(p.text)+"}, 1] asks for one",
			"present: %s would hold as soon as one of them is there", p.text)
		return
	}
}

// compared notes the members that are to be equal to others, or among them.
func (c *reading) compared(r *checks.Relation, list []*document.Node) {
	switch r.Kind {
	case checks.Equal, checks.Differ, checks.In, checks.Shares:
	default:
		return
	}
	var first *side
	for i := range r.Terms {
		s := side{path: path{text: list[i].String(), pos: list[i].Pos}}
		switch t := &r.Terms[i]; {
		case t.Const != "":
			s.types = typesOfConstant(list[i], i == 1 && r.Kind >= checks.In)
		case t.Func == checks.Value:
			used := c.used(t.Path)
			if used == nil {
				return
			}
			s.path, s.member = *used, true
			s.pos = list[i].Pos
		case t.Func == checks.Names:
			s.types = schema.String
		case t.Func != checks.First && t.Func != checks.Argument:
			s.types = schema.Integer | schema.Number
		}
		if first == nil {
			first = &s
			continue
		}
		c.rule.compared = append(c.rule.compared, [2]side{*first, s})
	}
}

// typesOfConstant are the types of a constant or, where it stands for a set, of
// its elements.
func typesOfConstant(node *document.Node, isSet bool) schema.Types {
	if constant := node.Get("const"); constant != nil {
		node = constant
	}
	if !isSet || node.Kind != document.Array {
		return typesOf(node)
	}
	return typesOf(node.Items...)
}

// constant notes what a member is compared with.
func (c *reading) constant(member *checks.Term, node *document.Node, isSet bool) {
	used := c.used(member.Path)
	if node == nil || used == nil {
		return
	}
	values := []*document.Node{node}
	if isSet && node.Kind == document.Array {
		values = node.Items
	}
	c.rule.constants = append(c.rule.constants, constant{*used, values})
}

// use notes a path, to be held against the schema.
func (c *reading) use(p path, as class) {
	c.rule.uses = append(c.rule.uses, use{p, as, c.pair})
}

// used is the path of a text that has been read; nil for none.
func (c *reading) used(text string) *path {
	at := slices.IndexFunc(c.rule.uses, func(u use) bool { return u.text == text })
	if at < 0 {
		return nil
	}
	return &c.rule.uses[at].path
}

// modifiers reads what a relation has beside its operands.
func (c *reading) modifiers(r *checks.Relation, k *kind, node *document.Node) {
	if k.kind == checks.Sequence {
		r.From = 1
	}
	for _, name := range k.with {
		value := node.Get(name)
		if value == nil {
			continue
		}
		switch name {
		case "within":
			if r.Within = value.Text; value.Kind != document.Number || strings.HasPrefix(value.Text, "-") {
				c.bad(value.Pos, "write how much the numbers may differ, as 0.01", "within must be a number of 0 or more")
			}
		case "from":
			var err error
			if r.From, err = strconv.ParseInt(value.Text, 10, 32); value.Kind != document.Number || err != nil {
				c.bad(value.Pos, "write the first number, as 0 or 1", "from must be a whole number")
			}
		case "strictly", "descending":
			if value.Kind != document.Bool {
				c.bad(value.Pos, "write true or false", "%s must be true or false", name)
			}
			if name == "strictly" {
				r.Strictly = value.Bool
			} else {
				r.Descending = value.Bool
			}
		case "by":
			c.by(r, value)
		case "types":
			c.types(r, value)
		}
	}
}

// by reads what counts of a value.
func (c *reading) by(r *checks.Relation, node *document.Node) {
	list := section.Listed(node)
	if len(list) == 0 || len(r.Terms) == 0 || r.Kind == checks.Ordered && len(list) != 1 {
		c.bad(node.Pos, "write it as in {ordered: /events/*, by: 0/at}", "by takes a path from the values")
		return
	}
	base := c.rule.uses[len(c.rule.uses)-1].path
	for _, item := range list {
		p, ok := c.path(item)
		if ok && (p.Up != 0 || p.Key || p.Many()) {
			c.bad(item.Pos, "write it as in {unique: /facts/*, by: 0/id}", "by takes paths to one member of the values, from there")
			continue
		}
		r.By = append(r.By, p.text)
		p.base = &base
		if r.Kind == checks.Ordered {
			// What is ordered are these, and not the values that have them.
			last := &c.rule.uses[len(c.rule.uses)-1]
			last.as = plural
			c.use(p, ranked|inner)
			continue
		}
		c.use(p, anything|inner)
	}
}

// types reads which JSON types the names of types stand for.
func (c *reading) types(r *checks.Relation, node *document.Node) {
	const help = "write it as in types: {list: array, table: [object, array]}"
	if node.Kind != document.Object {
		c.bad(node.Pos, help, "types must be an object")
		return
	}
	r.Types = map[string][]string{}
	for _, m := range node.Members {
		r.Types[m.Name] = []string{}
		for _, item := range section.Listed(m.Value) {
			if !slices.Contains(checks.Types, section.Text(item)) {
				c.bad(item.Pos, "the types are "+strings.Join(checks.Types, ", "), "%s is to stand for a type that JSON does not have", m.Name)
				continue
			}
			r.Types[m.Name] = append(r.Types[m.Name], item.Text)
		}
	}
}
