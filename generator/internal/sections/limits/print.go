package limits

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Files prints limits.go; there is no file without limits.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if len(s.Limits) == 0 {
		return nil
	}
	f := &file{File: p.NewFile("limits.go"), Section: s}
	f.constants()
	f.structure()
	for _, l := range s.Limits {
		if l.Spill != nil {
			f.spill(l)
		}
	}
	if c := s.check; c != nil {
		f.check(c)
		if s.protocol.HasOperations() {
			f.guard(c)
		}
		f.state(c)
		for _, walk := range c.Walks {
			f.walk(walk)
		}
	}
	return []*gofile.File{f.File}
}

// file is a file under construction.
type file struct {
	*gofile.File
	*Section
}

// constants prints the limits as the schema has them. Whole numbers have no
// type, so that they compare with a length as well as with a size.
func (f *file) constants() {
	f.Comment("The limits of the schema.")
	f.Const().DefsFunc(func(g *jen.Group) {
		for _, l := range f.Limits {
			if l.Form == model.IntValue {
				g.Add(gofile.Comment(l.Name + " is " + l.Doc + "."))
				g.Id(l.Name).Op("=").Add(gofile.Value(l.Form, l.Value))
			}
		}
	})
	f.Line()
	for _, l := range f.Limits {
		if l.Form != model.IntValue {
			f.Fact(&l.Fact)
		}
	}
}

// structure prints the struct of the limits that are whole numbers.
func (f *file) structure() {
	var fields, values []jen.Code
	for _, l := range f.Limits {
		if l.Form == model.IntValue {
			fields = append(fields, gofile.Comment(l.Field), jen.Id(l.Name).Int64())
			values = append(values, jen.Id(l.Name).Op(":").Id(l.Name))
		}
	}
	f.Declare(f.typeName+" holds the limits of the schema, to be changed at will. A limit below zero is none; zero allows nothing.",
		jen.Type().Id(f.typeName).Struct(fields...))
	f.Declare(f.defaults+" returns the limits that the schema gives.",
		jen.Func().Id(f.defaults).Params().Id(f.typeName).Block(jen.Return(jen.Id(f.typeName).Values(gofile.OnLines(values)...))))
}

// spill prints the method that reports whether a value goes elsewhere.
func (f *file) spill(l *Limit) {
	t := jen.Any()
	if l.Spill.Type != nil {
		t = gofile.Type(l.Spill.Type)
	}
	f.Declare(l.Spill.Func+" reports whether v is larger than "+l.Name+", so that it belongs in a file. The error says why v has no encoding.",
		jen.Func().Params(jen.Id("l").Id(f.typeName)).Id(l.Spill.Func).Params(jen.Id("v").Add(t)).Params(jen.Bool(), jen.Error()).BlockFunc(func(g *jen.Group) {
			most := jen.Id("l").Dot(l.Name)
			if l.Measure == MeasureSize && l.Form == model.IntValue {
				if unit := unitBytes(l); unit != nil {
					most.Op("*").Add(unit)
				}
				value := gofile.Limits.Dot("JSON").Call(jen.Id("v"))
				if l.Spill.Type != nil {
					value = encoding(l.Spill.Type, jen.Id("v"), false)
				}
				g.Return(gofile.Limits.Dot("Over").Call(value, most))
				return
			}
			if l.Spill.Type == nil { // no value is meant
				g.Return(jen.False(), jen.Nil())
				return
			}
			actual := amount(l.Measure, l.Spill.Type, jen.Id("v"), false)
			g.Return(most.Clone().Op(">=").Lit(0).Op("&&").Add(actual).Op(">").Add(most), jen.Nil())
		}))
}

// unitBytes is the constant of the runtime for a unit of sizes; nil for bytes.
func unitBytes(l *Limit) *jen.Statement {
	if bytesOf[l.Unit] == 0 {
		return nil
	}
	return gofile.Limits.Dot(l.Unit)
}

// check prints the method that checks a document.
func (f *file) check(c *Check) {
	f.Declare("Check returns a *limits.Error with every limit that x breaks, each with its place in x; nil where it keeps all of them.",
		jen.Func().Params(jen.Id("l").Id(f.typeName)).Id("Check").Params(jen.Id("x").Op("*").Add(gofile.In(c.Decl, c.Decl.Name))).Error().BlockFunc(func(g *jen.Group) {
			g.If(jen.Id("x").Op("==").Nil()).Block(jen.Return(jen.Nil()))
			g.Id("c").Op(":=").Id("limitCheck").Values(jen.Id("limits").Op(":").Id("l"))
			p := &printer{limits: jen.Id("l")}
			p.inside(g, jen.Lit(""), jen.Id("x"), jen.Parens(jen.Op("*").Id("x")), c.Root.Type, c.Root)
			for _, tree := range c.Trees {
				f.treeSites(g, tree)
			}
			g.Return(jen.Id("c").Dot("Err").Call())
		}))
}

// treeSites prints the checks of what was counted on the way.
func (f *file) treeSites(g *jen.Group, tree *Tree) {
	at := jen.Id("c").Dot(tree.Field)
	for _, site := range tree.Sites {
		place, amount := "Deep", "Depth"
		if site.Measure == MeasureCount {
			place, amount = "First", "Nodes"
		}
		g.Add(bounded(jen.Id("l"), site.Limit, at.Clone().Dot(place), at.Clone().Dot(amount)))
	}
}

// bounded prints the check of an amount.
func bounded(limits *jen.Statement, l *Limit, place, amount jen.Code) *jen.Statement {
	method := "AtMost"
	if l.Lower {
		method = "AtLeast"
	}
	return jen.Id("c").Dot(method).Call(gofile.Quote(l.Key), place, amount, limits.Clone().Dot(l.Name), gofile.Quote(l.Unit))
}

// guard prints the method that makes a guard of the check.
func (f *file) guard(c *Check) {
	f.Declare("Guard stops an operation before a step when the document that it works on breaks a limit.",
		jen.Func().Params(jen.Id("l").Id(f.typeName)).Id("Guard").Params(
			jen.Id("document").Func().Params().Op("*").Add(gofile.In(c.Decl, c.Decl.Name))).Add(gofile.Protocol.Dot("Guard")).Block(
			jen.Return(jen.Func().Params(gofile.Context.Dot("Context"), jen.Op("*").Add(gofile.Protocol.Dot("Call"))).Error().Block(
				jen.Return(jen.Id("l").Dot("Check").Call(jen.Id("document").Call()))))))
}

// state prints the type that goes through a document.
func (f *file) state(c *Check) {
	fields := []jen.Code{gofile.Limits.Dot("Checker"), jen.Id("limits").Id(f.typeName)}
	for _, tree := range c.Trees {
		fields = append(fields, jen.Id(tree.Field).Add(gofile.Limits.Dot("Tree")).Comment("of "+tree.Decl.Name))
	}
	f.Declare("limitCheck is a check under way.",
		jen.Type().Id("limitCheck").Struct(fields...))
}
