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
	f, r := p.Open("rules.go"), s.rules
	document := func(name string) *jen.Statement {
		return jen.Id(name).Op("*").Add(gofile.In(r.Document, r.Document.Name))
	}
	operation := jen.Id("operation").String()
	does := func(name string, args ...jen.Code) jen.Code {
		return jen.Return(jen.Id(r.Var).Dot(name).Call(args...))
	}
	if r.Complete != nil {
		f.Declare(r.IsDone+" reports whether x is complete: "+r.Complete.pointer.Text+" is there and not null.",
			jen.Func().Id(r.IsDone).Params(document("x")).Bool().Block(
				jen.List(jen.Id("_"), jen.Id("ok")).Op(":=").Id(f.Reader(r.Complete.member)).Call(jen.Id("x")),
				jen.Return(jen.Id("ok"))))
	}
	f.Declare(r.MayRun+" returns a *protocol.CompleteError where x is complete and the operation is one that ends then; any other may run.",
		jen.Func().Id(r.MayRun).Params(document("x"), operation).Error().Block(does("MayRun", jen.Id("x"), jen.Id("operation"))))
	f.Declare(r.MayWrite+" is "+r.MayRun+" for an operation that is about to write the member at a JSON Pointer: "+
		"it returns a *protocol.ReadOnlyError where that is, holds, or lies in what the operation may not change. "+
		"Nothing calls it by itself: a step calls it before it writes.",
		jen.Func().Id(r.MayWrite).Params(document("x"), operation, jen.Id("pointer").String()).Error().Block(
			does("MayWrite", jen.Id("x"), jen.Id("operation"), jen.Id("pointer"))))
	f.Declare(r.Unchanged+" says whether an operation may have made after of before: it returns the error of "+r.MayRun+
		" for before, or a *protocol.ReadOnlyError for a member that it may not change. Before is nil for a document that is new; absent and null count as the same. "+
		"Stores do not call it: the change function of an Update does, with a Clone of the document as it was.",
		jen.Func().Id(r.Unchanged).Params(operation, jen.List(jen.Id("before"), jen.Id("after")).Op("*").Add(gofile.In(r.Document, r.Document.Name))).Error().Block(
			does("CheckChange", jen.Id("operation"), jen.Id("before"), jen.Id("after"))))
	if r.Guard != "" {
		f.Declare(r.Guard+" refuses an operation before its first step where "+r.MayRun+" does, in runs with the option protocol.WithGuard("+r.Guard+"(…)). "+
			"It knows nothing of the members that a step writes: "+r.MayWrite+" and "+r.Unchanged+" check those.",
			jen.Func().Id(r.Guard).Params(jen.Id("document").Func().Params().Op("*").Add(gofile.In(r.Document, r.Document.Name))).Add(gofile.Protocol.Dot("Guard")).Block(
				does("Guard", jen.Id("document"))))
	}
	r.describe(f)
	f.PrintReaders()
	return []*gofile.File{f.File}
}

// describe prints the rules as data.
func (r *Rules) describe(f *section.File) {
	of := func(name string) *jen.Statement {
		return gofile.ProtocolGen.Dot(name).Types(gofile.In(r.Document, r.Document.Name))
	}
	var fields, members []jen.Code
	if r.Complete != nil && len(r.Complete.ends) > 0 {
		fields = append(fields, gofile.Keyed("Complete", gofile.Quote(r.Complete.pointer.Text)), gofile.Keyed("IsComplete", jen.Id(r.IsDone)), gofile.Keyed("Ends", gofile.Texts(r.Complete.ends)))
	}
	for _, entry := range r.ReadOnly {
		same := "SameValue"
		if isComparable(entry.member.Type()) {
			same = "SameMember"
		}
		values := []jen.Code{gofile.Keyed("Member", gofile.Quote(entry.pointer.Text))}
		if len(entry.setBy) > 0 {
			values = append(values, gofile.Keyed("SetBy", gofile.Texts(entry.setBy)))
		}
		members = append(members, jen.Values(append(values, gofile.Keyed("Same", gofile.ProtocolGen.Dot(same).Call(jen.Id(f.Reader(entry.member)))))...))
	}
	if members != nil {
		fields = append(fields, gofile.Keyed("ReadOnly", jen.Index().Add(of("ReadOnly")).Values(gofile.OnLines(members)...)))
	}
	f.Declare(r.Var+" says what operations may do to a "+r.Document.Name+".", jen.Var().Id(r.Var).Op("=").Add(of("Rules")).Values(gofile.OnLines(fields)...))
}

// isComparable reports whether == compares the values of a type.
func isComparable(t *model.Type) bool {
	switch t.Resolved().Kind {
	case model.Bool, model.Int, model.Float, model.String:
		return true
	}
	return false
}
