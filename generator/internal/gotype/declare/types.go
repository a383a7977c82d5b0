package declare

import (
	"math"
	"math/big"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
)

// scalar is the type of a value without parts.
func (ts *Types) scalar(info *build.Info) *model.Type {
	switch p := info.Plan; p.Kinds {
	case kind.Bool:
		return &model.Type{Kind: model.Bool}
	case kind.Number:
		return numberType(p.Number, ts.Numbers)
	case kind.String:
		return stringType(p.String, info.Intersection)
	}
	return model.ValueType() // null
}

// numberType is float64, or for integers int64, uint64 where the bounds admit no
// negative value but such beyond int64, unless it is asked for others.
func numberType(checks *plan.Number, numbers model.Numbers) *model.Type {
	isInteger := checks != nil && checks.Integer
	switch {
	case isInteger && numbers.ExactIntegers, !isInteger && numbers.Exact:
		return &model.Type{Kind: model.Number}
	case !isInteger:
		return &model.Type{Kind: model.Float}
	}
	goType := "int64"
	least, most := build.IntegersBetween(checks)
	switch {
	case numbers.Sized && least != nil && most != nil:
		goType = smallest(least, most)
	case build.IsUnsigned(checks):
		goType = "uint64"
	}
	return &model.Type{Kind: model.Int, Go: goType}
}

// smallest is the smallest type that holds all integers between two bounds; where none
// does, int64, or uint64 where none is negative.
func smallest(least, most *big.Int) string {
	for _, t := range []struct {
		name        string
		least, most int64
	}{
		{"uint8", 0, math.MaxUint8},
		{"int8", math.MinInt8, math.MaxInt8},
		{"uint16", 0, math.MaxUint16},
		{"int16", math.MinInt16, math.MaxInt16},
		{"uint32", 0, math.MaxUint32},
		{"int32", math.MinInt32, math.MaxInt32},
	} {
		if least.Cmp(big.NewInt(t.least)) >= 0 && most.Cmp(big.NewInt(t.most)) <= 0 {
			return t.name
		}
	}
	if least.Sign() >= 0 {
		return "uint64"
	}
	return "int64"
}

// stringType is the type of a string: one that keeps the text and knows more
// where an asserted format or an encoding says more.
func stringType(checks *plan.String, in intersect.Intersection) *model.Type {
	if checks != nil {
		for _, f := range checks.Formats {
			if text := model.TextOfFormat(f); text != nil {
				return &model.Type{Kind: text.Kind}
			}
		}
	}
	for _, n := range in.Nodes {
		if text := model.TextOfEncoding(n.ContentEncoding); text != nil {
			return &model.Type{Kind: text.Kind}
		}
	}
	return &model.Type{Kind: model.String}
}
