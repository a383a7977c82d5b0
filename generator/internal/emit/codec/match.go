package codec

import (
	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/runtime/pattern"
)

// Matcher prints the function that matches a pattern, and the variables and
// functions that it needs.
func Matcher(p *plan.Pattern) jen.Code {
	var code jen.Statement
	code.Add(gofile.Comment(p.Func + " reports whether text holds a match of " + p.Text)).Line()
	if p.TimesOut() {
		code.Add(timedFunc(p)...)
	} else {
		code.Add(matchFunc(p.Func, p.Strategy)...)
	}
	return &code
}

// timedFunc prints the function of a pattern that can give up. The scanner, nil
// where there is none, has patience for one text of a document. A match that was
// given up counts as none; the evaluator then says so.
func timedFunc(p *plan.Pattern) []jen.Code {
	compiled := "compiled" + p.Func[len("match"):]
	return []jen.Code{
		jen.Func().Id(p.Func).Params(scanner(), jen.Id("text").Index().Byte()).Bool().Block(
			jen.Return(method("Match", jen.Op("&").Id(compiled), jen.Id("text"))),
		).Line(), jen.Line(),
		compiledVar(compiled, gofile.Backtrack.Dot("Regexp"), p.Strategy.Backtracking),
	}
}

// matchesBy prints the call of a pattern's function for a text; s is the scanner,
// or nil.
func matchesBy(p *plan.Pattern, s, text jen.Code) *jen.Statement {
	if p.TimesOut() {
		return jen.Id(p.Func).Call(s, text)
	}
	return jen.Id(p.Func).Call(text)
}

// matchFunc prints the function called name for a strategy.
func matchFunc(name string, s *ecma.Strategy) []jen.Code {
	declare := func(body ...jen.Code) jen.Code {
		return jen.Func().Id(name).Params(jen.Id("text").Index().Byte()).Bool().Block(body...).Line()
	}
	compiled := "compiled" + name[len("match"):]
	switch s.Kind {
	case ecma.UseWords:
		return []jen.Code{declare(words(s.Words)...)}
	case ecma.UseProgram:
		return programFuncs(name, s.Program)
	case ecma.UseTable:
		return []jen.Code{
			declare(jen.Return(jen.Id("table" + name[len("match"):]).Dot("Match").Call(jen.Id("text")))), jen.Line(),
			tableVar("table"+name[len("match"):], s.Table),
		}
	case ecma.UseRE2:
		return []jen.Code{
			declare(jen.Return(jen.Id(compiled).Dot("Match").Call(jen.Id("text")))), jen.Line(),
			compiledVar(compiled, gofile.Pattern.Dot("RE2"), s.RE2),
		}
	case ecma.UseBacktracking:
		// A match that was given up counts as none; the evaluator then says so.
		return []jen.Code{
			declare(
				jen.List(jen.Id("matched"), jen.Err()).Op(":=").Id(compiled).Dot("Match").Call(jen.Id("text")),
				jen.Return(jen.Id("matched").Op("&&").Err().Op("==").Nil()),
			), jen.Line(),
			compiledVar(compiled, gofile.Backtrack.Dot("Regexp"), s.Backtracking),
		}
	case ecma.UseAll, ecma.UseAny:
		return termFuncs(name, s, declare)
	}
	return []jen.Code{declare(jen.Return(jen.True()))}
}

// compiledVar prints a variable that compiles its pattern when it is first used.
func compiledVar(name string, typ *jen.Statement, text string) jen.Code {
	return jen.Var().Id(name).Op("=").Add(typ).Values(jen.Id("Text").Op(":").Add(gofile.Quote(text))).Line()
}

// tableVar prints the automaton of a pattern.
func tableVar(name string, t *pattern.Table) jen.Code {
	from := lists.Of(t.From, func(r rune) jen.Code { return jen.Lit(int(r)) })
	return jen.Var().Id(name).Op("=").Add(gofile.Pattern.Dot("Table")).Values(jen.DictFunc(func(d jen.Dict) {
		d[jen.Id("ASCII")] = gofile.Quote(t.ASCII)
		d[jen.Id("From")] = jen.Index().Rune().Values(from...)
		d[jen.Id("Classes")] = gofile.Quote(t.Classes)
		d[jen.Id("Next")] = gofile.Quote(t.Next)
		d[jen.Id("Width")] = jen.Lit(t.Width)
		d[jen.Id("Final")] = gofile.Quote(t.Final)
	})).Line()
}

// termFuncs prints a function for each term and one that joins them.
func termFuncs(name string, s *ecma.Strategy, declare func(...jen.Code) jen.Code) []jen.Code {
	op := "&&"
	if s.Kind == ecma.UseAny {
		op = "||"
	}
	var test jen.Statement
	var parts []jen.Code
	for i, term := range s.Terms {
		part := name + "Part" + letter(i)
		if i > 0 {
			test.Op(op)
		}
		if term.Negated {
			test.Op("!")
		}
		test.Id(part).Call(jen.Id("text"))
		parts = append(parts, jen.Line())
		parts = append(parts, matchFunc(part, term.Strategy)...)
	}
	return append([]jen.Code{declare(jen.Return(&test))}, parts...)
}

// letter numbers parts of a name: A, B, … Z, AA, …
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return letter(i/26-1) + letter(i%26)
}

// words prints the comparison with literal texts.
func words(w *ecma.Words) []jen.Code {
	text := jen.Id("text")
	if w.Start && w.End {
		if len(w.Texts) == 1 {
			return []jen.Code{jen.Return(jen.String().Call(text).Op("==").Add(gofile.Quote(w.Texts[0])))}
		}
		return []jen.Code{
			jen.Switch(jen.String().Call(text)).Block(jen.Case(gofile.Quotes(w.Texts)...).Block(jen.Return(jen.True()))),
			jen.Return(jen.False()),
		}
	}
	var test jen.Statement
	for i, word := range w.Texts {
		if i > 0 {
			test.Op("||")
		}
		size := jen.Lit(len(word))
		part := jen.Id("text").Index(jen.Empty(), size)
		switch {
		case !w.Start && !w.End:
			test.Add(gofile.Bytes.Dot("Contains")).Call(text, jen.Index().Byte().Call(gofile.Quote(word)))
			continue
		case w.End:
			part = jen.Id("text").Index(length().Op("-").Add(size), jen.Empty())
		}
		// Compared as strings, which takes half the time of bytes.HasPrefix.
		test.Add(length()).Op(">=").Add(size).Op("&&").String().Call(part).Op("==").Add(gofile.Quote(word))
	}
	return []jen.Code{jen.Return(&test)}
}
