package declare

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// DropUnrepresentable takes back the defaults and constants that satisfy the schema but
// are beyond the numbers of their Go type (an unsigned 64-bit maximum is a
// common default): code could not say them.
func DropUnrepresentable(decls []*model.Decl) {
	for _, d := range decls {
		for _, f := range d.Fields {
			if f.Default != nil && !holds(f.Type, f.Default) {
				f.Default = nil
			}
			if f.Const != nil && !holds(f.Type, f.Const) {
				f.Const = nil
			}
		}
	}
}

// holds reports whether the numbers of a value, which satisfies the schema of a
// type, fit the type. Of a union it asks all variants.
func holds(t *model.Type, v *document.Node) bool {
	switch t.Kind {
	case model.Int:
		if v.Kind != document.Number {
			return true
		}
		n := jsonvalue.TrustedNumber(v.Text)
		if _, ok := n.Int64(); ok || t.Go != "uint64" {
			return ok
		}
		_, ok := n.Uint64()
		return ok
	case model.Float:
		if v.Kind != document.Number {
			return true
		}
		_, ok := jsonvalue.TrustedNumber(v.Text).Float64()
		return ok
	case model.Slice:
		return !slices.ContainsFunc(v.Items, func(item *document.Node) bool { return !holds(t.Elem, item) })
	case model.Map:
		return !slices.ContainsFunc(v.Members, func(m document.Member) bool { return !holds(t.Elem, m.Value) })
	case model.Pointer, model.Nullable:
		return holds(t.Elem, v)
	case model.Named:
		return declHolds(t.Decl, v)
	}
	return true
}

func declHolds(d *model.Decl, v *document.Node) bool {
	switch d.Kind {
	case model.Defined:
		return holds(d.Underlying, v)
	case model.NullableRoot:
		return holds(d.Fields[0].Type, v)
	case model.Union:
		return !slices.ContainsFunc(d.Variants, func(x *model.Variant) bool { return x.Type != nil && !holds(x.Type, v) })
	case model.Tuple:
		for i, item := range v.Items {
			if i < len(d.Fields) && !holds(d.Fields[i].Type, item) || i >= len(d.Fields) && d.Rest != nil && !holds(d.Rest.Elem, item) {
				return false
			}
		}
	case model.Struct:
		declared := map[string]bool{}
		for _, f := range d.Fields {
			declared[f.JSON] = true
			if value := v.Get(f.JSON); value != nil && !holds(f.Type, value) {
				return false
			}
		}
		for _, m := range v.Members {
			if x := d.MapOf(m.Name); x != nil && !declared[m.Name] && !holds(x.Elem, m.Value) {
				return false
			}
		}
	}
	return true
}
