package validate

import (
	"bytes"
	"fmt"
	"math"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// parser reads one JSON text (RFC 8259) into a document. It needs no stack,
// neither its own nor Go's: the way up is in the values' parents.
type parser struct {
	*document
	pos   int
	depth int
	most  int // how many values there can be; 0: not counted yet
}

// parse fills the document from data. It refuses what [SyntaxError] lists.
func (d *document) parse(data []byte) *SyntaxError {
	d.data = data
	p := parser{document: d}
	if bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")) {
		return p.fault(0, "the text starts with a byte order mark: save it as UTF-8 without one")
	}
	parent := int32(-1)
	for {
		i, err := p.value(parent)
		if err != nil {
			return err
		}
		if p.values[i].kind >= jsonscan.KindArray {
			parent = i
			if c := p.space(); c != ']' && c != '}' {
				continue // with its first child
			}
		}
		// A value is complete, or there is none: go on in the container, or
		// close it and go on in the one around it.
		for parent >= 0 {
			more, err := p.more(parent)
			if err != nil {
				return err
			}
			if more {
				break
			}
			parent = p.values[parent].parent
		}
		if parent < 0 {
			return p.trailing()
		}
	}
}

// space skips white space and returns the byte after it, 0 at the end.
func (p *parser) space() byte {
	for p.pos < len(p.data) {
		switch c := p.data[p.pos]; c {
		case ' ', '\t', '\n', '\r':
			p.pos++
		default:
			return c
		}
	}
	return 0
}

// value reads the next value in parent, with the name before it when parent is
// an object, and returns its index. Of a container it reads the first byte.
func (p *parser) value(parent int32) (int32, *SyntaxError) {
	if len(p.values) == math.MaxInt32 {
		return 0, p.fault(p.pos, "the document has more than 2,147,483,647 values")
	}
	v := value{parent: parent}
	if parent >= 0 {
		up := &p.values[parent]
		v.index = up.count
		up.count++
		if up.kind == jsonscan.KindObject {
			var err *SyntaxError
			if v.name, v.nameText, err = p.memberName(v.index == 0); err != nil {
				return 0, err
			}
		}
	}
	c := p.space()
	v.pos = p.pos
	var err *SyntaxError
	switch {
	case c == '{':
		v.kind, err = jsonscan.KindObject, p.open()
	case c == '[':
		v.kind, err = jsonscan.KindArray, p.open()
	case c == '"':
		v.kind = jsonscan.KindString
		_, v.text, err = p.str()
	case c == '-' || '0' <= c && c <= '9':
		v.kind, err = jsonscan.KindNumber, p.number()
	case c == 'n':
		v.kind, err = jsonscan.KindNull, p.literal("null")
	case c == 't':
		v.kind, err = jsonscan.KindBool, p.literal("true")
	case c == 'f':
		v.kind, err = jsonscan.KindBool, p.literal("false")
	case c == ']' && v.index > 0:
		err = p.fault(p.pos, "a comma may not be followed by ']': remove the comma or add a value")
	default:
		err = p.unexpected("a value")
	}
	if err != nil {
		return 0, err
	}
	v.end = p.pos
	i := int32(len(p.values))
	v.next = i + 1
	if len(p.values) == cap(p.values) {
		p.makeRoom()
	}
	p.values = append(p.values, v)
	return i, nil
}

// makeRoom gives the values a larger slice. It grows in large steps and never
// beyond what the text can fill, so that documents cost little more than their
// values, and texts that soon turn out to be none little more than those before.
func (p *parser) makeRoom() {
	if p.most == 0 {
		p.most = mostValues(p.data)
	}
	n := max(min(4*len(p.values), p.most), len(p.values)+64)
	p.values = append(make([]value, 0, n), p.values...)
}

// mostValues returns how many values a text has if it is a JSON document: all
// but the first follow a comma or an opening bracket.
func mostValues(data []byte) int {
	n, inside := 1, false
	for i := 0; i < len(data); i++ {
		switch c := data[i]; {
		case c == '"':
			inside = !inside
		case c == '\\':
			i++ // and what it escapes
		case inside:
		case c == ',', c == '[', c == '{':
			n++
		}
	}
	return n
}

// open enters an array or object.
func (p *parser) open() *SyntaxError {
	if p.depth++; p.depth > jsonscan.MaxDepth {
		return p.fault(p.pos, "arrays and objects are nested more than 10,000 levels deep")
	}
	p.pos++
	return nil
}

// more reads what follows a complete value in the container at index i: a
// comma, or the container's end (false).
func (p *parser) more(i int32) (bool, *SyntaxError) {
	c := p.space()
	v := &p.values[i]
	switch {
	case c == ',':
		p.pos++
		return true, nil
	case c == ']' && v.kind == jsonscan.KindArray, c == '}' && v.kind == jsonscan.KindObject:
		p.pos++
		p.depth--
		v.end = p.pos
		v.next = int32(len(p.values))
		if v.kind == jsonscan.KindObject {
			return false, p.duplicates(int(i))
		}
		return false, nil
	case v.kind == jsonscan.KindArray:
		return false, p.unexpected("',' or ']'")
	}
	return false, p.unexpected("',' or '}'")
}

// memberName reads a name and the colon after it.
func (p *parser) memberName(first bool) (span, int32, *SyntaxError) {
	if c := p.space(); c != '"' {
		if c == '}' && !first {
			return span{}, 0, p.fault(p.pos, "a comma may not be followed by '}': remove the comma or add a member")
		}
		return span{}, 0, p.unexpected("a member name in double quotes")
	}
	name, text, err := p.str()
	if err != nil {
		return span{}, 0, err
	}
	if p.space() != ':' {
		return span{}, 0, p.unexpected("':' after the member name")
	}
	p.pos++
	return name, text, nil
}

// literal reads null, true or false.
func (p *parser) literal(word string) *SyntaxError {
	if !bytes.HasPrefix(p.data[p.pos:], []byte(word)) {
		return p.unexpected("a value")
	}
	p.pos += len(word)
	return nil
}

// number reads a number (RFC 8259 section 6).
func (p *parser) number() *SyntaxError {
	at := p.pos
	if p.data[p.pos] == '-' {
		p.pos++
	}
	switch c := p.peek(); {
	case c == '0':
		p.pos++
		if c := p.peek(); '0' <= c && c <= '9' {
			return p.fault(at, "a number may not have leading zeros")
		}
	case !p.digits():
		return p.unexpected("a digit")
	}
	if p.peek() == '.' {
		p.pos++
		if !p.digits() {
			return p.unexpected("a digit after the decimal point")
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		if !p.digits() {
			return p.unexpected("a digit in the exponent")
		}
	}
	return nil
}

// digits skips digits and reports whether there was one.
func (p *parser) digits() bool {
	at := p.pos
	for p.pos < len(p.data) && '0' <= p.data[p.pos] && p.data[p.pos] <= '9' {
		p.pos++
	}
	return p.pos > at
}

// peek returns the next byte, 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.data) {
		return p.data[p.pos]
	}
	return 0
}

// trailing checks that only white space is left.
func (p *parser) trailing() *SyntaxError {
	if p.space(); p.pos < len(p.data) {
		return p.fault(p.pos, "there is more text after the document: "+fmt.Sprintf("unexpected %s", p.found()))
	}
	return nil
}
