package declare

import (
	"github.com/bindery-go/bindery/generator/internal/custom"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// custom is the user's type for the values of a plan; nil for none. Of a value that
// several schemas speak of, one that has a type gives it if the others can say
// nothing that the type would not hold: if they are parts of that schema, or the
// value has no parts. Two that name different types give none.
func (ts *Types) custom(info *build.Info) *custom.Type {
	p, in := info.Plan, info.Intersection
	if p.NonNull != nil || in.Apart {
		return nil
	}
	isScalar := p.Union == nil && (p.Kinds == kind.String || p.Kinds == kind.Number || p.Kinds == kind.Bool)
	var found *custom.Type
	for _, n := range in.Nodes {
		if n.GoType == nil || !isScalar && !covers(n, in) {
			continue
		}
		if info.Origin.Node != nil && ts.Schemas.Resolve(info.Origin.Node) == n {
			return n.GoType // it says so itself, whatever it refers to
		}
		if found != nil && *found != *n.GoType {
			return nil
		}
		found = n.GoType
	}
	if found != nil || !isScalar || p.Kinds == kind.Bool || p.Enum != nil {
		return found
	}
	for _, n := range in.Nodes {
		if n.FormatType == nil {
			continue
		}
		if found != nil && *found != *n.FormatType {
			return nil
		}
		found = n.FormatType
	}
	return found
}

// covers reports whether a schema says by itself, or by what it applies in place,
// all that an intersection does.
func covers(n *schema.Node, in intersect.Intersection) bool {
	return lists.ContainsAll(intersect.Flatten(nil, n), in.Nodes)
}

// useCustom makes the user's type that of a plan. Only an entry type, which has
// methods of the package, is a type of its own that is defined by it.
func (ts *Types) useCustom(info *build.Info, t *custom.Type) {
	p, at := info.Plan, ts.Places.Of(info.Origin)
	if p.Kinds&kind.Null != 0 {
		t = new(*t)
		t.HoldsNull = true
	}
	if at.Entry || at.Node != nil && ts.Places.IsEntry(at.Node) {
		ts.declareAs(p, at, model.Defined).Underlying = model.CustomType(t)
		return
	}
	ts.of[p] = model.CustomType(t)
}
