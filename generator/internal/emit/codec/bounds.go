package codec

import (
	"math/big"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// numberConds are the exact bounds of n, an expression of type jsonscan.Number.
func numberConds(c *plan.Number, n *jen.Statement) []cond {
	var conds []cond
	bound := func(text, op string, exclusive bool) {
		if exclusive {
			op += "="
		}
		if text != "" {
			conds = append(conds, unless(compare(n, text), op, jen.Lit(0)))
		}
	}
	bound(c.Min, "<", c.MinExcl)
	bound(c.Max, ">", c.MaxExcl)
	for _, text := range c.MultipleOf {
		if i, ok := asInt64(text); ok {
			conds = append(conds, holds(jen.Add(n).Dot("MultipleOfInt").Call(jen.Id(i.String()))))
		} else {
			conds = append(conds, holds(jen.Add(n).Dot("MultipleOf").Call(boundOf(text))))
		}
	}
	return conds
}

// compare is n.CmpInt or n.Cmp with a bound.
func compare(n *jen.Statement, text string) *jen.Statement {
	if i, ok := asInt64(text); ok {
		return jen.Add(n).Dot("CmpInt").Call(jen.Id(i.String()))
	}
	return jen.Add(n).Dot("Cmp").Call(boundOf(text))
}

// boundOf is a jsonscan.Bound as a literal, so that it costs nothing at start-up.
func boundOf(text string) *jen.Statement {
	b := jsonscan.MakeBound(text)
	fields := jen.Dict{jen.Id("Text"): gofile.Quote(b.Text)}
	if b.Mantissa != 0 {
		fields[jen.Id("Mantissa")] = number(b.Mantissa)
	}
	if b.Exponent != 0 {
		fields[jen.Id("Exponent")] = jen.Lit(int(b.Exponent))
	}
	if b.Negative {
		fields[jen.Id("Negative")] = jen.True()
	}
	if b.Big {
		fields[jen.Id("Big")] = jen.True()
	}
	return gofile.JSONScan.Dot("Bound").Values(fields)
}

// maxExponent bounds the numbers that are looked at as integers here: what is
// larger lies outside all of Go's integer types.
const maxExponent = 30

// asInteger returns the value of a JSON number that is an integer between
// least and most.
func asInteger(text string, least, most *big.Int) (*big.Int, bool) {
	b := jsonscan.MakeBound(text)
	if b.Big || b.Exponent > maxExponent || b.Exponent < -maxExponent {
		return nil, false
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok || !r.IsInt() || r.Num().Cmp(least) < 0 || r.Num().Cmp(most) > 0 {
		return nil, false
	}
	return r.Num(), true
}

var (
	minInt64  = big.NewInt(-1 << 63)
	maxInt64  = big.NewInt(1<<63 - 1)
	zero      = new(big.Int)
	maxUint64 = new(big.Int).SetUint64(1<<64 - 1)
)

func asInt64(text string) (*big.Int, bool) { return asInteger(text, minInt64, maxInt64) }

// intConds are the bounds of v, an expression of type int64 or uint64; ok is
// false when one of them is not a value of that type, so that they must be
// compared as numbers.
func intConds(c *plan.Number, v *jen.Statement, unsigned bool) (conds []cond, ok bool) {
	least, most := minInt64, maxInt64
	if unsigned {
		least, most = zero, maxUint64
	}
	if c.Min != "" {
		low, ok := asInteger(c.Min, least, most)
		switch {
		case !ok:
			return nil, false
		case c.MinExcl:
			conds = append(conds, unless(v, "<=", jen.Id(low.String())))
		case low.Cmp(least) > 0:
			conds = append(conds, unless(v, "<", jen.Id(low.String())))
		}
	}
	if c.Max != "" {
		high, ok := asInteger(c.Max, least, most)
		switch {
		case !ok:
			return nil, false
		case c.MaxExcl:
			conds = append(conds, unless(v, ">=", jen.Id(high.String())))
		case high.Cmp(most) < 0:
			conds = append(conds, unless(v, ">", jen.Id(high.String())))
		}
	}
	for _, text := range c.MultipleOf {
		factor, ok := asInteger(text, big.NewInt(1), most)
		if !ok {
			return nil, false
		}
		if factor.Cmp(big.NewInt(1)) > 0 { // every integer is a multiple of 1
			conds = append(conds, unless(jen.Add(v).Op("%").Id(factor.String()), "!=", jen.Lit(0)))
		}
	}
	return conds, true
}
