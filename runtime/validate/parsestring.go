package validate

import (
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

// str reads a string. It returns the place between its quotes and, when the
// string has escapes, 1 + the index of its unescaped text, else 0.
func (p *parser) str() (text span, unescaped int32, ok bool) {
	p.pos++
	from, plain := p.pos, p.pos // plain: start of the text that is not copied yet
	mark := len(p.unescaped)
	escaped := false
	for {
		end, high := lanes.Plain(p.data, p.pos)
		if end == len(p.data) || high != 0 && !utf8.Valid(p.data[p.pos:end]) {
			return span{}, 0, false
		}
		p.pos = end
		switch p.data[end] {
		case '"':
			p.pos++
			if !escaped {
				return span{from, end}, 0, true
			}
			p.unescaped = append(p.unescaped, p.data[plain:end]...)
			p.texts = append(p.texts, span{mark, len(p.unescaped)})
			return span{from, end}, int32(len(p.texts)), true
		case '\\':
			escaped = true
			p.unescaped = append(p.unescaped, p.data[plain:end]...)
			if !p.escape() {
				return span{}, 0, false
			}
			plain = p.pos
		default: // a control character
			return span{}, 0, false
		}
	}
}

// escape reads an escape sequence and appends its character to unescaped.
func (p *parser) escape() bool {
	at := p.pos
	p.pos += 2
	if p.pos > len(p.data) {
		return false
	}
	c := p.data[at+1]
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		return p.unicodeEscape()
	default:
		return false
	}
	p.unescaped = append(p.unescaped, c)
	return true
}

// unicodeEscape reads the digits of an escape \u, and the second
// escape of a surrogate pair.
func (p *parser) unicodeEscape() bool {
	r, ok := p.hex4()
	if !ok {
		return false
	}
	if utf16.IsSurrogate(r) {
		low := rune(-1)
		if p.pos+1 < len(p.data) && p.data[p.pos] == '\\' && p.data[p.pos+1] == 'u' {
			p.pos += 2
			low, _ = p.hex4()
		}
		r = utf16.DecodeRune(r, low)
		if r == utf8.RuneError {
			return false
		}
	}
	p.unescaped = utf8.AppendRune(p.unescaped, r)
	return true
}

// hex4 reads four hexadecimal digits.
func (p *parser) hex4() (rune, bool) {
	if p.pos+4 > len(p.data) {
		return 0, false
	}
	var r rune
	for _, c := range p.data[p.pos : p.pos+4] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c && c <= 'f':
			c -= 'a' - 10
		case 'A' <= c && c <= 'F':
			c -= 'A' - 10
		default:
			return 0, false
		}
		r = r<<4 | rune(c)
	}
	p.pos += 4
	return r, true
}
