package codec

import (
	"strconv"
	"unicode/utf8"

	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// programFuncs prints a program as loops over the bytes of text.
func programFuncs(name string, p *ecma.Program) []jen.Code {
	text := jen.Id("text").Index().Byte()
	if p.Tail > 0 {
		return []jen.Code{jen.Func().Id(name).Params(text).Bool().Block(tailed(p)...).Line()}
	}
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
	last, toEnd := lastRun(rest)
	toEnd = toEnd && p.End
	whole := len(rest) == 0 && p.End // the fixed part is all of the text
	m := &matchCode{}
	switch {
	case whole:
		m.require(unless(length(), "!=", jen.Lit(size)))
	case toEnd:
		if size+last.Min > 0 {
			m.require(unless(length(), "<", jen.Lit(size+last.Min)))
		}
		if last.Max != syntax.Unlimited {
			m.require(unless(length(), ">", jen.Lit(size+last.Max)))
		}
	case size > 0:
		m.require(unless(length(), "<", jen.Lit(size)))
	}
	m.fixed(fixed, size, whole)
	switch {
	case len(rest) == 0:
		m.finish(false)
	case toEnd:
		m.add(eachByte(slice(size, 0, true), last.Set))
		m.finish(false)
	default:
		m.add(jen.Id("i").Op(":=").Lit(size))
		m.steps(rest, p.End)
		m.finish(p.End)
	}
	return m.stmts
}

// fixed compares steps of a fixed number of bytes, size in all, at constant
// offsets; whole tells that they are all of the text.
func (m *matchCode) fixed(steps []ecma.Step, size int, whole bool) {
	offset := 0
	for _, step := range steps {
		switch s := step.(type) {
		case ecma.Text:
			end := offset + len(s)
			m.require(unless(jen.String().Call(slice(offset, end, whole && end == size)), "!=", gofile.Quote(string(s))))
			offset = end
		case *ecma.Run:
			end := offset + s.Max
			if s.Max == 1 {
				m.require(inSet(jen.Id("text").Index(jen.Lit(offset)), s.Set))
			} else {
				m.add(eachByte(slice(offset, end, whole && end == size), s.Set))
			}
			offset = end
		}
	}
}

// tailed prints a program whose steps take the last bytes of the text.
func tailed(p *ecma.Program) []jen.Code {
	m := &matchCode{}
	least := p.Tail
	if p.Head != nil {
		least += p.Head.Min
	}
	m.require(unless(length(), "<", jen.Lit(least)))
	from := length().Op("-").Lit(p.Tail)
	if p.Head != nil {
		m.add(jen.List(jen.Id("head"), jen.Id("text")).Op(":=").List(jen.Id("text").Index(jen.Empty(), from), jen.Id("text").Index(from, jen.Empty())))
	} else {
		m.add(jen.Id("text").Op("=").Id("text").Index(from, jen.Empty()))
	}
	m.fixed(p.Steps, p.Tail, true)
	switch {
	case p.Head == nil:
	case !p.Start:
		m.add(jen.List(jen.Id("r"), jen.Id("_")).Op(":=").Add(gofile.UTF8.Dot("DecodeLastRune")).Call(jen.Id("head")))
		m.require(inSet(jen.Id("r"), p.Head.Set))
	default:
		if set, ok := asBytes(p.Head); ok {
			m.add(eachByte(jen.Id("head"), set))
		} else {
			m.add(jen.For(jen.Id("i").Op(":=").Lit(0), jen.Id("i").Op("<").Len(jen.Id("head")), jen.Empty()).Block(
				character("head", p.Head.Set, jen.Return(jen.False()))...))
		}
	}
	m.finish(false)
	return m.stmts
}

// character prints the taking of a character of a set at i, ASCII before others;
// none is what to do without.
func character(text string, set ecma.Set, none jen.Code) []jen.Code {
	c, r, size := jen.Id("c"), jen.Id("r"), jen.Id("size")
	decode := gofile.UTF8.Dot("DecodeRune").Call(jen.Id(text).Index(i, jen.Empty()))
	if set[0].Lo >= utf8.RuneSelf {
		return []jen.Code{
			jen.List(r, size).Op(":=").Add(decode),
			jen.If(outsideSet(r, set)).Block(none),
			jen.Add(i).Op("+=").Add(size),
		}
	}
	beyond := []jen.Code{jen.List(jen.Id("_"), size).Op(":=").Add(decode)}
	if test := outsideBeyond(r, set); test != nil {
		beyond = []jen.Code{jen.List(r, size).Op(":=").Add(decode), jen.If(test).Block(none)}
	}
	return []jen.Code{
		jen.If(jen.Add(c).Op(":=").Id(text).Index(i), jen.Add(c).Op("<").Add(gofile.UTF8.Dot("RuneSelf"))).Block(
			ifAny(outsideASCII(c, set), none), jen.Add(i).Op("++"),
		).Else().Block(append(beyond, jen.Add(i).Op("+=").Add(size))...),
	}
}

// ifAny prints what to do if a test holds, which is nil where it never does.
func ifAny(test *jen.Statement, then jen.Code) jen.Code {
	if test == nil {
		return jen.Null()
	}
	return jen.If(test).Block(then)
}

// fixedPart splits the steps that take a fixed number of bytes from the rest.
func fixedPart(steps []ecma.Step) (fixed, rest []ecma.Step, size int) {
	for i, step := range steps {
		n, ok := ecma.FixedBytes(step)
		if !ok {
			return steps[:i], steps[i:], size
		}
		size += n
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
		jen.If(outsideSet(jen.Id("c"), set)).Block(jen.Return(jen.False())),
	)
}

// matchCode prints steps that are taken at the variable i.
type matchCode struct {
	stmts   []jen.Code
	pending []cond // that end the function with false, not yet printed
	counts  int    // counters declared so far
}

// add appends statements.
func (m *matchCode) add(stmts ...jen.Code) {
	m.flush()
	m.stmts = append(m.stmts, stmts...)
}

// require appends conditions without which there is no match.
func (m *matchCode) require(conds ...cond) { m.pending = append(m.pending, conds...) }

func (m *matchCode) flush() {
	if len(m.pending) > 0 {
		m.stmts = append(m.stmts, jen.If(allOf(m.pending).fail).Block(jen.Return(jen.False())))
		m.pending = nil
	}
}

// finish prints the end of the function: a match that has to reach the end of
// the text, or not.
func (m *matchCode) finish(toEnd bool) {
	if toEnd {
		m.require(unless(i, "!=", length()))
	}
	result := jen.True()
	if len(m.pending) > 0 {
		result = allOf(m.pending).pass
		m.pending = nil
	}
	m.add(jen.Return(result))
}

// atLeast is the condition that n more bytes are there.
func (m *matchCode) atLeast(n int) cond {
	return unless(length().Op("-").Add(i), "<", jen.Lit(n))
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
	inner.flush()
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
		m.require(unless(i, "==", length()), unless(current, "!=", char(rune(text[0]))))
	} else {
		m.require(m.atLeast(len(text)), unless(
			jen.String().Call(jen.Id("text").Index(i, jen.Add(i).Op("+").Lit(len(text)))), "!=", gofile.Quote(text)))
	}
	if more {
		m.advance(len(text))
	}
}

// advance moves i on.
func (m *matchCode) advance(n int) {
	if n == 1 {
		m.add(jen.Add(i).Op("++"))
		return
	}
	m.add(jen.Add(i).Op("+=").Lit(n))
}

func (m *matchCode) run(s *ecma.Run, more bool) {
	set, ok := asBytes(s)
	switch {
	case !ok:
		m.wideRun(s)
	case s.Min == 1 && s.Max == 1:
		m.require(unless(i, "==", length()), inSet(current, set))
		if more {
			m.add(jen.Add(i).Op("++"))
		}
	case s.Min == 0 && s.Max == 1:
		m.add(jen.If(jen.Add(inside).Op("&&").Add(insideSet(current, set))).Block(jen.Add(i).Op("++")))
	case s.Min == s.Max:
		m.require(m.atLeast(s.Min))
		m.add(eachByte(jen.Id("text").Index(i, jen.Add(i).Op("+").Lit(s.Min)), set))
		if more {
			m.advance(s.Min)
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
			m.require(unless(jen.Add(i).Op("-").Id(start), "<", jen.Lit(s.Min)))
		}
	}
}

// wideRun reads characters beyond ASCII.
func (m *matchCode) wideRun(s *ecma.Run) {
	if s.Min == 1 && s.Max == syntax.Unlimited {
		start := m.fresh("start")
		m.add(jen.Id(start).Op(":=").Add(i), jen.For(inside).Block(character("text", s.Set, jen.Break())...))
		m.require(unless(i, "==", jen.Id(start)))
		return
	}
	count := m.fresh("count")
	loop := jen.Add(inside)
	if s.Max != syntax.Unlimited {
		loop.Op("&&").Id(count).Op("<").Lit(s.Max)
	}
	body := character("text", s.Set, jen.Break())
	if s.Min == 0 && s.Max == syntax.Unlimited {
		m.add(jen.For(loop).Block(body...))
		return
	}
	m.add(
		jen.Id(count).Op(":=").Lit(0),
		jen.For(jen.Empty(), loop, jen.Id(count).Op("++")).Block(body...),
	)
	if s.Min > 0 {
		m.require(unless(jen.Id(count), "<", jen.Lit(s.Min)))
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
		m.require(unless(jen.Id(count), "<", jen.Lit(s.Min)))
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
