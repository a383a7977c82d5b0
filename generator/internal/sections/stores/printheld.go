package stores

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// held prints what describes the objects of a type in a member of documents.
func (p *printer) held(h *Held) {
	in, owner := gofile.Type(h.Type()), gofile.In(h.Owner, h.Owner.Name)
	to := func(t *jen.Statement) *jen.Statement { return jen.Func().Params(jen.Id("in").Op("*").Add(in)).Add(t) }
	fields := []jen.Code{gofile.Keyed("At", p.place(h))}
	var members, more, refused []jen.Code
	elements := func(t *model.Type, at *jen.Statement) {
		if visit := h.visit(t); visit != "" {
			more = append(more, gofile.Holder.Dot(visit).Call(to(gofile.Type(t)).Add(returns(at))))
		}
	}
	switch t := h.Type(); {
	case t.Kind == model.Map && h.hasNames():
		fields = append(fields, gofile.Keyed("Others", gofile.Holder.Dot("Itself").Types(owner)))
	case t.Kind == model.Map:
		elements(t, jen.Op("*").Id("in"))
	case t.Kind == model.Slice:
		more = append(more, gofile.Holder.Dot(h.visit(t)).Types(owner))
	case t.Kind == model.Named && t.Decl.Kind == model.Struct:
		for _, f := range t.Decl.Fields {
			if h.isMember(f) {
				members = append(members, gofile.Holder.Dot(presence(f.Type)).Call(gofile.Quote(f.JSON),
					to(jen.Op("*").Add(gofile.Type(f.Type))).Add(returns(jen.Op("&").Id("in").Dot(f.Name)))))
			} else {
				refused = append(refused, gofile.Quote(f.JSON))
			}
		}
		for _, x := range t.Decl.Maps() {
			if x != t.Decl.Extra || !h.isOwner(x.Elem) {
				elements(mapOf(x), jen.Id("in").Dot(x.Name))
				continue
			}
			of := to(jen.Op("*").Map(jen.String()).Add(owner))
			fields = append(fields, gofile.Keyed("Others", of.Add(returns(jen.Op("&").Id("in").Dot(x.Name)))))
			if refused != nil {
				fields = append(fields, gofile.Keyed("Refused", jen.Index().String().Values(refused...)))
			}
		}
	}
	list := func(name string, of *jen.Statement, items []jen.Code) {
		if items != nil {
			fields = append(fields, gofile.Keyed(name, jen.Index().Add(of).Types(in, owner).Values(gofile.OnLines(items)...)))
		}
	}
	list("Members", gofile.Holder.Dot("Member"), members)
	list("More", gofile.Holder.Dot("Visit"), more)
	p.Declare(h.Var+" says where in "+h.Pointer+" of a document objects of "+h.Owner.Name+" are.",
		jen.Var().Id(h.Var).Op("=").Add(gofile.Holder.Dot("Object")).Types(p.document(), in, owner).Values(gofile.OnLines(fields)...))
}

// presence is the function of package holder for a member of a Go type.
func presence(t *model.Type) string {
	switch {
	case t.Kind == model.Pointer:
		return "Pointer"
	case t.Kind == model.Nullable && t.IsNeverNull():
		return "Optional"
	case t.Kind == model.Nullable:
		return "Nullable"
	}
	return "Required"
}

// place prints the function that leads to a member.
func (p *printer) place(h *Held) *jen.Statement {
	x, miss := jen.Id("x"), func() jen.Code { return jen.Return(jen.Nil()) }
	as := func(pointer *jen.Statement) *jen.Statement {
		if h.Access.Type().Kind == model.Named && h.Type().Kind != model.Named {
			return jen.Parens(jen.Op("*").Add(gofile.Type(h.Type()))).Parens(pointer)
		}
		return pointer
	}
	at := func(param string) *jen.Statement {
		return jen.Func().Params(jen.Id("x").Op("*").Add(p.document()), jen.Id(param).Bool()).Op("*").Add(gofile.Type(h.Type()))
	}
	if slices.ContainsFunc(h.Steps, func(s *model.AccessStep) bool { return s.Field == nil }) { // nothing is made on this way
		return at("_").BlockFunc(func(g *jen.Group) {
			var r member.Reader
			g.Return(as(r.Find(g, x, h.Access, miss)))
		})
	}
	place := func(g *jen.Group) *jen.Statement {
		var r member.Reader
		v := r.Place(g, x, h.Access)
		if last := h.Steps[len(h.Steps)-1].Type().Kind; last == model.Pointer || last == model.Nullable {
			return as(v)
		}
		return as(jen.Op("&").Add(v))
	}
	if !slices.ContainsFunc(h.Steps, func(s *model.AccessStep) bool {
		return s.Type().Kind == model.Pointer || s.Type().Kind == model.Nullable
	}) {
		return at("_").Add(returns(place(nil))) // which takes no statements
	}
	return at("reach").BlockFunc(func(g *jen.Group) {
		g.If(jen.Op("!").Id("reach")).BlockFunc(func(g *jen.Group) {
			var r member.Reader
			g.Return(as(r.Find(g, x, h.Access, miss)))
		})
		g.Return(place(g))
	})
}
