package codec

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// chunkMembers is how many members of a wide object one function reads, so
// that functions stay short.
const chunkMembers = 32

// wide prints the reading of a member of an object with more than 64 known
// names: one function finds the name's place among them, others read a range
// of places each.
func (o *objectCode) wide(loop *scope, known []*plan.Member) {
	i := loop.let("i", jen.Id(o.indexFunc(known)).Call(jen.Id(o.name)))
	word := jen.Id(o.seen.name).Index(jen.Add(i).Op("/").Lit(wordBits))
	bit := jen.Lit(1).Op("<<").Parens(jen.Add(i).Op("%").Lit(wordBits))
	loop.add(jen.If(jen.Add(i).Op(">=").Lit(0)).Block(
		jen.If(jen.Add(word).Op("&").Parens(bit).Op("!=").Lit(0)).Block(jen.Return(jen.False())),
		jen.Add(word).Op("|=").Add(bit),
	))
	other := loop.child()
	o.other(other)
	cases := []jen.Code{jen.Case(jen.Add(i).Op("<").Lit(0)).Block(other.close()...)}
	for n := 1; len(known) > 0; n++ {
		chunk := known[:min(chunkMembers, len(known))]
		known = known[len(chunk):]
		c, head := loop.child(), jen.Default()
		c.require(holds(o.chunk(o.e.part(o.plan, "Members"+strconv.Itoa(n), o.fn), chunk, i)))
		if len(known) > 0 {
			head = jen.Case(jen.Add(i).Op("<").Lit(known[0].Index))
		}
		cases = append(cases, head.Block(c.close()...))
	}
	loop.add(jen.Switch().Block(cases...))
}

// indexFunc has the function printed that finds a name among the known ones.
func (o *objectCode) indexFunc(known []*plan.Member) string {
	base := o.e.name(o.plan, o.fn)
	f := &function{name: "index" + base, plan: o.plan, role: index, weight: len(known)}
	key := functionKey{o.plan, index}
	if o.e.functions[key] != nil {
		return f.name
	}
	code := indexBySwitch(f.name, known)
	if len(known) > gofile.MostCases {
		code = indexByTable(f.name, "places"+base, known)
	}
	f.print = func(*function) jen.Code { return code }
	o.e.enqueue(key, f)
	return f.name
}

func indexBySwitch(name string, known []*plan.Member) *jen.Statement {
	cases := lists.Of(known, func(m *plan.Member) jen.Code {
		return jen.Case(gofile.Quote(m.Name)).Block(jen.Return(jen.Lit(m.Index)))
	})
	return jen.Func().Id(name).Params(jen.Id("name").Index().Byte()).Int().Block(
		jen.Switch(jen.String().Call(jen.Id("name"))).Block(cases...),
		jen.Return(jen.Lit(-1)),
	)
}

// indexByTable is indexBySwitch for many names.
func indexByTable(name, table string, known []*plan.Member) *jen.Statement {
	places := lists.Of(known, func(m *plan.Member) jen.Code {
		return jen.Line().Values(jen.Id("Name").Op(":").Add(gofile.Quote(m.Name)), jen.Id("Index").Op(":").Lit(m.Index))
	})
	return jen.Func().Id(name).Params(jen.Id("name").Index().Byte()).Int().Block(
		jen.Return(jen.Id(table).Dot("Find").Call(jen.Id("name"))),
	).Line().Line().Var().Id(table).Op("=").Add(gofile.JSONScan.Dot("Places")).Values(jen.Id("List").Op(":").
		Index().Add(gofile.JSONScan.Dot("Place")).Values(append(places, jen.Line())...))
}

// chunk prints the function that reads the members of one range, and returns
// its call.
func (o *objectCode) chunk(name string, members []*plan.Member, i *jen.Statement) *jen.Statement {
	role := valid
	if !o.target.none() {
		role = decode
	}
	f := &function{name: prefixes[role] + name, plan: o.plan, role: role}
	sc := o.e.body(f, "s", "x", "entries", "name", "i")
	params, args := []jen.Code{scanner()}, []jen.Code{jen.Id("s")}
	inner := *o
	inner.scope = sc
	if o.decl != nil {
		params = append(params, jen.Id("x").Op("*").Id(o.decl.Name))
		args = append(args, o.x.address())
		inner.x = location{jen.Id("x"), true}
		inner.fillMaps()
	}
	if o.decl == nil && o.fill != nil { // the whole value is a map
		params = append(params, jen.Id("entries").Map(gofile.Type(o.fill.key)).Add(gofile.Type(o.fill.elem)))
		args = append(args, o.fill.m)
		whole := *o.fill
		whole.m = jen.Id("entries")
		inner.fill = &whole
	}
	if o.fill != nil || len(o.matched) > 0 {
		params = append(params, jen.Id("name").Index().Byte())
		args = append(args, jen.Id(o.name))
	}
	params = append(params, jen.Id("i").Int())
	args = append(args, i)
	var cases []jen.Code
	for _, m := range members {
		cases = append(cases, jen.Case(jen.Lit(m.Index)).Block(sc.ending(func(c *scope) { inner.member(c, m) })...))
	}
	sc.add(jen.Switch(jen.Id("i")).Block(cases...))
	sc.fail()
	code := jen.Func().Id(f.name).Params(params...).Bool().Block(sc.close()...)
	f.print = func(*function) jen.Code { return code }
	o.e.queue = append(o.e.queue, f)
	return jen.Id(f.name).Call(args...)
}
