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
	p.Declare("variables describes the variables of a document, which are in "+v.In.Pointer+".",
		jen.Func().Params(p.receiver()).Id("variables").Params(jen.Id("root").Op("*").Add(gofile.Storage.Dot("Root"))).Op("*").Add(p.variablesType()).BlockFunc(func(g *jen.Group) {
			now := clock()
			if len(v.Scopes) > 0 {
				now = jen.Id("now")
				g.Add(now).Op(":=").Add(clock())
			}
			for _, scope := range v.Scopes {
				other := &printer{File: p.File, Store: scope.Store, limits: p.limits}
				g.Id(scope.Var).Op(":=").Id(scope.Store.New).Call(jen.Id("root"))
				if other.hasClock() {
					g.Id(scope.Var).Dot("Now").Op("=").Add(now)
				}
			}
			kind := &variableKind{printer: p, v: v, of: jen.Id("v").Op("*").Add(p.variable()), x: jen.Id("x").Op("*").Add(p.document())}
			g.Return(gofile.Variables.Dot("New").Call(gofile.Variables.Dot("Kind").Types(p.document(), p.variable()).Values(gofile.OnLines(kind.describe(now))...)))
		}))
	if len(v.Scopes) > 0 {
		p.identify()
	}
}

// clock prints the function that gives the time of the store.
func clock() *jen.Statement {
	return jen.Func().Params().Add(gofile.Time.Dot("Time")).Add(returns(jen.Id("s").Dot("Now").Call()))
}

// variableKind is the description of the variables of a store that is being printed.
type variableKind struct {
	*printer
	v      *Variables
	of, x  *jen.Statement // the parameters that are a variable and a document
	fields []jen.Code
}

func (k *variableKind) field(name string, value jen.Code) {
	k.fields = append(k.fields, gofile.Keyed(name, value))
}

// describe gives the fields of the description.
func (k *variableKind) describe(now jen.Code) []jen.Code {
	k.field("In", jen.Id(k.v.In.Var))
	k.field("Now", now)
	k.field("Of", jen.Id("s").Dot("PathOf"))
	k.values()
	k.dates()
	k.changes()
	k.members()
	if k.limited {
		k.field("Fits", jen.Func().Params(k.x.Clone()).Error().BlockFunc(k.fits))
	}
	k.spill()
	if k.v.Journal != nil {
		k.field("Record", jen.Func().Params(k.x.Clone(), jen.Id("c").Add(gofile.Variables.Dot("Entry"))).BlockFunc(k.record))
	}
	if k.v.Snapshots != nil {
		k.field("Snapshots", k.snapshots())
	}
	k.scopes()
	return k.fields
}

// values describes what a variable holds, and by what two are compared.
func (k *variableKind) values() {
	k.field("Value", fn([]jen.Code{k.of.Clone()}, jen.Params(jen.Index().Byte(), jen.Error()),
		jen.List(jen.Id("value"), jen.Id("ok")).Op(":=").Id(k.Reader(k.v.Value)).Call(jen.Id("v")),
		jen.If(jen.Op("!").Id("ok")).Block(jen.Return(jen.Index().Byte().Parens(jen.Lit("null")), jen.Nil())),
		jen.Return(jen.Id("value").Dot("MarshalJSON").Call())))
	k.field("Compared", jen.Func().Params(jen.Id("v").Add(k.variable())).Params(jen.Index().Byte(), jen.Error()).BlockFunc(func(g *jen.Group) {
		if k.v.Reads != nil {
			var r member.Reader
			r.Clear(g, jen.Id("v"), k.v.Reads)
		}
		g.Return(jen.Id("v").Dot("MarshalJSON").Call())
	}))
}

// isDated reports whether variables have dates.
func (k *variableKind) isDated() bool { return k.v.Created != nil || k.v.Updated != nil }

// dates describes when a variable was made and changed.
func (k *variableKind) dates() {
	note := func(name string, a *model.Access, earlier ...*model.Access) {
		if a != nil {
			at := k.notBefore(jen.Id("now"), jen.Id("v"), lists.Present(earlier...)...)
			k.field(name, setter(a, "now", gofile.Time.Dot("Time"), section.To(a.Type(), at)))
		}
	}
	note("SetCreated", k.v.Created)
	note("SetUpdated", k.v.Updated, k.v.Created, k.v.Updated)
	if k.isDated() {
		dates := lists.Of(lists.Present(k.v.Updated, k.v.Created), func(a *model.Access) jen.Code { return k.ReaderOf(a, model.DateTime) })
		k.field("Since", gofile.Variables.Dot("Since").Call(dates...))
	}
}

// changes describes what reading and writing change in a variable.
func (k *variableKind) changes() {
	if k.v.Reads != nil {
		k.field("Access", jen.Func().Params(k.of.Clone()).BlockFunc(func(g *jen.Group) {
			var r member.Reader
			g.List(jen.Id("n"), jen.Id("_")).Op(":=").Id(k.Reader(k.v.Reads)).Call(jen.Id("v"))
			r.Write(g, jen.Id("v"), k.v.Reads, jen.Id("n").Op("+").Lit(1))
		}))
	}
	if keep := k.keep(); keep != nil {
		k.field("Keep", fn([]jen.Code{jen.List(jen.Id("v"), jen.Id("old")).Op("*").Add(k.variable())}, jen.Null(), keep...))
	}
}

// members describes the members that say how a variable may be used.
func (k *variableKind) members() {
	if k.v.Type != nil {
		var words []jen.Code
		for _, t := range k.v.Types {
			words = append(words, gofile.Quote(t.Kind).Op(":").Add(gofile.Quote(t.Word)))
		}
		k.field("Typed", gofile.Variables.Dot("Typed").Call(k.ReaderOf(k.v.Type, model.String), textSetter(k.v.Type), jen.Map(jen.String()).String().Values(gofile.OnLines(words)...)))
	}
	if k.v.ReadOnly != nil {
		k.field("ReadOnly", k.ValueOf(k.v.ReadOnly, model.Bool))
	}
	if k.v.Period != nil && k.isDated() {
		k.field("Lifetime", k.ReaderOf(k.v.Period, model.Int))
	}
}

// spill describes how values that are too large move to files, and back.
func (k *variableKind) spill() {
	if k.Spill == nil || k.Spill.Owner != k.v.Owner {
		return
	}
	move := func(method string) jen.Code {
		if k.isOne() {
			return fn([]jen.Code{jen.Id("_").Op("*").Add(k.document()), k.of.Clone()}, jen.Error(),
				jen.Return(jen.Id("s").Dot(method).Call(gofile.Store.Dot("Only").Values(), jen.Id("v"))))
		}
		return gofile.Variables.Dot("ByKey").Call(jen.Id("s").Dot("KeyOf"), jen.Id("s").Dot(method))
	}
	k.field("Spill", move(k.Spill.Out))
	k.field("Inline", move(k.Spill.Back))
}

// scopes describes the documents that have the variables of other scopes.
func (k *variableKind) scopes() {
	if k.v.Scope == nil || len(k.v.Scopes) == 0 {
		return
	}
	k.field("Scope", k.ValueOf(k.v.Scope, model.String))
	if k.v.Default != "" {
		k.field("Default", gofile.Quote(k.v.Default))
	}
	k.field("Scopes", jen.Index().Add(gofile.Variables.Dot("Scope")).Types(k.document()).Values(gofile.OnLines(lists.Of(k.v.Scopes, k.scope))...))
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

// entry prints the statements that append an element to an array of x; fill prints
// what gives it its members, but for the one that is.
func (p *printer) entry(g *jen.Group, id *ID, is *jen.Statement, of *model.Decl, fill func(g *jen.Group, e *element)) {
	g.List(jen.Id("list"), jen.Id("_")).Op(":=").Id(p.Reader(id.Entries)).Call(jen.Id("x"))
	g.Var().Id("e").Add(gofile.In(of, of.Name))
	var e element
	e.set(g, id.Key, is)
	fill(g, &e)
	var on member.Reader
	on.Write(g, jen.Id("x"), id.Entries, jen.Append(jen.Id("list"), jen.Id("e")))
}

// element prints writes of members of e.
type element struct{ r member.Reader }

// set gives a member a value of the basic type that holds it; a nil one is none.
func (e *element) set(g *jen.Group, a *model.Access, value *jen.Statement) {
	if a != nil {
		e.r.Write(g, jen.Id("e"), a, section.To(a.Type(), value))
	}
}

// setIf is set where a test holds.
func (e *element) setIf(g *jen.Group, test *jen.Statement, a *model.Access, value *jen.Statement) {
	if a != nil {
		g.If(test).BlockFunc(func(g *jen.Group) { e.set(g, a, value) })
	}
}

// dated gives e the time of c, which is not before that of the last one in the list.
func (p *printer) dated(g *jen.Group, e *element, a *model.Access) {
	if a != nil {
		e.set(g, a, p.notBefore(jen.Id("c").Dot("Time"), gofile.Reader.Dot("Last").Call(jen.Id("list")), a))
	}
}

func (p *printer) record(g *jen.Group) {
	j := p.Variables.Journal
	c := func(name string) *jen.Statement { return jen.Id("c").Dot(name) }
	p.entry(g, j.ID, jen.Id(j.ID.Func).Call(jen.Id("x")), j.Entry, func(g *jen.Group, e *element) {
		if j.Operation != nil {
			e.r.Write(g, jen.Id("e"), j.Operation, jen.Index(jen.Op("...")).Add(gofile.Type(j.Operation.Type())).Values(gofile.Quotes(j.Words)...).Index(c("Operation")))
		}
		e.set(g, j.Name, c("Name"))
		p.dated(g, e, j.Time)
		value := func(a *model.Access, from string) {
			e.setIf(g, c(from).Op("!=").Nil(), a, gofile.JSONValue.Dot("Trusted").Call(jen.String().Parens(c(from))))
		}
		value(j.Old, "Old")
		value(j.New, "New")
		e.setIf(g, c("Source").Op("!=").Lit(""), j.Source, c("Source"))
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
			p.entry(g, v.ID, jen.Id("c").Dot("ID"), v.Entry, func(g *jen.Group, e *element) {
				e.set(g, v.Name, jen.Id("c").Dot("Name"))
				e.set(g, v.File, jen.Id("c").Dot("File"))
				p.dated(g, e, v.Time)
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
func (p *printer) scope(s *Scope) jen.Code {
	makes, field := "ScopeOf", "Documents"
	if len(s.Store.Path.Args) == 0 {
		makes, field = "ScopeIn", "One"
	}
	fresh := jen.Func().Params(jen.Id("x").Op("*").Add(p.document())).Params(jen.Op("*").Add(p.document()), jen.Error()).BlockFunc(func(g *jen.Group) {
		g.Id("shared").Op(":=").Id("New" + p.Root.Name).Call()
		own := false
		for _, a := range s.Store.Members {
			own = own || a.Pointer == p.Members[0].Pointer
			g.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(p.Reader(a)).Call(jen.Id("x")), jen.Id("ok")).BlockFunc(func(g *jen.Group) {
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

// identify prints the method that gives a document of a scope a key of its own.
func (p *printer) identify() {
	p.Declare("identify gives the document of a scope a key that no document has, for the files of its values.",
		jen.Func().Params(p.receiver()).Id("identify").Params(jen.Id("x").Op("*").Add(p.document())).Params(jen.Op("*").Add(p.document()), jen.Error()).BlockFunc(func(g *jen.Group) {
			g.List(jen.Id("key"), jen.Err()).Op(":=").Add(gofile.Store.Dot("FreeKey")).Call(jen.Id("s").Dot("Documents"), jen.Id(p.draws()))
			g.Add(section.Fail(jen.Nil()))
			var r member.Reader
			r.Write(g, jen.Id("x"), p.Members[0], section.To(p.Members[0].Type(), jen.Id("key")))
			g.Return(jen.Id("x"), jen.Nil())
		}))
}
