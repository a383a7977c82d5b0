package table

import (
	"errors"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Violations judges a located document by a node of a program and reports each
// violation with its place in the document's own file, whatever the syntax of
// that file. An error is one of the judgement itself, such as a pattern that
// takes too long.
func Violations(p *validate.Program, node int, doc *document.Node, report func(source.Pos, validate.Violation)) error {
	text := doc.Transcribe()
	err := validate.Check(p, node, text.JSON)
	var found *validate.Error
	if !errors.As(err, &found) {
		return err
	}
	for _, v := range found.Violations {
		report(text.PosOfLine(v.Line), v)
	}
	return nil
}
