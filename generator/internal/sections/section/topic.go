package section

// Topic is what a section tells in the reference of its package, beside the types.
// Texts are raw: who prints them escapes them.
type Topic struct {
	Title   string
	Columns []string
	Rows    [][]Cell
	Charts  []Chart
}

// Cell is a cell of a topic's table.
type Cell struct {
	Text string
	Code bool // as in a program, not prose
}

// Prose is a cell of prose.
func Prose(text string) Cell { return Cell{Text: text} }

// Code is a cell of code.
func Code(text string) Cell { return Cell{Text: text, Code: true} }

// Chart is the flow chart of an operation.
type Chart struct {
	Title, Doc string
	Runs       string // Go name of the function that runs the operation
	Interface  string // Go name of the methods that it calls
	Mermaid    string
	SVG        string // an element of HTML in which every text is escaped
}

// Describer is a section that has topics.
type Describer interface {
	// Topics returns them once the section is finished.
	Topics() []Topic
}
