package ecma

import "github.com/bindery-go/bindery/runtime/pattern"

// Limits of the tables that are worth printing.
const (
	maxTable = 8 << 10 // entries
	maxSpans = 64      // spans of one class beyond ASCII
)

// tableOf builds the table of an RE2 text. It returns nil where that is too large
// to print; such a pattern makes its states at run time.
func tableOf(text string) *pattern.Table {
	table := pattern.NewTable(text)
	if table == nil || len(table.Next) > maxTable || len(table.From) > maxSpans {
		return nil
	}
	return table
}
