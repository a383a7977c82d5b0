package section

import "github.com/bindery-go/bindery/generator/internal/source"

// Promise is something that users of a section rely on beside Go names. It is
// broken by a later version of the schema that does not keep it.
type Promise struct {
	Kind PromiseKind
	Key  string // names it in the schema
	Pos  source.Pos
	Text string   // of a path, of a check, of the state that follows
	Of   string   // of lines: reference to their schema
	Plan []string // of runs: the steps in order, each with the path to it
	// Bound is the number of a limit in its own spelling, Lower whether it is a
	// lower one.
	Bound string
	Lower bool
}

// PromiseKind says how a promise is kept.
type PromiseKind uint8

// The kinds of promises.
const (
	// BoundPromise is kept by a limit that admits as much.
	BoundPromise PromiseKind = iota + 1
	// PathPromise is kept by the same path: files are found again.
	PathPromise
	// RunsPromise is kept by a plan that begins with the same steps: unfinished runs go
	// on.
	RunsPromise
	// CheckPromise is broken by a check that is new or another: documents that were valid
	// may not keep it.
	CheckPromise
	// StatePromise is kept where the state may still be followed by that of Text.
	StatePromise
	// LinesPromise is kept by a schema that accepts the lines that were valid.
	LinesPromise
)

// Promiser is a section that makes promises.
type Promiser interface {
	// Promises lists them in the order of the schema. The schema has been read.
	Promises() []Promise
}
