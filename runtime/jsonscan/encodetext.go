package jsonscan

import (
	"encoding/binary"
	"unicode/utf8"
)

const hexDigits = "0123456789abcdef"

// String writes a string. Only what RFC 8259 section 7 demands is escaped:
// quote, backslash and control characters. Invalid UTF-8 is an error.
//
// ASCII without escapes is checked on its way, a word at a time; the last word
// may overlap the one before.
func (e *Encoder) String(text string) {
	e.byte('"')
	from, to := text, e.buf[e.n:]
	if len(to) <= len(text) {
		e.stringSlow(text)
		return
	}
	for len(from) > 8 && len(to) > 8 {
		w := load(from)
		if (stops(w)|w)&lanes80 != 0 {
			e.n += len(text) - len(from)
			e.stringSlow(from)
			return
		}
		binary.LittleEndian.PutUint64(to, w)
		from, to = from[8:], to[8:]
	}
	if len(text) >= 8 {
		w := load(text[len(text)-8:])
		if (stops(w)|w)&lanes80 != 0 {
			e.n += len(text) - len(from)
			e.stringSlow(from)
			return
		}
		e.n += len(text)
		binary.LittleEndian.PutUint64(e.buf[e.n-8:], w)
	} else {
		for i := range len(text) {
			c := text[i]
			if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
				e.stringSlow(text[i:])
				return
			}
			e.buf[e.n] = c
			e.n++
		}
	}
	e.buf[e.n] = '"'
	e.n++
}

// stringSlow writes the rest of a string, with escapes or characters beyond
// ASCII or across the end of a chunk, and the closing quote.
func (e *Encoder) stringSlow(text string) {
	checked := false
	for {
		end, high := plain(text, 0)
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
