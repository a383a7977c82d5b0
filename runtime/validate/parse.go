package validate

import (
	"bytes"
	"math"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// parser reads one JSON text (RFC 8259) into a document. It needs no stack,
// neither its own nor Go's: the way up is in the values' parents.
type parser struct {
	*document
	pos   int
	depth int
}

// parse fills the document from data. It refuses what [SyntaxError] lists.
func (d *document) parse(data []byte) *SyntaxError {
	if d.read(data) {
		return nil
	}
	message, at := jsonscan.Explain(data)
	if message == "" {
		message = "the document has more than 2,147,483,647 values"
	}
	line, column := jsonscan.LineColumn(data, at)
	return &SyntaxError{Offset: at, Line: line, Column: column, Message: message}
}

// read fills the document from data, and reports false for what is not JSON.
func (d *document) read(data []byte) bool {
	d.data = data
	p := parser{document: d}
	parent := int32(-1)
	for {
		i, ok := p.value(parent)
		if !ok {
			return false
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
			more, ok := p.more(parent)
			if !ok {
				return false
			}
			if more {
				break
			}
			parent = p.values[parent].parent
		}
		if parent < 0 {
			p.space()
			return p.pos == len(p.data)
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
func (p *parser) value(parent int32) (i int32, ok bool) {
	if len(p.values) == math.MaxInt32 {
		return 0, false
	}
	if len(p.values) == cap(p.values) {
		p.makeRoom()
	}
	i = int32(len(p.values))
	p.values = p.values[:i+1]
	v := &p.values[i]
	*v = value{parent: parent, next: i + 1}
	if parent >= 0 {
		up := &p.values[parent]
		v.index = up.count
		up.count++
		if up.kind == jsonscan.KindObject {
			if v.name, v.nameText, ok = p.memberName(); !ok {
				return 0, false
			}
		}
	}
	c := p.space()
	v.pos = p.pos
	switch {
	case c == '{':
		v.kind, ok = jsonscan.KindObject, p.open()
	case c == '[':
		v.kind, ok = jsonscan.KindArray, p.open()
	case c == '"':
		v.kind = jsonscan.KindString
		_, v.text, ok = p.str()
	case c == '-' || '0' <= c && c <= '9':
		v.kind, ok = jsonscan.KindNumber, p.number()
	case c == 'n':
		v.kind, ok = jsonscan.KindNull, p.literal("null")
	case c == 't':
		v.kind, ok = jsonscan.KindBool, p.literal("true")
	case c == 'f':
		v.kind, ok = jsonscan.KindBool, p.literal("false")
	default:
		ok = false
	}
	v.end = p.pos
	return i, ok
}

// makeRoom gives the values a larger slice. It grows in large steps, to what the
// text holds if the rest is like what was read: documents cost little more than
// their values, no text more than one that is as dense throughout, and texts that
// soon turn out to be none little more than those before.
func (p *parser) makeRoom() {
	expected := int(float64(len(p.values)) * float64(len(p.data)) / float64(p.pos))
	n := max(min(4*len(p.values), expected+expected/16), len(p.values)+64)
	p.values = append(make([]value, 0, n), p.values...)
}

// mostValues returns how many values a text has if it is a JSON document: all
// but the first follow a comma or an opening bracket.
func mostValues(data []byte) int {
	n := 1
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '"':
			if i = stringEnd(data, i); i < 0 {
				return n
			}
		case ',', '[', '{':
			n++
		}
	}
	return n
}

// stringEnd returns where the quote is that ends the string which starts at i, −1
// without one.
func stringEnd(data []byte, i int) int {
	for i++; ; i++ {
		i, _ = lanes.Plain(data, i)
		switch {
		case i >= len(data):
			return -1
		case data[i] == '"':
			return i
		case data[i] == '\\':
			if i++; i == len(data) {
				return -1
			}
		}
	}
}

// open enters an array or object.
func (p *parser) open() bool {
	p.depth++
	p.pos++
	return p.depth <= jsonscan.MaxDepth
}

// more reads what follows a complete value in the container at index i: a
// comma, or the container's end (false).
func (p *parser) more(i int32) (more, ok bool) {
	c := p.space()
	v := &p.values[i]
	switch {
	case c == ',':
		p.pos++
		return true, true
	case c == ']' && v.kind == jsonscan.KindArray, c == '}' && v.kind == jsonscan.KindObject:
		p.pos++
		p.depth--
		v.end = p.pos
		v.next = int32(len(p.values))
		return false, v.kind == jsonscan.KindArray || !p.repeats(int(i))
	}
	return false, false
}

// memberName reads a name and the colon after it.
func (p *parser) memberName() (name span, text int32, ok bool) {
	if p.space() != '"' {
		return span{}, 0, false
	}
	name, text, ok = p.str()
	if !ok || p.space() != ':' {
		return span{}, 0, false
	}
	p.pos++
	return name, text, true
}

// literal reads null, true or false.
func (p *parser) literal(word string) bool {
	if !bytes.HasPrefix(p.data[p.pos:], []byte(word)) {
		return false
	}
	p.pos += len(word)
	return true
}

// number reads a number (RFC 8259 section 6).
func (p *parser) number() bool {
	if p.data[p.pos] == '-' {
		p.pos++
	}
	switch c := p.peek(); {
	case c == '0':
		p.pos++
		if c := p.peek(); '0' <= c && c <= '9' {
			return false
		}
	case !p.digits():
		return false
	}
	if p.peek() == '.' {
		p.pos++
		if !p.digits() {
			return false
		}
	}
	if c := p.peek(); c == 'e' || c == 'E' {
		p.pos++
		if c := p.peek(); c == '+' || c == '-' {
			p.pos++
		}
		return p.digits()
	}
	return true
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
