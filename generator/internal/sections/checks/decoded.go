package checks

import (
	"maps"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/checks"
)

// decoded prints a function that tells of a decoded value that it keeps relations. It
// returns true only where the runtime's package checks would find that the document does:
// what it says no to is judged by that package, which has the last word. So a relation
// whose members have no types that say all of them, as numbers that may be rounded, has no
// such function.
type decoded struct {
	root *model.Decl
	key  bool // what is printed at the places of a path asks for their names
	many bool // the rules that are printed are for many places
	// names counts the variables of the blocks around by what they are called.
	names   map[string]int
	known   []string         // conditions of the blocks around
	pending []*jen.Statement // conditions of what is printed next
	// unordered: what was printed is for members of objects, whose order is lost.
	unordered bool
	unknown   bool // something has no code
}

// place is a value in the function that is printed.
type place struct {
	expr    *jen.Statement
	t       *model.Type // without what stands for absence and null
	pointer bool        // expr is a pointer to it
	key     *jen.Statement
	null    bool // another value at the place may be null, for which nothing is printed
}

// value prints the value itself.
func (p place) value() *jen.Statement {
	if p.pointer {
		return jen.Op("*").Add(p.expr)
	}
	return p.expr.Clone()
}

// keeps prints the function for rules of a root; nil where there can be none.
func keeps(name string, root *model.Decl, rules []*rule) jen.Code {
	d := &decoded{root: root, names: map[string]int{}}
	code := jen.Func().Id(name).Params(jen.Id("x").Op("*").Add(gofile.In(root, root.Name))).Bool().BlockFunc(func(g *jen.Group) {
		for _, group := range lists.Groups(rules, func(r *rule) string { return r.At }) {
			d.group(g, group)
		}
		g.Return(jen.True())
	})
	if d.unknown || root.Kind != model.Struct || root.KeepsOthers {
		return nil
	}
	return code
}

// group prints the rules for the places of one path.
func (d *decoded) group(g *jen.Group, rules []*rule) {
	at := pathOf(rules[0].At)
	if slices.ContainsFunc(rules, func(r *rule) bool { return r.When != nil }) {
		d.unknown = true
		return
	}
	d.many = at.Many()
	d.key = slices.ContainsFunc(rules, func(r *rule) bool { return slices.ContainsFunc(r.Relation.Terms, isKey) })
	body := func(g *jen.Group, at place) {
		key := d.key
		d.key = false
		for _, r := range rules {
			if d.unknown = d.unknown || r.At != "" && !holdsOfNull(r.Relation); !d.unknown {
				g.Add(gofile.Comment(r.Name))
				d.relation(g, at, r.Relation)
			}
		}
		d.key = key
	}
	d.each(g, d.document(), at.Steps, body)
}

// document is the place of the document.
func (d *decoded) document() place {
	return place{expr: jen.Id("x"), t: model.NamedType(d.root), pointer: true}
}

// from is the place that a path starts from.
func (d *decoded) from(at place, p checks.Path) place {
	if p.Up < 0 {
		return d.document()
	}
	d.unknown = d.unknown || p.Up > 0
	return at
}

// pathOf is a path of a rule, whose paths have all been read before.
func pathOf(text string) checks.Path {
	p, _ := checks.ParsePath(text)
	return p
}

func isKey(t checks.Term) bool { return pathOf(t.Path).Key }

// holdsOfNull reports whether a relation surely holds of a place that is null, for which
// nothing is printed: because a term in the place, which has no value there, is one without
// which there is nothing to compare.
func holdsOfNull(r checks.Relation) bool {
	if len(r.Terms) == 0 {
		return false
	}
	decisive := r.Terms
	switch {
	case r.Kind == checks.Unique:
		return !slices.ContainsFunc(r.Terms, func(t checks.Term) bool { return !isInside(t) })
	case r.Kind == checks.In, r.Kind == checks.Index, len(r.Terms) > 2: // of others the rest is asked
		decisive = r.Terms[:1]
	}
	return slices.ContainsFunc(decisive, isInside)
}

// isInside reports whether the values of a term are in the place of its rule.
func isInside(t checks.Term) bool {
	p := pathOf(t.Path)
	return t.Func == checks.Value && t.Const == "" && p.Up == 0 && !p.Key && len(p.Steps) > 0
}

// variable names a variable that no block around has.
func (d *decoded) variable(name string) string {
	d.names[name]++
	if n := d.names[name]; n > 1 {
		return name + strconv.Itoa(n)
	}
	return name
}

// block prints a block of its own, whose variables and conditions end with it.
func (d *decoded) block(head *jen.Statement, body func(g *jen.Group)) *jen.Statement {
	names, known, pending := maps.Clone(d.names), d.known, d.pending
	for _, condition := range pending {
		d.known = append(slices.Clip(d.known), condition.GoString())
	}
	d.pending = nil
	block := head.BlockFunc(body)
	d.names, d.known, d.pending = names, known, pending
	return block
}

// provided prints body on a condition.
func (d *decoded) provided(condition *jen.Statement, body func()) {
	pending := d.pending
	if text := condition.GoString(); !slices.Contains(d.known, text) && !slices.ContainsFunc(pending, func(c *jen.Statement) bool { return c.GoString() == text }) {
		d.pending = append(slices.Clip(pending), condition)
	}
	body()
	d.pending = pending
}

// conditions prints the conditions that are pending, and others.
func (d *decoded) conditions(others ...*jen.Statement) *jen.Statement {
	all := append(slices.Clip(d.pending), others...)
	out := jen.Add(all[0])
	for _, c := range all[1:] {
		out.Op("&&").Add(c)
	}
	return out
}

// inside prints body where the conditions hold that are pending.
func (d *decoded) inside(g *jen.Group, body func(g *jen.Group)) {
	if len(d.pending) == 0 {
		body(g)
		return
	}
	g.Add(d.block(jen.If(d.conditions()), body))
}

// refuseIf prints that the function ends where a test holds.
func (d *decoded) refuseIf(g *jen.Group, test *jen.Statement) {
	g.If(d.conditions(test)).Block(jen.Return(jen.False()))
}

// each prints body for the values at some steps from a place.
func (d *decoded) each(g *jen.Group, from place, steps []checks.Step, body func(g *jen.Group, at place)) {
	if len(steps) == 0 {
		body(g, from)
		return
	}
	next := func(g *jen.Group, at place) { d.each(g, at, steps[1:], body) }
	t := from.t.Resolved()
	switch step := steps[0]; {
	case step.Deep:
		d.unknown = true
	case t.Kind == model.Named && t.Decl.Kind == model.Struct && !t.Decl.KeepsOthers && !step.Any:
		f := t.Decl.FieldsByMember()[step.Name]
		if f == nil {
			d.unknown = true
			return
		}
		d.open(g, from.expr.Clone().Dot(f.Name), f.Type, nil, next)
	case t.Kind == model.Named && t.Decl.Kind == model.Struct && !t.Decl.KeepsOthers && len(steps) == 1:
		d.members(g, from, t.Decl, body)
	case t.Kind == model.Slice && step.Any:
		d.elements(g, from, t.Elem, next)
	case t.Kind == model.Map && step.Any:
		d.entries(g, from.value(), t, d.key && len(steps) == 1, next)
	default:
		d.unknown = true
	}
}

// open prints body for a value, unless it is absent or null.
func (d *decoded) open(g *jen.Group, expr *jen.Statement, t *model.Type, key *jen.Statement, body func(g *jen.Group, at place)) {
	optional := t.Kind == model.Pointer || t.Kind == model.Nullable
	switch {
	case optional && (t.Elem.Kind == model.Pointer || t.Elem.Kind == model.Nullable):
		d.unknown = true
	case t.Kind == model.Pointer:
		d.provided(expr.Clone().Op("!=").Nil(), func() { body(g, place{expr: expr, t: t.Elem, pointer: true, key: key}) })
	case t.Kind == model.Nullable:
		var v *jen.Statement
		d.nested(g, func() *jen.Statement {
			v = jen.Id(d.variable("v"))
			return jen.If(jen.List(v, jen.Id("ok")).Op(":=").Add(expr).Dot("Get").Call(), jen.Id("ok"))
		}, func(g *jen.Group) {
			body(g, place{expr: v, t: t.Elem, key: key, null: true})
		})
	default:
		body(g, place{expr: expr, t: t, key: key})
	}
}

// nested prints a loop or condition, whose variables end with it.
func (d *decoded) nested(g *jen.Group, head func() *jen.Statement, body func(g *jen.Group)) {
	d.inside(g, func(g *jen.Group) {
		names := maps.Clone(d.names)
		g.Add(d.block(head(), body))
		d.names = names
	})
}

// elements prints body for the elements of a slice.
func (d *decoded) elements(g *jen.Group, list place, elem *model.Type, body func(g *jen.Group, at place)) {
	var i, v string
	large := elem.IsComposite() // so that it is not copied
	d.nested(g, func() *jen.Statement {
		if v = d.variable("v"); large {
			i = d.variable("i")
			return jen.For(jen.Id(i).Op(":=").Range().Add(list.value()))
		}
		return jen.For(jen.List(jen.Id("_"), jen.Id(v)).Op(":=").Range().Add(list.value()))
	}, func(g *jen.Group) {
		if !large {
			d.open(g, jen.Id(v), elem, nil, body)
			return
		}
		of := list.value()
		if list.pointer {
			of = jen.Parens(of)
		}
		g.Id(v).Op(":=").Op("&").Add(of).Index(jen.Id(i))
		body(g, place{expr: jen.Id(v), t: elem, pointer: true})
	})
}

// entries prints body for the entries of a map; named is for one that asks for their keys.
func (d *decoded) entries(g *jen.Group, all *jen.Statement, t *model.Type, named bool, body func(g *jen.Group, at place)) {
	d.unordered = true
	key, v := "_", ""
	d.nested(g, func() *jen.Statement {
		if named {
			key = d.variable("key")
		}
		v = d.variable("v")
		return jen.For(jen.List(jen.Id(key), jen.Id(v)).Op(":=").Range().Add(all))
	}, func(g *jen.Group) {
		d.open(g, jen.Id(v), t.Elem, section.As(jen.String(), t.Key, jen.Id(key)), body)
	})
}

// members prints body for all members of a struct, which have one type: as a function that
// is called with each.
func (d *decoded) members(g *jen.Group, from place, of *model.Decl, body func(g *jen.Group, at place)) {
	types := lists.Of(of.Fields, func(f *model.Field) *model.Type { return f.Type.Bare() })
	types = append(types, lists.Of(of.Maps(), func(x *model.Extra) *model.Type { return x.Elem.Bare() })...)
	if len(types) == 0 || slices.ContainsFunc(types, func(t *model.Type) bool { return !t.IsComposite() || !model.SameType(t, types[0]) }) {
		d.unknown = true
		return
	}
	d.unordered = true
	d.inside(g, func(g *jen.Group) {
		holds, names := d.variable("holds"), maps.Clone(d.names)
		v, name := jen.Id(d.variable("v")), jen.Id(d.variable("name"))
		params := []jen.Code{v.Clone().Op("*").Add(gofile.Type(types[0]))}
		at := place{expr: v, t: types[0], pointer: true}
		if d.key {
			params = append([]jen.Code{name.Clone().String()}, params...)
			at.key = name
		}
		g.Add(gofile.Comment(holds + " reports whether one of the members certainly keeps its relations."))
		g.Id(holds).Op(":=").Add(d.block(jen.Func().Params(params...).Bool(), func(g *jen.Group) {
			body(g, at)
			g.Return(jen.True())
		}))
		d.names = names
		call := func(g *jen.Group, at place) {
			args := []jen.Code{at.expr}
			if !at.pointer {
				args[0] = jen.Op("&").Add(at.expr)
			}
			if d.key {
				args = append([]jen.Code{at.key}, args...)
			}
			d.refuseIf(g, jen.Op("!").Id(holds).Call(args...))
		}
		for _, f := range of.Fields {
			d.open(g, from.expr.Clone().Dot(f.Name), f.Type, gofile.Quote(f.JSON), call)
		}
		for _, x := range of.Maps() {
			d.entries(g, from.expr.Clone().Dot(x.Name), x.Type(), d.key, call)
		}
	})
}
