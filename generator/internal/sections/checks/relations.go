package checks

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/checks"
)

// domain is what values are compared as. Only values of one domain are, and those of others
// are left to the runtime: of numbers those that Go has whole, of texts those that are no
// moments.
type domain uint8

const (
	noDomain domain = iota
	wholes
	texts
	moments // date-times
	truths
)

// goTypes are the Go types of the domains that a set may hold.
var goTypes = map[domain]func() *jen.Statement{
	wholes: func() *jen.Statement { return jen.Int64() },
	texts:  func() *jen.Statement { return jen.String() },
}

// operand is a value of a term.
type operand struct {
	expr    *jen.Statement // of the type of its domain
	domain  domain
	pointer bool // moments: expr is a pointer to it
}

// value prints the value itself.
func (o operand) value() *jen.Statement { return place{expr: o.expr, pointer: o.pointer}.value() }

// written is the operand as what equals only what is written alike: a moment is a text.
func (o operand) written() operand {
	if o.domain == moments {
		return operand{expr: o.expr.Clone().Dot("String").Call(), domain: texts}
	}
	return o
}

// relation prints the test for a relation at a place.
func (d *decoded) relation(g *jen.Group, at place, r checks.Relation) {
	switch {
	case r.Kind == checks.All:
		for _, part := range r.Of {
			d.relation(g, at, part)
		}
	case violates[r.Kind] != nil && r.Within == "" && !d.readsAgain(r):
		for _, other := range r.Terms[1:] {
			d.operands(g, at, r.Terms[0], func(g *jen.Group, a operand) {
				d.operands(g, at, other, func(g *jen.Group, b operand) { d.compare(g, r.Kind, a, b) })
			})
		}
	case r.Kind == checks.Unique && len(r.By) <= 1:
		d.unique(g, at, r)
	case r.Kind == checks.In:
		d.among(g, at, r)
	case r.Kind == checks.Index:
		d.index(g, at, r)
	case r.Kind == checks.Ordered && len(r.By) == 0:
		d.ordered(g, at, r)
	case r.Kind == checks.Sequence:
		d.sequence(g, at, r)
	case r.Kind == checks.Typed:
		d.typed(g, at, r)
	default:
		d.unknown = true
	}
}

// readsAgain reports whether a moment of a relation is compared at many places: it is read
// each time, and may have any number of digits. The runtime keeps what it has read.
func (d *decoded) readsAgain(r checks.Relation) bool {
	return slices.Contains(violates[r.Kind].domains, moments) && slices.ContainsFunc(r.Terms, func(t checks.Term) bool {
		p := pathOf(t.Path)
		return p.Many() || d.many && p.Up != 0
	})
}

// violates are the relations between two values: the operator by which they violate it,
// and the domains that can.
var violates = map[checks.Kind]*struct {
	operator string
	domains  []domain
}{
	checks.Equal:    {"!=", []domain{wholes, texts, truths}},
	checks.Differ:   {"==", []domain{wholes, texts, truths}},
	checks.AtMost:   {">", []domain{wholes}},
	checks.AtLeast:  {"<", []domain{wholes}},
	checks.Less:     {">=", []domain{wholes}},
	checks.More:     {"<=", []domain{wholes}},
	checks.Before:   {">=", []domain{moments}},
	checks.NotAfter: {">", []domain{moments}},
}

// compare prints the comparison of two values.
func (d *decoded) compare(g *jen.Group, kind checks.Kind, a, b operand) {
	violation := violates[kind]
	if slices.Contains(violation.domains, texts) {
		a, b = a.written(), b.written()
	}
	switch {
	case a.domain != b.domain, !slices.Contains(violation.domains, a.domain),
		a.expr.GoString() == b.expr.GoString(): // linters refuse what compares a value with itself
		d.unknown = true
		return
	}
	test := jen.Add(a.expr).Op(violation.operator).Add(b.expr)
	if a.domain == moments {
		test = jen.Add(a.expr).Dot("Compare").Call(b.value()).Op(violation.operator).Lit(0)
	}
	d.refuseIf(g, test)
}

// operands prints body for the values of a term.
func (d *decoded) operands(g *jen.Group, at place, t checks.Term, body func(g *jen.Group, o operand)) {
	switch {
	case t.Const != "":
		d.constant(g, t.Const, body)
	case t.Func == checks.Value:
		d.places(g, at, t.Path, func(g *jen.Group, p place) {
			if o := operandAt(p); o.domain != noDomain {
				body(g, o)
			} else {
				d.unknown = true
			}
		})
	case t.Func == checks.Count:
		d.count(g, at, t.Path, body)
	case t.Func == checks.Sum:
		d.sum(g, at, t.Args, body)
	default:
		d.unknown = true
	}
}

// places prints body for the values at a path from a place.
func (d *decoded) places(g *jen.Group, at place, text string, body func(g *jen.Group, p place)) {
	path := pathOf(text)
	switch {
	case !path.Key:
		d.each(g, d.from(at, path), path.Steps, body)
	case path.Up > 0 || at.key == nil:
		d.unknown = true
	default:
		body(g, place{expr: at.key, t: &model.Type{Kind: model.String}})
	}
}

// operandAt is the value at a place as one of its domain.
func operandAt(p place) operand {
	switch r := p.t.Resolved(); {
	case r.Kind == model.DateTime && p.t == r:
		return operand{p.expr.Clone(), moments, p.pointer}
	case r.Kind == model.String:
		return operand{section.As(jen.String(), p.t, p.value()), texts, false}
	case r.Kind == model.Int && r.Go != "uint64":
		return operand{section.As(jen.Int64(), p.t, p.value()), wholes, false}
	case r.Kind == model.Bool:
		return operand{section.As(jen.Bool(), p.t, p.value()), truths, false}
	}
	return operand{}
}

// constant prints body for a constant.
func (d *decoded) constant(g *jen.Group, text string, body func(g *jen.Group, o operand)) {
	if n, err := strconv.Atoi(text); err == nil {
		body(g, operand{expr: gofile.Int(n), domain: wholes})
		return
	}
	var value any
	if json.Unmarshal([]byte(text), &value) == nil {
		switch value := value.(type) {
		case string:
			body(g, operand{expr: gofile.Quote(value), domain: texts})
			return
		case bool:
			body(g, operand{expr: jen.Lit(value), domain: truths})
			return
		}
	}
	d.unknown = true
}

// count prints body for how many values are at a path: for the length of what holds them.
func (d *decoded) count(g *jen.Group, at place, text string, body func(g *jen.Group, o operand)) {
	path := pathOf(text)
	last := len(path.Steps) - 1
	if last < 0 || !path.Steps[last].Any || slices.ContainsFunc(path.Steps[:last], func(s checks.Step) bool { return s.Any }) {
		d.unknown = true
		return
	}
	d.holder(g, at, path, func(g *jen.Group, list place) {
		d.unknown = d.unknown || !excludesNull(list.t.Resolved().Elem) // null does not count
		body(g, operand{expr: jen.Int64().Parens(jen.Len(list.value())), domain: wholes})
	})
}

// holder prints body for the slice or map that holds the values of a path, which ends with
// an asterisk.
func (d *decoded) holder(g *jen.Group, at place, path checks.Path, body func(g *jen.Group, list place)) {
	d.each(g, d.from(at, path), path.Steps[:len(path.Steps)-1], func(g *jen.Group, list place) {
		if r := list.t.Resolved(); r.Kind != model.Slice && r.Kind != model.Map {
			d.unknown = true
			return
		}
		body(g, list)
	})
}

// sum prints body for a sum of whole numbers, where there are any.
func (d *decoded) sum(g *jen.Group, at place, args []checks.Term, body func(g *jen.Group, o operand)) {
	d.inside(g, func(g *jen.Group) {
		sum := jen.Id(d.variable("sum"))
		g.Var().Add(sum).Add(gofile.Relation.Dot("Sum"))
		for _, arg := range args {
			if pathOf(arg.Path).Many() { // of none the sum is 0 where what holds them is there
				d.unknown = true
				return
			}
			d.operands(g, at, arg, func(g *jen.Group, o operand) {
				d.unknown = d.unknown || o.domain != wholes
				d.inside(g, func(g *jen.Group) { g.Add(sum).Dot("Add").Call(o.expr) })
			})
		}
		d.refuseIf(g, jen.Op("!").Add(sum).Dot("Fits").Call())
		d.provided(sum.Clone().Dot("IsSome").Call(), func() { body(g, operand{expr: sum.Clone().Dot("Total").Call(), domain: wholes}) })
	})
}

// set prints what is put into a set and asked of it. Fill returns the domain of its values.
func (d *decoded) set(g *jen.Group, name string, fill func(g *jen.Group, set *jen.Statement) domain) {
	d.inside(g, func(g *jen.Group) {
		set := jen.Id(d.variable(name))
		declaration := g.Var().Add(set)
		if t := goTypes[fill(g, set)]; t != nil {
			declaration.Add(gofile.Relation.Dot("Set")).Types(t())
		} else {
			d.unknown = true
		}
	})
}

func (d *decoded) unique(g *jen.Group, at place, r checks.Relation) {
	d.set(g, "seen", func(g *jen.Group, set *jen.Statement) (s domain) {
		add := func(g *jen.Group, o operand) {
			o = o.written()
			d.unknown = d.unknown || s != noDomain && s != o.domain
			s = o.domain
			d.refuseIf(g, jen.Op("!").Add(set).Dot("Add").Call(o.expr))
		}
		for _, t := range r.Terms {
			switch {
			case len(r.By) == 0:
				d.operands(g, at, t, add)
			case t.Func != checks.Value || t.Const != "":
				d.unknown = true
			default:
				d.places(g, at, t.Path, func(g *jen.Group, p place) { d.oneOperand(g, p, r.By[0], add) })
			}
		}
		return s
	})
}

// oneOperand prints body for the value at a path that leads down to one.
func (d *decoded) oneOperand(g *jen.Group, at place, text string, body func(g *jen.Group, o operand)) {
	if path := pathOf(text); path.Up != 0 || path.Many() {
		d.unknown = true
		return
	}
	d.operands(g, at, checks.Term{Path: text}, body)
}

func (d *decoded) among(g *jen.Group, at place, r checks.Relation) {
	path := pathOf(r.Terms[1].Path)
	switch {
	case r.Terms[1].Func != checks.Value, // the count of what is absent would be 0 and among them
		d.many && path.Up != 0 && path.Many(): // they would be collected anew at every place
		d.unknown = true
		return
	}
	d.set(g, "among", func(g *jen.Group, set *jen.Statement) (s domain) {
		d.operands(g, at, r.Terms[1], func(g *jen.Group, o operand) {
			o = o.written()
			s = o.domain
			d.inside(g, func(g *jen.Group) { g.Add(set).Dot("Add").Call(o.expr) })
		})
		d.operands(g, at, r.Terms[0], func(g *jen.Group, o operand) {
			o = o.written()
			d.unknown = d.unknown || o.domain != s
			d.refuseIf(g, jen.Op("!").Add(set).Dot("Has").Call(o.expr))
		})
		return s
	})
}

func (d *decoded) index(g *jen.Group, at place, r checks.Relation) {
	path := pathOf(r.Terms[1].Path)
	if path.Key || path.Many() || r.Terms[1].Func != checks.Value {
		d.unknown = true
		return
	}
	path.Steps = append(path.Steps, checks.Step{Any: true})
	d.inside(g, func(g *jen.Group) {
		size := jen.Id(d.variable("size"))
		outer, declaration := g, g.Add()
		d.holder(g, at, path, func(g *jen.Group, list place) {
			d.unknown = d.unknown || list.t.Resolved().Kind != model.Slice
			length := jen.Int64().Parens(jen.Len(list.value()))
			if g == outer && len(d.pending) == 0 {
				declaration.Add(size).Op(":=").Add(length)
				return
			}
			declaration.Var().Add(size).Int64() // what is absent has no elements
			d.inside(g, func(g *jen.Group) { g.Add(size).Op("=").Add(length) })
		})
		d.operands(g, at, r.Terms[0], func(g *jen.Group, o operand) {
			d.unknown = d.unknown || o.domain != wholes
			from, behind := gofile.Int(int(r.From)), size.Clone()
			if r.From != 0 {
				behind = gofile.Int(int(r.From)).Op("+").Add(behind)
			}
			d.inside(g, func(g *jen.Group) {
				d.refuseIf(g, jen.Add(o.expr).Op("<").Add(from).Op("||").Add(o.expr).Op(">=").Add(behind))
			})
		})
	})
}

func (d *decoded) ordered(g *jen.Group, at place, r checks.Relation) {
	d.inside(g, func(g *jen.Group) {
		last, met := jen.Id(d.variable("last")), jen.Id(d.variable("met"))
		declaration := g.Var().Add(last)
		g.Add(met).Op(":=").False()
		operator := ">"
		if r.Descending {
			operator = "<"
		}
		if r.Strictly {
			operator += "="
		}
		d.unordered = false
		d.operands(g, at, r.Terms[0], func(g *jen.Group, o operand) {
			d.unknown = d.unknown || d.unordered
			var test *jen.Statement
			switch o.domain {
			case wholes:
				declaration.Int64()
				test = last.Clone().Op(operator).Add(o.expr)
			case moments:
				declaration.Add(gofile.TimeFmt.Dot("DateTime"))
				test = last.Clone().Dot("Compare").Call(o.value()).Op(operator).Lit(0)
			default:
				d.unknown = true // texts may be moments
				return
			}
			d.inside(g, func(g *jen.Group) {
				d.refuseIf(g, met.Clone().Op("&&").Add(test))
				g.List(last, met).Op("=").List(o.value(), jen.True())
			})
		})
	})
}

func (d *decoded) sequence(g *jen.Group, at place, r checks.Relation) {
	d.inside(g, func(g *jen.Group) {
		next := jen.Id(d.variable("next"))
		g.Add(next).Op(":=").Int64().Parens(gofile.Int(int(r.From)))
		d.unordered = false
		d.operands(g, at, r.Terms[0], func(g *jen.Group, o operand) {
			d.unknown = d.unknown || d.unordered || o.domain != wholes
			d.inside(g, func(g *jen.Group) {
				d.refuseIf(g, jen.Add(o.expr).Op("!=").Add(next))
				g.Add(next).Op("++")
			})
		})
	})
}
