package codec

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// union reads a value by the branches of a union: the kind of the value rules
// most of them out, a tag more, the rest is tried.
func (sc *scope) union(p *plan.Plan, t target) {
	u := &unionCode{plan: p, target: t}
	if !t.none() {
		u.x = t.locate(sc)
	}
	groups := u.groups()
	if len(groups) == 1 && groups[0].kinds == p.Kinds && u.admitsNoOther() {
		u.choose(sc, groups[0])
		return
	}
	var cases []jen.Code
	for _, g := range groups {
		cases = append(cases, jen.Case(kindNames(g.kinds)...).Block(sc.ending(func(c *scope) { u.choose(c, g) })...))
	}
	cases = append(cases, jen.Default().Block(sc.ending((*scope).fail)...))
	sc.branch(jen.Switch(method("Peek")).Block(cases...), sc.tail)
}

// unionCode is the code for one union.
type unionCode struct {
	plan   *plan.Plan
	target target
	x      location // of the union type's value
}

// admitsNoOther reports whether the branches accept only the kinds of the union:
// the type of a branch may hold null, of which the union does not speak.
func (u *unionCode) admitsNoOther() bool {
	return !slices.ContainsFunc(u.plan.Union.Branches, func(b *plan.Branch) bool { return b.Plan.Kinds&^u.plan.Kinds != 0 })
}

// group is the branches that some kinds of values leave.
type group struct {
	kinds    kind.Set
	branches []*plan.Branch
}

// groups sorts the kinds by the branches that can accept them.
func (u *unionCode) groups() []group {
	var groups []group
kinds:
	for _, k := range u.plan.Kinds.List() {
		branches := lists.Where(u.plan.Union.Branches, func(b *plan.Branch) bool { return b.Kinds&k != 0 })
		if len(branches) == 0 {
			continue
		}
		for i := range groups {
			if k != kind.Object && slices.Equal(groups[i].branches, branches) {
				groups[i].kinds |= k
				continue kinds
			}
		}
		groups = append(groups, group{k, branches})
	}
	return groups
}

// choose reads a value by the right one of the group's branches.
func (u *unionCode) choose(sc *scope, g group) {
	switch {
	case len(g.branches) == 1:
		u.take(sc, g.branches[0])
	case g.kinds == kind.Object && u.namesTell(g.branches) && !u.tagTells(g.branches):
		u.byNames(sc, sc.mark(), g.branches)
	case g.kinds == kind.Object && u.tagged(g.branches):
		u.byTag(sc, g.branches)
	default:
		u.read(sc, sc.mark(), g.branches)
	}
}

// take reads a value by a branch that is chosen.
func (u *unionCode) take(sc *scope, b *plan.Branch) {
	if u.target.none() {
		sc.part(b.Plan, target{})
		return
	}
	d := u.target.typ.Decl
	switch {
	case d.Kind != model.Struct:
	case b.Kinds == kind.Object:
		sc.part(b.Plan, at(u.x, u.target.typ))
		return
	default: // the value is kept beside the members of an object
		sc.part(b.Plan, variable(u.x.field(model.NonObject), model.ValueType()))
		return
	}
	v := d.Variants[slices.Index(u.plan.Union.Branches, b)]
	kind := jen.Id(d.Name + "Kind" + v.Name)
	if v.Type == nil { // null has no payload
		sc.before(func() { sc.part(b.Plan, target{}) })
		sc.add(u.x.field("kind").Op("=").Add(kind))
		return
	}
	payload := u.payload
	if v.IsText() {
		payload = u.text
	}
	sc.part(b.Plan, payload(v.Type, kind))
}

// text is the target that makes the union hold a variant of type typ, a string.
func (u *unionCode) text(typ *model.Type, kind *jen.Statement) target {
	text := u.x.field("text")
	return target{
		typ: typ,
		assign: func(sc *scope, value jen.Code) {
			if typ.Kind == model.Named {
				value = jen.String().Call(value)
			}
			sc.add(jen.List(u.x.field("kind"), text).Op("=").List(kind, value))
		},
		locate: func(sc *scope) location {
			sc.add(u.x.field("kind").Op("=").Add(kind))
			if typ.Kind != model.Named {
				return location{expr: text}
			}
			return location{jen.Parens(jen.Op("*").Add(gofile.Type(typ))).Parens(jen.Op("&").Add(text)), true}
		},
	}
}

// payload is the target that makes the union hold a variant of type typ.
func (u *unionCode) payload(typ *model.Type, kind *jen.Statement) target {
	hold := func(sc *scope, payload jen.Code) {
		sc.add(jen.List(u.x.field("kind"), u.x.field("value")).Op("=").List(kind, payload))
	}
	return target{
		typ:    typ,
		assign: func(sc *scope, value jen.Code) { hold(sc, jen.New(value)) },
		locate: func(sc *scope) location {
			payload := jen.Id(sc.fresh("payload"))
			sc.add(jen.Add(payload).Op(":=").New(gofile.Type(typ)))
			hold(sc, payload)
			return location{payload, true}
		},
	}
}

// tagged reports whether a string member tells some of the branches apart.
func (u *unionCode) tagged(branches []*plan.Branch) bool {
	if u.plan.Union.Discriminator == "" {
		return false
	}
	count := 0
	for _, b := range branches {
		if len(b.Tags) > 0 {
			count++
		}
		for _, tag := range b.Tags {
			if tag.Kind != document.String || tag.Text == "" { // as Tag returns it where there is none
				return false
			}
		}
	}
	return count > 1
}

// byTag reads the tag and then the value by the branches that it leaves. An
// object whose tag is not near its start is tried by all branches.
func (u *unionCode) byTag(sc *scope, branches []*plan.Branch) {
	mark := sc.mark()
	tag := sc.fresh("tag")
	sc.add(jen.List(jen.Id(tag), jen.Id("ok")).Op(":=").Add(method("Tag", mark, gofile.Quote(u.plan.Union.Discriminator))))
	far, near := sc.last(), sc.last()
	u.try(far, mark, branches)
	u.switchTag(near, tag, mark, branches)
	sc.fork(jen.Op("!").Id("ok"), far.close(), near.close())
}

// switchTag prints a switch over the tags.
func (u *unionCode) switchTag(sc *scope, tag string, mark *jen.Statement, branches []*plan.Branch) {
	type choice struct {
		tags     []jen.Code
		branches []*plan.Branch
	}
	var choices []*choice
	met := map[string]bool{}
	for _, b := range branches {
	tags:
		for _, value := range b.Tags {
			if met[value.Text] {
				continue
			}
			met[value.Text] = true
			left := lists.Where(branches, func(b *plan.Branch) bool { return b.HasTag(value) })
			for _, c := range choices {
				if slices.Equal(c.branches, left) {
					c.tags = append(c.tags, gofile.Quote(value.Text))
					continue tags
				}
			}
			choices = append(choices, &choice{[]jen.Code{gofile.Quote(value.Text)}, left})
		}
	}
	cases := lists.Of(choices, func(c *choice) jen.Code { return jen.Case(c.tags...).Block(u.among(sc, mark, c.branches)...) })
	untagged := lists.Where(branches, func(b *plan.Branch) bool { return len(b.Tags) == 0 })
	cases = append(cases, jen.Default().Block(u.among(sc, mark, untagged)...))
	sc.branch(jen.Switch(jen.String().Call(jen.Id(tag))).Block(cases...), sc.tail)
}

// among is the block that reads a value by the right one of the branches that
// its tag leaves.
func (u *unionCode) among(sc *scope, mark *jen.Statement, branches []*plan.Branch) []jen.Code {
	return sc.ending(func(block *scope) {
		switch {
		case len(branches) == 0:
			block.fail()
		case len(branches) == 1:
			u.take(block, branches[0])
		case u.namesTell(branches):
			u.byNames(block, mark, branches)
		default:
			u.try(block, mark, branches)
		}
	})
}

// mark declares a variable for the place of the next value.
func (sc *scope) mark() *jen.Statement { return sc.let("mark", method("Mark")) }

// which tells by which method of the scanner one of the branches is found, and lists
// their plans. Of a union with exclusive branches all but those that exclude each other
// anyway are looked at.
func (u *unionCode) which(branches []*plan.Branch) (method string, plans []*plan.Plan) {
	plans = plansOf(branches)
	if u.plan.Union.One && !disjoint(branches) {
		return "Only", plans
	}
	return "First", plans
}

// try finds the branch that holds for the value at mark, in the schema's order,
// and reads the value by it.
func (u *unionCode) try(sc *scope, mark *jen.Statement, branches []*plan.Branch) {
	find, plans := u.which(branches)
	if u.target.none() {
		sc.require(unless(method(find, sc.branches(mark, plans)...), "<", jen.Lit(0)))
		return
	}
	if find == "Only" {
		u.switchOn(sc, method("Sole", sc.branches(mark, plans)...), branches, u.take, (*scope).fail)
		return
	}
	// The last branch needs no trial when one is enough: it is read at once.
	last := len(branches) - 1
	u.switchOn(sc, method(find, sc.branches(mark, plans[:last])...), branches[:last], func(c *scope, b *plan.Branch) {
		c.add(method("Reset", mark))
		u.take(c, b)
	}, func(c *scope) { u.take(c, branches[last]) })
}

// switchOn prints a switch over the index of a branch, with what reads a value by it, and
// what is done where there is no such index. A branch that is nil is never the one.
func (u *unionCode) switchOn(sc *scope, index jen.Code, branches []*plan.Branch, take func(c *scope, b *plan.Branch), rest func(*scope)) {
	var cases []jen.Code
	for i, b := range branches {
		if b != nil {
			cases = append(cases, jen.Case(jen.Lit(i)).Block(sc.ending(func(c *scope) { take(c, b) })...))
		}
	}
	cases = append(cases, jen.Default().Block(sc.ending(rest)...))
	sc.branch(jen.Switch(index).Block(cases...), sc.tail)
}

func plansOf(branches []*plan.Branch) []*plan.Plan {
	return lists.Of(branches, func(b *plan.Branch) *plan.Plan { return b.Plan })
}

func disjoint(branches []*plan.Branch) bool {
	return lists.Every(branches, func(b *plan.Branch) bool { return b.Disjoint })
}
