package validate

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// Violation is one reason why a document does not satisfy its schema.
type Violation struct {
	// InstanceLocation is the JSON Pointer of the value at fault. A missing
	// member is a fault of its object; a member name that is not admitted
	// lies at the member.
	InstanceLocation string
	// KeywordLocation is the JSON Pointer of the keyword along the evaluation
	// path, through references: /properties/a/$ref/minLength.
	KeywordLocation string
	// AbsoluteKeywordLocation is the URI of the keyword, references resolved.
	AbsoluteKeywordLocation string
	// Keyword is the keyword as the schema spells it.
	Keyword string
	// Message says what is wrong, for a person who may not know the schema.
	Message string
	// Line and Column are the 1-based place of the value (or name) in the
	// document; columns count code points. Zero when there is no document.
	Line, Column int
	// Check is the name of the relation of x-bindery.checks that does not hold;
	// "" where a keyword of JSON Schema does not. Related are the other values
	// that it is between.
	Check   string
	Related []Place
}

// Place is that of a value in a document, as in Violation.
type Place struct {
	InstanceLocation string
	Line, Column     int
}

// String returns the place and the message, with a long InstanceLocation cut in
// the middle.
func (v *Violation) String() string {
	var b strings.Builder
	if v.Line > 0 {
		b.WriteString(strconv.Itoa(v.Line) + ":" + strconv.Itoa(v.Column) + ": ")
	}
	if v.InstanceLocation != "" {
		b.WriteString(brief.Pointer(v.InstanceLocation) + ": ")
	}
	b.WriteString(v.Message)
	return b.String()
}

// Error lists the violations of a document by the value's place in the
// document, then by keyword location.
type Error struct {
	Violations []Violation
	// Truncated tells that there are more violations than are listed.
	Truncated bool

	detail *unit
}

// shownViolations is how many violations the text of an Error spells out.
const shownViolations = 10

// Error returns one line for each of the first violations. However long the
// document and its names, it is a text of a few kilobytes at most.
func (e *Error) Error() string {
	switch n := len(e.Violations); {
	case n == 0:
		return "the document does not satisfy its schema"
	case n == 1 && !e.Truncated:
		return e.Violations[0].String()
	}
	var b strings.Builder
	count := strconv.Itoa(len(e.Violations))
	if e.Truncated {
		count = "more than " + count
	}
	b.WriteString(count + " violations:")
	for i := range e.Violations {
		if i == shownViolations {
			fmt.Fprintf(&b, "\n\t… and %d more", len(e.Violations)-i)
			break
		}
		b.WriteString("\n\t" + e.Violations[i].String())
	}
	return b.String()
}

// SyntaxError tells why a text is not a JSON document. Duplicate member names,
// invalid UTF-8, lone surrogates, trailing data and nesting beyond 10,000
// levels count as syntax errors.
type SyntaxError struct {
	// Offset is the 0-based byte offset of the fault.
	Offset int
	// Line and Column are its 1-based place; columns count code points.
	Line, Column int
	Message      string
}

// Error returns the place and the message.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%d:%d: invalid JSON: %s", e.Line, e.Column, e.Message)
}

// RangeError tells that a number satisfies the schema but would lose its value in
// the Go type that is to hold it, see [jsonscan.Number.Float64] for float64, or that
// a type of the user's does not read a value that satisfies the schema. There is
// none when the document has violations.
type RangeError struct {
	InstanceLocation string
	// Text is the value as the document spells it, cut when very long.
	Text string
	// Type is the Go type, for example "int64".
	Type string
	// Offset is the 0-based byte offset of the value; Line and Column are
	// its 1-based place.
	Offset, Line, Column int
	// Err is the error of a type of the user's; nil for numbers.
	Err error
}

// Unwrap returns the error of a type of the user's.
func (e *RangeError) Unwrap() error { return e.Err }

// Error returns the place, the value and the type.
func (e *RangeError) Error() string {
	at := ""
	if e.InstanceLocation != "" {
		at = brief.Pointer(e.InstanceLocation) + ": "
	}
	if e.Err != nil {
		return fmt.Sprintf("%d:%d: %sthe value %s does not fit the Go type %s: %v", e.Line, e.Column, at, e.Text, e.Type, e.Err)
	}
	return fmt.Sprintf("%d:%d: %sthe number %s does not fit the Go type %s", e.Line, e.Column, at, e.Text, e.Type)
}

// PatternError tells that a regular expression could not be decided, so that
// the document is neither valid nor invalid: the backtracking engine, which
// serves patterns with look-around or back-references, hit its time limit.
type PatternError struct {
	InstanceLocation string
	// AbsoluteKeywordLocation is the URI of the pattern or patternProperties
	// keyword.
	AbsoluteKeywordLocation string
	Pattern                 string
	// Offset is the 0-based byte offset of the text that was matched; Line
	// and Column are its 1-based place.
	Offset, Line, Column int
	Err                  error
}

// Error returns the place, the pattern and the engine's error.
func (e *PatternError) Error() string {
	at := ""
	if e.InstanceLocation != "" {
		at = brief.Pointer(e.InstanceLocation) + ": "
	}
	return fmt.Sprintf("%d:%d: %scannot match pattern %s: %v", e.Line, e.Column, at, quote(e.Pattern), e.Err)
}

// Unwrap returns the engine's error.
func (e *PatternError) Unwrap() error { return e.Err }
