// Package declare chooses the Go types that hold the values of plans: which are
// named, what fields and variants they have, where a pointer stands for absence,
// null or recursion. Names are given later, by package naming.
package declare

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Types are the Go types of the plans of one package. Each is chosen when an
// entry type or definition that leads to its plan is declared.
type Types struct {
	Input
	Declared []*naming.Declaration // in order of first use

	of     map[*plan.Plan]*model.Type
	met    map[*plan.Plan]bool
	around map[*plan.Plan]*model.Decl // the structs around nullable entries
	own    map[*plan.Plan]bool        // of entries whose types are the package's own
}

// Input is what types are chosen from.
type Input struct {
	ImportPath string // of the package; "" when unknown
	Numbers    model.Numbers
	Optionals  bool // optional scalars are optional.Value, not pointers
	Plans      *build.Builder
	Schemas    *intersect.Schemas
	Places     *place.Places
	Judge      build.Judge
	Others     []*model.Package // those whose types it may use
	Existing   naming.Existing
	Report     *naming.Reporter
}

// New returns the types of a package, none as yet.
func New(in Input) *Types {
	return &Types{Input: in, of: map[*plan.Plan]*model.Type{}, met: map[*plan.Plan]bool{}, around: map[*plan.Plan]*model.Decl{}, own: map[*plan.Plan]bool{}}
}

// Of is the type of the values of a plan that has been met, null aside; nil for
// others.
func (ts *Types) Of(p *plan.Plan) *model.Type { return ts.of[p] }

// All are the types of the plans that have been met.
func (ts *Types) All() map[*plan.Plan]*model.Type { return ts.of }

// Entry declares an entry type. The type of one that only refers to another schema
// is that one's, unless it has to be the package's own; a nullable value gets a struct
// around it.
func (ts *Types) Entry(name string, n *schema.Node, own bool) (*model.Decl, *plan.Plan) {
	p := ts.entryPlan(name, n, own && ownerOf(ts.Schemas.Resolve(n), ts.Others) != nil)
	ts.meet(p)
	if t := ts.of[p]; p.NonNull == nil && t != nil && t.Kind == model.Named && t.Decl.KeepsOthers {
		// It takes the objects alone of a schema without type, whose struct it is.
		if !t.Decl.Root {
			t.Decl.Plan = p
		}
		t.Decl.Root = true
		return t.Decl, p
	}
	if d := cmp.Or(ts.DeclOf(p), ts.around[p]); d != nil {
		d.Root = true
		return d, p
	}
	at := ts.Places.Of(&build.Origin{Node: n, Entry: name})
	if p.NonNull != nil {
		ts.renameValue(p.NonNull, at)
	}
	d := ts.declare(at, p)
	d.Root = true
	if p.NonNull != nil {
		d.Kind = model.NullableRoot
		d.Fields = []*model.Field{{
			Name: "Value", Plan: p, Presence: model.RequiredNullable,
			Type: &model.Type{Kind: model.Pointer, Elem: ts.of[p]},
		}}
		ts.around[p] = d
	} else {
		d.Kind = model.Defined
		d.Underlying = ts.of[p]
		if t := d.Underlying.Resolved(); t != nil && d.Underlying.Kind == model.Named && d.Underlying.Decl.Kind == model.Defined {
			d.Underlying = t // a type over a type has none of its methods
		}
		ts.of[p] = model.NamedType(d)
	}
	return d, p
}

// entryPlan is the plan of an entry type. One of its own, which shares no type with
// others, has what is to have a type of the package's own, and what takes the objects
// alone of a schema of another package.
func (ts *Types) entryPlan(name string, n *schema.Node, own bool) *plan.Plan {
	p := ts.Plans.Entry(name, n, own)
	isOurs := func(n *schema.Node) bool { return ownerOf(n, ts.Others) == nil }
	if all := ts.Plans.Info(p).Untyped; !own && (all == nil || slices.ContainsFunc(ts.Plans.Info(all).Intersection.Nodes, isOurs)) {
		return p
	}
	p = ts.Plans.Entry(name, n, true)
	ts.own[p] = true
	return p
}

// renameValue leaves the name of a nullable entry to the struct around the
// value; the type of the value, which was declared first, is called after it.
func (ts *Types) renameValue(value *plan.Plan, at place.Place) {
	for _, d := range ts.Declared {
		if d.Place.Key == at.Key || d.Decl.Plan == value && d.Place.Name == at.Name {
			d.Place = at.Child("Value")
		}
	}
}

// Definition declares the type of a definition, so that users can build values
// of it whether or not an entry type reaches it; nil where it accepts anything.
func (ts *Types) Definition(n *schema.Node) *plan.Plan {
	p := ts.Plans.Schema(n)
	if p != nil {
		ts.meet(p)
	}
	return p
}

// DeclOf is the declaration whose main plan is p; nil for none.
func (ts *Types) DeclOf(p *plan.Plan) *model.Decl {
	if t := ts.of[p]; t != nil && t.Kind == model.Named && t.Decl.Plan == p && p.NonNull == nil {
		return t.Decl
	}
	return nil
}

// meet chooses the type of a plan after those of its parts. A plan that is asked
// for meanwhile is recursive.
func (ts *Types) meet(p *plan.Plan) {
	if p == nil || ts.met[p] {
		return
	}
	info := ts.Plans.Info(p)
	if all := info.Untyped; all != nil && !ts.met[all] {
		ts.meet(all) // which meets p
	}
	if ts.met[p] {
		return
	}
	ts.met[p] = true
	if t := ts.custom(info); t != nil {
		ts.useCustom(info, t)
		return
	}
	form := ts.begin(info)
	parts, tried := partsOf(p)
	for _, q := range parts {
		ts.meet(q)
	}
	if form != nil {
		form()
	}
	for _, q := range tried {
		ts.meet(q)
	}
}

// partsOf lists the plans that a plan is made of in the order in which they were
// asked for, and apart from them those that are only tried on the whole value.
func partsOf(p *plan.Plan) (parts, tried []*plan.Plan) {
	rest := *p
	rest.WholeValue = nil
	parts = lists.Of(rest.Uses(), func(u plan.Use) *plan.Plan { return u.Plan })
	slices.SortStableFunc(parts, func(a, b *plan.Plan) int { return a.ID - b.ID })
	return parts, lists.Concat(p.WholeValue, func(c plan.Check) []*plan.Plan { return c.Plans })
}

// begin declares the type of a plan where it needs a name whatever its parts
// are. The function that it returns chooses what depends on them; nil for none.
func (ts *Types) begin(info *build.Info) (finish func()) {
	p := info.Plan
	if p.Imported != "" {
		theirs := Definition(info.Intersection.Imported(), ts.Others).Decl
		d := ts.declareAs(p, ts.Places.Of(info.Origin), theirs.Kind) // until UseImported
		d.Underlying, d.KeepsOthers = theirs.Underlying, theirs.KeepsOthers
		return nil
	}
	if p.NonNull == nil && p.Union == nil && p.Enum == nil &&
		(!p.Kinds.IsSingle() || p.Kinds == kind.Null || info.Intersection.Apart) {
		ts.of[p] = model.ValueType() // any JSON, none, or null alone: the document's text is kept
		return nil
	}
	at := ts.Places.Of(info.Origin)
	switch {
	case p.NonNull != nil:
		return func() { ts.of[p] = ts.typeOf(p.NonNull) }
	case p.Union != nil && p.Union.Objects:
		objects := p.Union.Branches[0].Plan
		if d := ts.DeclOf(objects); d != nil && ts.of[p] == nil { // its objects alone were met before
			d.Plan, ts.of[p] = p, ts.of[objects]
		}
		d := ts.declareAs(p, at, model.Struct)
		d.KeepsOthers = true
		ts.of[objects] = ts.of[p]
	case p.Union != nil:
		d := ts.declareAs(p, at, model.Union)
		return func() { ts.variants(d, info) }
	case p.Enum != nil:
		ts.enum(info, at)
	case p.Kinds == kind.Array:
		return ts.array(p, at)
	case p.Kinds == kind.Object:
		return ts.object(info, at)
	default:
		ts.set(p, at, ts.scalar(info))
	}
	return nil
}

// declare makes a named type for a plan at a place.
func (ts *Types) declare(at place.Place, p *plan.Plan) *model.Decl {
	d := &model.Decl{Plan: p, Pointer: at.Schema, Package: ts.ImportPath}
	if at.Node != nil {
		d.Doc = at.Node.Documentation()
		d.Deprecated = at.Node.Deprecated
		d.Pointer = at.Node.Place()
	}
	ts.Declared = append(ts.Declared, &naming.Declaration{Decl: d, Place: at})
	return d
}

// declareAs makes the type of a plan a declaration of the given kind, or gives
// the kind to the one that it got when a recursive schema asked for it.
func (ts *Types) declareAs(p *plan.Plan, at place.Place, as model.DeclKind) *model.Decl {
	if ts.of[p] == nil {
		ts.of[p] = model.NamedType(ts.declare(at, p))
	}
	d := ts.of[p].Decl
	d.Kind = as
	return d
}

// set sets the type of a plan: t itself, or a declaration of it where the place
// wants one or a recursive schema asked for one.
func (ts *Types) set(p *plan.Plan, at place.Place, t *model.Type) {
	switch {
	case ts.of[p] != nil || ts.wantsDecl(at):
		ts.declareAs(p, at, model.Defined).Underlying = t
	default:
		ts.of[p] = t
		if base := ts.base(at); base != nil && model.SameType(base.Underlying, t) {
			ts.of[p] = model.NamedType(base)
		}
	}
}

// wantsDecl reports whether a scalar, slice or map at a place gets a name:
// where the schema gives it one.
func (ts *Types) wantsDecl(at place.Place) bool {
	n := at.Node
	switch {
	case at.Entry:
		return true
	case n == nil:
		return false
	case n.IsDefinition() || ts.Places.IsEntry(n):
		return true
	}
	// The name of a member is that of its field.
	return !n.IsProperty() && (n.GoName != "" || ts.Places.IsOverridden(n))
}

// base is the named type of the one definition that the schema at a place
// refers to and constrains further: its Go type does not change by that.
func (ts *Types) base(at place.Place) *model.Decl {
	if at.Node == nil {
		return nil
	}
	targets := intersect.Unconditional(at.Node)
	if len(targets) != 1 || !ts.Schemas.Resolve(targets[0]).IsDefinition() {
		return nil
	}
	t := ts.of[ts.Definition(targets[0])]
	if t == nil || t.Kind != model.Named || t.Decl.Kind != model.Defined {
		return nil
	}
	return t.Decl
}

// typeOf is the type of a part, null aside. A plan that has been met and has
// none yet is recursive and gets a declaration.
func (ts *Types) typeOf(p *plan.Plan) *model.Type {
	if p.NonNull != nil {
		return ts.typeOf(p.NonNull)
	}
	if ts.of[p] == nil {
		ts.declareAs(p, ts.Places.Of(ts.Plans.Info(p).Origin), model.Defined)
	}
	return ts.of[p]
}

// element is the type of an item, a map's value or a variant: a pointer where
// it can be null.
func (ts *Types) element(p *plan.Plan) *model.Type {
	switch {
	case p == nil:
		return model.ValueType()
	case p.NonNull != nil:
		return &model.Type{Kind: model.Pointer, Elem: ts.typeOf(p.NonNull)}
	}
	return ts.typeOf(p)
}
