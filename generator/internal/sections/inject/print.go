package inject

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/sections/checks"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/runtime/inject"
)

// Files prints inject.go; there is none without a policy.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if s.policy == nil {
		return nil
	}
	f := p.Open("inject.go")
	s.policy.print(f.File)
	if s.policy.composer != nil {
		s.policy.printComposer(f.File)
	}
	return []*gofile.File{f.File}
}

func (p *policy) print(f *gofile.File) {
	if p.declared {
		f.Add(gofile.Comment(p.purposeType + " is what a document is for."))
		f.Type().Id(p.purposeType).String()
		f.Line()
		f.Comment("The purposes.")
		f.Const().DefsFunc(func(g *jen.Group) {
			for i, name := range p.constants {
				g.Id(name).Id(p.purposeType).Op("=").Add(gofile.Quote(p.Purposes[i]))
			}
		})
		f.Line()
	}
	f.Add(gofile.Comment(p.variable + " is what of a " + p.root + " may be given to which purpose, by x-bindery.inject."))
	f.Var().Id(p.variable).Op("=").Add(gofile.Inject.Dot("Policy")).Add(lines(printPolicy(p.Policy)))
	f.Line()
	f.Add(gofile.Comment(p.method + " returns a copy of x that holds what may be given to a purpose at a moment, and tells what was left out. " +
		"The copy is valid; applied to it, " + p.method + " changes nothing. See package inject."))
	f.Func().Params(jen.Id("x").Op("*").Id(p.root)).Id(p.method).Params(
		jen.Id("purpose").Id(p.purposeType), jen.Id("now").Add(gofile.Time.Dot("Time")), jen.Id("options").Op("...").Add(gofile.Inject.Dot("Option")),
	).Params(jen.Op("*").Id(p.root), gofile.Inject.Dot("Report"), jen.Error()).Block(
		jen.Return(gofile.Inject.Dot("For").Call(jen.Op("&").Id(p.variable), jen.Id("x"), jen.Id("Parse"+p.root), p.purposeText(), jen.Id("now"), jen.Id("options"))))
	f.Line()
}

// lines prints values one a line.
func lines(list []jen.Code) *jen.Statement { return jen.Values(gofile.OnLines(list)...) }

// fields collects the fields of a literal that are not zero.
type fields []jen.Code

func (f *fields) add(name string, is bool, value func() jen.Code) {
	if is {
		*f = append(*f, jen.Id(name).Op(":").Add(value()))
	}
}

func (f *fields) text(name, value string) {
	f.add(name, value != "", func() jen.Code { return gofile.Quote(value) })
}

func (f *fields) texts(name string, list []string) {
	f.add(name, list != nil, func() jen.Code {
		var out []jen.Code
		for _, text := range list {
			out = append(out, gofile.Quote(text))
		}
		return jen.Index().String().Values(out...)
	})
}

// slice prints a list of literals of a type of the runtime.
func slice[T any](f *fields, name, typeName string, list []T, print func(*T) []jen.Code) {
	f.add(name, len(list) > 0, func() jen.Code {
		var out []jen.Code
		for i := range list {
			out = append(out, jen.Values(print(&list[i])...))
		}
		return jen.Index().Add(gofile.Inject.Dot(typeName)).Add(lines(out))
	})
}

func printPolicy(p *inject.Policy) []jen.Code {
	var f fields
	f.texts("Purposes", p.Purposes)
	f.text("Purpose", p.Purpose)
	f.texts("Arguments", p.Arguments)
	slice(&f, "Members", "Member", p.Members, printMember)
	slice(&f, "Open", "Open", p.Open, func(o *inject.Open) []jen.Code {
		var f fields
		f.text("Path", o.Path)
		f.texts("Declared", o.Declared)
		f.texts("Denied", o.Denied)
		return f
	})
	slice(&f, "Lists", "List", p.Lists, func(l *inject.List) []jen.Code { return gofile.OnLines(printList(l)) })
	slice(&f, "Closures", "Closure", p.Closures, printClosure)
	if report := printReporting(&p.Report); len(report) > 0 {
		f.add("Report", true, func() jen.Code { return gofile.Inject.Dot("Reporting").Add(lines(report)) })
	}
	return f
}

func printMember(m *inject.Member) []jen.Code {
	var f fields
	f.text("Path", m.Path)
	f.texts("Denied", m.Denied)
	slice(&f, "When", "Condition", m.When, func(c *inject.Condition) []jen.Code {
		return []jen.Code{
			jen.Id("Purpose").Op(":").Add(gofile.Quote(c.Purpose)),
			jen.Id("Relation").Op(":").Add(gofile.Checks.Dot("Relation"), checks.PrintRelation(&c.Relation)),
		}
	})
	f.text("Empty", m.Empty)
	return f
}

func printList(l *inject.List) []jen.Code {
	var f fields
	f.text("Name", l.Name)
	f.texts("Of", l.Of)
	f.text("ID", l.ID)
	slice(&f, "Rules", "Rule", l.Rules, func(r *inject.Rule) []jen.Code {
		var f fields
		f.text("Name", r.Name)
		f.text("Else", r.Else)
		f.texts("For", r.For)
		f.add("Relation", true, func() jen.Code { return gofile.Checks.Dot("Relation").Add(checks.PrintRelation(&r.Relation)) })
		return f
	})
	f.add("Order", len(l.Order) > 0, func() jen.Code {
		var out []jen.Code
		for i := range l.Order {
			out = append(out, printOrder(&l.Order[i]))
		}
		return jen.Index().Add(gofile.Inject.Dot("Order")).Add(lines(out))
	})
	f.add("Top", l.Top != nil, func() jen.Code { return jen.Op("&").Add(gofile.Checks.Dot("Term"), checks.PrintTerm(l.Top)) })
	f.text("Conceal", l.Conceal)
	slice(&f, "Flags", "Flag", l.Flags, func(flag *inject.Flag) []jen.Code {
		var f fields
		f.text("Name", flag.Name)
		f.add("When", flag.When != nil, func() jen.Code {
			return jen.Op("&").Add(gofile.Checks.Dot("Relation"), checks.PrintRelation(flag.When))
		})
		f.add("Same", flag.Same != nil, func() jen.Code { return jen.Op("&").Add(gofile.Checks.Dot("Term"), checks.PrintTerm(flag.Same)) })
		return f
	})
	return f
}

func printClosure(c *inject.Closure) []jen.Code {
	var f fields
	f.text("Of", c.Of)
	f.text("ID", c.ID)
	f.texts("Texts", c.Texts)
	slice(&f, "Uses", "Use", c.Uses, func(u *inject.Use) []jen.Code {
		var f fields
		f.text("Path", u.Path)
		f.text("Add", u.Add)
		return f
	})
	return f
}

func printReporting(r *inject.Reporting) []jen.Code {
	var f fields
	telling := func(name string, t inject.Telling) {
		f.add(name, t.Into != "", func() jen.Code {
			var f fields
			f.text("Into", t.Into)
			f.add("Texts", t.Texts, func() jen.Code { return jen.True() })
			return gofile.Inject.Dot("Telling").Values(f...)
		})
	}
	filling := func(name string, t inject.Filling) {
		f.add(name, t.Into != "", func() jen.Code {
			var f fields
			f.text("Into", t.Into)
			slice(&f, "With", "Named", t.With, func(n *inject.Named) []jen.Code {
				return []jen.Code{
					jen.Id("Name").Op(":").Add(gofile.Quote(n.Name)),
					jen.Id("Term").Op(":").Add(gofile.Checks.Dot("Term"), checks.PrintTerm(&n.Term)),
				}
			})
			return gofile.Inject.Dot("Filling").Values(f...)
		})
	}
	telling("Selected", r.Selected)
	telling("Omitted", r.Omitted)
	f.texts("Told", r.Told)
	telling("Conflicts", r.Conflicts)
	f.text("ConflictIDs", r.ConflictIDs)
	filling("Filters", r.Filters)
	filling("Determinism", r.Determinism)
	return f
}
