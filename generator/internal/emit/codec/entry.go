package codec

import (
	"cmp"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// programName is the variable that emit/table declares.
const programName = "schemaProgram"

// Supported asserts that the runtime is new enough for the generated code.
func Supported() jen.Code {
	return jen.Comment("The generated code needs a runtime of this version or later.").Line().
		Const().Id("_").Op("=").Add(gofile.Validate.Dot("SupportsVersion1"))
}

// open prints how every entry point gets its scanner.
func open(data string) jen.Code {
	return jen.Id("s").Op(":=").Add(gofile.JSONScan.Dot("Get")).Call(jen.Id(data)).Line().
		Defer().Add(method("Release"))
}

// openRoot is open for a document of a root: where its members owe each other
// something, the scanner notes where to find them.
func openRoot(r *model.Root) jen.Code {
	if !r.Checked {
		return open("data")
	}
	return jen.Add(open("data")).Line().Id(programName).Dot("Track").Call(jen.Lit(r.Node), jen.Id("s"))
}

// explain is the error for data that a function refused.
func explain(node int, options ...jen.Code) *jen.Statement {
	args := []jen.Code{jen.Op("&").Id(programName), jen.Lit(node), jen.Id("data"), jen.Id("s")}
	return gofile.Validate.Dot("Explain").Call(append(args, options...)...)
}

// entryOf is the pseudo function from which entry points call those of plans.
func entryOf(p *plan.Plan) *function { return &function{plan: p} }

// parse prints ParseT.
func (e *emitter) parse(r *model.Root) jen.Code {
	name := "Parse" + r.Name
	read := jen.Id(e.call(r.Plan, decode, entryOf(r.Plan)))
	begin, accepted := openRoot(r), jen.Add(read).Call(jen.Id("s"), jen.Id("x")).Op("&&").Add(method("End")).Op("&&").Add(stable(jen.Id("x"), read))
	if r.Keeps == "" {
		accepted = keeps(r, accepted)
	} else { // the value tells more quickly, and only where it does not the document is asked
		begin = open("data")
		accepted.Op("&&").Parens(jen.Id(r.Keeps).Call(jen.Id("x")).Op("||").Id(programName).Dot("Keeps").Call(jen.Lit(r.Node), jen.Id("s"), jen.Id("data")))
	}
	return jen.Add(gofile.Comment(name+" reads a document. It checks the syntax and the whole schema and never returns "+
		"a part of a value: the error is a *validate.SyntaxError, a *validate.Error with all violations, or a "+
		"*validate.RangeError.")).Line().
		Func().Id(name).Params(gofile.Data()).Params(jen.Op("*").Id(r.Name), jen.Error()).Block(
		begin,
		jen.Id("x").Op(":=").New(jen.Id(r.Name)),
		jen.If(accepted).Block(jen.Return(jen.Id("x"), jen.Nil())),
		jen.Return(jen.Nil(), explain(r.Node)),
	).Line()
}

// stable prints the test that what read a value x gives it again from its encoding.
func stable(x, read jen.Code) *jen.Statement {
	return gofile.JSONScan.Dot("Stable").Call(jen.Id("s"), x, read)
}

// keeps adds to what accepts a document the relations between its members.
func keeps(r *model.Root, accepted *jen.Statement) *jen.Statement {
	if !r.Checked {
		return accepted
	}
	return accepted.Op("&&").Id(programName).Dot("KeepsRead").Call(jen.Lit(r.Node), jen.Id("s"), jen.Id("data"))
}

// checks prints ValidateT, IsValidT and, once for each type, Validate.
func (e *emitter) checks(r *model.Root) jen.Code {
	sc := e.body(entryOf(r.Plan))
	accepts := func() *jen.Statement {
		return keeps(r, jen.Add(sc.verdict(r.Plan).pass).Op("&&").Add(method("End")))
	}
	validates, isValid := "Validate"+r.Name, "IsValid"+r.Name
	functions := jen.Add(gofile.Comment(validates+" checks a document without decoding it. The error lists all violations; "+
		"it is a *validate.SyntaxError for what is no JSON.")).Line().
		Func().Id(validates).Params(gofile.Data()).Error().Block(
		openRoot(r),
		jen.If(accepts()).Block(jen.Return(jen.Nil())),
		jen.Return(explain(r.Node)),
	).Line().Line().
		Add(gofile.Comment(isValid+" reports whether a document satisfies the schema.")).Line().
		Func().Id(isValid).Params(gofile.Data()).Bool().Block(
		openRoot(r),
		jen.Return(accepts()),
	).Line()
	if r.Imported || e.rootOf(r.Decl) != r {
		return functions
	}
	return functions.Line().
		Add(gofile.Comment("Validate checks a value that was built in Go: the violations are those of its encoding, without line "+
			"and column. What cannot be encoded is a violation as well; for a nil pointer the error is validate.ErrNil.")).Line().
		Func().Params(jen.Id("x").Op("*").Id(r.Decl.Name)).Id("Validate").Params().Error().Block(
		notNil,
		encoded,
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(gofile.Validate.Dot("Unencodable").Call(jen.Err()))),
		openRoot(r),
		jen.If(accepts()).Block(jen.Return(jen.Nil())),
		jen.Return(explain(r.Node, gofile.Validate.Dot("WithoutPlaces").Call())),
	).Line()
}

// validateBelow prints Validate of the types that are no roots. It is not on the
// hot path of any document, so the table of the schema judges.
func (e *emitter) validateBelow() {
	said := false
	for _, d := range e.model.Decls {
		if e.rootOf(d) != nil || d.Plan == nil {
			continue
		}
		method := gofile.Method("x *"+d.Name, "Validate() error").Add(gofile.OnLine(
			jen.Return(gofile.Validate.Dot("Value").Call(jen.Op("&").Id(programName), gofile.Int(d.Node), jen.Id("x")))))
		if !said {
			said = true
			method = jen.Add(gofile.Comment("Validate checks a value that was built in Go, as the methods of this name below do: the violations " +
				"are those of its encoding, without line and column. For a nil pointer the error is validate.ErrNil.")).Line().Add(method)
		}
		e.validate.line(method)
	}
	e.validate.space()
}

// notNil refuses a nil receiver.
var notNil = jen.If(jen.Id("x").Op("==").Nil()).Block(jen.Return(gofile.Validate.Dot("ErrNil")))

// encoded encodes the receiver.
var encoded = gofile.Fixed(jen.List(jen.Id("data"), jen.Err()).Op(":=").Id("x").Dot("MarshalJSON").Call())

// rootOf is the root whose type d is, or nil; of several the one that d has its
// name from, or the first.
func (e *emitter) rootOf(d *model.Decl) *model.Root {
	named := lists.First(e.model.Roots, func(r *model.Root) bool { return r.Decl == d && !r.IsAlias() })
	return cmp.Or(named, lists.First(e.model.Roots, func(r *model.Root) bool { return r.Decl == d }))
}

// unmarshal prints UnmarshalJSON.
func (e *emitter) unmarshal(d *model.Decl) jen.Code {
	head := gofile.Method("x *"+d.Name, "UnmarshalJSON(data []byte) error")
	if r := e.rootOf(d); r != nil {
		return jen.Add(gofile.Comment("UnmarshalJSON reads x with the checks of its schema, as the methods of this name below do.")).Line().Add(head).Block(
			jen.List(jen.Id("v"), jen.Err()).Op(":=").Id("Parse"+r.Name).Call(jen.Id("data")),
			jen.If(jen.Err().Op("==").Nil()).Block(jen.Op("*").Id("x").Op("=").Op("*").Id("v")),
			jen.Return(jen.Err()),
		).Line()
	}
	if d.Plan == nil {
		return nil
	}
	e.usesUnmarshal = true
	if list := e.words(d.Plan, decode); list != nil {
		e.usesUnmarshalOneOf = true
		return head.Add(gofile.OnLine(jen.Return(jen.Id("unmarshalOneOf").Call(jen.Id("data"), jen.Id("x"), list, gofile.Int(d.Node)))))
	}
	return head.Add(gofile.OnLine(jen.Return(jen.Id("unmarshal").Call(
		jen.Id("data"), jen.Id("x"), jen.Id(e.call(d.Plan, decode, entryOf(d.Plan))), gofile.Int(d.Node)))))
}

// unmarshalHelper prints what the UnmarshalJSON of types that are not roots share.
func unmarshalHelper() jen.Code {
	return jen.Add(gofile.Comment("unmarshal reads data into x, which stays as it is when data is refused. node is the schema of x.")).Line().
		Func().Id("unmarshal").Types(jen.Id("T").Any()).Params(
		gofile.Data(), jen.Id("x").Op("*").Id("T"), decoderType(), jen.Id("node").Int(),
	).Error().Block(
		open("data"),
		jen.Var().Id("v").Id("T"),
		jen.If(jen.Id("decode").Call(jen.Id("s"), jen.Op("&").Id("v")).Op("&&").Add(method("End")).
			Op("&&").Add(stable(jen.Op("&").Id("v"), jen.Id("decode")))).Block(
			jen.Op("*").Id("x").Op("=").Id("v"),
			jen.Return(jen.Nil()),
		),
		jen.Return(gofile.Validate.Dot("Explain").Call(jen.Op("&").Id(programName), jen.Id("node"), jen.Id("data"), jen.Id("s"))),
	).Line()
}

// unmarshalOneOfHelper prints unmarshal for the enums whose values are compared one
// after the other.
func unmarshalOneOfHelper() jen.Code {
	return jen.Add(gofile.Comment("unmarshalOneOf is unmarshal for the values of an enum.")).Line().
		Func().Id("unmarshalOneOf").Types(jen.Id("T").Op("~").String()).Params(
		gofile.Data(), jen.Id("x").Op("*").Id("T"), jen.Id("values").Index().Id("T"), jen.Id("node").Int(),
	).Error().Block(
		jen.Return(jen.Id("unmarshal").Call(jen.Id("data"), jen.Id("x"),
			jen.Func().Params(scanner(), jen.Id("x").Op("*").Id("T")).Bool().Add(gofile.OnLine(
				jen.Return(gofile.JSONScan.Dot("OneOf").Call(jen.Id("s"), jen.Id("x"), jen.Id("values"))))),
			jen.Id("node"))),
	).Line()
}

func decoderType() jen.Code {
	return jen.Id("decode").Func().Params(jen.Op("*").Add(gofile.JSONScan.Dot("Scanner")), jen.Op("*").Id("T")).Bool()
}
