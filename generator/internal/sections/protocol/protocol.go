// Package protocol is the operations of a schema, those of agent_protocol and of
// the lists of steps in other sections: the interfaces that users implement,
// the drivers that show the order of the steps, a page with their flow charts,
// and what the schema says of operations as data.
package protocol

import (
	"iter"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steplist"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the operations of one schema.
type Section struct {
	section.Base
	written  []*steplist.Protocol
	subCalls []*subCall
	later    []func(t *lower.Types) // what Finish does

	Operations []*Operation      // those with steps, in the order of the schema
	outcomes   []*model.Constant // values of protocol.Outcome: the steps that end operations, each once
	triggers   []*Trigger
	table      string // Go name of the function that returns the triggers
	policies   []*PolicyTable
	directives []*DirectiveList
	facts      []*model.Fact
	data       []*operationData // in the order of the schema
}

// New makes the section of a schema.
func New() *Section { return &Section{} }

// HasOperations reports whether there are drivers, which take guards.
func (s *Section) HasOperations() bool { return len(s.Operations) > 0 }

// Has reports whether the schema has an operation of a name.
func (s *Section) Has(name string) bool { return s.operationNamed(name) != nil }

// Lost reports an operation that the schema does not have.
func (s *Section) Lost(r *section.Reader, name section.Word) {
	var known []string
	for _, op := range s.operations() {
		known = append(known, op.Name)
	}
	r.LostName(name, "operation", known)
}

// operations yields those of all sections.
func (s *Section) operations() iter.Seq2[*steplist.Protocol, *steplist.Operation] {
	return func(yield func(*steplist.Protocol, *steplist.Operation) bool) {
		for _, p := range s.written {
			for _, op := range p.Operations {
				if !yield(p, op) {
					return
				}
			}
		}
	}
}

func (s *Section) operationNamed(name string) *steplist.Operation {
	for _, op := range s.operations() {
		if op.Name == name {
			return op
		}
	}
	return nil
}

// IsEmpty reports whether no section of the schema has operations.
func (s *Section) IsEmpty() bool { return len(s.written) == 0 }

// Positions gives the places of operations and steps in the schema, by the Go names of
// the interfaces that have the steps (XSteps) and of their methods (XSteps.M).
func (s *Section) Positions() map[string]source.Pos {
	out := map[string]source.Pos{}
	for _, op := range s.Operations {
		out[op.Interface] = op.pos
		for _, m := range op.Methods {
			out[op.Interface+"."+m.Name] = m.pos
		}
	}
	return out
}

// Paths gives the names that operations have in the paths of a run.
func (s *Section) Paths(operations []string) []string {
	var out []string
	for _, name := range operations {
		for p, op := range s.operations() {
			if op.Name == name {
				out = append(out, pathName(p, op))
			}
		}
	}
	return out
}

// Operation is an operation with steps. It becomes an interface that the user
// implements, generic in the data that the user owns, and a driver; or, where
// Choice is set, a driver for each way to do it and one that chooses.
type Operation struct {
	Name      string // as in the schema, behind its section where that is not a protocol; paths begin with it
	Doc       string // raw text of the schema
	Comment   string // of the driver
	Interface string // Go name: XSteps
	About     string // doc comment of the interface
	Run       string // Go name: RunX
	Steps     string // Go name of the user's type that a skeleton declares: X
	Data      string // Go name of the user's data, kept free for it: XData
	Methods   []*Method
	Events    []*model.Constant // of the handlers
	Items     []*Item
	Choice    *Choice

	pos source.Pos
}

// Choice is the ways to do an operation of alternatives.
type Choice struct {
	// Type is the enum that chooses: one of the schema's, or Declared.
	Type string
	// Declared are the constants of a type that stands for no enum of the
	// schema; nil where it does.
	Declared     []*model.Constant
	Alternatives []*Alternative
}

// Alternative is one way to do an operation, with a driver of its own.
type Alternative struct {
	Key     string
	Name    string // of the operation in paths: operation.key
	Comment string
	Run     string // Go name
	Value   string // Go name of the constant that chooses it
	Items   []*Item
}

// Form is the form of a method that the user writes.
type Form string

// The forms of methods, by the function types of runtime/protocol.
const (
	StepForm      Form = "step"      // error
	ConditionForm Form = "condition" // (bool, error)
	ItemsForm     Form = "items"     // (protocol.Items, error)
	CountForm     Form = "count"     // (int, error)
	StepsForm     Form = "steps"     // no arguments: the steps of the operation Sub
)

// Method is one method of an operation's interface, however many items use it.
type Method struct {
	Name string // Go name
	Key  string // of the schema
	Form Form
	Doc  string
	// Param and Arg describe a further parameter: what the schema writes
	// beside the step's name. Param is "" where there is none.
	Param string
	Arg   model.ValueForm
	Sub   *Operation // StepsForm

	pos source.Pos // of the first step that uses it
}

// Item is one item of a step list: of its kinds a call is all that the user's code does,
// and what is raw is a comment, data that does nothing.
type Item struct {
	Kind   steplist.StepKind
	Key    string // in paths
	Method *Method
	Return bool            // it ends the operation
	Arg    *document.Node  // of a step whose method has a Param; nil for none
	Event  *model.Constant // of a handler
	Note   string          // raw text of the schema
	Body   []*Item
}

// runsOther reports whether an item is a step that runs another operation.
func (i *Item) runsOther() bool { return i.Method != nil && i.Method.Form == StepsForm }

// Trigger is one row of the table of triggers.
type Trigger struct {
	model.Constant
	Note       string
	Operations []string
}

// PolicyTable says what to do in the cases of an operation.
type PolicyTable struct {
	Operation string
	Doc       string
	Type      string // Go name of the cases' type
	Func      string // Go name of the function from case to policy
	Cases     []*PolicyCase
}

// PolicyCase is one row of a policy table.
type PolicyCase struct {
	model.Constant
	Action  string
	Options []document.Member
}

// operationData is the data that an operation has become, all or in part.
type operationData struct {
	operation string
	doc       string    // raw text of the schema; "" where a driver has it
	made      []*string // Go names
}

// DirectiveList is a list of directives.
type DirectiveList struct {
	Operation string
	Doc       string
	Func      string // Go name of the function that returns it
	List      []*steplist.Directive
}
