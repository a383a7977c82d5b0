package codec_test

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// What follows builds models by hand, as the lower stage does from schemas.

func uintOf(n uint64) *uint64 { return &n }

func textNode(s string) *document.Node { return &document.Node{Kind: document.String, Text: s} }

func numberNode(s string) *document.Node { return &document.Node{Kind: document.Number, Text: s} }

func texts(c *model.StringChecks) *model.Plan {
	return &model.Plan{Kinds: model.KindString, Type: &model.Type{Kind: model.String}, String: c}
}

func integers(goType string, c model.NumberChecks) *model.Plan {
	c.Integer = true
	return &model.Plan{Kinds: model.KindNumber, Type: &model.Type{Kind: model.Int, Go: goType}, Number: &c}
}

func floats(c *model.NumberChecks) *model.Plan {
	return &model.Plan{Kinds: model.KindNumber, Type: &model.Type{Kind: model.Float}, Number: c}
}

func nullable(p *model.Plan) *model.Plan {
	return &model.Plan{Kinds: p.Kinds | model.KindNull, NonNull: p, Type: p.Type}
}

func nothing() *model.Plan { return &model.Plan{Type: &model.Type{Kind: model.Value}} }

func slices(item *model.Plan, c model.ArrayChecks) *model.Plan {
	c.Items = item
	return &model.Plan{Kinds: model.KindArray, Type: &model.Type{Kind: model.Slice, Elem: elem(item)}, Array: &c}
}

func elem(p *model.Plan) *model.Type {
	switch {
	case p == nil:
		return &model.Type{Kind: model.Value}
	case p.NonNull != nil:
		return &model.Type{Kind: model.Pointer, Elem: p.Type}
	}
	return p.Type
}

// maker collects a package.
type maker struct{ *model.Package }

func newMaker(name string) maker {
	return maker{&model.Package{Name: name, Source: "schemas/" + name + ".json"}}
}

// function gives p a name of its own.
func (m maker) function(name string, p *model.Plan) *model.Plan {
	p.ID, p.Func, p.Decodes, p.Nodes = len(m.Plans)+1, name, true, []int{0}
	m.Plans = append(m.Plans, p)
	return p
}

func (m maker) declare(d *model.Decl, p *model.Plan) *model.Plan {
	d.Plan, d.Pointer = p, m.Source+"#/$defs/"+d.Name
	m.Decls = append(m.Decls, d)
	p.Type = &model.Type{Kind: model.Named, Decl: d}
	return m.function(d.Name, p)
}

func (m maker) root(p *model.Plan) {
	d := p.Type.Decl
	d.Root = true
	m.Roots = append(m.Roots, &model.Root{Name: d.Name, Decl: d, Plan: p})
}

func (m maker) enum(name string, values ...string) *model.Plan {
	d := &model.Decl{Name: name, Kind: model.Enum, Underlying: &model.Type{Kind: model.String}}
	p := &model.Plan{Kinds: model.KindString}
	for _, v := range values {
		d.Enum = append(d.Enum, model.EnumValue{Name: name + fmt.Sprint(len(d.Enum)), Text: v, JSON: textNode(v).String()})
		p.Enum = append(p.Enum, textNode(v))
	}
	return m.declare(d, p)
}

// member is a member of an object: required where the name ends in an
// exclamation mark.
type member struct {
	name string
	plan *model.Plan
}

// object makes a struct with the members; extra tells whether it is open.
func (m maker) object(name string, open bool, members ...member) *model.Plan {
	d := &model.Decl{Name: name, Kind: model.Struct}
	o := &model.ObjectChecks{}
	if open {
		d.Extra = &model.Extra{Name: "Extra", Elem: &model.Type{Kind: model.Value}}
	} else {
		o.Others = []model.Others{{Rest: nothing()}}
	}
	for i, mb := range members {
		f := &model.Field{Name: fmt.Sprintf("F%d", i), JSON: mb.name, Plan: mb.plan, Type: elem(mb.plan), Presence: model.Optional}
		required := mb.name[len(mb.name)-1] == '!'
		switch {
		case required:
			f.JSON, f.Presence = mb.name[:len(mb.name)-1], model.Required
			if mb.plan != nil && mb.plan.NonNull != nil {
				f.Presence = model.RequiredNullable
			}
		case mb.plan != nil && mb.plan.NonNull != nil:
			f.Presence, f.Type = model.OptionalNullable, &model.Type{Kind: model.Nullable, Elem: mb.plan.Type}
		default:
			switch f.Type.Kind {
			case model.Slice, model.Map, model.Value:
			default:
				f.Type = &model.Type{Kind: model.Pointer, Elem: f.Type}
			}
		}
		d.Fields = append(d.Fields, f)
		o.Members = append(o.Members, &model.Member{Name: f.JSON, Bit: i, Required: required, Plan: mb.plan, Field: f})
	}
	return m.declare(d, &model.Plan{Kinds: model.KindObject, Object: o})
}

func (m maker) pattern(text, name string) *model.Pattern {
	p := &model.Pattern{Text: text, Func: name}
	m.Patterns = append(m.Patterns, p)
	return p
}

// union makes a sum of the branches.
func (m maker) union(name string, u *model.UnionChecks, variants ...string) *model.Plan {
	d := &model.Decl{Name: name, Kind: model.Union}
	p := &model.Plan{Union: u}
	for i, b := range u.Branches {
		b.Kinds, b.Variant = b.Plan.Kinds, i
		p.Kinds |= b.Kinds
		v := &model.Variant{Name: variants[i], Type: b.Plan.Type, Plan: b.Plan}
		if b.Kinds == model.KindNull {
			v.Type = nil
		}
		d.Variants = append(d.Variants, v)
	}
	return m.declare(d, p)
}
