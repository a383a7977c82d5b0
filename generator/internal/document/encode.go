package document

import (
	"encoding/json"
	"sort"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// AppendJSON appends the value as compact JSON: members in the order of the
// source, number texts as they are, and no escapes but those that JSON needs.
func (n *Node) AppendJSON(dst []byte) []byte {
	return n.appendJSON(dst, nil)
}

// String returns the value as compact JSON.
func (n *Node) String() string {
	if n == nil {
		return ""
	}
	return string(n.AppendJSON(nil))
}

// appendJSON calls mark, when there is one, before each name and each value.
func (n *Node) appendJSON(dst []byte, mark func(dst []byte, pos source.Pos) []byte) []byte {
	if mark != nil {
		dst = mark(dst, n.Pos)
	}
	switch n.Kind {
	case Null:
		dst = append(dst, "null"...)
	case Bool:
		if n.Bool {
			dst = append(dst, "true"...)
		} else {
			dst = append(dst, "false"...)
		}
	case Number:
		dst = append(dst, n.Text...)
	case String:
		dst = AppendQuoted(dst, n.Text)
	case Array:
		dst = append(dst, '[')
		for i, item := range n.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.appendJSON(dst, mark)
		}
		dst = append(dst, ']')
	case Object:
		dst = append(dst, '{')
		for i, m := range n.Members {
			if i > 0 {
				dst = append(dst, ',')
			}
			if mark != nil {
				dst = mark(dst, m.NamePos)
			}
			dst = AppendQuoted(dst, m.Name)
			dst = append(dst, ':')
			dst = m.Value.appendJSON(dst, mark)
		}
		dst = append(dst, '}')
	}
	return dst
}

// AppendQuoted appends a JSON string as the runtime writes it, with the escapes
// that RFC 8259 section 7 asks for and no others. Invalid UTF-8 becomes U+FFFD.
func AppendQuoted(dst []byte, s string) []byte {
	if isPlain(s) {
		return append(append(append(dst, '"'), s...), '"')
	}
	text, _ := jsonscan.Encode(func(e *jsonscan.Encoder) { e.String(strings.ToValidUTF8(s, "\uFFFD")) })
	return append(dst, text...)
}

// isPlain reports whether a text is printable ASCII of which nothing is escaped, as most
// is.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// Any returns the value as encoding/json would decode it with UseNumber: nil,
// bool, json.Number, string, []any or map[string]any.
func (n *Node) Any() any {
	switch n.Kind {
	case Bool:
		return n.Bool
	case Number:
		return json.Number(n.Text)
	case String:
		return n.Text
	case Array:
		items := make([]any, len(n.Items))
		for i, item := range n.Items {
			items[i] = item.Any()
		}
		return items
	case Object:
		members := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			members[m.Name] = m.Value.Any()
		}
		return members
	}
	return nil
}

// Transcript is a document written as JSON for a reader that reports places in
// that JSON. It leads them back to the places in the original file.
type Transcript struct {
	// JSON is the document with each name and each value on a line of its
	// own, so that a line alone, whatever columns count, tells the place.
	JSON []byte

	offsets []int // of each name and value, growing
	places  []source.Pos
}

// Transcribe writes the document as JSON together with the map of places.
func (n *Node) Transcribe() *Transcript {
	t := &Transcript{}
	t.JSON = n.appendJSON(nil, func(dst []byte, pos source.Pos) []byte {
		if len(dst) > 0 {
			dst = append(dst, '\n')
		}
		t.offsets = append(t.offsets, len(dst))
		t.places = append(t.places, pos)
		return dst
	})
	return t
}

// PosOfOffset returns the place in the original of the name or value that holds
// the byte at offset of the JSON.
func (t *Transcript) PosOfOffset(offset int) source.Pos {
	return t.PosOfLine(sort.SearchInts(t.offsets, offset+1))
}

// PosOfLine returns the place in the original of the name or value on the
// 1-based line of the JSON.
func (t *Transcript) PosOfLine(line int) source.Pos {
	return t.places[min(max(line, 1), len(t.places))-1]
}
