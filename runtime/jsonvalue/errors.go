package jsonvalue

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// SyntaxError says that a text is not one JSON value (RFC 8259; duplicate member
// names, unpaired surrogates and nesting above 10,000 are errors too).
type SyntaxError struct {
	Problem jsonscan.Problem
	Offset  int    // in bytes, from 0
	Line    int    // from 1
	Column  int    // from 1, in Unicode code points
	Message string // that of [jsonscan.Explain]
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("jsonvalue: line %d, column %d: %s", e.Line, e.Column, e.Message)
}

func syntaxError(data []byte, problem jsonscan.Problem) *SyntaxError {
	message, offset := jsonscan.Explain(data)
	line, column := jsonscan.LineColumn(data, offset)
	return &SyntaxError{problem, offset, line, column, message}
}

// KindError says that a value is of another kind than its Go type takes.
type KindError struct {
	Want, Got jsonscan.Kind
}

func (e *KindError) Error() string {
	return fmt.Sprintf("jsonvalue: expected %s, found %s", e.Want, e.Got)
}
