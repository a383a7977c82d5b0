package ecma

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// printECMA prints a tree in the syntax of ECMA-262 with the u flag. All that
// the legacy grammar adds is spelled out, named groups become numbered ones.
func printECMA(node syntax.Node) string {
	p := &ecmaPrinter{}
	p.print(node)
	return p.String()
}

type ecmaPrinter struct{ strings.Builder }

func (p *ecmaPrinter) print(node syntax.Node) {
	switch n := node.(type) {
	case *syntax.Class:
		p.WriteString(classText(n, ecmaSpelling))
	case syntax.Concat:
		for _, part := range n {
			if _, ok := part.(syntax.Alternate); ok {
				p.group("(?:", part)
			} else {
				p.print(part)
			}
		}
	case syntax.Alternate:
		for i, part := range n {
			if i > 0 {
				p.WriteByte('|')
			}
			p.print(part)
		}
	case *syntax.Repeat:
		if isAtom(n.Node) {
			p.print(n.Node)
		} else {
			p.group("(?:", n.Node)
		}
		p.WriteString(quantifier(n.Min, n.Max))
		if n.Lazy {
			p.WriteByte('?')
		}
	case *syntax.Group:
		p.group("(", n.Node)
	case *syntax.Look:
		p.group(map[[2]bool]string{
			{false, false}: "(?=", {false, true}: "(?!", {true, false}: "(?<=", {true, true}: "(?<!",
		}[[2]bool{n.Behind, n.Negated}], n.Node)
	case syntax.BackReference:
		// In a group, lest a digit that follows be taken for a part of it.
		fmt.Fprintf(p, `(?:\%d)`, int(n))
	case syntax.Assertion:
		p.WriteString(assertionText(n))
	}
}

func (p *ecmaPrinter) group(open string, body syntax.Node) {
	p.WriteString(open)
	p.print(body)
	p.WriteByte(')')
}

func isAtom(node syntax.Node) bool {
	switch node.(type) {
	case *syntax.Class, *syntax.Group:
		return true
	}
	return false
}

// quantifier spells a repetition.
func quantifier(low, high int) string {
	switch {
	case low == 0 && high == syntax.Unlimited:
		return "*"
	case low == 1 && high == syntax.Unlimited:
		return "+"
	case low == 0 && high == 1:
		return "?"
	case low == high:
		return fmt.Sprintf("{%d}", low)
	case high == syntax.Unlimited:
		return fmt.Sprintf("{%d,}", low)
	}
	return fmt.Sprintf("{%d,%d}", low, high)
}

// assertionText spells an assertion; RE2 and ECMA-262 agree on all of them when
// no flags are set, and Go's \b looks at ASCII words as well.
func assertionText(a syntax.Assertion) string { return [...]string{"^", "$", `\b`, `\B`}[a] }

// spelling is what the two syntaxes do not share.
type spelling struct {
	nothing, everything string
	escape              string // format of a code point
	property            func(p syntax.Property) string
}

var (
	ecmaSpelling = spelling{"[]", "[^]", `\u{%X}`, func(p syntax.Property) string { return p.Name }}
	re2Spelling  = spelling{`[^\x00-\x{10FFFF}]`, `(?s:.)`, `\x{%X}`, func(p syntax.Property) string { return p.RE2 }}
)

// classText prints a class, negated where that is shorter.
func classText(c *syntax.Class, s spelling) string {
	if r, ok := c.Literal(); ok {
		if r < 0x80 && unicode.IsPrint(r) {
			return regexp.QuoteMeta(string(r))
		}
		return s.codePoint(r)
	}
	ranges, negated := c.Ranges, c.Negated
	if len(c.Properties) == 0 {
		outside := syntax.Complement(ranges)
		switch {
		case len(ranges) == 0:
			return s.nothing
		case len(outside) == 0:
			return s.everything
		case len(outside) < len(ranges):
			ranges, negated = outside, true
		}
	}
	var b strings.Builder
	b.WriteByte('[')
	if negated {
		b.WriteByte('^')
	}
	for _, r := range ranges {
		b.WriteString(s.codePoint(r.Lo))
		if r.Hi > r.Lo {
			if r.Hi > r.Lo+1 {
				b.WriteByte('-')
			}
			b.WriteString(s.codePoint(r.Hi))
		}
	}
	for _, property := range c.Properties {
		letter := 'p'
		if property.Negated {
			letter = 'P'
		}
		fmt.Fprintf(&b, `\%c{%s}`, letter, s.property(property))
	}
	b.WriteByte(']')
	return b.String()
}

// codePoint spells a character so that it stands for itself, in a class too.
func (s spelling) codePoint(r rune) string {
	switch {
	case strings.ContainsRune(`\]^-[`, r):
		return `\` + string(r)
	case unicode.IsPrint(r):
		return string(r)
	}
	return fmt.Sprintf(s.escape, r)
}
