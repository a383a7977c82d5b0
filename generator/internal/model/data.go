package model

import "github.com/bindery-go/bindery/generator/internal/document"

// Data is what sections without a meaning of their own give: tables of
// entries, and single values.
type Data struct {
	Tables []*Table
	Facts  []*Fact
}

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
	Form ValueForm
}

// TableRow is an entry: its key as a constant, and its members in the order of
// the fields, nil for those that it lacks.
type TableRow struct {
	Constant
	Values []*document.Node
}
