package jsonscan

import (
	"encoding/binary"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

const hexDigits = "0123456789abcdef"

// String writes a string. Only what RFC 8259 section 7 demands is escaped:
// quote, backslash and control characters. Invalid UTF-8 is an error.
//
// ASCII without escapes is checked on its way, a word at a time; the last word
// may overlap the one before.
func (e *Encoder) String(text string) {
	start := e.n
	if len(e.buf)-start < len(text)+2 {
		e.byte('"')
		e.stringSlow(text)
		return
	}
	end := start + len(text) + 1
	e.buf[start], e.buf[end] = '"', '"'
	from, to := text, e.buf[start+1:end]
	if len(from) < 8 {
		for i := 0; i < len(from) && i < len(to); i++ {
			c := from[i]
			if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
				e.n = start + 1 + i
				e.stringSlow(from[i:])
				return
			}
			to[i] = c
		}
		e.n = end + 1
		return
	}
	for len(from) > 16 && len(to) > 16 {
		w, v := lanes.Load(from), lanes.Load(from[8:])
		if lanes.Special(w)|lanes.Special(v) != 0 {
			break
		}
		binary.LittleEndian.PutUint64(to, w)
		binary.LittleEndian.PutUint64(to[8:], v)
		from, to = from[16:], to[16:]
	}
	for len(from) > 8 && len(to) > 8 {
		w := lanes.Load(from)
		if lanes.Special(w) != 0 {
			e.n = end - len(from)
			e.stringSlow(from)
			return
		}
		binary.LittleEndian.PutUint64(to, w)
		from, to = from[8:], to[8:]
	}
	w := lanes.Load(text[len(text)-8:])
	if lanes.Special(w) != 0 {
		e.n = end - len(from)
		e.stringSlow(from)
		return
	}
	binary.LittleEndian.PutUint64(e.buf[end-8:], w)
	e.n = end + 1
}

// stringSlow writes the rest of a string, with escapes or characters beyond
// ASCII or across the end of a chunk, and the closing quote.
func (e *Encoder) stringSlow(text string) {
	checked := false
	for {
		end, high := lanes.Plain([]byte(text), 0)
		if high != 0 && !checked {
			if !utf8.ValidString(text) {
				e.Fail(ErrInvalidUTF8)
				return
			}
			checked = true
		}
		e.Raw(text[:end])
		if end == len(text) {
			e.byte('"')
			return
		}
		e.room(maxEscape)
		e.n = len(appendEscape(e.buf[:e.n], text[end]))
		text = text[end+1:]
	}
}

// maxEscape is the length of the longest escape.
const maxEscape = len(`\u0000`)

func appendEscape(buf []byte, c byte) []byte {
	switch c {
	case '"', '\\':
		return append(buf, '\\', c)
	case '\b':
		return append(buf, '\\', 'b')
	case '\f':
		return append(buf, '\\', 'f')
	case '\n':
		return append(buf, '\\', 'n')
	case '\r':
		return append(buf, '\\', 'r')
	case '\t':
		return append(buf, '\\', 't')
	default:
		return append(buf, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
	}
}
