package jsonscan

import (
	"bytes"
	"unicode/utf8"
)

// Problem says which rule of JSON a text breaks.
type Problem uint8

// The problems. ProblemNone is the zero value: nothing found.
const (
	ProblemNone Problem = iota
	ProblemUnexpectedEnd
	ProblemUnexpectedByte
	ProblemLiteral
	ProblemNumber
	ProblemControl
	ProblemEscape
	ProblemSurrogate
	ProblemUTF8
	ProblemDuplicateName
	ProblemDepth
	ProblemTrailing
)

var problemTexts = [...]string{
	ProblemNone:           "no problem",
	ProblemUnexpectedEnd:  "unexpected end of the document",
	ProblemUnexpectedByte: "unexpected character",
	ProblemLiteral:        "invalid literal; expected true, false or null",
	ProblemNumber:         "invalid number",
	ProblemControl:        "control character in a string must be escaped",
	ProblemEscape:         "invalid escape sequence in a string",
	ProblemSurrogate:      "unpaired surrogate in a \\u escape",
	ProblemUTF8:           "invalid UTF-8",
	ProblemDuplicateName:  "duplicate member name",
	ProblemDepth:          "nested more than 10000 levels deep",
	ProblemTrailing:       "data after the top-level value",
}

// String returns an English phrase for the problem.
func (p Problem) String() string {
	if int(p) < len(problemTexts) {
		return problemTexts[p]
	}
	return "unknown problem"
}

// Check reads a whole document and returns the first problem of its syntax with
// the byte offset where it was met, or ProblemNone.
func Check(data []byte) (Problem, int) {
	s := Get(data)
	defer s.Release()
	if s.Skip() && s.End() {
		return ProblemNone, len(data)
	}
	return s.problem, s.problemAt
}

// Valid reports whether data is one well-formed JSON document.
func Valid(data []byte) bool {
	s := Get(data)
	ok := s.Skip() && s.End()
	s.Release()
	return ok
}

// LineColumn turns a byte offset into a position for people. Lines and columns
// count from 1; a line ends with a line feed; a column is a Unicode code point
// (a byte of invalid UTF-8 counts as one).
func LineColumn(data []byte, offset int) (line, column int) {
	before := data[:min(max(offset, 0), len(data))]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte{'\n'}) + 1, utf8.RuneCount(before[start:]) + 1
}

// RuneCount returns the number of Unicode code points in b, the length that
// minLength and maxLength speak of.
func RuneCount(b []byte) int { return utf8.RuneCount(b) }
