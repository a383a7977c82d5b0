package inject

import (
	"strconv"
	"time"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/sections/checks"
	"github.com/bindery-go/bindery/runtime/compose"
	"github.com/bindery-go/bindery/runtime/inject"
)

// printComposer prints what composes documents.
func (p *policy) printComposer(f *gofile.File) {
	k := p.composer
	f.Add(gofile.Comment(p.plan + " is what goes into a " + p.root + " within its tokens, by x-bindery.compose."))
	f.Var().Id(p.plan).Op("=").Add(gofile.Compose.Dot("Plan")).Add(lines(p.printPlan(&k.Plan)))
	f.Line()
	f.Add(gofile.Comment(k.name.text + " is " + p.method + " within the tokens that x has, by a counter of tokens; nil counts by budget.Estimate. " +
		"What matters most goes in first, in the fullest form that there is room for; what is told of it counts. See package compose."))
	f.Func().Params(jen.Id("x").Op("*").Id(p.root)).Id(k.name.text).Params(
		jen.Id("purpose").Id(p.purposeType), jen.Id("now").Add(gofile.Time.Dot("Time")), jen.Id("counter").Add(gofile.Budget.Dot("TokenCounter")), jen.Id("options").Op("...").Add(gofile.Inject.Dot("Option")),
	).Params(jen.Op("*").Id(p.root), gofile.Compose.Dot("Report"), jen.Error()).Block(
		jen.Return(gofile.Compose.Dot("For").Call(jen.Op("&").Id(p.plan), jen.Id("x"), jen.Id("Parse"+p.root), p.purposeText(), jen.Id("now"), jen.Id("counter"), jen.Id("options"))))
	f.Line()
}

// purposeText is the purpose as a string.
func (p *policy) purposeText() jen.Code {
	if p.purposeType == "string" {
		return jen.Id("purpose")
	}
	return jen.String().Parens(jen.Id("purpose"))
}

// composed prints a list of literals of package compose.
func composed[T any](f *fields, name, typeName string, list []T, print func(*T) []jen.Code) {
	f.add(name, len(list) > 0, func() jen.Code {
		var out []jen.Code
		for i := range list {
			out = append(out, jen.Values(print(&list[i])...))
		}
		return jen.Index().Add(gofile.Compose.Dot(typeName)).Add(lines(out))
	})
}

func (p *policy) printPlan(k *compose.Plan) []jen.Code {
	var f fields
	f.add("Policy", true, func() jen.Code { return jen.Op("&").Id(p.variable) })
	f.text("MaxTokens", k.MaxTokens)
	f.text("PerSection", k.PerSection)
	f.text("Report", k.Report)
	f.text("Digest", k.Digest)
	composed(&f, "Scores", "Score", k.Scores, func(s *compose.Score) []jen.Code {
		var f fields
		f.text("Of", s.Of)
		f.text("Into", s.Into)
		f.add("Time", true, func() jen.Code { return gofile.Checks.Dot("Term").Add(checks.PrintTerm(&s.Time)) })
		f.add("HalfLife", true, func() jen.Code {
			return jen.Id(strconv.FormatInt(int64(s.HalfLife/time.Second), 10)).Op("*").Add(gofile.Time.Dot("Second"))
		})
		return f
	})
	composed(&f, "Sections", "Section", k.Sections, func(s *compose.Section) []jen.Code { return gofile.OnLines(printSection(s)) })
	return f
}

func printSection(s *compose.Section) []jen.Code {
	var f fields
	f.text("Name", s.Name)
	f.texts("Of", s.Of)
	composed(&f, "Items", "Item", s.Items, func(i *compose.Item) []jen.Code {
		var f fields
		f.text("Path", i.Path)
		f.texts("Keep", i.Keep)
		f.text("Empty", i.Empty)
		f.add("Optional", i.Optional, func() jen.Code { return jen.True() })
		return f
	})
	f.add("Classes", len(s.Classes) > 0, func() jen.Code {
		var out []jen.Code
		for _, c := range s.Classes {
			out = append(out, jen.Values(jen.Id("Purpose").Op(":").Add(gofile.Quote(c.Purpose)), jen.Id("Class").Op(":").Add(gofile.Int(c.Class))))
		}
		return jen.Index().Add(gofile.Compose.Dot("Class")).Values(out...)
	})
	f.add("Class", s.Class != 0, func() jen.Code { return gofile.Int(s.Class) })
	f.add("Order", len(s.Order) > 0, func() jen.Code {
		var out []jen.Code
		for i := range s.Order {
			out = append(out, printOrder(&s.Order[i]))
		}
		return jen.Index().Add(gofile.Inject.Dot("Order")).Values(out...)
	})
	f.add("Strict", s.Strict, func() jen.Code { return jen.True() })
	f.add("Floor", s.Floor != 0, func() jen.Code { return formIdent(int(s.Floor)) })
	composed(&f, "Forms", "Form", s.Forms, func(form *compose.Form) []jen.Code {
		var f fields
		f.add("Form", true, func() jen.Code { return formIdent(int(form.Form)) })
		f.texts("Drop", form.Drop)
		composed(&f, "Cut", "Cut", form.Cut, func(c *compose.Cut) []jen.Code {
			var f fields
			f.text("Path", c.Path)
			f.add("Runes", true, func() jen.Code { return gofile.Int(c.Runes) })
			f.add("Marked", c.Marked, func() jen.Code { return jen.True() })
			return f
		})
		return f
	})
	f.text("Like", s.Like)
	return f
}

func formIdent(form int) jen.Code {
	return gofile.Budget.Dot([...]string{"Raw", "Quote", "Summary", "Ref"}[form])
}

func printOrder(o *inject.Order) jen.Code {
	var f fields
	f.add("By", true, func() jen.Code { return gofile.Checks.Dot("Term").Add(checks.PrintTerm(&o.By)) })
	f.add("Descending", o.Descending, func() jen.Code { return jen.True() })
	f.text("Text", o.Text)
	return jen.Values(f...)
}
