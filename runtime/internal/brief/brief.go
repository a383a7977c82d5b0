// Package brief cuts what error texts show of documents to a length that people
// read: a name or a value may be as long as the document. The structured parts
// of errors stay whole. The runtime imports it.
package brief

import (
	"strconv"
	"unicode/utf8"
)

const (
	// textLength is the number of bytes of a text that are shown.
	textLength = 60
	// half of a JSON Pointer is shown from its start and its end each.
	half = 60
)

// Text returns text, cut when it is long. Runes stay whole.
func Text[T ~string | ~[]byte](text T) string { return Cut(text, textLength) }

// Cut returns text, or its first n bytes and an ellipsis. Runes stay whole.
func Cut[T ~string | ~[]byte](text T, n int) string {
	if len(text) <= n {
		return string(text)
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return string(text[:n]) + "…"
}

// Quote returns s as a Go string literal, cut when it is long.
func Quote(s string) string { return strconv.Quote(Text(s)) }

// Pointer returns a JSON Pointer, without its middle when it is long: the start
// tells the part of the document, the end the value.
func Pointer(pointer string) string {
	if len(pointer) <= 2*half {
		return pointer
	}
	end := len(pointer) - half
	for end < len(pointer) && !utf8.RuneStart(pointer[end]) {
		end++
	}
	return Cut(pointer, half) + pointer[end:]
}
