package table

import (
	"errors"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Located is a violation with its place in the file of a document.
type Located struct {
	validate.Violation
	Pos     source.Pos
	Related []source.Pos // of the values that it is about as well
	Warning bool
}

// Violations judges a located document by a node of a program and reports each
// violation with its place in the document's own file, whatever the syntax of
// that file, and last what only warns. An error is one of the judgement itself:
// *Undecided where a pattern takes too long.
func Violations(p *validate.Program, node int, doc *document.Node, report func(Located)) error {
	text := doc.Transcribe()
	at := func(list []validate.Violation, warning bool) {
		for _, v := range list {
			related := lists.Of(v.Related, func(r validate.Place) source.Pos { return text.PosOfLine(r.Line) })
			report(Located{Violation: v, Pos: text.PosOfLine(v.Line), Related: related, Warning: warning})
		}
	}
	err := validate.Check(p, node, text.JSON)
	var undecided *validate.PatternError
	if errors.As(err, &undecided) {
		return &Undecided{text.PosOfLine(undecided.Line), undecided}
	}
	var found *validate.Error
	if err != nil && !errors.As(err, &found) {
		return err
	}
	if found != nil {
		at(found.Violations, false)
	}
	at(validate.Warnings(p, node, text.JSON), true)
	return nil
}

// Undecided is a pattern that could not be matched against a text of a document.
type Undecided struct {
	Pos source.Pos // of the text, in the document's own file
	*validate.PatternError
}
