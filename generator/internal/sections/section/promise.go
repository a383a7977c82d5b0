package section

import "github.com/bindery-go/bindery/generator/internal/source"

// Promise is something that users of a section rely on beside Go names. It is
// broken by a later version of the schema that does not keep it.
type Promise struct {
	Kind PromiseKind
	Key  string // names it in the schema
	Pos  source.Pos
	// Text is what kinds without a member of their own promise: a path, a check, the
	// state that follows, what a limit bounds.
	Text string
	Of   string   // of lines: reference to their schema
	Plan []string // of runs: the steps in order, each with the path to it
	// Bound is the number of a limit in its own spelling, "" where Text says what gives
	// it. Lower is whether it is a lower one.
	Bound string
	Lower bool
	// Within is the Key of the binding that the promise is a part of, "" for none: a
	// part that comes together with the whole takes nothing from anybody.
	Within string
	Names  []string // of writers: the operations that may
	// Help says what to do where the promise is broken; "" leaves that to the code of the
	// diagnostic.
	Help string
	// Sight is what purposes see of Key: nothing where one is missing, all for "", or on
	// what condition they see it.
	Sight map[string]string
}

// PromiseKind says how a promise is kept.
type PromiseKind uint8

// The kinds of promises.
const (
	// BoundPromise is kept by a limit that admits as much.
	BoundPromise PromiseKind = iota + 1
	// MeasurePromise is kept by a limit that bounds the same, or nothing.
	MeasurePromise
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
	// WritersPromise is broken where the member Key, which all operations might change, is
	// for those in Names, or where Names has lost one.
	WritersPromise
	// EndsPromise is broken where the operation Key is refused once the member of Text is
	// there, and was not.
	EndsPromise
	// SightPromise is kept where each purpose sees as much, and no more: members of Key
	// that begin with "/" are below others.
	SightPromise
	// PurposePromise is kept by a policy that knows the purpose.
	PurposePromise
	// BindingPromise is kept by the same Text: generated code does the same with documents.
	BindingPromise
)

// Promiser is a section that makes promises.
type Promiser interface {
	// Promises lists them in the order of the schema. The schema has been read.
	Promises() []Promise
}
