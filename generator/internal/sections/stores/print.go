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

// Files prints stores.go; there is none without stores.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if len(s.stores) == 0 {
		return nil
	}
	f := p.Open("stores.go")
	for _, store := range s.stores {
		pr := &printer{File: f, Store: store, limits: s.limits, limited: store.isDocument && s.limits.Checks()}
		pr.store()
	}
	f.PrintReaders()
	return []*gofile.File{f.File}
}

// printer prints one store.
type printer struct {
	*section.File
	*Store
	limits  *limits.Section
	limited bool
}

func (p *printer) hasLimits() bool { return p.limited || p.Days != nil || p.Spill != nil }

func (p *printer) hasClock() bool {
	return p.Variables != nil || p.setsDates()
}

// returns prints the body of a function that returns a value, on the line of its head.
func returns(value jen.Code) jen.Code { return gofile.OnLine(jen.Return(value)) }

// document is the Go type of the documents.
func (p *printer) document() *jen.Statement { return gofile.In(p.Root.Decl, p.Root.Decl.Name) }

func (p *printer) isOne() bool { return len(p.Path.Args) == 0 }

// keyType is the Go type of keys.
func (p *printer) keyType() *jen.Statement {
	switch {
	case p.isOne():
		return gofile.Store.Dot("Only")
	case p.Key != "":
		return jen.Id(p.Key)
	}
	return storage.ArgType(p.Path.Args[0])
}

// keyParam is the parameter of a key.
func (p *printer) keyParam() string {
	if len(p.Path.Args) == 1 {
		return p.Path.Args[0].Param
	}
	return "key"
}

// KeyParam returns the parameter by which methods of a store take a key, and its type.
func (s *Store) KeyParam() (param string, t *jen.Statement) {
	p := &printer{Store: s}
	return p.keyParam(), p.keyType()
}

// HasLimits reports whether a store has a field with the limits of the schema.
func (s *Section) HasLimits(store *Store) bool {
	return (&printer{Store: store, limited: store.isDocument && s.limits.Checks()}).hasLimits()
}

func (p *printer) receiver() *jen.Statement { return jen.Id("s").Op("*").Id(p.Name) }

func (p *printer) store() {
	if p.Key != "" {
		p.key()
	}
	p.structure()
	p.constructor()
	if p.KeyForm != nil {
		p.newKey()
	}
	p.below()
	for _, found := range p.Find {
		p.find(found)
	}
	if p.Days != nil && !p.isOne() {
		p.expire()
	}
	for _, h := range p.Held {
		p.held(h)
	}
	if p.Spill != nil {
		p.spill()
	}
	if p.needsPrepare() {
		p.prepare()
	}
	if p.Variables != nil {
		p.printVariables()
	}
	for _, id := range p.IDs {
		p.nextID(id)
	}
}

func (p *printer) key() {
	fields := lists.Of(p.Path.Args, func(a *storage.PathArg) jen.Code { return jen.Id(a.Field).Add(storage.ArgType(a)) })
	p.Declare(p.Key+" is what the path of a document of "+p.Name+" says.",
		jen.Type().Id(p.Key).Struct(fields...))
}

func (p *printer) structure() {
	what, embedded := "the "+p.Root.Decl.Name+" documents at ", jen.Op("*").Add(gofile.Store.Dot("Documents")).Types(p.document(), p.keyType())
	if p.isOne() {
		what, embedded = "the "+p.Root.Decl.Name+" at ", jen.Op("*").Add(gofile.Store.Dot("One")).Types(p.document())
	}
	text := p.Name + " keeps " + what + p.Path.Text + ". It is safe for concurrent use, by any number of processes; what is acknowledged is durable."
	if p.Index != nil {
		text += " The index is " + p.Index.Path.Text + "."
	}
	if p.Log != nil {
		text += " The entries of " + p.Log.Entries.Pointer + " are in " + p.Log.Path.Text + " too"
		if p.Log.Most != nil {
			text += ", and there alone once a document has no room for them"
		}
		text += "."
	}
	p.Add(gofile.Comment(text))
	fields := []jen.Code{embedded}
	if p.hasLimits() {
		fields = append(fields, gofile.Comment("Limits are those of the schema, to be changed before the first use."), jen.Id("Limits").Id(p.limits.TypeName()))
	}
	if p.hasClock() {
		fields = append(fields, gofile.Comment("Now is time.Now, to be changed before the first use."), jen.Id("Now").Func().Params().Add(gofile.Time.Dot("Time")))
	}
	if p.Variables != nil {
		fields = append(fields, gofile.Comment("Variables are those in "+p.Variables.In.Pointer+" of a document."), jen.Id("Variables").Op("*").Add(p.variablesType()))
	}
	p.Type().Id(p.Name).Struct(fields...)
	p.Line()
}

func (p *printer) constructor() {
	var initial []jen.Code
	if p.hasLimits() {
		initial = append(initial, jen.Id("Limits").Op(":").Id(p.limits.Defaults()).Call())
	}
	if p.hasClock() {
		initial = append(initial, gofile.Keyed("Now", gofile.Time.Dot("Now")))
	}
	what, makes, field := "documents", "New", "Documents"
	if p.isOne() {
		what, makes, field = "document", "NewOne", "One"
	}
	p.Declare(p.New+" opens the "+what+" below root.",
		jen.Func().Id(p.New).Params(jen.Id("root").Op("*").Add(gofile.Storage.Dot("Root"))).Op("*").Id(p.Name).BlockFunc(func(g *jen.Group) {
			g.Id("s").Op(":=").Op("&").Id(p.Name).Values(initial...)
			g.Id("s").Dot(field).Op("=").Add(gofile.Store.Dot(makes)).Call(jen.Id("root"), gofile.Store.Dot("Kind").Types(p.document(), p.keyType()).Values(gofile.OnLines(p.kind())...))
			if p.Variables != nil {
				g.Id("s").Dot("Variables").Op("=").Id("s").Dot("variables").Call(jen.Id("root"))
			}
			g.Return(jen.Id("s"))
		}))
}

// kind prints the fields of the description of the documents.
func (p *printer) kind() []jen.Code {
	x := jen.Id("x").Op("*").Add(p.document())
	var fields []jen.Code
	field := func(name string, value jen.Code) { fields = append(fields, gofile.Keyed(name, value)) }
	field("Template", jen.Id(p.Path.Var))
	if !p.isOne() {
		args, key := p.keys()
		field("Args", args)
		field("Key", key)
		if members := p.members(); members != nil {
			field("Members", members)
		}
	}
	name := p.Root.Name
	if p.Path.Format == "json" {
		field("Parse", jen.Id("Parse"+name))
	} else {
		field("Parse", jen.Id("Parse"+name+"YAML"))
		field("File", gofile.YAMLDoc.Dot("FromJSON"))
	}
	field("Marshal", jen.Parens(jen.Op("*").Add(p.document())).Dot("MarshalJSON"))
	field("Validate", jen.Id("Validate"+name))
	if p.limited {
		field("Limits", jen.Func().Params(x.Clone()).Error().Add(returns(jen.Id("s").Dot("Limits").Dot("Check").Call(jen.Id("x")))))
	}
	if p.needsPrepare() {
		field("Prepare", jen.Id("s").Dot("prepare"))
	}
	if len(p.Dates) > 0 {
		dates := lists.Of(p.Dates, func(a *model.Access) jen.Code { return gofile.Reader.Dot("Time").Call(p.ReaderOf(a, model.DateTime)) })
		field("Dates", jen.Index().Func().Params(x.Clone()).Add(gofile.Time.Dot("Time")).Values(gofile.OnLines(dates)...))
	}
	if all := slices.Concat(p.Parts, p.ownScopes()); len(all) > 0 {
		parts := lists.Of(all, func(part *storage.Path) jen.Code { return jen.Id(part.Var) })
		field("Parts", jen.Index().Op("*").Add(gofile.Storage.Dot("Template")).Values(parts...))
	}
	if p.Log != nil {
		field("Logs", jen.Index().Add(gofile.Store.Dot("Log")).Types(p.document()).Values(p.logOf()))
	}
	if p.Index != nil {
		field("Index", p.indexOf())
	}
	return fields
}

// ownScopes are the paths of the scopes that a document shares with no other one: their
// documents are found by its key, and go with it.
func (s *Store) ownScopes() (own []*storage.Path) {
	if s.Variables == nil || s.Variables.Scope == nil {
		return nil
	}
	for _, scope := range s.Variables.Scopes {
		other := scope.Store
		sameKey := slices.EqualFunc(other.Members, s.Members, func(a, b *model.Access) bool {
			return a != nil && b != nil && a.Pointer == b.Pointer
		})
		if other != s && len(s.Members) > 0 && sameKey && !slices.Contains(s.Parts, other.Path) {
			own = append(own, other.Path)
		}
	}
	return own
}

// keys prints the functions that give the arguments of a key, and the key of
// arguments.
func (p *printer) keys() (args, key jen.Code) {
	if a := p.Path.Args[0]; p.Key == "" {
		if a.Int {
			return gofile.Store.Dot("NumberArgs"), gofile.Store.Dot("NumberKey")
		}
		return gofile.Store.Dot("TextArgs").Types(p.keyType()), gofile.Store.Dot("TextKey").Types(p.keyType())
	}
	fn := jen.Func().Params(jen.Id("args").Index().String()).Params(jen.Id("key").Add(p.keyType()), jen.Err().Error())
	return jen.Func().Params(p.keyDecl()).Index().String().Add(returns(p.argsOfKey())), fn.BlockFunc(func(g *jen.Group) {
		for i, a := range p.Path.Args {
			to, arg := jen.Id("key").Dot(a.Field), jen.Id("args").Index(jen.Lit(i))
			switch {
			case a.Int:
				g.If(jen.List(to, jen.Err()).Op("=").Add(gofile.Strconv.Dot("ParseInt")).Call(arg, jen.Lit(10), jen.Lit(64)), jen.Err().Op("!=").Nil()).Block(
					jen.Return(jen.Id("key"), jen.Err()))
			case a.Enum != nil:
				g.Add(to).Op("=").Add(storage.ArgType(a)).Parens(arg)
			default:
				g.Add(to).Op("=").Add(arg)
			}
		}
		g.Return(jen.Id("key"), jen.Nil())
	})
}

// members prints what reads the arguments in a document; nil where it says none.
func (p *printer) members() jen.Code {
	if !slices.ContainsFunc(p.Members, func(a *model.Access) bool { return a != nil }) {
		return nil
	}
	var list []jen.Code
	for _, a := range p.Members {
		switch {
		case a == nil:
			list = append(list, jen.Nil())
		case a.Type().Resolved().Kind == model.Int:
			list = append(list, gofile.Reader.Dot("Digits").Call(p.ReaderOf(a, model.Int)))
		default:
			list = append(list, p.ReaderOf(a, model.String))
		}
	}
	return jen.Index().Add(gofile.Store.Dot("Member")).Types(p.document()).Values(gofile.OnLines(list)...)
}

func (p *printer) logOf() jen.Code {
	l := p.Log
	entry := gofile.In(l.Entry, l.Entry.Name)
	fields := []jen.Code{
		jen.Id("Template").Op(":").Id(l.Path.Var),
		gofile.Keyed("Entries", gofile.Reader.Dot("Of").Call(jen.Id(p.Reader(l.Entries)))),
		gofile.Keyed("ID", p.ValueOf(l.Key, model.String)),
		jen.Id("Encode").Op(":").Parens(jen.Op("*").Add(entry.Clone())).Dot("MarshalJSON"),
		gofile.Keyed("Decode", gofile.Whole.Dot("Decode").Types(entry)),
	}
	if l.Most != nil && l.Keep > 0 {
		fields = append(fields,
			jen.Id("Most").Op(":").Func().Params().Int64().Add(returns(jen.Id("s").Dot("Limits").Dot(l.Most.Name))),
			jen.Id("Keep").Op(":").Lit(int(l.Keep)),
			jen.Id("Drop").Op(":").Func().Params(jen.Id("x").Op("*").Add(p.document()), jen.Id("n").Int()).BlockFunc(func(g *jen.Group) {
				g.List(jen.Id("v"), jen.Id("_")).Op(":=").Id(p.Reader(l.Entries)).Call(jen.Id("x"))
				var r member.Reader
				r.Write(g, jen.Id("x"), l.Entries, jen.Id("v").Index(jen.Id("n").Op(":")))
			}))
	}
	if total := lists.First(p.Sets, func(s *Set) bool { return s.To == "total" && s.of == l.entries.Text }); total != nil {
		fields = append(fields,
			gofile.Keyed("Total", p.ReaderOf(total.Member, model.Int)),
			jen.Id("SetTotal").Op(":").Func().Params(jen.Id("x").Op("*").Add(p.document()), jen.Id("n").Int64()).BlockFunc(func(g *jen.Group) {
				var r member.Reader
				r.Write(g, jen.Id("x"), total.Member, section.To(total.Member.Type(), jen.Id("n")))
			}))
	}
	return gofile.Store.Dot("LogOf").Call(gofile.Store.Dot("LogOptions").Types(p.document(), entry.Clone()).Values(gofile.OnLines(fields)...))
}

func (p *printer) indexOf() jen.Code {
	var list []jen.Code
	for _, m := range p.Index.Members {
		values := []jen.Code{gofile.Keyed("Name", gofile.Quote(m.Name))}
		if m.Pointer != "" {
			values = append(values, gofile.Keyed("Pointer", gofile.Quote(m.Pointer)))
		}
		list = append(list, jen.Values(values...))
	}
	fields := []jen.Code{
		jen.Id("Template").Op(":").Id(p.Index.Path.Var),
		gofile.Keyed("Head", gofile.Quote(p.Index.Head)),
		gofile.Keyed("Entries", gofile.Quote(p.Index.Entries)),
		gofile.Keyed("Key", gofile.Quote(p.Index.Key)),
	}
	if p.Index.When != "" {
		fields = append(fields, gofile.Keyed("When", gofile.Quote(p.Index.When)))
	}
	fields = append(fields, jen.Id("Members").Op(":").Index().Add(gofile.Store.Dot("IndexMember")).Values(gofile.OnLines(list)...))
	return jen.Op("&").Add(gofile.Store.Dot("Index")).Values(gofile.OnLines(fields)...)
}

// draws is the function that draws a key; stores whose keys have one form have one.
func (p *printer) draws() string { return cmp.Or(p.drawn, p.Store).NewKey }

func (p *printer) newKey() {
	if p.drawn == nil {
		p.Declare(p.NewKey+" draws an ID at random, which may be taken: see "+p.Name+".CreateNew.",
			jen.Func().Id(p.NewKey).Params().String().Block(
				jen.Return(gofile.Store.Dot("RandomHex").Call(gofile.Quote(p.KeyForm.Prefix), jen.Lit(p.KeyForm.Digits)))))
	}
	p.Declare("CreateNew makes a document, which fresh gives for an ID that is not taken.",
		jen.Func().Params(p.receiver()).Id("CreateNew").Params(
			jen.Id("ctx").Add(gofile.Context.Dot("Context")),
			jen.Id("fresh").Func().Params(jen.Id(p.keyParam()).String()).Params(jen.Op("*").Add(p.document()), jen.Error())).
			Params(jen.Op("*").Add(p.document()), jen.Error()).Block(
			jen.Return(jen.Id("s").Dot("Documents").Dot("CreateNew").Call(jen.Id("ctx"), jen.Id(p.draws()), jen.Id("fresh")))))
}

func (p *printer) sequence() *jen.Statement {
	return gofile.Iter.Dot("Seq2").Types(jen.Op("*").Add(p.document()), jen.Error())
}

// below prints a method for each number of first arguments.
func (p *printer) below() {
	var params, args []jen.Code
	name := "Of"
	for i, a := range p.Path.Args {
		if i == len(p.Path.Args)-1 {
			return
		}
		name += a.Field
		params = append(params, jen.Id(a.Param).Add(storage.ArgType(a)))
		args = append(args, storage.ArgText(a, jen.Id(a.Param)))
		p.Declare(name+" reads the documents whose paths have these first arguments, as All does.",
			jen.Func().Params(p.receiver()).Id(name).Params(slices.Clone(params)...).Add(p.sequence()).Block(
				jen.Return(jen.Id("s").Dot("Below").Call(slices.Clone(args)...))))
	}
}

func (p *printer) find(found *Found) {
	p.Declare(found.Method+" finds the documents whose "+found.Access.Pointer+" is v. It reads all documents, as All does.",
		jen.Func().Params(p.receiver()).Id(found.Method).Params(jen.Id("v").Add(gofile.Type(found.Access.Type()))).Add(p.sequence()).Block(
			jen.Return(jen.Id("s").Dot("Find").Call(jen.Func().Params(jen.Id("x").Op("*").Add(p.document())).Bool().Block(
				jen.List(jen.Id("is"), jen.Id("ok")).Op(":=").Id(p.Reader(found.Access)).Call(jen.Id("x")),
				jen.Return(jen.Id("ok").Op("&&").Id("is").Op("==").Id("v")))))))
}

func (p *printer) expire() {
	p.Declare("Expire deletes the documents that are older than "+p.Days.Name+" days, as Sweep does, and returns their keys.",
		jen.Func().Params(p.receiver()).Id("Expire").Params(jen.Id("ctx").Add(gofile.Context.Dot("Context")), jen.Id("now").Add(gofile.Time.Dot("Time"))).
			Params(jen.Index().Add(p.keyType()), jen.Error()).Block(
			jen.If(jen.Id("s").Dot("Limits").Dot(p.Days.Name).Op("<").Lit(0)).Block(jen.Return(jen.Nil(), jen.Nil())),
			jen.Return(jen.Id("s").Dot("Sweep").Call(jen.Id("ctx"),
				jen.Id("now").Dot("AddDate").Call(jen.Lit(0), jen.Lit(0), jen.Op("-").Int().Parens(jen.Id("s").Dot("Limits").Dot(p.Days.Name)))))))
}

func (p *printer) nextID(id *ID) {
	p.Declare(id.Func+" returns the ID of the next one of the "+id.Entries.Pointer+" of x: that after the greatest.",
		jen.Func().Id(id.Func).Params(jen.Id("x").Op("*").Add(p.document())).String().Block(
			jen.List(jen.Id("list"), jen.Id("_")).Op(":=").Id(p.Reader(id.Entries)).Call(jen.Id("x")),
			jen.Return(gofile.Store.Dot("NextOf").Call(gofile.Quote(id.Form.Prefix), jen.Lit(id.Form.Digits), jen.Id("list"), p.ReaderOf(id.Key, model.String)))))
}
