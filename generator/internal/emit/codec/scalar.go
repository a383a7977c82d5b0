package codec

import (
	"math"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// str reads a string.
func (sc *scope) str(c *plan.String, t target) {
	if c == nil && t.typ.Resolved().Kind == model.String {
		sc.scalar(t, "String")
		return
	}
	text := sc.assignOK("text", method("Text"))
	sc.require(stringConds(c, jen.Id("s"), text)...)
	sc.keep(text, t)
}

// keep stores a copy of the []byte variable text.
func (sc *scope) keep(text string, t target) {
	if t.none() {
		return
	}
	owned := method("Copy", jen.Id(text))
	if text := t.typ.Resolved().Kind.Text(); text != nil {
		owned = gofile.OfText(text, text.Make).Call(owned)
	}
	sc.store(t, converted(t.typ, owned))
}

// stringConds are the checks of the string in the []byte variable text; s is the
// scanner, or nil.
func stringConds(c *plan.String, s jen.Code, text string) []cond {
	if c == nil {
		return nil
	}
	var conds []cond
	id := jen.Id(text)
	if c.MinLength != nil {
		conds = append(conds, minLength(id, *c.MinLength))
	}
	if c.MaxLength != nil {
		conds = append(conds, maxLength(id, *c.MaxLength))
	}
	for _, p := range c.Patterns {
		conds = append(conds, holds(matchesBy(p, s, id)))
	}
	for _, name := range c.Formats {
		if f := gofile.FormatCheck(name); f != nil {
			conds = append(conds, holds(f.Call(id)))
		}
	}
	return conds
}

// minLength bounds the number of code points from below. Up to 1 it is the
// number of bytes; beyond, the bytes decide unless they lie between the bound
// and four times as many (a code point takes one to four).
func minLength(text jen.Code, least uint64) cond {
	if least <= 1 {
		return sizeUnless(jen.Len(text), "<", least)
	}
	points := sizeUnless(gofile.JSONScan.Dot("RuneCount").Call(text), "<", least)
	if least > math.MaxInt32 {
		return points
	}
	return either([]cond{sizeUnless(jen.Len(text), "<", 4*least-3), points})
}

// maxLength bounds the number of code points from above.
func maxLength(text jen.Code, most uint64) cond {
	return either([]cond{
		sizeUnless(jen.Len(text), ">", most),
		sizeUnless(gofile.JSONScan.Dot("RuneCount").Call(text), ">", most),
	})
}

// sizeUnless is unless for a size, an int, and a bound that an int may not hold
// on every machine.
func sizeUnless(size *jen.Statement, op string, bound uint64) cond {
	if bound > math.MaxInt32 {
		size = jen.Uint64().Call(size)
	}
	return unless(size, op, number(bound))
}

// number is a literal in decimal.
func number(n uint64) *jen.Statement { return jen.Id(strconv.FormatUint(n, 10)) }

// number reads a number.
func (sc *scope) number(c *plan.Number, t target) {
	if c == nil {
		c = &plan.Number{}
	}
	if !t.none() && t.typ.Resolved().Kind == model.Int {
		sc.integer(c, t)
		return
	}
	free := !c.Integer && c.Min == "" && c.Max == "" && len(c.MultipleOf) == 0
	if free && !t.none() && t.typ.Resolved().Kind == model.Float {
		sc.scalar(t, "Float64")
		return
	}
	n := jen.Id(sc.assignOK("n", method("Number")))
	if c.Integer {
		sc.require(holds(jen.Add(n).Dot("IsInteger").Call()))
	}
	sc.require(numberConds(c, n)...)
	sc.assignNumber(n, t)
}

// integer reads an integer into a Go integer type. When the type cannot hold
// the number the scanner notes so, and the function ends with false; whether
// the number violates the schema as well is found out afterwards.
func (sc *scope) integer(c *plan.Number, t target) {
	goType := t.typ.Resolved().Go
	wide, read := "int64", "Int64"
	if goType[0] == 'u' {
		wide, read = "uint64", "Uint64"
	}
	v := jen.Id(sc.fresh("v"))
	conds, ok := intConds(c, v, wide == "uint64")
	if ok && len(conds) == 0 && goType == wide {
		sc.scalar(t, read)
		return
	}
	if ok {
		sc.add(jen.List(v, jen.Id("ok")).Op(":=").Add(method(read)))
		sc.require(holds(jen.Id("ok")))
		sc.require(conds...)
	} else {
		n := jen.Id(sc.assignOK("n", method("Number")))
		sc.require(holds(jen.Add(n).Dot("IsInteger").Call()))
		sc.require(numberConds(c, n)...)
		sc.add(jen.List(v, jen.Id("ok")).Op(":=").Add(method(read+"Of", n)))
		sc.require(holds(jen.Id("ok")))
	}
	// A smaller type than the wide one is there because the bounds fit it.
	value := jen.Code(v)
	if t.typ.Kind == model.Named || goType != wide {
		value = gofile.Type(t.typ).Call(v)
	}
	sc.store(t, value)
}
