package codec

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/ecma"
	"github.com/bindery-go/bindery/generator/emit/gofile"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
	"github.com/dave/jennifer/jen"
)

// programFuncs prints a program as loops over the bytes of text.
func programFuncs(name string, p *ecma.Program) []jen.Code {
	text := jen.Id("text").Index().Byte()
	if p.Start {
		return []jen.Code{jen.Func().Id(name).Params(text).Bool().Block(anchored(p)...).Line()}
	}
	// The pattern may begin at any character.
	m := &matchCode{}
	m.steps(p.Steps, p.End)
	m.finish(p.End)
	at := name + "At"
	return []jen.Code{
		jen.Func().Id(name).Params(text).Bool().Block(
			jen.For(jen.Id("i").Op(":=").Range().Id("text")).Block(
				jen.If(gofile.UTF8.Dot("RuneStart").Call(jen.Id("text").Index(jen.Id("i"))).Op("&&").Id(at).Call(jen.Id("text"), jen.Id("i"))).Block(
					jen.Return(jen.True()),
				),
			),
			jen.Return(jen.Id(at).Call(jen.Id("text"), jen.Len(jen.Id("text")))),
		).Line(), jen.Line(),
		jen.Func().Id(at).Params(text, jen.Id("i").Int()).Bool().Block(m.stmts...).Line(),
	}
}

// anchored prints a program that starts at the first character. Leading steps
// of a fixed number of bytes are compared at constant offsets behind one check
// of the length; so is a last run to the end of the text.
func anchored(p *ecma.Program) []jen.Code {
	fixed, rest, size := fixedPart(p.Steps)
	last, isRun := lastRun(rest)
	var stmts []jen.Code
	toEnd := p.End && isRun
	switch {
	case len(rest) == 0 && p.End:
		stmts = append(stmts, failIf(length().Op("!=").Lit(size)))
	case toEnd:
		test := length().Op("<").Lit(size + last.Min)
		if last.Max != syntax.Unlimited {
			test.Op("||").Add(length()).Op(">").Lit(size + last.Max)
		}
		if size+last.Min > 0 || last.Max != syntax.Unlimited {
			stmts = append(stmts, failIf(test))
		}
	case size > 0:
		stmts = append(stmts, failIf(length().Op("<").Lit(size)))
	}
	offset := 0
	for _, step := range fixed {
		switch s := step.(type) {
		case ecma.Text:
			stmts = append(stmts, failIf(jen.String().Call(slice(offset, offset+len(s), size == offset+len(s) && len(rest) == 0 && p.End)).Op("!=").Add(gofile.Quote(string(s)))))
			offset += len(s)
		case *ecma.Run:
			if s.Max == 1 {
				stmts = append(stmts, failIf(outsideSet(jen.Id("text").Index(jen.Lit(offset)), s.Set)))
			} else {
				stmts = append(stmts, eachByte(slice(offset, offset+s.Max, size == offset+s.Max && len(rest) == 0 && p.End), s.Set))
			}
			offset += s.Max
		}
	}
	switch {
	case len(rest) == 0:
		return append(stmts, jen.Return(jen.True()))
	case toEnd:
		return append(stmts, eachByte(slice(offset, 0, true), last.Set), jen.Return(jen.True()))
	}
	m := &matchCode{stmts: stmts}
	m.add(jen.Id("i").Op(":=").Lit(offset))
	m.steps(rest, p.End)
	m.finish(p.End)
	return m.stmts
}

// fixedPart splits the steps that take a fixed number of bytes from the rest.
func fixedPart(steps []ecma.Step) (fixed, rest []ecma.Step, size int) {
	for i, step := range steps {
		switch s := step.(type) {
		case ecma.Text:
			size += len(s)
			continue
		case *ecma.Run:
			if s.Min == s.Max && len(s.Set.NonASCII()) == 0 {
				size += s.Max
				continue
			}
		}
		return steps[:i], steps[i:], size
	}
	return steps, nil, size
}

// lastRun returns the run that the steps are, if its characters are bytes.
func lastRun(steps []ecma.Step) (*ecma.Run, bool) {
	if len(steps) != 1 {
		return nil, false
	}
	run, ok := steps[0].(*ecma.Run)
	if !ok {
		return nil, false
	}
	set, ok := asBytes(run)
	return &ecma.Run{Set: set, Min: run.Min, Max: run.Max}, ok
}

func length() *jen.Statement { return jen.Len(jen.Id("text")) }

func failIf(test jen.Code) jen.Code { return jen.If(test).Block(jen.Return(jen.False())) }

// slice is text[from:to], without bounds that it has anyway.
func slice(from, to int, toEnd bool) *jen.Statement {
	low, high := jen.Lit(from), jen.Lit(to)
	if from == 0 {
		low = jen.Empty()
	}
	if toEnd {
		high = jen.Empty()
	}
	if from == 0 && toEnd {
		return jen.Id("text")
	}
	return jen.Id("text").Index(low, high)
}

// eachByte requires that all bytes are in the set.
func eachByte(bytes jen.Code, set ecma.Set) jen.Code {
	return jen.For(jen.List(jen.Id("_"), jen.Id("c")).Op(":=").Range().Add(bytes)).Block(
		failIf(outsideSet(jen.Id("c"), set)),
	)
}

// matchCode prints steps that are taken at the variable i.
type matchCode struct {
	stmts  []jen.Code
	counts int // counters declared so far
}

func (m *matchCode) add(stmts ...jen.Code) { m.stmts = append(m.stmts, stmts...) }

// finish prints the end of the function.
func (m *matchCode) finish(end bool) {
	if end {
		m.add(jen.Return(jen.Id("i").Op("==").Add(length())))
	} else {
		m.add(jen.Return(jen.True()))
	}
}

// steps prints steps. further tells that i is asked for after them.
func (m *matchCode) steps(steps []ecma.Step, further bool) {
	for n, step := range steps {
		more := further || n < len(steps)-1
		switch s := step.(type) {
		case ecma.Text:
			m.text(string(s), more)
		case *ecma.Run:
			m.run(s, more)
		case *ecma.Choice:
			m.choice(s, more)
		case *ecma.Loop:
			m.loop(s)
		}
	}
}

// block prints statements into a list of their own.
func (m *matchCode) block(print func(inner *matchCode)) []jen.Code {
	inner := &matchCode{counts: m.counts}
	print(inner)
	return inner.stmts
}

var (
	i       = jen.Id("i")
	atEnd   = jen.Id("i").Op("==").Add(length())
	inside  = jen.Id("i").Op("<").Add(length())
	current = jen.Id("text").Index(jen.Id("i"))
)

func (m *matchCode) text(text string, more bool) {
	if len(text) == 1 {
		m.add(failIf(jen.Add(atEnd).Op("||").Add(current).Op("!=").LitRune(rune(text[0]))))
	} else {
		m.add(failIf(length().Op("-").Add(i).Op("<").Lit(len(text)).Op("||").
			String().Call(jen.Id("text").Index(i, jen.Add(i).Op("+").Lit(len(text)))).Op("!=").Add(gofile.Quote(text))))
	}
	if more {
		m.add(jen.Add(i).Op("+=").Lit(len(text)))
	}
}

func (m *matchCode) run(s *ecma.Run, more bool) {
	set, ok := asBytes(s)
	switch {
	case !ok:
		m.wideRun(s)
	case s.Min == 1 && s.Max == 1:
		m.add(failIf(jen.Add(atEnd).Op("||").Add(outsideSet(current, set))))
		if more {
			m.add(jen.Add(i).Op("++"))
		}
	case s.Min == 0 && s.Max == 1:
		m.add(jen.If(jen.Add(inside).Op("&&").Add(insideSet(current, set))).Block(jen.Add(i).Op("++")))
	case s.Min == s.Max:
		m.add(failIf(length().Op("-").Add(i).Op("<").Lit(s.Min)))
		m.add(eachByte(jen.Id("text").Index(i, jen.Add(i).Op("+").Lit(s.Min)), set))
		if more {
			m.add(jen.Add(i).Op("+=").Lit(s.Min))
		}
	default:
		test := jen.Add(inside)
		start := ""
		if s.Min > 0 || s.Max != syntax.Unlimited {
			start = m.fresh("start")
			m.add(jen.Id(start).Op(":=").Add(i))
		}
		if s.Max != syntax.Unlimited {
			test.Op("&&").Add(i).Op("-").Id(start).Op("<").Lit(s.Max)
		}
		test.Op("&&").Add(insideSet(current, set))
		m.add(jen.For(test).Block(jen.Add(i).Op("++")))
		if s.Min > 0 {
			m.add(failIf(jen.Add(i).Op("-").Id(start).Op("<").Lit(s.Min)))
		}
	}
}

// wideRun reads characters beyond ASCII.
func (m *matchCode) wideRun(s *ecma.Run) {
	count := m.fresh("count")
	r, size := jen.Id("r"), jen.Id("size")
	loop := jen.Add(inside)
	if s.Max != syntax.Unlimited {
		loop.Op("&&").Id(count).Op("<").Lit(s.Max)
	}
	body := []jen.Code{
		jen.List(r, size).Op(":=").Add(gofile.UTF8.Dot("DecodeRune")).Call(jen.Id("text").Index(i, jen.Empty())),
		jen.If(outsideSet(r, s.Set)).Block(jen.Break()),
		jen.Add(i).Op("+=").Add(size),
	}
	if s.Min == 0 && s.Max == syntax.Unlimited {
		m.add(jen.For(loop).Block(body...))
		return
	}
	m.add(
		jen.Id(count).Op(":=").Lit(0),
		jen.For(jen.Empty(), loop, jen.Id(count).Op("++")).Block(body...),
	)
	if s.Min > 0 {
		m.add(failIf(jen.Id(count).Op("<").Lit(s.Min)))
	}
}

// choice prints the branches of a choice.
func (m *matchCode) choice(s *ecma.Choice, more bool) {
	next := jen.Add(current)
	var none []jen.Code
	if !s.Optional {
		none = []jen.Code{jen.Return(jen.False())}
	}
	for _, b := range s.Branches {
		if len(b.First.NonASCII()) > 0 {
			r := m.fresh("r")
			m.add(m.decode(r))
			next = jen.Id(r)
			break
		}
	}
	cases := []jen.Code{jen.Case(atEnd).Block(none...)}
	for _, b := range s.Branches {
		body := m.block(func(inner *matchCode) { inner.steps(b.Steps, more) })
		cases = append(cases, jen.Case(insideSet(next, b.First)).Block(body...))
	}
	if !s.Optional {
		cases = append(cases, jen.Default().Block(none...))
	}
	m.add(jen.Switch().Block(cases...))
}

// decode prints the reading of the character at i into r, U+FFFD at the end.
func (m *matchCode) decode(r string) jen.Code {
	return jen.List(jen.Id(r), jen.Id("_")).Op(":=").Add(gofile.UTF8.Dot("DecodeRune")).Call(jen.Id("text").Index(i, jen.Empty()))
}

// loop prints a repeated part.
func (m *matchCode) loop(s *ecma.Loop) {
	test := jen.Add(inside)
	count := ""
	if s.Min > 0 || s.Max != syntax.Unlimited {
		count = m.fresh("count")
		m.add(jen.Id(count).Op(":=").Lit(0))
	}
	if s.Max != syntax.Unlimited {
		test.Op("&&").Id(count).Op("<").Lit(s.Max)
	}
	body := m.block(func(inner *matchCode) {
		if len(s.First.NonASCII()) > 0 {
			r := inner.fresh("r")
			inner.add(inner.decode(r), jen.If(outsideSet(jen.Id(r), s.First)).Block(jen.Break()))
		} else {
			test.Op("&&").Add(insideSet(current, s.First))
		}
		inner.steps(s.Steps, true)
	})
	if count != "" {
		body = append(body, jen.Id(count).Op("++"))
	}
	m.add(jen.For(test).Block(body...))
	if s.Min > 0 {
		m.add(failIf(jen.Id(count).Op("<").Lit(s.Min)))
	}
}

// fresh returns a new variable name.
func (m *matchCode) fresh(name string) string {
	m.counts++
	if m.counts == 1 {
		return name
	}
	return name + strconv.Itoa(m.counts)
}
