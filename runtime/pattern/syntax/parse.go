package syntax

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDepth bounds the nesting of groups, and with it the stack.
const maxDepth = 1000

// Parse parses a regular expression. The error is an *Error.
func Parse(pattern string, dialect Dialect) (*Regexp, error) {
	p := &parser{pattern: pattern, legacy: dialect == Legacy}
	if !utf8.ValidString(pattern) {
		return nil, &Error{pattern, strings.IndexRune(pattern, utf8.RuneError), "invalid UTF-8"}
	}
	p.countGroups()
	root := p.disjunction()
	if p.err == nil && p.pos < len(pattern) {
		p.fail(p.pos, "unmatched )")
	}
	if p.err != nil {
		return nil, p.err
	}
	return &Regexp{Root: root, Groups: p.groups, BackReferences: p.backReferences, Doubtful: p.doubtful}, nil
}

// parser is a recursive descent over ECMA-262, section 21.2.1. After the first
// error it stands at the end of the pattern, so that every loop stops.
type parser struct {
	pattern string
	pos     int
	legacy  bool
	depth   int
	err     error

	groups         int            // all capturing groups of the pattern
	names          map[string]int // name to index, of all named groups
	opened         int            // capturing groups opened so far
	backReferences bool
	doubtful       bool
}

func (p *parser) fail(offset int, problem string) {
	if p.err == nil {
		p.err = &Error{p.pattern, offset, problem}
	}
	p.pos = len(p.pattern)
}

// more reports whether there is more to read.
func (p *parser) more() bool { return p.pos < len(p.pattern) }

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if !p.more() {
		return 0
	}
	return p.pattern[p.pos]
}

// accept consumes text if it comes next.
func (p *parser) accept(text string) bool {
	if !strings.HasPrefix(p.pattern[p.pos:], text) {
		return false
	}
	p.pos += len(text)
	return true
}

// next consumes one character.
func (p *parser) next() rune {
	r, size := utf8.DecodeRuneInString(p.pattern[p.pos:])
	p.pos += size
	return r
}

// countGroups counts the capturing groups and notes the names, for references
// may point forward. Errors are left to the parse proper.
func (p *parser) countGroups() {
	scan := &parser{pattern: p.pattern}
	inClass := false
	for scan.more() {
		switch scan.next() {
		case '\\':
			if scan.more() {
				scan.next()
			}
		case '[':
			inClass = true
		case ']':
			inClass = false
		case '(':
			if inClass {
				continue
			}
			named := scan.accept("?<")
			if named && (scan.peek() == '=' || scan.peek() == '!') || !named && scan.peek() == '?' {
				continue
			}
			p.groups++
			if !named {
				continue
			}
			if name, ok := scan.groupName(); ok {
				if p.names == nil {
					p.names = map[string]int{}
				}
				if p.names[name] == 0 {
					p.names[name] = p.groups
				}
			}
		}
	}
}

// disjunction reads alternatives up to a closing parenthesis or the end.
func (p *parser) disjunction() Node {
	first := p.alternative()
	if p.peek() != '|' {
		return first
	}
	alternatives := Alternate{first}
	for p.accept("|") {
		alternatives = append(alternatives, p.alternative())
	}
	return alternatives
}

func (p *parser) alternative() Node {
	var terms Concat
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		terms = appendTerm(terms, p.term())
	}
	if len(terms) == 1 {
		return terms[0]
	}
	return terms
}

// appendTerm appends a term and dissolves a concatenation into its parts.
func appendTerm(terms Concat, term Node) Concat {
	if parts, ok := term.(Concat); ok {
		return append(terms, parts...)
	}
	return append(terms, term)
}

// term reads an assertion or an atom with its quantifier.
func (p *parser) term() Node {
	start := p.pos
	var atom Node
	quantifiable := true
	switch c := p.peek(); c {
	case '^', '$':
		p.pos++
		quantifiable = false
		atom = Start
		if c == '$' {
			atom = End
		}
	case '(':
		p.pos++
		atom, quantifiable = p.group(start)
	case '.':
		p.pos++
		atom = newClass(slices.Clone(lineTerminators), nil, true)
	case '[':
		p.pos++
		atom = p.class(start)
	case '\\':
		p.pos++
		atom, quantifiable = p.atomEscape(start)
	case '*', '+', '?':
		p.fail(start, "nothing to repeat")
		return Concat(nil)
	case '{':
		if _, _, isQuantifier := p.braces(); isQuantifier {
			p.fail(start, "nothing to repeat")
			return Concat(nil)
		}
		fallthrough
	case '}', ']':
		if !p.legacy {
			p.fail(start, "lone "+string(rune(c))+" (write \\"+string(rune(c))+")")
			return Concat(nil)
		}
		p.pos++
		atom = literal(rune(c))
	default:
		atom = literal(p.next())
	}
	return p.quantified(atom, quantifiable)
}

// quantified reads the quantifier behind an atom, if there is one.
func (p *parser) quantified(atom Node, quantifiable bool) Node {
	start := p.pos
	repeat := &Repeat{Node: atom}
	switch p.peek() {
	case '*':
		p.pos++
		repeat.Max = Unlimited
	case '+':
		p.pos++
		repeat.Min, repeat.Max = 1, Unlimited
	case '?':
		p.pos++
		repeat.Max = 1
	case '{':
		var ok bool
		if repeat.Min, repeat.Max, ok = p.braces(); !ok {
			if !p.legacy {
				p.fail(start, "incomplete quantifier")
			}
			return atom
		}
	default:
		return atom
	}
	if !quantifiable {
		p.fail(start, "nothing to repeat")
	}
	if repeat.Max != Unlimited && repeat.Min > repeat.Max {
		p.fail(start, "quantifier with its numbers out of order")
	}
	repeat.Lazy = p.accept("?")
	return repeat
}

// braces reads {n}, {n,} or {n,m}. It consumes nothing when there is none.
func (p *parser) braces() (low, high int, ok bool) {
	start := p.pos
	p.pos++
	low, ok = p.count()
	high = low
	if ok && p.accept(",") {
		if high = Unlimited; p.peek() != '}' {
			high, ok = p.count()
		}
	}
	if !ok || !p.accept("}") {
		p.pos = start
		return 0, 0, false
	}
	return low, high, true
}

// count reads decimal digits, and takes what is beyond MaxCount for MaxCount.
func (p *parser) count() (n int, ok bool) {
	for ; '0' <= p.peek() && p.peek() <= '9'; p.pos++ {
		// In 64 bits: where int has 32 the product would overflow.
		n = int(min(int64(n)*10+int64(p.peek()-'0'), MaxCount))
		ok = true
	}
	return n, ok
}

// group reads what follows an opening parenthesis.
func (p *parser) group(start int) (node Node, quantifiable bool) {
	if p.depth++; p.depth > maxDepth {
		p.fail(start, "groups nest too deeply")
		return Concat(nil), true
	}
	defer func() { p.depth-- }()
	index := 0
	look := (*Look)(nil)
	switch {
	case p.accept("?:"):
	case p.accept("?="):
		look = &Look{}
	case p.accept("?!"):
		look = &Look{Negated: true}
	case p.accept("?<="):
		look = &Look{Behind: true}
	case p.accept("?<!"):
		look = &Look{Behind: true, Negated: true}
	case p.accept("?<"):
		p.opened++
		index = p.opened
		name, ok := p.groupName()
		switch {
		case !ok:
			p.fail(p.pos, "invalid group name")
		case p.names[name] != index:
			p.fail(start, "second group named "+name)
		}
	case p.peek() == '?':
		p.fail(start, "(? that ECMA-262 does not know")
	default:
		p.opened++
		index = p.opened
	}
	body := p.disjunction()
	if !p.accept(")") {
		p.fail(start, "unmatched (")
	}
	switch {
	case look != nil:
		look.Node = body
		// Annex B lets lookaheads take a quantifier, lookbehinds not.
		return look, p.legacy && !look.Behind
	case index > 0:
		return &Group{Node: body, Index: index}, true
	}
	return body, true
}
