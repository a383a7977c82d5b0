package stores

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
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
	x, of, name := jen.Id("x").Op("*").Add(p.document()), jen.Id("v").Op("*").Add(p.variable()), jen.Id("name").String()
	var fields []jen.Code
	field := func(name string, value jen.Code) { fields = append(fields, gofile.Keyed(name, value)) }
	both := jen.Params(jen.Id("v").Add(p.variable()), jen.Id("ok").Bool())

	field("Get", jen.Func().Params(x.Clone(), name.Clone()).Add(both).BlockFunc(p.getVariable))
	field("Put", jen.Func().Params(x.Clone(), name.Clone(), jen.Id("v").Add(p.variable())).BlockFunc(p.putVariable))
	field("Remove", jen.Func().Params(x.Clone(), name.Clone()).BlockFunc(p.removeVariable))
	field("Names", jen.Func().Params(x.Clone()).Params(jen.Id("names").Index().String()).BlockFunc(p.nameVariables))
	field("Now", jen.Func().Params().Add(gofile.Time.Dot("Time")).Block(jen.Return(jen.Id("s").Dot("Now").Call())))
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
	if v.Created != nil || v.Updated != nil {
		field("Stamp", jen.Func().Params(of.Clone(), jen.Id("isNew").Bool(), jen.Id("now").Add(gofile.Time.Dot("Time"))).BlockFunc(p.stamp))
		field("Since", jen.Func().Params(of.Clone()).Add(gofile.Time.Dot("Time")).BlockFunc(p.since))
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
		field("Typed", fn([]jen.Code{of.Clone(), jen.Id("kind").String()}, jen.Null(), p.typed()...))
	}
	if v.ReadOnly != nil {
		field("ReadOnly", fn([]jen.Code{of.Clone()}, jen.Bool(),
			jen.List(jen.Id("is"), jen.Id("_")).Op(":=").Id(p.Reader(v.ReadOnly)).Call(jen.Id("v")),
			jen.Return(section.As(jen.Bool(), v.ReadOnly.Type(), jen.Id("is")))))
	}
	if v.Period != nil && (v.Created != nil || v.Updated != nil) {
		field("Lifetime", fn([]jen.Code{of.Clone()}, jen.Params(jen.Int64(), jen.Bool()),
			jen.List(jen.Id("n"), jen.Id("ok")).Op(":=").Id(p.Reader(v.Period)).Call(jen.Id("v")),
			jen.Return(section.As(jen.Int64(), v.Period.Type(), jen.Id("n")), jen.Id("ok"))))
	}
	if p.limited {
		field("Fits", jen.Func().Params(x.Clone()).Error().BlockFunc(p.fits))
	}
	if p.Spill != nil && p.Spill.Owner == v.Owner {
		move := func(method string) jen.Code {
			return fn([]jen.Code{x.Clone(), of.Clone()}, jen.Error(),
				jen.List(jen.Id(p.keyParam()), jen.Err()).Op(":=").Id("s").Dot("KeyOf").Call(jen.Id("x")),
				section.Fail(),
				jen.Return(jen.Id("s").Dot(method).Call(jen.Id(p.keyParam()), jen.Id("v"))))
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
		field("Scope", fn([]jen.Code{of.Clone()}, jen.String(),
			jen.List(jen.Id("scope"), jen.Id("_")).Op(":=").Id(p.Reader(v.Scope)).Call(jen.Id("v")),
			jen.Return(section.As(jen.String(), v.Scope.Type(), jen.Id("scope")))))
		if v.Default != "" {
			field("Default", gofile.Quote(v.Default))
		}
		var declared, scopes []jen.Code
		for _, f := range p.declaredVariables() {
			declared = append(declared, gofile.Quote(f.JSON))
		}
		if declared != nil {
			field("Declared", jen.Index().String().Values(declared...))
		}
		for _, scope := range v.Scopes {
			scopes = append(scopes, p.scope(scope))
		}
		field("Scopes", jen.Index().Add(gofile.Variables.Dot("Scope")).Types(p.document()).Values(gofile.OnLines(scopes)...))
	}
	p.Add(gofile.Comment("variables describes the variables of a document, which are in " + v.In.Pointer + "."))
	p.Func().Params(p.receiver()).Id("variables").Params(jen.Id("root").Op("*").Add(gofile.Storage.Dot("Root"))).Op("*").Add(p.variablesType()).BlockFunc(func(g *jen.Group) {
		for _, scope := range v.Scopes {
			other := &printer{File: p.File, Store: scope.Store, limits: p.limits}
			g.Id(scope.Var).Op(":=").Id(scope.Store.New).Call(jen.Id("root"))
			if other.hasClock() {
				g.Id(scope.Var).Dot("Now").Op("=").Func().Params().Add(gofile.Time.Dot("Time")).Block(jen.Return(jen.Id("s").Dot("Now").Call()))
			}
		}
		g.Return(gofile.Variables.Dot("New").Call(gofile.Variables.Dot("Kind").Types(p.document(), p.variable()).Values(gofile.OnLines(fields)...)))
	})
	p.Line()
	if len(v.Scopes) > 0 {
		p.identify()
	}
}

// declaredVariables are the members of the object of variables that the schema
// declares and that are variables.
func (p *printer) declaredVariables() (fields []*model.Field) {
	t := p.Variables.In.Type()
	if t.Kind != model.Named {
		return nil
	}
	for _, f := range t.Decl.Fields {
		if p.isVariable(f.Type) {
			fields = append(fields, f)
		}
	}
	return fields
}

func (p *printer) isVariable(t *model.Type) bool {
	return t.Bare().Kind == model.Named && t.Bare().Decl == p.Variables.Owner
}

// others is the map of the variables that the schema does not declare; elem is
// nil for none.
func (p *printer) others(holder *jen.Statement) (at *jen.Statement, elem *model.Type) {
	switch t := p.Variables.In.Type(); {
	case t.Kind == model.Map:
		elem, at = t.Elem, holder
	case t.Decl.Extra != nil:
		elem, at = t.Decl.Extra.Elem, holder.Clone().Dot(t.Decl.Extra.Name)
	}
	if elem == nil || !p.isVariable(elem) || elem.Kind != model.Named {
		return nil, nil
	}
	return at, elem
}

// holder prints the way to the object of variables, leaving where there is none.
func (p *printer) holder(g *jen.Group, leave jen.Code) *jen.Statement {
	var r member.Reader
	return holder(g, &r, p.Variables.In, leave)
}

func (p *printer) getVariable(g *jen.Group) {
	at := p.holder(g, jen.Return(jen.Id("v"), jen.False()))
	var cases []jen.Code
	for _, f := range p.declaredVariables() {
		field := at.Clone().Dot(f.Name)
		var found []jen.Code
		switch f.Type.Kind {
		case model.Nullable:
			found = []jen.Code{jen.Return(field.Clone().Dot("Get").Call())}
		case model.Pointer:
			found = []jen.Code{
				jen.If(field.Clone().Op("==").Nil()).Block(jen.Return(jen.Id("v"), jen.False())),
				jen.Return(jen.Op("*").Add(field), jen.True()),
			}
		default:
			found = []jen.Code{jen.Return(field, jen.True())}
		}
		cases = append(cases, jen.Case(gofile.Quote(f.JSON)).Block(found...))
	}
	if cases != nil {
		g.Switch(jen.Id("name")).Block(cases...)
	}
	if list, _ := p.others(at); list != nil {
		g.List(jen.Id("v"), jen.Id("ok")).Op("=").Add(list).Index(jen.Id("name"))
	}
	g.Return(jen.Id("v"), jen.Id("ok"))
}

// made prints the way to the object of variables, making what is missing.
func (p *printer) made(g *jen.Group) *jen.Statement {
	var r member.Reader
	r.Reach(g, jen.Id("x"), p.Variables.In)
	last := p.Variables.In.Steps[len(p.Variables.In.Steps)-1].Field
	at := selector(jen.Id("x"), p.Variables.In)
	if last.Type.Kind == model.Pointer {
		g.If(at.Clone().Op("==").Nil()).Block(at.Clone().Op("=").New(gofile.Type(last.Type.Elem)))
	}
	return at
}

func (p *printer) putVariable(g *jen.Group) {
	at := p.made(g)
	var cases []jen.Code
	for _, f := range p.declaredVariables() {
		field := at.Clone().Dot(f.Name)
		switch f.Type.Kind {
		case model.Nullable:
			field.Op("=").Add(gofile.Present(f.Type)).Call(jen.Id("v"))
		case model.Pointer:
			field.Op("=").Op("&").Id("v")
		default:
			field.Op("=").Id("v")
		}
		cases = append(cases, jen.Case(gofile.Quote(f.JSON)).Block(field, jen.Return()))
	}
	if cases != nil {
		g.Switch(jen.Id("name")).Block(cases...)
	}
	if list, elem := p.others(at); list != nil {
		g.If(list.Clone().Op("==").Nil()).Block(list.Clone().Op("=").Make(jen.Map(jen.String()).Add(gofile.Type(elem))))
		g.Add(list).Index(jen.Id("name")).Op("=").Id("v")
	}
}

func (p *printer) removeVariable(g *jen.Group) {
	at := p.holder(g, jen.Return())
	var cases []jen.Code
	for _, f := range p.declaredVariables() {
		field := at.Clone().Dot(f.Name)
		switch f.Type.Kind {
		case model.Nullable:
			field.Op("=").Add(gofile.Optional.Dot("Null")).Types(p.variable()).Call()
		case model.Pointer:
			field.Op("=").Nil()
		default:
			field.Op("=").Add(p.variable()).Values()
		}
		cases = append(cases, jen.Case(gofile.Quote(f.JSON)).Block(field, jen.Return()))
	}
	if cases != nil {
		g.Switch(jen.Id("name")).Block(cases...)
	}
	if list, _ := p.others(at); list != nil {
		g.Delete(list, jen.Id("name"))
	}
}

func (p *printer) nameVariables(g *jen.Group) {
	at := p.holder(g, jen.Return(jen.Nil()))
	if list, _ := p.others(at); list != nil {
		g.Id("names").Op("=").Add(gofile.Slices.Dot("Collect")).Call(gofile.Maps.Dot("Keys").Call(list))
	}
	for _, f := range p.declaredVariables() {
		field := at.Clone().Dot(f.Name)
		add := jen.Id("names").Op("=").Append(jen.Id("names"), gofile.Quote(f.JSON))
		switch f.Type.Kind {
		case model.Nullable:
			g.If(field.Dot("IsValue").Call()).Block(add)
		case model.Pointer:
			g.If(field.Op("!=").Nil()).Block(add)
		default:
			g.Add(add)
		}
	}
	g.Return(jen.Id("names"))
}

// dateOf prints the time of a date-time member.
func dateOf(a *model.Access, at *jen.Statement) *jen.Statement {
	return section.To(a.Type(), gofile.TimeFmt.Dot("DateTimeOf").Call(at.Dot("UTC").Call()))
}

func (p *printer) stamp(g *jen.Group) {
	write := func(g *jen.Group, a *model.Access) {
		if a == nil {
			return
		}
		var r member.Reader
		r.Own(g, jen.Id("v"), a)
		r.Write(g, jen.Id("v"), a, dateOf(a, jen.Id("now")))
	}
	v := p.Variables
	if v.Updated == nil || v.Created == nil {
		test := jen.Id("isNew")
		if v.Created == nil {
			test = jen.Op("!").Id("isNew")
			g.If(test).BlockFunc(func(g *jen.Group) { write(g, v.Updated) })
			return
		}
		g.If(test).BlockFunc(func(g *jen.Group) { write(g, v.Created) })
		return
	}
	g.If(jen.Id("isNew")).BlockFunc(func(g *jen.Group) { write(g, v.Created) }).Else().BlockFunc(func(g *jen.Group) { write(g, v.Updated) })
}

func (p *printer) since(g *jen.Group) {
	v := p.Variables
	first, second := v.Updated, v.Created
	if first == nil {
		first, second = second, nil
	}
	g.List(jen.Id("at"), jen.Id("ok")).Op(":=").Id(p.Reader(first)).Call(jen.Id("v"))
	if second != nil {
		g.If(jen.Op("!").Id("ok")).Block(jen.List(jen.Id("at"), jen.Id("ok")).Op("=").Id(p.Reader(second)).Call(jen.Id("v")))
	}
	g.If(jen.Op("!").Id("ok")).Block(jen.Return(gofile.Time.Dot("Time").Values()))
	g.Return(jen.Id("at").Dot("Time").Call())
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
func (p *printer) entry(g *jen.Group, id *ID, of *model.Decl, write func(g *jen.Group, r *member.Reader)) {
	g.Var().Id("e").Add(gofile.In(of, of.Name))
	var r member.Reader
	r.Write(g, jen.Id("e"), id.Key, section.To(id.Key.Type(), jen.Id(id.Func).Call(jen.Id("x"))))
	write(g, &r)
	g.List(jen.Id("list"), jen.Id("_")).Op(":=").Id(p.Reader(id.Entries)).Call(jen.Id("x"))
	var on member.Reader
	on.Write(g, jen.Id("x"), id.Entries, jen.Append(jen.Id("list"), jen.Id("e")))
}

func (p *printer) record(g *jen.Group) {
	j := p.Variables.Journal
	c := func(name string) *jen.Statement { return jen.Id("c").Dot(name) }
	p.entry(g, j.ID, j.Entry, func(g *jen.Group, r *member.Reader) {
		if j.Operation != nil {
			var words []jen.Code
			for _, word := range j.Words {
				words = append(words, gofile.Quote(word))
			}
			r.Write(g, jen.Id("e"), j.Operation, jen.Index(jen.Op("...")).Add(gofile.Type(j.Operation.Type())).Values(words...).Index(c("Operation")))
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
	var list []jen.Code
	read := func(field string, a *model.Access) {
		if a != nil {
			list = append(list, jen.List(jen.Id(strings.ToLower(field)), jen.Id("_")).Op(":=").Id(p.Reader(a)).Call(jen.Op("&").Id("list").Index(jen.Id("i"))))
		}
	}
	var values []jen.Code
	value := func(field string, a *model.Access) {
		read(field, a)
		if a != nil {
			values = append(values, jen.Id(field).Op(":").Add(section.As(jen.String(), a.Type(), jen.Id(strings.ToLower(field)))))
		}
	}
	value("ID", v.ID.Key)
	value("Name", v.Name)
	value("File", v.File)
	list = append(list, jen.Id("all").Index(jen.Id("i")).Op("=").Add(snapshot.Clone()).Values(values...))
	key := jen.Id(p.keyParam())
	fields := []jen.Code{
		jen.Id("Root").Op(":").Id("root"),
		gofile.Keyed("Dir", fn([]jen.Code{x.Clone()}, jen.Params(gofile.Storage.Dot("Path"), jen.Error()),
			jen.List(key, jen.Err()).Op(":=").Id("s").Dot("KeyOf").Call(jen.Id("x")),
			section.Fail(gofile.Storage.Dot("Path").Values()),
			jen.Return(jen.Id(v.Dir.Var).Dot("Path").Call(p.argValues()...)))),
		gofile.Keyed("List", fn([]jen.Code{x.Clone()}, jen.Index().Add(snapshot.Clone()),
			jen.List(jen.Id("list"), jen.Id("_")).Op(":=").Id(p.Reader(v.ID.Entries)).Call(jen.Id("x")),
			jen.Id("all").Op(":=").Make(jen.Index().Add(snapshot.Clone()), jen.Len(jen.Id("list"))),
			jen.For(jen.Id("i").Op(":=").Range().Id("list")).Block(list...),
			jen.Return(jen.Id("all")))),
		jen.Id("ID").Op(":").Id(v.ID.Func),
		gofile.Keyed("IsID", fn([]jen.Code{jen.Id("text").String()}, jen.Bool(),
			jen.Return(gofile.Store.Dot("IsHex").Call(gofile.Quote(v.ID.Form.Prefix), jen.Lit(v.ID.Form.Digits), jen.Id("text"))))),
		jen.Id("Add").Op(":").Func().Params(x.Clone(), jen.Id("c").Add(snapshot.Clone())).BlockFunc(func(g *jen.Group) {
			p.entry(g, v.ID, v.Entry, func(g *jen.Group, r *member.Reader) {
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
		gofile.Keyed("Same", fn([]jen.Code{jen.List(jen.Id("x"), jen.Id("snapshot")).Op("*").Add(p.document())}, jen.Bool(),
			jen.List(jen.Id("a"), jen.Id("aErr")).Op(":=").Id("s").Dot("KeyOf").Call(jen.Id("x")),
			jen.List(jen.Id("b"), jen.Id("bErr")).Op(":=").Id("s").Dot("KeyOf").Call(jen.Id("snapshot")),
			jen.Return(jen.Id("aErr").Op("==").Nil().Op("&&").Id("bErr").Op("==").Nil().Op("&&").Id("a").Op("==").Id("b")))),
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
		g.Return(jen.Id("shared"), jen.Id("s").Dot("identify").Call(jen.Id("shared")))
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
	p.Add(gofile.Comment("identify gives the document of a scope a key that no document has, for the files of its values."))
	p.Func().Params(p.receiver()).Id("identify").Params(jen.Id("x").Op("*").Add(p.document())).Error().Block(
		jen.For().BlockFunc(func(g *jen.Group) {
			g.Id("key").Op(":=").Id(key).Call()
			g.List(jen.Id("taken"), jen.Err()).Op(":=").Id("s").Dot("Has").Call(jen.Id("key"))
			g.Add(section.Fail())
			g.If(jen.Op("!").Id("taken")).BlockFunc(func(g *jen.Group) {
				var r member.Reader
				r.Write(g, jen.Id("x"), p.Members[0], section.To(p.Members[0].Type(), jen.Id("key")))
				g.Return(jen.Nil())
			})
		}))
	p.Line()
}
