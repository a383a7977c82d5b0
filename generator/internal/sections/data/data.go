// Package data is what a schema says as data: the schema itself, and the sections
// without a meaning of their own, as tables of entries and single values.
package data

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
)

// Section is the data of one schema.
type Section struct {
	section.Base
	storage  *storage.Section
	sections []document.Member // that become Go data

	schema, schemaAt, repaired string // Go names of the functions that give the schema
	embedded                   []section.Page
	tables                     []*Table
	facts                      []*model.Fact
}

// New makes the section of a schema; the values among the paths of its storage
// are data too.
func New(s *storage.Section) *Section { return &Section{storage: s} }

// Table is a section whose entries are objects: a struct type with a field for
// each member that an entry has, and a function that returns the entries.
type Table struct {
	Section string
	Type    string // Go name
	Func    string // Go name
	Fields  []*TableField
	Rows    []*TableRow
}

// TableField is a member of the entries.
type TableField struct {
	Name string // Go name
	Key  string
	Form model.ValueForm
}

// TableRow is an entry: its key as a constant, and its members in the order of
// the fields, nil for those that it lacks.
type TableRow struct {
	model.Constant
	Values []*document.Node
}
