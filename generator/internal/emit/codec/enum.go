package codec

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// enum reads one of the listed values.
func (sc *scope) enum(p *plan.Plan, t target) {
	list := p.Kinds.List()
	if len(list) == 1 {
		sc.enumOf(list[0], p, t)
		return
	}
	var cases []jen.Code
	for _, k := range list {
		cases = append(cases, jen.Case(kindName(k)).Block(sc.ending(func(c *scope) { c.enumOf(k, p, t) })...))
	}
	cases = append(cases, jen.Default().Block(sc.ending((*scope).fail)...))
	sc.branch(jen.Switch(method("Peek")).Block(cases...), sc.tail)
}

// enumOf reads one of the listed values of kind k.
func (sc *scope) enumOf(k kind.Set, p *plan.Plan, t target) {
	values := valuesOf(k, p.Enum)
	if k != kind.String && gofile.NeedsTable(values) {
		sc.enumTable(k, values, p, t)
		return
	}
	switch k {
	case kind.Null:
		sc.require(holds(method("Null")))
	case kind.Bool:
		if t.none() && len(values) > 1 {
			sc.require(holds(method("SkipKind", kindName(k))))
			return
		}
		v := jen.Id(sc.assignOK("v", method("Bool")))
		if len(values) == 1 && values[0].Bool {
			sc.require(holds(v))
		} else if len(values) == 1 {
			sc.require(negated(v))
		}
		if !t.none() {
			t.assign(sc, converted(t.typ, v))
		}
	case kind.String:
		if list := sc.e.listed(p, values, t); list != nil {
			sc.oneOfListed(list, t)
			return
		}
		text := sc.assignOK("text", method("Text"))
		switch {
		case gofile.NeedsTable(values), t.none() && len(values) == 1:
			sc.oneOfTexts(p, text, t)
		case t.none() && sc.tail:
			pending := sc.pending
			sc.pending = nil
			found := sc.last()
			found.require(pending...)
			sc.add(jen.Switch(jen.String().Call(jen.Id(text))).Block(jen.Case(quoted(values)...).Block(found.close()...)))
			sc.fail()
		default:
			// The switch may come before the test of ok: without a text it stores
			// at most the empty one, which nobody gets to see.
			sc.behind(func() { sc.oneOfTexts(p, text, t) })
		}
	case kind.Number:
		sc.enumNumber(values, t)
	default:
		// Arrays and objects are compared as JSON; only their text is kept.
		start := sc.let("start", method("Start"))
		sc.require(holds(method("Skip")))
		sc.require(either(lists.Of(values, func(v *document.Node) cond {
			return holds(gofile.JSONScan.Dot("EqualJSON").Call(method("Span", start), gofile.Quote(v.String())))
		})))
	}
}

// mostListed is the number of values of an enum up to which comparing with each of
// them takes no longer than a switch.
const mostListed = 16

// listed is the list of values that the enum which p describes has, where the package
// declares it and comparing with each is quick; else nil.
func (e *emitter) listed(p *plan.Plan, values []*document.Node, t target) *jen.Statement {
	typ := t.typ
	if t.none() {
		typ = e.model.FunctionOf(p).Type
	}
	d := e.enumOf(p, typ)
	if d == nil || len(d.Enum) != len(values) || len(values) > mostListed {
		return nil
	}
	return jen.Id(gofile.ValuesOf(d))
}

// words is what listed gives for a plan whose function in a role does no more than
// compare: what would call it compares itself. It is nil for other plans.
func (e *emitter) words(p *plan.Plan, r role) *jen.Statement {
	p = e.as(p, r)
	if p.Kinds != kind.String || !p.IsEnum() {
		return nil
	}
	return e.listed(p, p.Enum, target{})
}

// enumOf is the enum that p describes, where typ is one that the package declares. A
// type that no value of the package's has is without a name, and not declared.
func (e *emitter) enumOf(p *plan.Plan, typ *model.Type) *model.Decl {
	if typ == nil || typ.Kind != model.Named || typ.Decl.Kind != model.Enum || typ.Decl.Plan != p ||
		typ.Decl.Package != e.model.ImportPath || typ.Decl.Name == "" {
		return nil
	}
	return typ.Decl
}

// oneOfListed requires that the next value is a text in list.
func (sc *scope) oneOfListed(list *jen.Statement, t target) {
	if t.none() {
		sc.require(isOneOf(list))
		return
	}
	at := t.locate(sc).address()
	sc.require(holds(gofile.JSONScan.Dot("OneOf").Call(jen.Id("s"), at, list)))
}

// isOneOf is the condition that the next value is a text in list.
func isOneOf(list jen.Code) cond {
	return holds(gofile.JSONScan.Dot("IsOneOf").Call(jen.Id("s"), list))
}

// quoted lists the texts of values as literals.
func quoted(values []*document.Node) []jen.Code {
	return gofile.QuotedList(lists.Of(values, func(v *document.Node) string { return v.Text }))
}

func valuesOf(k kind.Set, all []*document.Node) []*document.Node {
	return lists.Where(all, func(v *document.Node) bool { return kind.Of(v) == k })
}

// oneOfTexts requires that the []byte variable text is one of the values of p.
func (sc *scope) oneOfTexts(p *plan.Plan, text string, t target) {
	values := valuesOf(kind.String, p.Enum)
	if gofile.NeedsTable(values) {
		table := jen.Id(sc.e.table(p, kind.String, values, sc.fn))
		sc.inTable(gofile.JSONScan.Dot("FindText").Call(table, jen.Id(text)), table, t)
		return
	}
	constants := constantsOf(t)
	if t.none() && len(values) == 1 {
		sc.require(unless(jen.String().Call(jen.Id(text)), "!=", gofile.Quote(values[0].Text)))
		return
	}
	if !t.none() && constants == nil {
		// A plain string: the literal spares the copy.
		sc.textCases(values, text, func(c *scope, v *document.Node) {
			t.assign(c, converted(t.typ, gofile.Quote(v.Text)))
		})
		return
	}
	if t.none() {
		sc.add(jen.Switch(jen.String().Call(jen.Id(text))).Block(
			jen.Case(quoted(values)...),
			jen.Default().Block(refuse),
		))
		return
	}
	sc.textCases(values, text, func(c *scope, v *document.Node) {
		t.assign(c, constants(v))
	})
}

// textCases prints a switch over the values; other texts fail.
func (sc *scope) textCases(values []*document.Node, text string, found func(c *scope, v *document.Node)) {
	var cases []jen.Code
	for _, v := range values {
		c := sc.child()
		found(c, v)
		cases = append(cases, jen.Case(gofile.Quote(v.Text)).Block(c.close()...))
	}
	cases = append(cases, jen.Default().Block(refuse))
	sc.add(jen.Switch(jen.String().Call(jen.Id(text))).Block(cases...))
}

// constantsOf returns the constants of the target's enum type by value; nil
// when it has another type.
func constantsOf(t target) func(v *document.Node) jen.Code {
	if t.none() || t.typ.Kind != model.Named || t.typ.Decl.Kind != model.Enum {
		return nil
	}
	d := t.typ.Decl
	names := make(map[string]string, len(d.Enum))
	for _, c := range d.Enum {
		names[c.JSON] = c.Name
	}
	return func(v *document.Node) jen.Code {
		if name, ok := names[v.String()]; ok {
			return gofile.In(d, name)
		}
		return converted(t.typ, literal(v))
	}
}

// literal is a scalar as a Go literal.
func literal(v *document.Node) jen.Code {
	if v.Kind == document.String {
		return gofile.Quote(v.Text)
	}
	return jen.Id(v.String())
}

// enumNumber reads one of the listed numbers.
func (sc *scope) enumNumber(values []*document.Node, t target) {
	if !t.none() && t.typ.Resolved().Kind == model.Int {
		sc.enumInt(values, t)
		return
	}
	n := jen.Id(sc.assignOK("n", method("Number")))
	sc.require(either(lists.Of(values, func(v *document.Node) cond {
		return unless(compare(n, v.Text), "!=", jen.Lit(0))
	})))
	sc.assignNumber(n, t)
}

// assignNumber assigns the number in the variable n to what is no integer.
func (sc *scope) assignNumber(n *jen.Statement, t target) {
	if t.none() {
		return
	}
	if t.typ.Resolved().Kind == model.Number {
		text := jen.String().Call(jen.Add(n).Dot("Text").Call())
		t.assign(sc, converted(t.typ, gofile.JSONValue.Dot("TrustedNumber").Call(text)))
		return
	}
	sc.read(t, method("Float64Of", n))
}

// enumInt reads one of the listed integers. Those that the Go type cannot hold
// never come to the comparison: the scanner notes them.
func (sc *scope) enumInt(values []*document.Node, t target) {
	goType := t.typ.Resolved().Go
	least, most, wide, read := minInt64, maxInt64, "int64", "Int64"
	if goType[0] == 'u' {
		least, most, wide, read = zero, maxUint64, "uint64", "Uint64"
	}
	v := jen.Id(sc.assignOK("v", method(read)))
	var list []jen.Code
	seen := map[string]bool{}
	for _, value := range values {
		i, ok := asInteger(value.Text, least, most)
		if ok && !seen[i.String()] {
			seen[i.String()] = true
			list = append(list, jen.Id(i.String()))
		}
	}
	if len(list) == 0 {
		sc.fail()
		return
	}
	value := jen.Code(v)
	if t.typ.Kind == model.Named || goType != wide {
		value = gofile.Type(t.typ).Call(v)
	}
	sc.branch(jen.Switch(v).Block(
		jen.Case(list...).Block(sc.ending(func(c *scope) { t.assign(c, value) })...),
		jen.Default().Block(sc.ending((*scope).fail)...),
	), sc.tail)
}
