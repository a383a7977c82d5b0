package function

import (
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// usage collects the plans that generated code needs, in order of first use,
// and whether each decodes or only decides.
type usage struct {
	typeOf   func(*plan.Plan) *model.Type
	imported map[*plan.Plan]bool
	all      []*model.Function
	of       map[*plan.Plan]*model.Function
}

// decode notes that values of p are decoded, and what is decoded with them.
func (u *usage) decode(p *plan.Plan) {
	if p == nil || u.of[p] != nil && u.of[p].Decodes {
		return
	}
	u.decide(p)
	f := u.of[p]
	f.Decodes = true
	if f.Imported || f.Type != nil && (f.Type.Kind == model.Value || f.Type.Resolved().Kind == model.Custom) {
		return // others do it; or the value is decided and its text is kept
	}
	u.decode(p.NonNull)
	if p.Array != nil {
		for _, q := range p.Array.Prefix {
			u.decode(q)
		}
		u.decode(p.Array.Items)
	}
	if p.Object != nil {
		for _, m := range p.Object.Members {
			u.decode(m.Plan)
		}
		fields := fieldsOf(f.Type)
		u.decode(p.Object.OnlyValue(func(m *plan.Member) bool { return fields[m.Name] != nil }))
	}
	if p.Union != nil {
		for _, br := range p.Union.Branches {
			u.decode(br.Plan)
		}
	}
}

// fieldsOf finds the fields of a struct type; nil where the type is none.
func fieldsOf(t *model.Type) map[string]*model.Field {
	if t == nil || t.Kind != model.Named || t.Decl.Kind != model.Struct {
		return nil
	}
	return t.Decl.FieldsByMember()
}

// decide notes that a verdict on p is needed, and on all that it is made of.
func (u *usage) decide(p *plan.Plan) {
	if p == nil || u.of[p] != nil {
		return
	}
	f := &model.Function{Plan: p, Type: u.typeOf(p), Imported: u.imported[p]}
	u.of[p] = f
	u.all = append(u.all, f)
	for _, use := range u.uses(p) {
		u.decide(use.Plan)
	}
}

// uses lists the plans that the functions of p use. All that an imported type is
// made of is in the other package.
func (u *usage) uses(p *plan.Plan) []plan.Use {
	if u.imported[p] {
		return nil
	}
	return p.Uses()
}
