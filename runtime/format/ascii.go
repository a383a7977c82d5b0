package format

import "unicode/utf8"

// asciiSet is a set of ASCII characters as a bit mask, so that membership is one
// shift without a branch. It is built from constants and costs no start-up time.
// The upper two words stay zero: a byte of a non-ASCII character is in no set.
type asciiSet [4]uint64

// has reports whether c is in the set.
func (s *asciiSet) has(c byte) bool { return s[c>>6]>>(c&63)&1 != 0 }

// Masks of the first and the second word.
const (
	digitsLo  = 0x3FF << '0'
	lettersHi = 0x3FFFFFF<<('A'-64) | 0x3FFFFFF<<('a'-64)
)

func isDigit(c byte) bool { return c-'0' <= 9 }

func isLetter(c byte) bool { return c|0x20-'a' <= 'z'-'a' }

var hexDigits = asciiSet{digitsLo, 0x3F<<('A'-64) | 0x3F<<('a'-64)}

func isHex(c byte) bool { return hexDigits.has(c) }

// twoDigits returns the number that the digits s[i] and s[i+1] spell, or -1.
func twoDigits[T Text](s T, i int) int {
	tens, ones := s[i]-'0', s[i+1]-'0'
	if tens > 9 || ones > 9 {
		return -1
	}
	return int(tens)*10 + int(ones)
}

// isPctEncoded reports whether s[i:] starts with a percent-encoded octet
// (RFC 3986, section 2.1).
func isPctEncoded[T Text](s T, i int) bool {
	return i+2 < len(s) && s[i] == '%' && isHex(s[i+1]) && isHex(s[i+2])
}

// decodeRune is utf8.DecodeRune at s[i:] for either kind of text. The
// conversion copies at most one character, to the stack.
func decodeRune[T Text](s T, i int) (rune, int) {
	return utf8.DecodeRuneInString(string(s[i:min(i+utf8.UTFMax, len(s))]))
}

// isUTF8NonASCII reports whether a valid non-ASCII character starts at s[i] and
// how many bytes it takes (RFC 6532, section 3.1: UTF8-non-ascii).
func isUTF8NonASCII[T Text](s T, i int) (size int, ok bool) {
	_, size = decodeRune(s, i)
	return size, size > 1
}
