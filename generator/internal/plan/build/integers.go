package build

import (
	"math/big"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// IntegersBetween returns the least and the largest integer that bounds admit; nil
// where there is none, or it is too long to be written out.
func IntegersBetween(checks *plan.Number) (least, most *big.Int) {
	one := big.NewInt(1)
	if min := analysis.Rational(checks.Min); min != nil {
		least = floor(min)
		if !min.IsInt() || checks.MinExcl {
			least.Add(least, one)
		}
	}
	if max := analysis.Rational(checks.Max); max != nil {
		most = floor(max)
		if max.IsInt() && checks.MaxExcl {
			most.Sub(most, one)
		}
	}
	return least, most
}

// floor is the largest integer that is not above r.
func floor(r *big.Rat) *big.Int {
	i := new(big.Int)
	return i.Div(r.Num(), r.Denom()) // the remainder is never negative
}

// IsUnsigned reports whether integers may be larger than int64 holds, and none is negative.
// Many write the bound of uint64 as 1.8446744073709552e19, which is beyond it.
func IsUnsigned(checks *plan.Number) bool {
	least, most := IntegersBetween(checks)
	return least != nil && most != nil && least.Sign() >= 0 && !most.IsInt64()
}

// areIntegers reports whether all numbers among some values are integers that int64 holds.
func areIntegers(values []*document.Node) bool {
	return lists.Every(values, func(v *document.Node) bool {
		if v.Kind != document.Number {
			return true
		}
		n := jsonvalue.TrustedNumber(v.Text)
		_, fits := n.Int64()
		return fits && n.IsInteger()
	})
}
