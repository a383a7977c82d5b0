package jsonscan

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// String writes a string. Only what RFC 8259 section 7 demands is escaped:
// quote, backslash and control characters. Invalid UTF-8 is an error.
func (e *Encoder) String(text string) {
	// Most strings need no escape: copy first, then look, as plain reads words
	// of bytes.
	buf := append(append(e.buf, '"'), text...)
	start := len(buf) - len(text)
	end, high := plain(buf, start)
	if end < len(buf) || high != 0 {
		if !utf8.Valid(buf[start:]) {
			e.Fail(ErrInvalidUTF8)
			return
		}
		buf = escapeFrom(buf, start, end)
	}
	e.buf = append(buf, '"')
}

// escapeFrom replaces the raw text that ends buf by its escaped form; i is the
// first byte of it that may need an escape. The escaped form is built behind the
// raw one and then moved over it.
func escapeFrom(buf []byte, start, i int) []byte {
	rawEnd := len(buf)
	from := start
	for i < rawEnd {
		buf = append(buf, buf[from:i]...)
		buf = appendEscape(buf, buf[i])
		from = i + 1
		i, _ = plain(buf[:rawEnd], from)
	}
	if from == start {
		return buf
	}
	buf = append(buf, buf[from:rawEnd]...)
	return buf[:start+copy(buf[start:], buf[rawEnd:])]
}

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
