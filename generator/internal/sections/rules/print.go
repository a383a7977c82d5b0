package rules

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Files prints rules.go; there is none without rules.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if s.rules == nil {
		return nil
	}
	f := &file{p.Open("rules.go")}
	f.rules(s.rules)
	return []*gofile.File{f.File.File}
}

// file is a file under construction.
type file struct{ *section.File }

// rules prints what operations may do to a document.
func (f *file) rules(r *Rules) {
	document := func(name string) *jen.Statement { return jen.Id(name).Op("*").Id(r.Document.Name) }
	operation := jen.Id("operation").String()
	if r.Complete != nil {
		f.Declare(r.IsDone+" reports whether x is complete: "+r.Complete.Pointer+" is there and not null.",
			jen.Func().Id(r.IsDone).Params(document("x")).Bool().Block(
				jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id(f.Reader(r.Complete)).Call(jen.Id("x")),
				jen.Return(jen.Id("ok"))))
	}

	f.Declare(r.MayRun+" returns a *protocol.CompleteError where x is complete and the operation is one that ends then; any other may run.",
		jen.Func().Id(r.MayRun).Params(document("x"), operation).Error().BlockFunc(func(g *jen.Group) {
			if r.Complete != nil && len(r.Ends) > 0 {
				g.If(isOneOf(r.Ends).Op("&&").Id(r.IsDone).Call(jen.Id("x"))).Block(
					jen.Return(jen.Op("&").Add(gofile.Protocol.Dot("CompleteError")).Values(
						jen.Id("Operation").Op(":").Id("operation"), gofile.Keyed("Member", gofile.Quote(r.Complete.Pointer)))))
			}
			g.Return(jen.Nil())
		}))

	f.Declare(r.MayWrite+" is "+r.MayRun+" for an operation that is about to write the member at a JSON Pointer: "+
		"it returns a *protocol.ReadOnlyError where that is, holds, or lies in what the operation may not change.",
		jen.Func().Id(r.MayWrite).Params(document("x"), operation.Clone(), jen.Id("pointer").String()).Error().BlockFunc(func(g *jen.Group) {
			g.If(jen.Err().Op(":=").Id(r.MayRun).Call(jen.Id("x"), jen.Id("operation")), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
			for _, entry := range r.ReadOnly {
				g.If(gofile.ProtocolGen.Dot("Touches").Call(jen.Id("pointer"), gofile.Quote(entry.Member.Pointer)).Add(unlessSetter(entry))).Block(jen.Return(readOnlyError(entry)))
			}
			g.Return(jen.Nil())
		}))

	f.unchanged(r)
	if r.Guard != "" {
		f.Declare(r.Guard+" refuses an operation before its first step where "+r.MayRun+" does.",
			jen.Func().Id(r.Guard).Params(jen.Id("document").Func().Params().Op("*").Id(r.Document.Name)).Add(gofile.Protocol.Dot("Guard")).Block(
				jen.Return(jen.Func().Params(jen.Id("_").Add(gofile.Context.Dot("Context")), jen.Id("call").Op("*").Add(gofile.Protocol.Dot("Call"))).Error().Block(
					jen.If(jen.Op("!").Id("call").Dot("First").Call()).Block(jen.Return(jen.Nil())),
					jen.Return(jen.Id(r.MayRun).Call(jen.Id("document").Call(), jen.Id("call").Dot("Operation").Call()))))))
	}
	f.PrintReaders()
}

func isOneOf(operations []string) *jen.Statement {
	args := []jen.Code{jen.Id("operation")}
	for _, name := range operations {
		args = append(args, gofile.Quote(name))
	}
	return gofile.ProtocolGen.Dot("IsOneOf").Call(args...)
}

// unlessSetter prints the exception for the operations that may set a member.
func unlessSetter(entry *ReadOnly) *jen.Statement {
	if len(entry.SetBy) == 0 {
		return jen.Null()
	}
	return jen.Op("&&").Op("!").Add(isOneOf(entry.SetBy))
}

func readOnlyError(entry *ReadOnly) *jen.Statement {
	fields := []jen.Code{jen.Id("Operation").Op(":").Id("operation"), gofile.Keyed("Member", gofile.Quote(entry.Member.Pointer))}
	if len(entry.SetBy) > 0 {
		fields = append(fields, gofile.Keyed("SetBy", gofile.Texts(entry.SetBy)))
	}
	return jen.Op("&").Add(gofile.Protocol.Dot("ReadOnlyError")).Values(fields...)
}

// unchanged prints the comparison of a document before and after an operation.
func (f *file) unchanged(r *Rules) {
	f.Add(gofile.Comment(r.Unchanged + " says whether an operation may have made after of before: it returns the error of " + r.MayRun +
		" for before, or a *protocol.ReadOnlyError for a member that it may not change. Before is nil for a document that is new; absent and null count as the same."))
	needsJSON := false
	f.Func().Id(r.Unchanged).Params(jen.Id("operation").String(), jen.List(jen.Id("before"), jen.Id("after")).Op("*").Id(r.Document.Name)).Error().BlockFunc(func(g *jen.Group) {
		g.If(jen.Err().Op(":=").Id(r.MayRun).Call(jen.Id("before"), jen.Id("operation")), jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err()))
		for _, entry := range r.ReadOnly {
			same := "sameValue"
			if isComparable(entry.Member.Type()) {
				same = "sameMember"
			} else {
				needsJSON = true
			}
			reader := jen.Id(f.Reader(entry.Member))
			g.If(jen.Op("!").Id(same).Call(reader, jen.Id("before"), jen.Id("after")).Add(unlessSetter(entry))).Block(jen.Return(readOnlyError(entry)))
		}
		g.Return(jen.Nil())
	})
	f.Line()
	f.comparisons(r, needsJSON)
}

// isComparable reports whether == compares the values of a type.
func isComparable(t *model.Type) bool {
	switch t.Resolved().Kind {
	case model.Bool, model.Int, model.Float, model.String:
		return true
	}
	return false
}

// comparisons prints the functions that compare one member of two documents.
func (f *file) comparisons(r *Rules, needsJSON bool) {
	param := func(constraint string) (jen.Code, []jen.Code) {
		types := jen.Id("T").Id(constraint)
		return types, []jen.Code{
			jen.Id("read").Func().Params(jen.Op("*").Id(r.Document.Name)).Params(jen.Id("T"), jen.Bool()),
			jen.List(jen.Id("before"), jen.Id("after")).Op("*").Id(r.Document.Name),
		}
	}
	both := []jen.Code{
		jen.List(jen.Id("a"), jen.Id("was")).Op(":=").Id("read").Call(jen.Id("before")),
		jen.List(jen.Id("b"), jen.Id("is")).Op(":=").Id("read").Call(jen.Id("after")),
	}
	direct := false
	for _, entry := range r.ReadOnly {
		direct = direct || isComparable(entry.Member.Type())
	}
	if direct {
		types, params := param("comparable")
		f.Comment("sameMember reports whether two documents have the same value as one member.")
		f.Func().Id("sameMember").Types(types).Params(params...).Bool().Block(append(both,
			jen.Return(jen.Id("was").Op("==").Id("is").Op("&&").Parens(jen.Op("!").Id("was").Op("||").Id("a").Op("==").Id("b"))))...)
		f.Line()
	}
	if needsJSON {
		types, params := param("any")
		f.Comment("sameValue is sameMember for values that compare by their JSON.")
		f.Func().Id("sameValue").Types(types).Params(params...).Bool().Block(append(both,
			jen.If(jen.Op("!").Id("was").Op("||").Op("!").Id("is")).Block(jen.Return(jen.Id("was").Op("==").Id("is"))),
			jen.List(jen.Id("v"), jen.Err()).Op(":=").Add(gofile.JSONValue.Dot("Of")).Call(jen.Id("a")),
			jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.False())),
			jen.List(jen.Id("w"), jen.Err()).Op(":=").Add(gofile.JSONValue.Dot("Of")).Call(jen.Id("b")),
			jen.Return(jen.Err().Op("==").Nil().Op("&&").Id("v").Dot("Equal").Call(jen.Id("w"))))...)
		f.Line()
	}
}
