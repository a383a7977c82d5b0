package syntax

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
)

// atomEscape reads what follows a backslash outside a bracketed class.
func (p *parser) atomEscape(start int) (node Node, quantifiable bool) {
	switch c := p.peek(); {
	case c == 'b':
		p.pos++
		return WordBoundary, false
	case c == 'B':
		p.pos++
		return NotWordBoundary, false
	case '1' <= c && c <= '9':
		digits := p.pos
		p.survey()
		if index, _ := p.count(); index <= p.groups {
			p.backReferences = true
			return BackReference(index), true
		}
		if p.pos = digits; !p.legacy {
			p.fail(start, "reference to a group that does not exist")
			return Concat(nil), true
		}
	case c == 'k' && (p.hasNames() || !p.legacy):
		p.pos++
		name, ok := "", false
		if p.acceptByte('<') {
			name, ok = p.groupName()
		}
		if !ok || p.names[name] == 0 {
			p.fail(start, "reference to a group that does not exist")
		}
		p.backReferences = true
		return BackReference(p.names[name]), true
	}
	if class, ok := p.classEscape(start); ok {
		return class, true
	}
	return p.literal(p.characterEscape(start)), true
}

func (p *parser) hasNames() bool {
	p.survey()
	return len(p.names) > 0
}

// classEscape reads d, D, s, S, w, W and property escapes behind a backslash.
func (p *parser) classEscape(start int) (class *Class, ok bool) {
	c := p.peek()
	ranges := digits
	switch c {
	case 'd', 'D':
	case 's', 'S':
		ranges = whiteSpace
	case 'w', 'W':
		ranges = wordCharacters
	case 'p', 'P':
		return p.propertyEscape(start)
	default:
		return nil, false
	}
	p.pos++
	return p.set(ranges, c <= 'Z'), true
}

func (p *parser) propertyEscape(start int) (class *Class, ok bool) {
	negated := p.peek() == 'P'
	rest := p.pattern[p.pos+1:]
	opened := len(rest) > 0 && rest[0] == '{'
	if !opened && p.legacy {
		return nil, false // an identity escape
	}
	name, _, closed := bytes.Cut(bytes.TrimPrefix(rest, []byte("{")), []byte("}"))
	class, known := property(string(name), negated)
	if !opened || !closed || !known {
		p.fail(start, "unknown Unicode property "+strconv.Quote(string(name)))
		return &Class{}, true
	}
	p.pos += len("p{") + len(name) + len("}")
	return class, true
}

// characterEscape reads an escape that stands for one character, behind a
// backslash.
func (p *parser) characterEscape(start int) rune {
	if !p.more() {
		p.fail(start, "trailing backslash")
		return 0
	}
	switch c := p.next(); c {
	case 'f':
		return '\f'
	case 'n':
		return '\n'
	case 'r':
		return '\r'
	case 't':
		return '\t'
	case 'v':
		return '\v'
	case '0', '1', '2', '3', '4', '5', '6', '7':
		return p.octalEscape(start, c)
	case 'c':
		if l := p.peek() | 0x20; 'a' <= l && l <= 'z' {
			return p.next() & 0x1F
		}
		if p.legacy {
			p.pos--
			return '\\'
		}
		p.fail(start, `\c needs a letter`)
		return 0
	case 'x':
		if r, ok := p.hex(2); ok {
			return r
		}
		return p.identityEscape(start, c)
	case 'u':
		if r, ok := p.unicodeEscape(); ok {
			return r
		}
		return p.identityEscape(start, c)
	default:
		return p.identityEscape(start, c)
	}
}

// octalEscape reads \0, and in legacy patterns LegacyOctalEscapeSequence.
func (p *parser) octalEscape(start int, first rune) rune {
	isOctal := func() bool { return '0' <= p.peek() && p.peek() <= '7' }
	isDecimal := '0' <= p.peek() && p.peek() <= '9'
	if !p.legacy && (first != '0' || isDecimal) {
		p.fail(start, "octal escape")
		return 0
	}
	p.doubtful = p.doubtful || first != '0' || isDecimal
	value := first - '0'
	for digits := 1; isOctal() && digits < 3 && value*8 <= 0o377; digits++ {
		value = value*8 + p.next() - '0'
	}
	return value
}

// identityEscape is an escape that stands for the character itself. The u flag
// admits it for characters with a meaning only (SyntaxCharacter and /).
func (p *parser) identityEscape(start int, c rune) rune {
	if !p.legacy && !strings.ContainsRune(`^$\.*+?()[]{}|/`, c) {
		p.fail(start, `\`+string(c)+" is not an ECMA-262 escape")
	}
	p.doubtful = p.doubtful || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
	return c
}

// unicodeEscape reads XXXX or {X…} behind \u. Two escapes that spell a surrogate
// pair are one character. It consumes nothing when there is no such escape.
func (p *parser) unicodeEscape() (r rune, ok bool) {
	if p.peek() == '{' {
		return p.codePoint()
	}
	if r, ok = p.hex(4); !ok || !utf16.IsSurrogate(r) {
		return r, ok
	}
	behind := p.pos
	if p.accept(`\u`) {
		if low, ok := p.hex(4); ok {
			if pair := utf16.DecodeRune(r, low); pair != unicode.ReplacementChar {
				return pair, true
			}
		}
		p.pos = behind
	}
	return r, true
}

// codePoint reads {X…}, or consumes nothing.
func (p *parser) codePoint() (r rune, ok bool) {
	at := p.pos + 1
	for ; at < len(p.pattern); at++ {
		digit, isHex := hexDigit(p.pattern[at])
		if !isHex {
			break
		}
		if r = r<<4 | digit; r > unicode.MaxRune {
			return 0, false
		}
	}
	if at == p.pos+1 || at == len(p.pattern) || p.pattern[at] != '}' {
		return 0, false
	}
	p.pos = at + 1
	return r, true
}

// hex reads exactly n hexadecimal digits, or consumes nothing.
func (p *parser) hex(n int) (r rune, ok bool) {
	if p.pos+n > len(p.pattern) {
		return 0, false
	}
	for i := range n {
		digit, isHex := hexDigit(p.pattern[p.pos+i])
		if !isHex {
			return 0, false
		}
		r = r<<4 | digit
	}
	p.pos += n
	return r, true
}

func hexDigit(c byte) (digit rune, ok bool) {
	switch {
	case '0' <= c && c <= '9':
		return rune(c - '0'), true
	case 'a' <= c|0x20 && c|0x20 <= 'f':
		return rune(c|0x20-'a') + 10, true
	}
	return 0, false
}

// groupName reads RegExpIdentifierName and ">" behind "(?<" or "\k<".
func (p *parser) groupName() (name string, ok bool) {
	var b strings.Builder
	for p.more() {
		r := p.next()
		if r == '>' {
			return b.String(), b.Len() > 0
		}
		if r == '\\' {
			if !p.acceptByte('u') {
				return "", false
			}
			if r, ok = p.unicodeEscape(); !ok {
				return "", false
			}
		}
		if !isIDStart(r) && (b.Len() == 0 || !isIDContinue(r)) {
			return "", false
		}
		b.WriteRune(r)
	}
	return "", false
}

// isIDStart reports IdentifierStart (ECMA-262, section 11.6).
func isIDStart(r rune) bool {
	return r == '$' || r == '_' || unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start)
}

// isIDContinue reports what IdentifierPart adds to IdentifierStart.
func isIDContinue(r rune) bool {
	const zeroWidthNonJoiner, zeroWidthJoiner = 0x200C, 0x200D
	return r == zeroWidthNonJoiner || r == zeroWidthJoiner ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}
