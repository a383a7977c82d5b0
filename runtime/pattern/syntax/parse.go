package syntax

import (
	"bytes"
	"unicode/utf8"
)

// maxDepth bounds the nesting of groups, and with it the stack.
const maxDepth = 1000

// Parse parses a regular expression. The error is an *Error.
func Parse(pattern string, dialect Dialect) (*Regexp, error) {
	p := &parser{pattern: []byte(pattern), legacy: dialect == Legacy, builds: true}
	root := p.parse()
	if p.failed {
		return nil, &Error{pattern, p.failedAt, p.problem}
	}
	p.survey()
	return &Regexp{Root: root, Groups: p.groups, BackReferences: p.backReferences, Doubtful: p.doubtful}, nil
}

// Check tells whether Parse takes a pattern, and whether that is doubtful. It
// builds no tree, and allocates for the names of groups only.
func Check(pattern []byte, dialect Dialect) (valid, doubtful bool) {
	p := &parser{pattern: pattern, legacy: dialect == Legacy}
	p.parse()
	return !p.failed, p.doubtful
}

// parser is a recursive descent over ECMA-262, section 21.2.1. After the first
// error it stands at the end of the pattern, so that every loop stops.
type parser struct {
	pattern []byte
	pos     int
	legacy  bool
	builds  bool // a tree; without, no node means anything
	depth   int

	failed   bool
	failedAt int
	problem  string

	surveyed       bool
	groups         int            // all capturing groups of the pattern
	names          map[string]int // name to index, of all named groups
	opened         int            // capturing groups opened so far
	backReferences bool
	doubtful       bool
}

// parse reads the whole pattern.
func (p *parser) parse() Node {
	if !utf8.Valid(p.pattern) {
		p.fail(bytes.IndexRune(p.pattern, utf8.RuneError), "invalid UTF-8")
		return nil
	}
	root := p.disjunction()
	if p.more() {
		p.fail(p.pos, "unmatched )")
	}
	return root
}

func (p *parser) fail(offset int, problem string) {
	if !p.failed {
		p.failed, p.failedAt, p.problem = true, offset, problem
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
	if len(p.pattern)-p.pos < len(text) || string(p.pattern[p.pos:p.pos+len(text)]) != text {
		return false
	}
	p.pos += len(text)
	return true
}

// acceptByte consumes one byte if it comes next.
func (p *parser) acceptByte(c byte) bool {
	if p.pos == len(p.pattern) || p.pattern[p.pos] != c {
		return false
	}
	p.pos++
	return true
}

// acceptPlain consumes letters, digits and what else stands for itself in every
// place, and tells whether there was any.
func (p *parser) acceptPlain() bool {
	start := p.pos
	for p.pos < len(p.pattern) {
		if c := p.pattern[p.pos]; c < utf8.RuneSelf && plain[c>>6]>>(c&63)&1 == 0 {
			break
		}
		p.pos++
	}
	return p.pos > start
}

// plain are the characters of ASCII that mean nothing but themselves, as bits.
var plain = [2]uint64{
	0x3FF<<'0' | 1<<' ' | 1<<'!' | 1<<'"' | 1<<'#' | 1<<'%' | 1<<'&' | 1<<'\'' | 1<<'/' | 1<<':' | 1<<';' | 1<<'<' | 1<<'=' | 1<<'>',
	0x3FFFFFF<<('A'-64) | 0x3FFFFFF<<('a'-64) | 1<<('@'-64) | 1<<('_'-64) | 1<<('`'-64) | 1<<('~'-64),
}

// next consumes one character.
func (p *parser) next() rune {
	r, size := utf8.DecodeRune(p.pattern[p.pos:])
	p.pos += size
	return r
}

// survey counts the capturing groups and notes the names, for references may
// point forward. Errors are left to the parse proper.
func (p *parser) survey() {
	if p.surveyed {
		return
	}
	p.surveyed = true
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
	var alternatives Alternate
	if p.builds {
		alternatives = Alternate{first}
	}
	for p.acceptByte('|') {
		if next := p.alternative(); p.builds {
			alternatives = append(alternatives, next)
		}
	}
	return alternatives
}

func (p *parser) alternative() Node {
	var terms Concat
	for p.more() && p.peek() != '|' && p.peek() != ')' {
		if !p.builds && p.acceptPlain() {
			p.quantified(nil, true)
			continue
		}
		if term := p.term(); p.builds {
			terms = appendTerm(terms, term)
		}
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
		atom = p.set(lineTerminators, true)
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
		atom = p.literal(rune(c))
	default:
		atom = p.literal(p.next())
	}
	return p.quantified(atom, quantifiable)
}

// quantified reads the quantifier behind an atom, if there is one.
func (p *parser) quantified(atom Node, quantifiable bool) Node {
	start := p.pos
	low, high := 0, Unlimited
	switch p.peek() {
	case '*':
		p.pos++
	case '+':
		p.pos++
		low = 1
	case '?':
		p.pos++
		high = 1
	case '{':
		var ok bool
		if low, high, ok = p.braces(); !ok {
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
	if high != Unlimited && low > high {
		p.fail(start, "quantifier with its numbers out of order")
	}
	lazy := p.acceptByte('?')
	if !p.builds {
		return nil
	}
	return &Repeat{Node: atom, Min: low, Max: high, Lazy: lazy}
}

// braces reads {n}, {n,} or {n,m}. It consumes nothing when there is none.
func (p *parser) braces() (low, high int, ok bool) {
	start := p.pos
	p.pos++
	low, ok = p.count()
	high = low
	if ok && p.acceptByte(',') {
		if high = Unlimited; p.peek() != '}' {
			high, ok = p.count()
		}
	}
	if !ok || !p.acceptByte('}') {
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
	looks, look := true, Look{}
	switch {
	case p.accept("?="):
	case p.accept("?!"):
		look = Look{Negated: true}
	case p.accept("?<="):
		look = Look{Behind: true}
	case p.accept("?<!"):
		look = Look{Behind: true, Negated: true}
	default:
		looks = false
	}
	switch {
	case looks || p.accept("?:"):
	case p.accept("?<"):
		p.opened++
		index = p.opened
		p.survey()
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
	if !p.acceptByte(')') {
		p.fail(start, "unmatched (")
	}
	switch {
	case looks:
		// Annex B lets lookaheads take a quantifier, lookbehinds not.
		quantifiable = p.legacy && !look.Behind
		if !p.builds {
			return nil, quantifiable
		}
		return &Look{body, look.Behind, look.Negated}, quantifiable
	case index > 0 && p.builds:
		return &Group{Node: body, Index: index}, true
	}
	return body, true
}
