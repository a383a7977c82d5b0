package stores

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/lists"
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

// setter prints a function that gives a member of v, which may share objects with
// copies of it, a value made of the parameter.
func setter(a *model.Access, param string, t, value *jen.Statement) jen.Code {
	return jen.Func().Params(jen.Id("v").Op("*").Add(gofile.In(a.From, a.From.Name)), jen.Id(param).Add(t)).BlockFunc(func(g *jen.Group) {
		var r member.Reader
		r.Own(g, jen.Id("v"), a)
		r.Write(g, jen.Id("v"), a, value)
	})
}

// textSetter is setter of a text.
func textSetter(a *model.Access) jen.Code {
	return setter(a, "text", jen.String(), section.To(a.Type(), jen.Id("text")))
}

// spill prints what describes the values that are moved to files, and the methods that
// move them.
func (p *printer) spill() {
	s := p.Spill
	var fields, files []jen.Code
	field := func(name string, value jen.Code) { fields = append(fields, gofile.Keyed(name, value)) }
	files = append(files, gofile.Keyed("Template", jen.Id(s.Path.Var)))
	if len(s.From) > 0 {
		from := lists.Of(s.From, func(text string) jen.Code { return gofile.Storage.Dot("MustTemplate").Call(gofile.Quote(text)) })
		files = append(files, gofile.Keyed("From", jen.Index().Op("*").Add(gofile.Storage.Dot("Template")).Values(from...)))
	}
	field("Files", gofile.Store.Dot("Values").Values(gofile.OnLines(append(files, gofile.Keyed("Prefix", gofile.Quote(s.Prefix))))...))
	value := gofile.Type(s.Value.Type())
	field("Value", jen.Id(p.Reader(s.Value)))
	field("Set", setter(s.Value, "value", value, jen.Id("value")))
	if s.Type != nil {
		field("Type", p.ReaderOf(s.Type, model.String))
		field("SetType", textSetter(s.Type))
		field("As", gofile.Quote(s.As))
	}
	if s.Was != nil && s.Type != nil {
		field("Was", p.ReaderOf(s.Was, model.String))
		field("SetWas", p.setWas())
	}
	p.Declare(s.Var+" says how the "+s.Value.Pointer+" of "+s.Owner.Name+" moves to files.",
		jen.Var().Id(s.Var).Op("=").Add(gofile.Spill.Dot("Kind")).Types(p.owner(), value, jen.Op("*").Add(value)).Values(gofile.OnLines(fields)...))

	isLarge := jen.Id("s").Dot("Limits").Dot(s.Limit.Spill.Func)
	if s.Limit.Spill.Type == nil { // it takes any value
		isLarge = jen.Func().Params(jen.Id("value").Add(value)).Params(jen.Bool(), jen.Error()).Add(returns(isLarge.Call(jen.Id("value"))))
	}
	p.moves("Out", s.Out, s.Out+" moves the "+s.Value.Pointer+" of v to a file of the document where it is larger than "+s.Limit.Name+
		" allows, and leaves a reference in its place. Writes do so for all that is in "+s.In.Pointer+".", isLarge)
	p.moves("Back", s.Back, s.Back+" brings the "+s.Value.Pointer+" of v back from its file, if it is in one: what "+s.Out+" wrote as it was, and the text of a file that somebody else made. "+
		"The error wraps store.ErrOutside for a file that is not the document's.")
}

// moves prints a method that moves a value by what the runtime does.
func (p *printer) moves(does, name, comment string, more ...jen.Code) {
	args := append([]jen.Code{jen.Id("s").Dot("Root").Call(), p.argsOfKey(), jen.Id("v")}, more...)
	p.Declare(comment,
		jen.Func().Params(p.receiver()).Id(name).Params(p.keyDecl(), jen.Id("v").Op("*").Add(p.owner())).Error().Block(
			jen.Return(jen.Id(p.Spill.Var).Dot(does).Call(args...))))
}

// setWas prints the function that sets the member which keeps what the type was, an
// optional one, or takes it away.
func (p *printer) setWas() jen.Code {
	a, text := p.Spill.Was, jen.Id("text")
	last := a.Steps[len(a.Steps)-1].Field
	if last.Type.Elem.Kind == model.Named {
		text = jen.Parens(gofile.Type(last.Type)).Parens(text)
	}
	return jen.Func().Params(jen.Id("v").Op("*").Add(p.owner()), jen.Id("text").Op("*").String()).BlockFunc(func(g *jen.Group) {
		var r member.Reader
		r.Own(g, jen.Id("v"), a) // copies of v share what is below it
		at := jen.Id("v")
		for _, step := range a.Steps {
			at = at.Dot(step.Field.Name)
		}
		g.Add(at).Op("=").Add(text)
	})
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
			move := jen.Func().Params(jen.Id("v").Op("*").Add(p.owner())).Error().Add(returns(jen.Id("s").Dot(p.Spill.Out).Call(jen.Id(p.keyParam()), jen.Id("v"))))
			g.If(jen.Err().Op(":=").Id(p.Spill.In.Var).Dot("Each").Call(jen.Id("x"), move), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
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
func (p *printer) setsFunc() string { return cmp.Or(p.sameSets, p.Store).SetsFunc }

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
		if p.setsDates() {
			g.Id("at").Op(":=").Add(p.notBefore(jen.Id("now"), jen.Id("x"), p.earlier()...))
		}
		for _, set := range p.Sets {
			p.set(g, &r, set)
		}
		g.Return(jen.Nil())
	})
	p.Line()
}

// setsDates reports whether a write sets a member to its time.
func (p *printer) setsDates() bool { return slices.ContainsFunc(p.Sets, (*Set).isDate) }

// earlier are the members of a document that the time of a write is not before: those
// that earlier writes have set, and the beginnings of what the write ends.
func (s *Store) earlier() (list []*model.Access) {
	for _, set := range s.Sets {
		switch {
		case set.isDate():
			list = append(list, set.Member)
		case set.To == "elapsed" && slices.ContainsFunc(s.Sets, func(end *Set) bool { return end.isDate() && end.member == set.until }):
			list = append(list, set.Of)
		}
	}
	return list
}

// notBefore prints a time as a date-time, or the latest of some members of x where the
// clock has stepped back behind it.
func (p *printer) notBefore(now, x *jen.Statement, earlier ...*model.Access) *jen.Statement {
	if len(earlier) == 0 {
		return gofile.TimeFmt.Dot("DateTimeOf").Call(now.Dot("UTC").Call())
	}
	args := []jen.Code{now, x}
	for _, a := range earlier {
		args = append(args, p.ReaderOf(a, model.DateTime))
	}
	return gofile.Reader.Dot("NotBefore").Call(args...)
}

func (p *printer) release(g *jen.Group, release *Release) {
	most := jen.Id("s").Dot("Limits").Dot(release.Most.Name)
	g.If(jen.List(jen.Id("list"), jen.Id("_")).Op(":=").Id(p.Reader(release.Entries)).Call(jen.Id("x")),
		most.Clone().Op(">=").Lit(0).Op("&&").Int64().Parens(jen.Len(jen.Id("list"))).Op(">").Add(most.Clone())).BlockFunc(func(g *jen.Group) {
		var r member.Reader
		r.Write(g, jen.Id("x"), release.Entries, jen.Id("list").Index(jen.Int64().Parens(jen.Len(jen.Id("list"))).Op("-").Add(most.Clone()).Op(":")))
	})
}

func (p *printer) set(g *jen.Group, r *member.Reader, set *Set) {
	x, t := jen.Id("x"), set.Member.Type()
	write := func(value *jen.Statement) func(g *jen.Group) {
		return func(g *jen.Group) { r.Write(g, x, set.Member, section.To(t, value)) }
	}
	now := write(jen.Id("at"))
	read := func(value, ok string, a *model.Access) *jen.Statement {
		return jen.List(jen.Id(value), jen.Id(ok)).Op(":=").Id(p.Reader(a)).Call(x)
	}
	ifAbsent := func(g *jen.Group) { g.If(read("_", "ok", set.Member), jen.Op("!").Id("ok")).BlockFunc(now) }
	switch set.To {
	case "now":
		now(g)
	case "created":
		ifAbsent(g)
	case "since":
		g.If(read("_", "ok", set.Of), jen.Id("ok")).BlockFunc(ifAbsent)
	case "size":
		size := r.Variable()
		g.List(jen.Id(size), jen.Err()).Op(":=").Add(gofile.JSONScan.Dot("EncodedSize")).Call(x.Clone().Dot(gofile.Encode(p.Root.Decl)))
		g.Add(section.Fail())
		write(jen.Id(size))(g)
	case "elapsed":
		g.If(read("from", "ok", set.Of), jen.Id("ok")).Block(
			jen.If(read("until", "ok", set.Until), jen.Id("ok")).BlockFunc(write(
				jen.Max(jen.Lit(0), jen.Id("until").Dot("Time").Call().Dot("Sub").Call(jen.Id("from").Dot("Time").Call()).Dot("Milliseconds").Call()))))
	case "present":
		// Another text than these two says more, and stays until the member is there.
		then, otherwise := gofile.Quote(set.Words[0]), gofile.Quote(set.Words[1])
		g.If(read("_", "ok", set.Of), jen.Id("ok")).BlockFunc(write(then)).
			Else().If(read("said", "ok", set.Member), jen.Op("!").Id("ok").Op("||").Id("said").Op("==").Add(then)).BlockFunc(write(otherwise))
	case "total":
		v, said := r.Variable(), r.Variable()
		g.Add(read(v, "_", set.Of))
		g.Add(read(said, "_", set.Member))
		write(jen.Max(limits.Length(set.Of.Type(), jen.Id(v)), section.As(jen.Int64(), t, jen.Id(said))))(g)
	case "length":
		v := r.Variable()
		g.Add(read(v, "_", set.Of))
		write(limits.Length(set.Of.Type(), jen.Id(v)))(g)
	}
}
