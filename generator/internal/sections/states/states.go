// Package states is the section state_transitions of a schema: which states may
// follow each other, as methods of the states' type.
package states

import (
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Section is the tables of one schema.
type Section struct {
	section.Base
	written  []*table
	machines []*Machine
}

// New makes the section of a schema.
func New() *Section { return &Section{} }

// Machine is a table of the states that may follow each other.
type Machine struct {
	Section  string
	Type     string            // Go name: an enum of the schema, or Declared
	Declared []*model.Constant // nil where Type is the schema's
	Table    string            // Go name of the table
	States   []*State
}

// State is one state, by the Go names of constants.
type State struct {
	Name string
	Next []string
}
