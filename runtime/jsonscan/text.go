package jsonscan

import (
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/internal/lanes"
)

// Text reads a string and returns its value, unescaped. The bytes alias the
// document or scratch memory and are good until the next call other than Copy.
func (s *Scanner) Text() ([]byte, bool) {
	data, i := s.data, s.pos
	if i >= len(data) || data[i] != '"' {
		return nil, false
	}
	i++
	end := lanes.Simple(data, i)
	if end < len(data) && data[end] == '"' {
		s.pos = end + 1
		return data[i:end], true
	}
	return s.finishText(i, end)
}

// String reads a string and returns an owned copy of its value.
func (s *Scanner) String() (string, bool) {
	text, ok := s.Text()
	if !ok {
		return "", false
	}
	return s.Copy(text), true
}

// TextIs reports whether the value at offset at, which was read in full, is one of some
// strings. The scanner stays where it is.
func (s *Scanner) TextIs(at int, texts ...string) bool {
	if at >= len(s.data) || s.data[at] != '"' {
		return false
	}
	var text []byte
	text, s.scratch, _ = readText(s.scratch, s.data, at+1)
	for _, t := range texts {
		if string(text) == t {
			return true
		}
	}
	return false
}

// finishText goes on where lanes.Simple stopped: start is the first byte of the string,
// seen what lanes.Simple returned for it.
func (s *Scanner) finishText(start, seen int) ([]byte, bool) {
	data := s.data
	if end, _ := lanes.Plain(data, seen); end < len(data) && data[end] == '"' {
		if at := invalidUTF8(data[start:end]); at >= 0 {
			return nil, s.fail(ProblemUTF8, start+at)
		}
		s.pos = end + 1
		return data[start:end], true
	}
	text, next, problem := appendText(s.scratch[:0], data, start, seen)
	s.scratch = text
	if problem != ProblemNone {
		return nil, s.fail(problem, next)
	}
	s.pos = next
	return text, true
}

// appendText appends the value of the string whose first byte after the quote
// is data[i], and returns the offset behind the closing quote, or the offset of
// the problem. seen is what lanes.Simple returned for i.
func appendText(dst, data []byte, i, seen int) ([]byte, int, Problem) {
	for ; ; seen = lanes.Simple(data, i) {
		end, problem := runEnd(data, i, seen)
		if problem != ProblemNone {
			return dst, end, problem
		}
		dst = append(dst, data[i:end]...)
		if data[end] == '"' {
			return dst, end + 1, ProblemNone
		}
		r, next, problem := Escape(data, end)
		if problem != ProblemNone {
			return dst, next, problem
		}
		dst = utf8.AppendRune(dst, r)
		i = next
	}
}

// runEnd returns the offset of the quote or the backslash that ends the run of bytes at
// i, of which lanes.Simple has seen those before seen, or the offset of the problem.
func runEnd(data []byte, i, seen int) (int, Problem) {
	end := seen
	if end < len(data) && data[end] >= utf8.RuneSelf {
		end, _ = lanes.Plain(data, seen)
		if at := invalidUTF8(data[i:end]); at >= 0 {
			return i + at, ProblemUTF8
		}
	}
	switch {
	case end == len(data):
		return end, ProblemUnexpectedEnd
	case data[end] < ' ':
		return end, ProblemControl
	}
	return end, ProblemNone
}

// readText returns the value of the string whose first byte is at start, which was read
// before, and the offset behind it. A value that is written with escapes takes the place
// of scratch, which is returned as well.
func readText(scratch, data []byte, start int) (text, scratched []byte, next int) {
	seen := lanes.Simple(data, start)
	end := seen
	if data[end] >= utf8.RuneSelf {
		end, _ = lanes.Plain(data, end)
	}
	if data[end] == '"' {
		return data[start:end], scratch, end + 1
	}
	scratch, next, _ = appendText(scratch[:0], data, start, seen)
	return scratch, scratch, next
}

// skipText is appendText without a value.
func skipText(data []byte, i, seen int) (int, Problem) {
	for ; ; seen = lanes.Simple(data, i) {
		end, problem := runEnd(data, i, seen)
		if problem != ProblemNone {
			return end, problem
		}
		if data[end] == '"' {
			return end + 1, ProblemNone
		}
		if end+1 < len(data) && simpleEscapes[data[end+1]] != 0 {
			i = end + 2
			continue
		}
		_, next, problem := Escape(data, end)
		if problem != ProblemNone {
			return next, problem
		}
		i = next
	}
}

// simpleEscapes gives the character that a two-character escape stands for.
var simpleEscapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t',
}

// Escape reads the escape sequence at data[i] == '\\' (RFC 8259 section 7) and
// returns the offset behind it, or the offset of the problem.
func Escape(data []byte, i int) (r rune, next int, problem Problem) {
	if i+1 >= len(data) {
		return 0, len(data), ProblemUnexpectedEnd
	}
	if c := simpleEscapes[data[i+1]]; c != 0 {
		return rune(c), i + 2, ProblemNone
	}
	r = hex4(data, i)
	switch {
	case r < 0:
		return 0, i, ProblemEscape
	case r < 0xd800 || r > 0xdfff:
		return r, i + 6, ProblemNone
	case r > 0xdbff:
		return 0, i, ProblemSurrogate
	}
	low := hex4(data, i+6)
	if low < 0xdc00 || low > 0xdfff {
		return 0, i, ProblemSurrogate
	}
	return 0x10000 + (r-0xd800)<<10 + (low - 0xdc00), i + 12, ProblemNone
}

// hex4 returns the code unit of a \uXXXX escape at data[i], -1 when there is
// none.
func hex4(data []byte, i int) rune {
	if len(data)-i < 6 || data[i] != '\\' || data[i+1] != 'u' {
		return -1
	}
	var r rune
	for _, c := range data[i+2 : i+6] {
		switch {
		case '0' <= c && c <= '9':
			c -= '0'
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return -1
		}
		r = r<<4 | rune(c)
	}
	return r
}

// invalidUTF8 returns the offset of the first byte of b that is not UTF-8
// (RFC 3629: no overlong forms, no surrogates), -1 when all are.
func invalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; ; {
		r, n := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
}
