package stores

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
)

func (p *printer) owner() *jen.Statement { return gofile.In(p.Spill.Owner, p.Spill.Owner.Name) }

// argsOfKey prints the arguments of the key parameter.
func (p *printer) argsOfKey() jen.Code { return jen.Index().String().Values(p.argValues()...) }

func (p *printer) argValues() (values []jen.Code) {
	for _, a := range p.Path.Args {
		v := jen.Id(p.keyParam())
		if p.Key != "" {
			v = v.Dot(a.Field)
		}
		values = append(values, storage.ArgText(a, v))
	}
	return values
}

func (p *printer) keyDecl() jen.Code { return jen.Id(p.keyParam()).Add(p.keyType()) }

// spill prints the method that moves a value to a file.
func (p *printer) spill() {
	s := p.Spill
	fields := []jen.Code{jen.Id("Template").Op(":").Id(s.Path.Var)}
	if len(s.From) > 0 {
		var from []jen.Code
		for _, text := range s.From {
			from = append(from, gofile.Storage.Dot("MustTemplate").Call(gofile.Quote(text)))
		}
		fields = append(fields, jen.Id("From").Op(":").Index().Op("*").Add(gofile.Storage.Dot("Template")).Values(from...))
	}
	fields = append(fields, gofile.Keyed("Prefix", gofile.Quote(s.Prefix)))
	p.Var().Id(s.Var).Op("=").Add(gofile.Store.Dot("Values")).Values(gofile.OnLines(fields)...)
	p.Line()

	p.Add(gofile.Comment(s.Out + " moves the " + s.Value.Pointer + " of v to a file of the document where it is larger than " + s.Limit.Name +
		" allows, and leaves a reference in its place. Writes do so for all that is in " + s.In.Pointer + "."))
	p.Func().Params(p.receiver()).Id(s.Out).Params(p.keyDecl(), jen.Id("v").Op("*").Add(p.owner())).Error().BlockFunc(func(g *jen.Group) {
		g.List(jen.Id("value"), jen.Id("ok")).Op(":=").Id(p.Reader(s.Value)).Call(jen.Id("v"))
		g.If(jen.Op("!").Id("ok")).Block(jen.Return(jen.Nil()))
		g.List(jen.Id("large"), jen.Err()).Op(":=").Id("s").Dot("Limits").Dot(s.Limit.Spill.Func).Call(jen.Id("value"))
		g.If(jen.Err().Op("!=").Nil().Op("||").Op("!").Id("large")).Block(jen.Return(jen.Err()))
		isReference := jen.Id(s.Var).Dot("Refers").Call(jen.Id("value"))
		if s.Type != nil {
			g.If(jen.List(jen.Id("kind"), jen.Id("_")).Op(":=").Id(p.Reader(s.Type)).Call(jen.Id("v")), jen.Id("kind").Op("==").Add(gofile.Quote(s.As)).Op("&&").Add(isReference)).Block(jen.Return(jen.Nil()))
		} else {
			g.If(isReference).Block(jen.Return(jen.Nil()))
		}
		g.List(jen.Id("reference"), jen.Err()).Op(":=").Id(s.Var).Dot("PutValue").Call(jen.Id("s").Dot("Root").Call(), p.argsOfKey(), jen.Id("value"))
		g.Add(section.Fail())
		var r member.Reader
		if s.Was != nil && s.Type != nil {
			g.If(jen.List(jen.Id("was"), jen.Id("ok")).Op(":=").Id(p.Reader(s.Type)).Call(jen.Id("v")), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
				r.Own(g, jen.Id("v"), s.Was) // copies of v share what is below it
				r.Write(g, jen.Id("v"), s.Was, section.To(s.Was.Type(), section.As(jen.String(), s.Type.Type(), jen.Id("was"))))
			})
		}
		if s.Type != nil {
			r.Write(g, jen.Id("v"), s.Type, section.To(s.Type.Type(), gofile.Quote(s.As)))
		}
		p.setValue(g, &r, jen.Id("reference"))
		g.Return(jen.Nil())
	})
	p.Line()
}

// selector prints the place of a member whose objects are there.
func selector(at *jen.Statement, a *model.Access) *jen.Statement {
	for _, step := range a.Steps {
		at = at.Dot(step.Field.Name)
	}
	return at
}

// holder prints the way to an object whose members are used, leaving where there
// is none.
func holder(g *jen.Group, r *member.Reader, a *model.Access, leave jen.Code) *jen.Statement {
	at := r.Read(g, jen.Id("x"), a, func() jen.Code { return leave })
	t := a.Steps[len(a.Steps)-1].Type()
	if a.Type().Kind != model.Named || t.Kind != model.Pointer && t.Kind != model.Nullable {
		return at
	}
	if slices.ContainsFunc(a.Steps, func(s *model.AccessStep) bool { return s.Type().Kind == model.Nullable }) {
		return jen.Parens(at)
	}
	return selector(jen.Id("x"), a) // selectors do without the asterisk
}

// setValue prints the statements that give v a value from its JSON text.
func (p *printer) setValue(g *jen.Group, r *member.Reader, text jen.Code) {
	g.Var().Id("fresh").Add(gofile.Type(p.Spill.Value.Type()))
	g.If(jen.Err().Op(":=").Id("fresh").Dot("UnmarshalJSON").Call(text), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
	r.Write(g, jen.Id("v"), p.Spill.Value, jen.Id("fresh"))
}

// inline prints the method that brings a value back from its file.
func (p *printer) inline() {
	s := p.Spill
	text := s.Back + " brings the " + s.Value.Pointer + " of v back from its file, if it is in one: what " + s.Out + " wrote as it was, and the text of a file that somebody else made. " +
		"The error wraps store.ErrOutside for a file that is not the document's."
	p.Add(gofile.Comment(text))
	p.Func().Params(p.receiver()).Id(s.Back).Params(p.keyDecl(), jen.Id("v").Op("*").Add(p.owner())).Error().BlockFunc(func(g *jen.Group) {
		g.List(jen.Id("value"), jen.Id("ok")).Op(":=").Id(p.Reader(s.Value)).Call(jen.Id("v"))
		test := jen.Op("!").Id("ok")
		if s.Type != nil {
			g.List(jen.Id("kind"), jen.Id("_")).Op(":=").Id(p.Reader(s.Type)).Call(jen.Id("v"))
			test = test.Op("||").Id("kind").Op("!=").Add(gofile.Quote(s.As))
		}
		g.If(test).Block(jen.Return(jen.Nil()))
		g.List(jen.Id("text"), jen.Id("ok"), jen.Err()).Op(":=").Id(s.Var).Dot("GetValue").Call(jen.Id("s").Dot("Root").Call(), p.argsOfKey(), jen.Id("value"))
		g.If(jen.Err().Op("!=").Nil().Op("||").Op("!").Id("ok")).Block(jen.Return(jen.Err()))
		var r member.Reader
		if s.Was != nil && s.Type != nil {
			g.If(jen.List(jen.Id("was"), jen.Id("ok")).Op(":=").Id(p.Reader(s.Was)).Call(jen.Id("v")), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
				var r member.Reader
				r.Write(g, jen.Id("v"), s.Type, section.To(s.Type.Type(), section.As(jen.String(), s.Was.Type(), jen.Id("was"))))
				r.Own(g, jen.Id("v"), s.Was)
				g.Add(selector(jen.Id("v"), s.Was)).Op("=").Nil()
			})
		}
		p.setValue(g, &r, jen.Id("text"))
		g.Return(jen.Nil())
	})
	p.Line()
}

func (p *printer) needsPrepare() bool {
	return p.Spill != nil || len(p.Sets) > 0 || len(p.Releases) > 0
}

// prepare prints what a write does to a document before it is checked.
func (p *printer) prepare() {
	p.Add(gofile.Comment("prepare makes a document ready to be written."))
	key := jen.Id("_").Add(p.keyType())
	if p.Spill != nil {
		key = jen.Id(p.keyParam()).Add(p.keyType())
	}
	p.Func().Params(p.receiver()).Id("prepare").Params(key, jen.Id("x").Op("*").Add(p.document())).Error().BlockFunc(func(g *jen.Group) {
		for _, r := range p.Releases {
			p.release(g, r)
		}
		if p.Spill != nil {
			p.spillAll(g)
		}
		if len(p.Sets) == 0 {
			g.Return(jen.Nil())
			return
		}
		g.Return(jen.Id(p.setsFunc()).Call(p.setsArgs()...))
	})
	p.Line()
	if len(p.Sets) > 0 && p.sameSets == nil {
		p.printSets()
	}
}

// setsFunc is the function that sets the members of a document which each write
// sets; stores that set the same have one.
func (p *printer) setsFunc() string {
	if p.sameSets != nil {
		return p.sameSets.SetsFunc
	}
	return p.SetsFunc
}

func (p *printer) setsArgs() []jen.Code {
	args := []jen.Code{jen.Id("x")}
	if p.hasClock() {
		args = append(args, jen.Id("s").Dot("Now").Call())
	}
	return args
}

func (p *printer) printSets() {
	p.Add(gofile.Comment(p.setsFunc() + " sets the members that each write sets."))
	params := []jen.Code{jen.Id("x").Op("*").Add(p.document())}
	if p.hasClock() {
		params = append(params, jen.Id("now").Add(gofile.Time.Dot("Time")))
	}
	p.Func().Id(p.setsFunc()).Params(params...).Error().BlockFunc(func(g *jen.Group) {
		var r member.Reader
		for _, set := range p.Sets {
			r.Reach(g, jen.Id("x"), set.Member)
		}
		for _, set := range p.Sets {
			p.set(g, &r, set)
		}
		g.Return(jen.Nil())
	})
	p.Line()
}

func (p *printer) release(g *jen.Group, release *StoreRelease) {
	most := jen.Id("s").Dot("Limits").Dot(release.Most.Name)
	g.If(jen.List(jen.Id("list"), jen.Id("_")).Op(":=").Id(p.Reader(release.Entries)).Call(jen.Id("x")),
		most.Clone().Op(">=").Lit(0).Op("&&").Int64().Parens(jen.Len(jen.Id("list"))).Op(">").Add(most.Clone())).BlockFunc(func(g *jen.Group) {
		var r member.Reader
		r.Write(g, jen.Id("x"), release.Entries, jen.Id("list").Index(jen.Int64().Parens(jen.Len(jen.Id("list"))).Op("-").Add(most.Clone()).Op(":")))
	})
}

// spillAll prints the way through all values.
func (p *printer) spillAll(g *jen.Group) {
	s := p.Spill
	out := func(v jen.Code) *jen.Statement { return jen.Id("s").Dot(s.Out).Call(jen.Id(p.keyParam()), v) }
	fail := func(v jen.Code) jen.Code {
		return jen.If(jen.Err().Op(":=").Add(out(v)), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
	}
	isOwner := func(t *model.Type) bool { return t.Bare().Kind == model.Named && t.Bare().Decl == s.Owner }
	elements := func(g *jen.Group, list *jen.Statement, elem *model.Type, isMap bool) {
		if !isOwner(elem) {
			return
		}
		if isMap {
			g.For(jen.List(jen.Id("key"), jen.Id("v")).Op(":=").Range().Add(list.Clone())).BlockFunc(func(g *jen.Group) {
				if elem.Kind == model.Pointer {
					g.Add(fail(jen.Id("v")))
					return
				}
				g.Add(fail(jen.Op("&").Id("v")))
				g.Add(list.Clone().Index(jen.Id("key")).Op("=").Id("v"))
			})
			return
		}
		g.For(jen.Id("i").Op(":=").Range().Add(list.Clone())).Block(fail(jen.Op("&").Add(list.Clone()).Index(jen.Id("i"))))
	}
	var r member.Reader
	reach := func(g *jen.Group) *jen.Statement {
		return holder(g, &r, s.In, jen.Return(jen.Nil()))
	}
	walk := func(g *jen.Group, at *jen.Statement) {
		t := s.In.Type()
		switch {
		case t.Kind == model.Named && t.Decl.Kind == model.Struct:
			for _, f := range t.Decl.Fields {
				if !isOwner(f.Type) {
					continue
				}
				field := at.Clone().Dot(f.Name)
				switch f.Type.Kind {
				case model.Pointer:
					g.If(field.Clone().Op("!=").Nil()).Block(fail(field))
				case model.Nullable:
					g.If(field.Clone().Dot("IsValue").Call()).Block(fail(field.Clone().Dot("Ptr").Call()))
				default:
					g.Add(fail(jen.Op("&").Add(field)))
				}
			}
			for _, x := range t.Decl.Maps() {
				elements(g, at.Clone().Dot(x.Name), x.Elem, true)
			}
		case t.Kind == model.Slice:
			elements(g, at, t.Elem, false)
		case t.Kind == model.Map:
			elements(g, at, t.Elem, true)
		}
	}
	required := true
	for _, step := range s.In.Steps {
		required = required && step.Field != nil && step.Field.Presence == model.Required
	}
	if required {
		walk(g, reach(g))
		return
	}
	// Where it is absent there is nothing to do, and the rest goes on.
	g.If(jen.Err().Op(":=").Func().Params().Error().BlockFunc(func(g *jen.Group) {
		walk(g, reach(g))
		g.Return(jen.Nil())
	}).Call(), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
}

func (p *printer) set(g *jen.Group, r *member.Reader, set *StoreSet) {
	now := func() *jen.Statement {
		return gofile.TimeFmt.Dot("DateTimeOf").Call(jen.Id("now").Dot("UTC").Call())
	}
	switch set.To {
	case "now":
		r.Write(g, jen.Id("x"), set.Member, section.To(set.Member.Type(), now()))
	case "created":
		g.If(jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id(p.Reader(set.Member)).Call(jen.Id("x")), jen.Op("!").Id("ok")).BlockFunc(func(g *jen.Group) {
			r.Write(g, jen.Id("x"), set.Member, section.To(set.Member.Type(), now()))
		})
	case "since":
		g.If(jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id(p.Reader(set.Of)).Call(jen.Id("x")), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
			g.If(jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id(p.Reader(set.Member)).Call(jen.Id("x")), jen.Op("!").Id("ok")).BlockFunc(func(g *jen.Group) {
				r.Write(g, jen.Id("x"), set.Member, section.To(set.Member.Type(), now()))
			})
		})
	case "size":
		g.BlockFunc(func(g *jen.Group) {
			g.List(jen.Id("size"), jen.Err()).Op(":=").Add(gofile.JSONScan.Dot("EncodedSize")).Call(jen.Id("x").Dot(gofile.Encode(p.Root.Decl)))
			g.Add(section.Fail())
			r.Write(g, jen.Id("x"), set.Member, section.To(set.Member.Type(), jen.Id("size")))
		})
	case "elapsed":
		g.BlockFunc(func(g *jen.Group) {
			g.List(jen.Id("from"), jen.Id("begun")).Op(":=").Id(p.Reader(set.Of)).Call(jen.Id("x"))
			g.List(jen.Id("until"), jen.Id("ended")).Op(":=").Id(p.Reader(set.Until)).Call(jen.Id("x"))
			g.If(jen.Id("begun").Op("&&").Id("ended")).BlockFunc(func(g *jen.Group) {
				r.Write(g, jen.Id("x"), set.Member, section.To(set.Member.Type(), jen.Id("until").Dot("Time").Call().Dot("Sub").Call(jen.Id("from").Dot("Time").Call()).Dot("Milliseconds").Call()))
			})
		})
	case "present":
		// Another text than these two says more, and stays until the member is there.
		then, otherwise := section.To(set.Member.Type(), gofile.Quote(set.Words[0])), section.To(set.Member.Type(), gofile.Quote(set.Words[1]))
		g.If(jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id(p.Reader(set.Of)).Call(jen.Id("x")), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
			r.Write(g, jen.Id("x"), set.Member, then)
		}).Else().If(jen.List(jen.Id("said"), jen.Id("ok")).Op(":=").Id(p.Reader(set.Member)).Call(jen.Id("x")),
			jen.Op("!").Id("ok").Op("||").Id("said").Op("==").Add(gofile.Quote(set.Words[0]))).BlockFunc(func(g *jen.Group) {
			r.Write(g, jen.Id("x"), set.Member, otherwise)
		})
	case "length":
		g.BlockFunc(func(g *jen.Group) {
			g.List(jen.Id("v"), jen.Id("_")).Op(":=").Id(p.Reader(set.Of)).Call(jen.Id("x"))
			n := limits.Length(g, set.Of.Type(), jen.Id("v"))
			r.Write(g, jen.Id("x"), set.Member, section.To(set.Member.Type(), n))
		})
	}
}
