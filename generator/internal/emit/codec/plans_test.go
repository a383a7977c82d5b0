package codec_test

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// What follows builds models by hand, as the lower stage does from schemas.

func uintOf(n uint64) *uint64 { return &n }

func textNode(s string) *document.Node { return &document.Node{Kind: document.String, Text: s} }

func numberNode(s string) *document.Node { return &document.Node{Kind: document.Number, Text: s} }

func texts(c *plan.String) *plan.Plan {
	return typed(&model.Type{Kind: model.String}, &plan.Plan{Kinds: kind.String, String: c})
}

func integers(goType string, c plan.Number) *plan.Plan {
	c.Integer = true
	return typed(&model.Type{Kind: model.Int, Go: goType}, &plan.Plan{Kinds: kind.Number, Number: &c})
}

func floats(c *plan.Number) *plan.Plan {
	return typed(&model.Type{Kind: model.Float}, &plan.Plan{Kinds: kind.Number, Number: c})
}

func nullable(p *plan.Plan) *plan.Plan {
	return typed(typeOf[p], &plan.Plan{Kinds: p.Kinds | kind.Null, NonNull: p})
}

func nothing() *plan.Plan { return value(&plan.Plan{}) }

func slices(item *plan.Plan, c plan.Array) *plan.Plan {
	c.Items = item
	return typed(&model.Type{Kind: model.Slice, Elem: elem(item)}, &plan.Plan{Kinds: kind.Array, Array: &c})
}

func elem(p *plan.Plan) *model.Type {
	switch {
	case p == nil:
		return &model.Type{Kind: model.Value}
	case p.NonNull != nil:
		return &model.Type{Kind: model.Pointer, Elem: typeOf[p]}
	}
	return typeOf[p]
}

// typeOf has the types of the plans that are made below.
var typeOf = map[*plan.Plan]*model.Type{}

// typed gives the values of a plan a type.
func typed(t *model.Type, p *plan.Plan) *plan.Plan {
	typeOf[p] = t
	return p
}

// value gives them that of any JSON.
func value(p *plan.Plan) *plan.Plan { return typed(model.ValueType(), p) }

// maker collects a package.
type maker struct {
	*model.Package
	functions *[]*model.Function
	patterns  *plan.Patterns
}

func newMaker(name string) maker {
	return maker{&model.Package{Name: name, Source: "schemas/" + name + ".json"}, new([]*model.Function), plan.NewPatterns()}
}

// function gives p a name of its own.
func (m maker) function(name string, p *plan.Plan) *plan.Plan {
	p.ID, p.Nodes = len(*m.functions)+1, []int{0}
	*m.functions = append(*m.functions, &model.Function{Plan: p, Name: name, Decodes: true})
	return p
}

// remember has the verdicts of a function's plan remembered.
func (m maker) remember(p *plan.Plan) {
	for _, f := range *m.functions {
		f.Remembers = f.Remembers || f.Plan == p
	}
}

// finish returns the package with all that was made.
func (m maker) finish() *model.Package {
	for _, f := range *m.functions {
		f.Type = typeOf[f.Plan]
	}
	m.SetFunctions(*m.functions, typeOf)
	return m.Package
}

func (m maker) declare(d *model.Decl, p *plan.Plan) *plan.Plan {
	d.Plan, d.Pointer = p, m.Source+"#/$defs/"+d.Name
	m.Decls = append(m.Decls, d)
	d.Sealed = d.Name + "Variant"
	for _, v := range d.Variants {
		if !d.OwnsVariant(v) {
			v.Case = d.Name + v.Name
		}
	}
	typeOf[p] = model.NamedType(d)
	return m.function(d.Name, p)
}

func (m maker) root(p *plan.Plan) {
	d := typeOf[p].Decl
	d.Root = true
	m.Roots = append(m.Roots, &model.Root{Name: d.Name, Decl: d, Plan: p})
}

func (m maker) enum(name string, values ...string) *plan.Plan {
	d := &model.Decl{Name: name, Kind: model.Enum, Underlying: &model.Type{Kind: model.String}}
	p := &plan.Plan{Kinds: kind.String}
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
	plan *plan.Plan
}

// object makes a struct with the members; extra reports whether it is open.
func (m maker) object(name string, open bool, members ...member) *plan.Plan {
	d := &model.Decl{Name: name, Kind: model.Struct}
	o := &plan.Object{}
	if open {
		d.Extra = &model.Extra{Name: "Extra", Elem: &model.Type{Kind: model.Value}}
	} else {
		o.Additional = []plan.Additional{{Rest: nothing()}}
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
			f.Presence, f.Type = model.OptionalNullable, &model.Type{Kind: model.Nullable, Elem: typeOf[mb.plan]}
		default:
			switch f.Type.Kind {
			case model.Slice, model.Map, model.Value:
			default:
				f.Type = &model.Type{Kind: model.Pointer, Elem: f.Type}
			}
		}
		d.Fields = append(d.Fields, f)
		o.Members = append(o.Members, &plan.Member{Name: f.JSON, Index: i, Required: required, Plan: mb.plan})
	}
	return m.declare(d, &plan.Plan{Kinds: kind.Object, Object: o})
}

func (m maker) pattern(text, name string) *plan.Pattern {
	p, err := m.patterns.Compile(text)
	if err != nil {
		panic(err)
	}
	p.Func = name
	m.Patterns = append(m.Patterns, p)
	return p
}

// union makes a sum of the branches.
func (m maker) union(name string, u *plan.Union, variants ...string) *plan.Plan {
	d := &model.Decl{Name: name, Kind: model.Union}
	p := &plan.Plan{Union: u}
	for i, b := range u.Branches {
		b.Kinds = b.Plan.Kinds
		p.Kinds |= b.Kinds
		v := &model.Variant{Name: variants[i], Type: typeOf[b.Plan], Plan: b.Plan}
		if b.Kinds == kind.Null {
			v.Type = nil
		}
		d.Variants = append(d.Variants, v)
	}
	return m.declare(d, p)
}
