package codec

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// object reads an object into a struct or a map.
func (sc *scope) object(p *plan.Plan, t target) {
	o := &objectCode{scope: sc, plan: p, checks: p.Object, target: t, fields: sc.e.fieldsOf(p)}
	if o.checks == nil {
		o.checks = &plan.Object{}
	}
	if o.others = newOthers(o.checks); o.eachBy() {
		return
	}
	if o.seen, sc.seen = sc.seen, nil; o.seen == nil {
		o.seen = newSeenSet(sc, o.checks)
	}
	o.print()
}

// eachBy reads the object by a function of the runtime where all that it has to
// know is how a value is read; it reports whether it did.
func (o *objectCode) eachBy() bool {
	p, t := o.others.only(), o.target
	switch o.mapOf(o.checks, o.others, t) {
	case valuesChecked:
		o.require(holds(method("Members", o.checker(p))))
	case objectRead:
		o.read(t, gofile.JSONValue.Dot("ReadObject").Call(jen.Id("s")))
	case valuesDecoded:
		o.require(holds(gofile.JSONScan.Dot("Map").Call(jen.Id("s"), t.locate(o.scope).address(), jen.Id(o.e.call(p, decode, o.fn)))))
	default:
		return false
	}
	return true
}

// mapOf says how the runtime reads an object with the given members that no name is
// known of.
func (sc *scope) mapOf(c *plan.Object, others *others, t target) way {
	if len(c.Members) > 0 || len(c.Names) > 0 || len(c.Dependent) > 0 || c.MinProperties != nil || c.MaxProperties != nil ||
		others.closed || others.mixed() || len(others.patterns) > 0 {
		return byCode
	}
	p := others.only()
	if t.none() {
		if sc.hasFunction(p) {
			return valuesChecked
		}
		return byCode
	}
	typ := t.typ.Resolved()
	switch {
	case typ.Kind != model.Map:
	case typ.Key.Kind == model.String && typ.Elem.Kind == model.Value && (p == nil || p.AcceptsAnything()):
		return objectRead
	case typ.Key.Resolved().Kind == model.String && sc.decodesBy(p, typ.Elem):
		return valuesDecoded
	}
	return byCode
}

// objectCode is the code for one object.
type objectCode struct {
	*scope
	plan   *plan.Plan
	checks *plan.Object
	target target
	others *others
	seen   *seenSet                // nil when no name is noted
	decl   *model.Decl             // the struct to fill; nil for maps and when only checking
	fields map[string]*model.Field // of the plan's type, by member
	x      location                // of the struct
	fill   *mapFill                // the map to fill; nil when there is none
	// matched are the maps of the members whose names match patterns.
	matched []matchedFill

	name, count, names string // variables; "" for those that are not needed
}

// print prints the loop over the members and the checks after it.
func (o *objectCode) print() {
	if o.refusesAll() {
		o.fail()
		return
	}
	o.require(holds(method("EnterObject")))
	o.open()
	o.variables()
	if o.empty() {
		o.add(jen.If(jen.List(jen.Id("_"), jen.Id("more")).Op(":=").Add(method("Member")), jen.Id("more")).Block(jen.Return(jen.False())))
	} else {
		o.loop()
	}
	if o.names != "" {
		o.require(holds(method("LeaveNames", jen.Id(o.names))))
	} else {
		o.require(holds(method("LeaveObject")))
	}
	o.complete()
	if o.fill != nil && o.fill.done != nil {
		o.fill.done()
	}
}

// loop prints the loop over the members.
func (o *objectCode) loop() {
	loop := o.child()
	o.members(loop)
	next := jen.List(jen.Id(cmp.Or(o.name, "_")), jen.Id("more"))
	o.add(jen.For(
		jen.Add(next).Op(":=").Add(method("Member")),
		jen.Id("more"),
		jen.Add(next).Op("=").Add(method("Member")),
	).Block(loop.close()...))
}

// open makes room for the object.
func (o *objectCode) open() {
	t := o.target
	switch {
	case t.none():
	case t.typ.Kind == model.Named && t.typ.Decl.Kind == model.Struct:
		o.decl, o.x = t.typ.Decl, t.locate(o.scope)
		o.fillMaps()
	default:
		o.fill = wholeFill(o.scope, t)
	}
}

// variables declares what the loop needs.
func (o *objectCode) variables() {
	if o.seen != nil {
		o.add(o.seen.declare())
		if o.seen.slots != nil {
			o.add(o.seen.head)
		}
	}
	if !o.others.closed {
		o.names = o.fresh("names")
		o.add(jen.Id(o.names).Op(":=").Add(method("NamesMark")))
	}
	if (o.checks.MinProperties != nil || o.checks.MaxProperties != nil) && !o.empty() {
		o.count = o.fresh("count")
		o.add(jen.Id(o.count).Op(":=").Lit(0))
	}
}

// members prints the body of the loop over the members.
func (o *objectCode) members(loop *scope) {
	known := o.knownMembers()
	if !o.others.closed || len(known) > 0 || len(o.checks.Names) > 0 {
		o.name = loop.fresh("name")
	}
	if o.count != "" {
		loop.add(jen.Id(o.count).Op("++"))
		if most := o.checks.MaxProperties; most != nil {
			loop.require(sizeUnless(jen.Id(o.count), ">", *most))
		}
	}
	for _, p := range o.checks.Names {
		if !o.fill.hasKeys(p, o.e.model.FunctionOf(p).Type) {
			loop.require(loop.onText(p, o.name)...)
		}
	}
	switch {
	case len(known) == 0:
		o.other(loop)
	case o.seen != nil && o.seen.words() > 1:
		o.wide(loop, known)
	case o.alike():
		o.noteOnly(loop, known)
	default:
		o.narrow(loop, known)
	}
}

// knownMembers lists the members that have a case of their own: all but those
// that a closed object refuses anyway.
func (o *objectCode) knownMembers() []*plan.Member {
	return lists.Where(o.checks.Members, func(m *plan.Member) bool { return !o.others.closed || !m.Plan.AcceptsNothing() })
}

// alike reports whether the known members are read as the others are, so that
// they need only be noted: the required names of a map.
func (o *objectCode) alike() bool {
	if o.others.closed || o.others.mixed() || len(o.others.refusals) > 0 {
		return false
	}
	return lists.Every(o.checks.Members, func(m *plan.Member) bool {
		return len(o.matched) == 0 && o.fields[m.Name] == nil && equivalent(m.Plan, o.others.only())
	})
}

// equivalent reports whether two plans are one, or both admit anything.
func equivalent(a, b *plan.Plan) bool {
	return a == b || a.AcceptsAnything() && b.AcceptsAnything()
}

// narrow prints a switch over the names of at most 64 members. A case notes
// the member's bit and reads its value; that the bit was not yet there and the
// value is valid is checked behind the switch, for all cases at once.
func (o *objectCode) narrow(loop *scope, known []*plan.Member) {
	bit, verdict := "", loop.fresh("valid")
	if o.seen != nil {
		bit = loop.fresh("bit")
	}
	var cases []jen.Code
	decided := false
	add := func(c *scope, cas *jen.Statement) {
		cases = append(cases, cas.Block(c.close()...))
		decided = decided || c.decided
	}
	for _, m := range known {
		c := loop.child()
		c.outcome = verdict
		if !m.Plan.AcceptsNothing() {
			c.first = &assignment{jen.Id(bit), hex(1 << m.Index)}
			if o.seen.slots != nil {
				c.add(o.seen.slot(m.Name))
			}
		}
		o.member(c, m)
		add(c, jen.Case(gofile.Quote(m.Name)))
	}
	c := loop.child()
	c.outcome = verdict
	o.other(c)
	add(c, jen.Default())
	loop.closing = false
	switch {
	case bit != "" && decided:
		loop.add(jen.List(jen.Id(bit), jen.Id(verdict)).Op(":=").List(jen.Uint64().Call(jen.Lit(0)), jen.True()))
	case bit != "":
		loop.add(jen.Var().Id(bit).Uint64())
	case decided:
		loop.add(jen.Id(verdict).Op(":=").True())
	}
	loop.add(jen.Switch(jen.String().Call(jen.Id(o.name))).Block(cases...))
	if decided {
		loop.require(holds(jen.Id(verdict)))
	}
	o.addBits(loop, bit)
}

// addBits refuses a member that was there before, and notes the others.
func (o *objectCode) addBits(loop *scope, bit string) {
	if bit == "" {
		return
	}
	seen := o.seen.word(0)
	loop.require(unless(jen.Add(seen).Op("&").Id(bit), "!=", jen.Lit(0)))
	loop.add(jen.Add(seen).Op("|=").Id(bit))
}

// noteOnly prints a switch that notes the known members; all are read alike.
func (o *objectCode) noteOnly(loop *scope, known []*plan.Member) {
	var cases []jen.Code
	for _, m := range known {
		bit := jen.Add(o.seen.word(0)).Op("|=").Add(hex(1 << m.Index))
		body := []jen.Code{bit}
		if o.seen.slots != nil {
			body = append(body, o.seen.slot(m.Name))
		}
		cases = append(cases, jen.Case(gofile.Quote(m.Name)).Block(body...))
	}
	loop.add(jen.Switch(jen.String().Call(jen.Id(o.name))).Block(cases...))
	o.other(loop)
}

// member reads the value of a known member.
func (o *objectCode) member(sc *scope, m *plan.Member) {
	switch f := o.fields[m.Name]; {
	case m.Plan.AcceptsNothing():
		sc.fail()
	case o.target.none():
		sc.part(m.Plan, target{})
	case f != nil:
		sc.part(m.Plan, variable(o.x.field(f.Name), f.Type))
	case o.fillOf(m.Name) != nil:
		o.fillOf(m.Name).read(sc, o.name, m.Plan)
	default:
		sc.part(m.Plan, target{})
	}
}

// complete prints the checks that need the whole set of names.
func (o *objectCode) complete() {
	if least := o.checks.MinProperties; least != nil {
		o.require(sizeUnless(jen.Id(o.count), "<", *least))
	}
	if o.seen == nil {
		return
	}
	if required := o.requiredMasks(); required != nil {
		o.require(o.seen.includes(required))
	}
	for _, d := range o.checks.Dependent {
		trigger, ok := o.seen.has(d.Name)
		if !ok {
			continue // the name may not occur
		}
		needs, ok := o.seen.has(d.Required...)
		if !ok {
			o.require(trigger.not())
			continue
		}
		o.require(either([]cond{trigger.not(), needs}))
	}
}

// empty reports whether the object may have no members at all.
func (o *objectCode) empty() bool { return o.others.closed && len(o.knownMembers()) == 0 }

// refusesAll reports whether no object is valid: it must have members, but may have
// none, or one that may not occur.
func (o *objectCode) refusesAll() bool {
	return o.empty() && o.checks.MinProperties != nil ||
		slices.ContainsFunc(o.checks.Members, func(m *plan.Member) bool { return m.Required && m.Plan.AcceptsNothing() })
}

// requiredMasks returns the bits of the required members; nil without any.
func (o *objectCode) requiredMasks() []uint64 {
	var masks []uint64
	for _, m := range o.checks.Members {
		if m.Required && !m.Plan.AcceptsNothing() {
			if masks == nil {
				masks = make([]uint64, o.seen.words())
			}
			masks[m.Index/wordBits] |= 1 << (m.Index % wordBits)
		}
	}
	return masks
}
