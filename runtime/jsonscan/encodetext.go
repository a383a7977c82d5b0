package jsonscan

import "unicode/utf8"

const hexDigits = "0123456789abcdef"

// String writes a string. Only what RFC 8259 section 7 demands is escaped:
// quote, backslash and control characters. Invalid UTF-8 is an error.
func (e *Encoder) String(text string) {
	if !utf8.ValidString(text) {
		e.Fail(ErrInvalidUTF8)
		return
	}
	buf := append(e.buf, '"')
	start := 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c >= ' ' && c != '"' && c != '\\' {
			continue
		}
		buf = append(buf, text[start:i]...)
		buf = appendEscape(buf, c)
		start = i + 1
	}
	buf = append(buf, text[start:]...)
	e.buf = append(buf, '"')
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
