package declare

import (
	"cmp"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// object chooses a struct or a map.
func (ts *Types) object(info *build.Info, at place.Place) (finish func()) {
	p, in := info.Plan, info.Intersection
	checks := p.Object
	if checks == nil {
		checks = &plan.Object{}
	}
	closed := ts.Schemas.Closed(in)
	if in.DeclaresMembers() || len(in.Conditional()) > 0 || closed {
		d := ts.declareAs(p, at, model.Struct)
		return func() {
			ts.fields(d, checks, in, at)
			if !closed {
				ts.others(d, checks, in, at)
			}
		}
	}
	if ts.wantsDecl(at) {
		ts.declareAs(p, at, model.Defined)
	}
	return func() {
		if len(ts.matched(&model.Decl{}, checks)) > 0 {
			ts.others(ts.declareAs(p, at, model.Struct), checks, in, at)
			return
		}
		ts.set(p, at, ts.mapType(checks))
	}
}

// mapType is the type of an object without declared members.
func (ts *Types) mapType(checks *plan.Object) *model.Type {
	key := &model.Type{Kind: model.String}
	if len(checks.Names) == 1 {
		if t := ts.of[checks.Names[0]]; t != nil && t.Kind == model.Named && t.Decl.Kind == model.Enum && t.Decl.Underlying.Kind == model.String {
			key = t
		}
	}
	only := checks.OnlyValue(func(*plan.Member) bool { return false })
	return &model.Type{Kind: model.Map, Key: key, Elem: ts.element(only)}
}

// fields declares the members of a struct.
func (ts *Types) fields(d *model.Decl, checks *plan.Object, in intersect.Intersection, at place.Place) {
	declared := in.Declared()
	for _, name := range in.Conditional() {
		declared[name] = &schema.Node{Always: true}
	}
	said := ts.Schemas.MembersOf(in.Nodes)
	var wanted []string
	for _, m := range checks.Members {
		node := declared[m.Name]
		if node == nil || m.Plan.AcceptsNothing() {
			continue
		}
		f := &model.Field{JSON: m.Name, Plan: m.Plan, Doc: node.Documentation(), Deprecated: node.Deprecated, Tags: node.GoTags}
		if e := ts.Schemas.Resolve(node); f.Doc == "" && !e.IsDefinition() {
			f.Doc = e.Documentation()
		}
		ts.represent(f, m, node.GoPointer)
		ts.constants(f, said.Schemas(f.JSON))
		d.Fields = append(d.Fields, f)
		wanted = append(wanted, cmp.Or(ts.Places.FieldName(node), node.GoName, ts.Places.Words.Exported(m.Name), "Property"))
	}
	naming.Fields(ts.Places.Words, d.Fields, wanted, at, declared, ts.Existing, ts.Report)
}

// represent chooses the type of a field from the presence of its member. A required
// one is behind a pointer where the schema asks for that.
func (ts *Types) represent(f *model.Field, m *plan.Member, pointer bool) {
	t := ts.element(m.Plan.WithoutNull())
	nullable := m.Plan != nil && m.Plan.NonNull != nil
	switch {
	case m.Required && nullable:
		f.Presence, f.Type = model.RequiredNullable, &model.Type{Kind: model.Pointer, Elem: t}
	case m.Required && pointer && t.Kind == model.Custom:
		f.Presence, f.Type = model.Required, &model.Type{Kind: model.Pointer, Elem: t}
	case m.Required:
		f.Presence, f.Type = model.Required, t
	case nullable:
		f.Presence, f.Type = model.OptionalNullable, &model.Type{Kind: model.Nullable, Elem: t}
	case t.NilIsAbsent():
		f.Presence, f.Type = model.Optional, t
	case ts.Optionals && isScalar(t):
		f.Presence, f.Type = model.OptionalNullable, model.ValueOf(t)
	default:
		f.Presence, f.Type = model.Optional, &model.Type{Kind: model.Pointer, Elem: t}
	}
}

// isScalar reports whether the values of a type refer to nothing: strings, numbers and
// the like, which cost little to copy.
func isScalar(t *model.Type) bool {
	t = t.Resolved()
	if t == nil {
		return false // it is being chosen, and holds itself
	}
	switch t.Kind {
	case model.Bool, model.Int, model.Float, model.Number, model.String:
		return true
	}
	return t.Kind.Text() != nil
}

// constants sets the default and the constant of a field from the schemas that
// have a say on its member.
func (ts *Types) constants(f *model.Field, entries []*schema.Node) {
	for _, e := range entries {
		for _, n := range append([]*schema.Node{e}, intersect.Flatten(nil, e)...) {
			if f.Default == nil && n.Default != nil && ts.accept(entries, n.Default) {
				f.Default = n.Default
			}
			if n.Const != nil && f.Const == nil {
				f.Const = n.Const
			}
		}
	}
	if f.Plan != nil && len(f.Plan.Enum) == 1 && f.Const == nil && f.Plan.Enum[0] != nil {
		f.Const = f.Plan.Enum[0]
	}
}

// accept reports whether all schemas accept a value: a default that a getter
// gives must satisfy all that is said of its member.
func (ts *Types) accept(schemas []*schema.Node, v *document.Node) bool {
	return lists.Every(schemas, func(n *schema.Node) bool { return ts.Judge.Accepts(n.ID, v) })
}
