package validate

import (
	"math"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

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
	s := jsonscan.Get(data)
	defer s.Release()
	d.data = data
	r := reader{d, s}
	v := r.add(-1, 0)
	return v != nil && r.value(v) && s.End()
}

// reader reads one JSON text (RFC 8259) into a document.
type reader struct {
	*document
	s *jsonscan.Scanner
}

// add adds the value that comes next in the text; nil where there is no room for more. It
// is good until the next call.
func (r *reader) add(parent, index int32) *value {
	i := len(r.values)
	if i == cap(r.values) && !r.makeRoom() {
		return nil
	}
	r.values = r.values[:i+1]
	v := &r.values[i]
	*v = value{parent: parent, next: int32(i + 1), index: index}
	return v
}

// value reads the value that was added last.
func (r *reader) value(v *value) bool {
	s := r.s
	v.kind, v.pos = s.Peek(), s.Pos()
	switch v.kind {
	case jsonscan.KindObject:
		return r.members(v.next - 1)
	case jsonscan.KindArray:
		return r.elements(v.next - 1)
	case jsonscan.KindString:
		text, ok := s.Text()
		if !ok {
			return false
		}
		v.text = r.keep(text, v.pos+1)
	case jsonscan.KindInvalid:
		return false
	default:
		if !s.SkipKind(v.kind) {
			return false
		}
	}
	v.end = s.Pos()
	return true
}

func (r *reader) members(parent int32) bool {
	s := r.s
	if !s.EnterObject() {
		return false
	}
	names, count := s.NamesMark(), int32(0)
	for name, more := s.Member(); more; name, more = s.Member() {
		v := r.add(parent, count)
		if v == nil || !s.NewName(names, name) {
			return false
		}
		at := s.NameAt()
		v.name = span{at, at + len(name)}
		if v.nameText = r.keep(name, at); v.nameText != 0 {
			v.name.to = stringEnd(r.data, at-1)
		}
		if !r.value(v) {
			return false
		}
		count++
	}
	ok := s.LeaveNames(names)
	r.close(parent, count)
	return ok
}

func (r *reader) elements(parent int32) bool {
	s := r.s
	if !s.EnterArray() {
		return false
	}
	count := int32(0)
	for ; s.Element(); count++ {
		if v := r.add(parent, count); v == nil || !r.value(v) {
			return false
		}
	}
	ok := s.LeaveArray()
	r.close(parent, count)
	return ok
}

// close notes what the container at index i has, which has been read to its end.
func (r *reader) close(i, count int32) {
	v := &r.values[i]
	v.count, v.next, v.end = count, int32(len(r.values)), r.s.Pos()
}

// keep returns what a value keeps of the text of a string, whose first byte is at an
// offset: 1 + the index of its place when it has escapes, else 0.
func (r *reader) keep(text []byte, at int) int32 {
	if len(text) == 0 || &text[0] == &r.data[at] {
		return 0
	}
	mark := len(r.unescaped)
	r.unescaped = append(r.unescaped, text...)
	r.texts = append(r.texts, span{mark, len(r.unescaped)})
	return int32(len(r.texts))
}

// makeRoom gives the values a larger slice. It grows in large steps, to what the
// text holds if the rest is like what was read: documents cost little more than
// their values, no text more than one that is as dense throughout, and texts that
// soon turn out to be none little more than those before.
func (r *reader) makeRoom() bool {
	if len(r.values) == math.MaxInt32 {
		return false
	}
	expected := int(float64(len(r.values)) * float64(len(r.data)) / float64(max(r.s.Pos(), 1)))
	n := max(min(4*len(r.values), expected+expected/16), len(r.values)+64)
	r.values = append(make([]value, 0, n), r.values...)
	return true
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
