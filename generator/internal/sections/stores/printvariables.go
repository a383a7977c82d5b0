package stores

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// variable is the Go type of variables.
func (p *printer) variable() *jen.Statement {
	return gofile.In(p.Variables.Owner, p.Variables.Owner.Name)
}

// variablesType is the type of the field that has the variables.
func (p *printer) variablesType() *jen.Statement {
	return gofile.Variables.Dot("Variables").Types(p.document(), p.variable())
}

// fn prints a function.
func fn(params []jen.Code, results jen.Code, body ...jen.Code) *jen.Statement {
	return jen.Func().Params(params...).Add(results).Block(body...)
}

// printVariables prints the method that describes the variables.
func (p *printer) printVariables() {
	v := p.Variables
	x, of := jen.Id("x").Op("*").Add(p.document()), jen.Id("v").Op("*").Add(p.variable())
	var fields []jen.Code
	field := func(name string, value jen.Code) { fields = append(fields, gofile.Keyed(name, value)) }

	field("In", jen.Id(v.In.Var))
	clock := jen.Func().Params().Add(gofile.Time.Dot("Time")).Add(returns(jen.Id("s").Dot("Now").Call()))
	now := clock
	if len(v.Scopes) > 0 {
		now = jen.Id("now")
	}
	field("Now", now)
	field("Value", fn([]jen.Code{of.Clone()}, jen.Params(jen.Index().Byte(), jen.Error()),
		jen.List(jen.Id("value"), jen.Id("ok")).Op(":=").Id(p.Reader(v.Value)).Call(jen.Id("v")),
		jen.If(jen.Op("!").Id("ok")).Block(jen.Return(jen.Index().Byte().Parens(jen.Lit("null")), jen.Nil())),
		jen.Return(jen.Id("value").Dot("MarshalJSON").Call())))
	field("Compared", jen.Func().Params(jen.Id("v").Add(p.variable())).Params(jen.Index().Byte(), jen.Error()).BlockFunc(func(g *jen.Group) {
		if v.Reads != nil {
			var r member.Reader
			r.Clear(g, jen.Id("v"), v.Reads)
		}
		g.Return(jen.Id("v").Dot("MarshalJSON").Call())
	}))
	note := func(name string, a *model.Access) {
		if a != nil {
			field(name, setter(a, "now", gofile.Time.Dot("Time"), dateOf(a, jen.Id("now"))))
		}
	}
	note("SetCreated", v.Created)
	note("SetUpdated", v.Updated)
	if v.Created != nil || v.Updated != nil {
		dates := lists.Of(lists.Present(v.Updated, v.Created), func(a *model.Access) jen.Code { return p.ReaderOf(a, model.DateTime) })
		field("Since", gofile.Variables.Dot("Since").Call(dates...))
	}
	if v.Reads != nil {
		field("Access", jen.Func().Params(of.Clone()).BlockFunc(func(g *jen.Group) {
			var r member.Reader
			g.List(jen.Id("n"), jen.Id("_")).Op(":=").Id(p.Reader(v.Reads)).Call(jen.Id("v"))
			r.Write(g, jen.Id("v"), v.Reads, jen.Id("n").Op("+").Lit(1))
		}))
	}
	if keep := p.keep(); keep != nil {
		field("Keep", fn([]jen.Code{jen.List(jen.Id("v"), jen.Id("old")).Op("*").Add(p.variable())}, jen.Null(), keep...))
	}
	if v.Type != nil {
		var words []jen.Code
		for i, kind := range v.Types.Kinds {
			words = append(words, gofile.Quote(kind).Op(":").Add(gofile.Quote(v.Types.Words[i])))
		}
		field("Typed", gofile.Variables.Dot("Typed").Call(p.ReaderOf(v.Type, model.String), textSetter(v.Type), jen.Map(jen.String()).String().Values(gofile.OnLines(words)...)))
	}
	if v.ReadOnly != nil {
		field("ReadOnly", p.ValueOf(v.ReadOnly, model.Bool))
	}
	if v.Period != nil && (v.Created != nil || v.Updated != nil) {
		field("Lifetime", p.ReaderOf(v.Period, model.Int))
	}
	if p.limited {
		field("Fits", jen.Func().Params(x.Clone()).Error().BlockFunc(p.fits))
	}
	if p.Spill != nil && p.Spill.Owner == v.Owner {
		move := func(method string) jen.Code {
			if p.isOne() {
				return fn([]jen.Code{jen.Id("_").Op("*").Add(p.document()), of.Clone()}, jen.Error(),
					jen.Return(jen.Id("s").Dot(method).Call(gofile.Store.Dot("Only").Values(), jen.Id("v"))))
			}
			return gofile.Variables.Dot("ByKey").Call(jen.Id("s").Dot("KeyOf"), jen.Id("s").Dot(method))
		}
		field("Spill", move(p.Spill.Out))
		field("Inline", move(p.Spill.Back))
	}
	if v.Journal != nil {
		field("Record", jen.Func().Params(x.Clone(), jen.Id("c").Add(gofile.Variables.Dot("Entry"))).BlockFunc(p.record))
	}
	if v.Snapshots != nil {
		field("Snapshots", p.snapshots())
	}
	if v.Scope != nil && len(v.Scopes) > 0 {
		field("Scope", p.ValueOf(v.Scope, model.String))
		if v.Default != "" {
			field("Default", gofile.Quote(v.Default))
		}
		scopes := lists.Of(v.Scopes, p.scope)
		field("Scopes", jen.Index().Add(gofile.Variables.Dot("Scope")).Types(p.document()).Values(gofile.OnLines(scopes)...))
	}
	p.Declare("variables describes the variables of a document, which are in "+v.In.Pointer+".",
		jen.Func().Params(p.receiver()).Id("variables").Params(jen.Id("root").Op("*").Add(gofile.Storage.Dot("Root"))).Op("*").Add(p.variablesType()).BlockFunc(func(g *jen.Group) {
			if len(v.Scopes) > 0 {
				g.Add(now).Op(":=").Add(clock)
			}
			for _, scope := range v.Scopes {
				other := &printer{File: p.File, Store: scope.Store, limits: p.limits}
				g.Id(scope.Var).Op(":=").Id(scope.Store.New).Call(jen.Id("root"))
				if other.hasClock() {
					g.Id(scope.Var).Dot("Now").Op("=").Add(now)
				}
			}
			g.Return(gofile.Variables.Dot("New").Call(gofile.Variables.Dot("Kind").Types(p.document(), p.variable()).Values(gofile.OnLines(fields)...)))
		}))
	if len(v.Scopes) > 0 {
		p.identify()
	}
}

// dateOf prints the time of a date-time member.
func dateOf(a *model.Access, at *jen.Statement) *jen.Statement {
	return section.To(a.Type(), gofile.TimeFmt.Dot("DateTimeOf").Call(at.Dot("UTC").Call()))
}

// fits prints the check of the limits that writes do not make room for.
func (p *printer) fits(g *jen.Group) {
	g.Id("l").Op(":=").Id("s").Dot("Limits")
	if p.Log != nil && p.Log.Most != nil && p.Log.Keep > 0 {
		g.Id("l").Dot(p.Log.Most.Name).Op("=").Lit(-1)
	}
	for _, r := range p.Releases {
		g.Id("l").Dot(r.Most.Name).Op("=").Lit(-1)
	}
	g.Return(jen.Id("l").Dot("Check").Call(jen.Id("x")))
}

// entry prints the statements that append an element to an array of x.
func (p *printer) entry(g *jen.Group, id *ID, is *jen.Statement, of *model.Decl, write func(g *jen.Group, r *member.Reader)) {
	g.Var().Id("e").Add(gofile.In(of, of.Name))
	var r member.Reader
	r.Write(g, jen.Id("e"), id.Key, section.To(id.Key.Type(), is))
	write(g, &r)
	g.List(jen.Id("list"), jen.Id("_")).Op(":=").Id(p.Reader(id.Entries)).Call(jen.Id("x"))
	var on member.Reader
	on.Write(g, jen.Id("x"), id.Entries, jen.Append(jen.Id("list"), jen.Id("e")))
}

func (p *printer) record(g *jen.Group) {
	j := p.Variables.Journal
	c := func(name string) *jen.Statement { return jen.Id("c").Dot(name) }
	p.entry(g, j.ID, jen.Id(j.ID.Func).Call(jen.Id("x")), j.Entry, func(g *jen.Group, r *member.Reader) {
		if j.Operation != nil {
			r.Write(g, jen.Id("e"), j.Operation, jen.Index(jen.Op("...")).Add(gofile.Type(j.Operation.Type())).Values(gofile.Quotes(j.Words)...).Index(c("Operation")))
		}
		r.Write(g, jen.Id("e"), j.Name, section.To(j.Name.Type(), c("Name")))
		if j.Times != nil {
			r.Write(g, jen.Id("e"), j.Times, dateOf(j.Times, c("Time")))
		}
		value := func(a *model.Access, from string) {
			if a != nil {
				g.If(c(from).Op("!=").Nil()).BlockFunc(func(g *jen.Group) {
					r.Write(g, jen.Id("e"), a, section.To(a.Type(), gofile.JSONValue.Dot("Trusted").Call(jen.String().Parens(c(from)))))
				})
			}
		}
		value(j.Old, "Old")
		value(j.New, "New")
		if j.Source != nil {
			g.If(c("Source").Op("!=").Lit("")).BlockFunc(func(g *jen.Group) {
				r.Write(g, jen.Id("e"), j.Source, section.To(j.Source.Type(), c("Source")))
			})
		}
	})
}

// snapshots prints the description of snapshots.
func (p *printer) snapshots() jen.Code {
	v := p.Variables.Snapshots
	x := jen.Id("x").Op("*").Add(p.document())
	snapshot := gofile.Variables.Dot("Snapshot")
	name := jen.Nil()
	if v.Name != nil {
		name = p.ReaderOf(v.Name, model.String)
	}
	keyOf := jen.Id("s").Dot("KeyOf")
	dir := fn([]jen.Code{x.Clone()}, jen.Params(gofile.Storage.Dot("Path"), jen.Error()),
		jen.List(jen.Id(p.keyParam()), jen.Err()).Op(":=").Add(keyOf).Call(jen.Id("x")),
		section.Fail(gofile.Storage.Dot("Path").Values()),
		jen.Return(jen.Id(v.Dir.Var).Dot("Path").Call(p.argValues()...)))
	same, saved := gofile.Variables.Dot("SameKey").Call(keyOf), gofile.Variables.Dot("SavedBy").Call(keyOf, jen.Id("s").Dot("Load"))
	if p.isOne() { // it has no key, and there is no other
		of := jen.Op("*").Add(p.document())
		dir = jen.Func().Params(of.Clone()).Params(gofile.Storage.Dot("Path"), jen.Error()).Add(returns(jen.Id(v.Dir.Var).Dot("Path").Call()))
		same = jen.Func().Params(of.Clone(), of.Clone()).Bool().Add(returns(jen.True()))
		saved = jen.Func().Params(of.Clone()).Params(of.Clone(), jen.Error()).Add(returns(jen.Id("s").Dot("Load").Call()))
	}
	fields := []jen.Code{
		jen.Id("Root").Op(":").Id("root"),
		gofile.Keyed("Dir", dir),
		gofile.Keyed("List", gofile.Variables.Dot("ListOf").Call(
			jen.Id(p.Reader(v.ID.Entries)), p.ReaderOf(v.ID.Key, model.String), name, p.ReaderOf(v.File, model.String))),
		gofile.Keyed("Next", jen.Func().Params(jen.Id("last").String()).String().Add(
			returns(gofile.Store.Dot("NextHex").Call(gofile.Quote(v.ID.Form.Prefix), jen.Lit(v.ID.Form.Digits), jen.Id("last"))))),
		gofile.Keyed("IsID", jen.Func().Params(jen.Id("text").String()).Bool().Add(
			returns(gofile.Store.Dot("IsHex").Call(gofile.Quote(v.ID.Form.Prefix), jen.Lit(v.ID.Form.Digits), jen.Id("text"))))),
		jen.Id("Add").Op(":").Func().Params(x.Clone(), jen.Id("c").Add(snapshot.Clone())).BlockFunc(func(g *jen.Group) {
			p.entry(g, v.ID, jen.Id("c").Dot("ID"), v.Entry, func(g *jen.Group, r *member.Reader) {
				if v.Name != nil {
					r.Write(g, jen.Id("e"), v.Name, section.To(v.Name.Type(), jen.Id("c").Dot("Name")))
				}
				r.Write(g, jen.Id("e"), v.File, section.To(v.File.Type(), jen.Id("c").Dot("File")))
				if v.Times != nil {
					r.Write(g, jen.Id("e"), v.Times, dateOf(v.Times, jen.Id("c").Dot("Time")))
				}
			})
		}),
		jen.Id("Marshal").Op(":").Parens(jen.Op("*").Add(p.document())).Dot("MarshalJSON"),
		jen.Id("Parse").Op(":").Id("Parse" + p.Root.Name),
		gofile.Keyed("Same", same),
		gofile.Keyed("Saved", saved),
	}
	return jen.Op("&").Add(gofile.Variables.Dot("Snapshots")).Types(p.document()).Values(gofile.OnLines(fields)...)
}

// scope prints one scope: its store, and what makes a document for it.
func (p *printer) scope(s *VariableScope) jen.Code {
	makes, field := "ScopeOf", "Documents"
	if len(s.Store.Path.Args) == 0 {
		makes, field = "ScopeIn", "One"
	}
	fresh := jen.Func().Params(jen.Id("x").Op("*").Add(p.document())).Params(jen.Op("*").Add(p.document()), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.Id("shared").Op(":=").Id("New" + p.Root.Name).Call()
		own := false
		for i, a := range s.Store.Members {
			own = own || a.Pointer == p.Members[0].Pointer
			g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(s.reader(p, i)).Call(jen.Id("x")), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
				var r member.Reader
				r.Write(g, jen.Id("shared"), a, jen.Id("v"))
			})
		}
		if own {
			g.Return(jen.Id("shared"), jen.Nil())
			return
		}
		g.Return(jen.Id("s").Dot("identify").Call(jen.Id("shared")))
	})
	return gofile.Variables.Dot(makes).Call(gofile.Quote(s.Name), jen.Id(s.Var).Dot(field), fresh)
}

func (s *VariableScope) reader(p *printer, i int) string { return p.Reader(s.Store.Members[i]) }

// identify prints the method that gives a document of a scope a key of its own.
func (p *printer) identify() {
	key := p.NewKey
	if p.drawn != nil {
		key = p.drawn.NewKey
	}
	p.Declare("identify gives the document of a scope a key that no document has, for the files of its values.",
		jen.Func().Params(p.receiver()).Id("identify").Params(jen.Id("x").Op("*").Add(p.document())).Params(jen.Op("*").Add(p.document()), jen.Error()).BlockFunc(func(g *jen.Group) {
			g.List(jen.Id("key"), jen.Err()).Op(":=").Add(gofile.Store.Dot("FreeKey")).Call(jen.Id("s").Dot("Documents"), jen.Id(key))
			g.Add(section.Fail(jen.Nil()))
			var r member.Reader
			r.Write(g, jen.Id("x"), p.Members[0], section.To(p.Members[0].Type(), jen.Id("key")))
			g.Return(jen.Id("x"), jen.Nil())
		}))
}
