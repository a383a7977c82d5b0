// Package section says what a section is: what a schema says beside JSON
// Schema under one name or a few, with the members of x-bindery that bind it to
// the types. It also has what sections share: the reader of a schema, the
// strict reader of x-bindery, the members that a binding names, and the printer
// of files. Only the packages of sections and their list import it.
package section

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/lower"
)

// Section is what one kind of section does in the making of a package. A value
// serves one schema. The stages come in the order of the methods; each runs for
// all sections, in the order of their list, before the next one does.
type Section interface {
	// Read reads the schema, after its overlay. It reports what x-bindery says
	// amiss, and what it says of things that the schema does not have. Sections
	// that come before in the list have been read.
	Read(r *Reader)
	// Lower finds the Go types of what was read and asks for Go names.
	Lower(t *lower.Types)
	// Finish does what needs the Go names, which have been given.
	Finish(t *lower.Types)
	// Files prints the section's files of the package; nil for none.
	Files(p *Printer) []*gofile.File
	// Pages writes the section's files for people; nil for none.
	Pages(p *Printer) []Page
}

// Page is a file of a generated package that is no Go.
type Page struct {
	Name string // without a directory
	Text []byte
}

// Suggester is a section whose bindings follow from some schemas.
type Suggester interface {
	// Suggest gives a member of x-bindery that follows from the schema, as lines of
	// YAML in its place; none where x-bindery has it already. It is known once the
	// section is lowered.
	Suggest() []string
}

// Base is a section that does nothing. Sections embed it and have methods for
// the stages in which they do something.
type Base struct{}

// Read reads nothing.
func (Base) Read(*Reader) {}

// Lower asks for nothing.
func (Base) Lower(*lower.Types) {}

// Finish does nothing.
func (Base) Finish(*lower.Types) {}

// Files prints nothing.
func (Base) Files(*Printer) []*gofile.File { return nil }

// Pages writes nothing.
func (Base) Pages(*Printer) []Page { return nil }
