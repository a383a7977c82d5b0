package jsonscan

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// String writes a string. Only what RFC 8259 section 7 demands is escaped:
// quote, backslash and control characters. Invalid UTF-8 is an error.
func (e *Encoder) String(text string) {
	end, high := plain(text, 0)
	if end == len(text) && high == 0 && len(e.buf)-e.n >= len(text)+2 {
		buf := e.buf[e.n:]
		buf[0] = '"'
		buf[1+copy(buf[1:], text)] = '"'
		e.n += len(text) + 2
		return
	}
	e.stringSlow(text, end)
}

// stringSlow writes a string with escapes, with characters beyond ASCII or
// across the end of a chunk; end is what plain returned.
func (e *Encoder) stringSlow(text string, end int) {
	if !utf8.ValidString(text) {
		e.Fail(ErrInvalidUTF8)
		return
	}
	e.byte('"')
	for end < len(text) {
		e.Raw(text[:end])
		e.room(maxEscape)
		e.n = len(appendEscape(e.buf[:e.n], text[end]))
		text = text[end+1:]
		end, _ = plain(text, 0)
	}
	e.Raw(text)
	e.byte('"')
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
