package declare

import (
	"math/big"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// scalar is the type of a value without parts.
func scalar(info *build.Info) *model.Type {
	switch p := info.Plan; p.Kinds {
	case kind.Bool:
		return &model.Type{Kind: model.Bool}
	case kind.Number:
		return numberType(p.Number)
	case kind.String:
		return stringType(p.String, info.Intersection)
	}
	return model.ValueType() // null
}

// numberType is int64 for integers, uint64 where the bounds admit no negative
// value but such beyond int64, else float64.
func numberType(checks *plan.Number) *model.Type {
	if checks == nil || !checks.Integer {
		return &model.Type{Kind: model.Float}
	}
	goType := "int64"
	if checks.Min != "" && checks.Max != "" && checks.Min[0] != '-' && !fitsInt64(checks.Max) && fitsUint64(checks.Max) {
		goType = "uint64"
	}
	return &model.Type{Kind: model.Int, Go: goType}
}

func fitsInt64(text string) bool {
	n, ok := new(big.Int).SetString(text, 10)
	return ok && n.IsInt64()
}

func fitsUint64(text string) bool {
	n, ok := new(big.Int).SetString(text, 10)
	return ok && n.IsUint64()
}

// stringType is the type of a string: one that keeps the text and knows more
// where an asserted format or an encoding says more.
func stringType(checks *plan.String, in intersect.Intersection) *model.Type {
	if checks != nil {
		for _, f := range checks.Formats {
			switch f {
			case "date-time":
				return &model.Type{Kind: model.DateTime}
			case "date":
				return &model.Type{Kind: model.Date}
			case "time":
				return &model.Type{Kind: model.Time}
			}
		}
	}
	if in.Any(func(n *schema.Node) bool { return n.ContentEncoding == "base64" }) {
		return &model.Type{Kind: model.Base64}
	}
	return &model.Type{Kind: model.String}
}
