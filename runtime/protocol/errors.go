package protocol

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// Signals are returned by a step in place of an error, in the manner of
// fs.SkipDir: they are compared with ==, so a wrapped one is a plain error.
// The step that returns one counts as finished.
var (
	Continue = errors.New("protocol: continue with the next item of the loop")
	Break    = errors.New("protocol: leave the loop")
	Return   = errors.New("protocol: end the operation") // in a handler: end the handler
	Skip     = errors.New("protocol: leave the branch, group, loop item or handler")
)

// signals names them for the record.
var signals = map[string]error{"continue": Continue, "break": Break, "return": Return, "skip": Skip}

// Signal gives the name of a signal as records have it, "" for other errors.
func Signal(err error) string {
	switch err {
	case Continue:
		return "continue"
	case Break:
		return "break"
	case Return:
		return "return"
	case Skip:
		return "skip"
	}
	return ""
}

// SignalNamed gives the signal of a name, nil for other names.
func SignalNamed(name string) error { return signals[name] }

var (
	// ErrRunExists: a run was to be new that the store already knows; [WithRun] goes on with it.
	ErrRunExists = errors.New("protocol: the run already exists")
	// ErrDiverged: the record was made by other code, or a step that ran again did other things.
	ErrDiverged = errors.New("protocol: the run does not match its record")
	// ErrRecursion: an operation called itself, or a handler emitted its own event.
	ErrRecursion = errors.New("protocol: endless recursion")
	// ErrNoSteps: generated code was given nil in place of the implementation of
	// the steps, or an item of the order has a nil function; nothing has run.
	ErrNoSteps = errors.New("protocol: steps must not be nil")
	// ErrWritten: a step called a method of its driver's run, which writes the order
	// before anything runs; to run another operation it uses [Call.Sub].
	ErrWritten = errors.New("protocol: the order is written before its steps run")
	// ErrNoLoop: a step returned Continue or Break where no loop is.
	ErrNoLoop = errors.New("protocol: not inside the loop")
	// ErrNoHandler: a step emitted an event that the operation has no handler for.
	ErrNoHandler = errors.New("protocol: no handler for the event")
	// ErrNoEvent: a payload was asked for outside of handlers.
	ErrNoEvent = errors.New("protocol: not inside a handler")
	// ErrNotDurable: a step waits for an answer in a run without a store.
	ErrNotDurable = errors.New("protocol: only a run with a store can wait for an answer: see WithRun")
	// ErrNotWaiting: an answer came for a run that waits for none.
	ErrNotWaiting = errors.New("protocol: the run does not wait for an answer")
	// ErrAnswered: another answer was first.
	ErrAnswered = errors.New("protocol: the run has an answer already")
	// ErrLeaseLost is why the context of an [Exclusive] run ended when its lease did.
	ErrLeaseLost = errors.New("protocol: the lease on the run is lost")
	// ErrNotWritten is returned by the steps of a fresh skeleton.
	ErrNotWritten = errors.New("protocol: the step is not written yet")
)

// StepError says where an operation stopped.
type StepError struct {
	Path           string // operation, then number:key a level, and the number of a loop's item: execute_with_retry/3:for_attempt/2/4:execute_task
	IdempotencyKey string // of the step
	Attempts       int    // how often the step was begun; 0 when it was refused
	Err            error
}

func (e *StepError) Error() string { return e.Path + ": " + e.Err.Error() }
func (e *StepError) Unwrap() error { return e.Err }

// PanicError is the error of a step, condition, item list or guard that panicked.
type PanicError struct {
	Value any
	Stack []byte // as of runtime/debug
}

func (e *PanicError) Error() string { return fmt.Sprint("panic: ", e.Value) }

// Unwrap returns the value where that is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// DivergedError says where the plan of a run and that of the program part: what
// the run has done, or is in, and what the program has there instead.
type DivergedError struct {
	Run     string
	Done    bool   // it has been done; else the run is in it
	Record  string // path in the plan that the run was begun with; "" where that ends
	Program string // path in the program's; "" where that ends
}

func (e *DivergedError) Error() string {
	state, record, program := "it has done ", e.Record, e.Program
	if !e.Done {
		state = "it is in "
	}
	if record == "" {
		state, record = "it has done ", "nothing"
	}
	if program == "" {
		program = "nothing"
	}
	return fmt.Sprintf("%v: run %s: %s%s where this program has %s; say with WithPatch what has changed, or end the run with the program that began it",
		ErrDiverged, brief.Quote(e.Run), state, record, program)
}

// Is makes errors.Is(err, ErrDiverged) true.
func (e *DivergedError) Is(target error) bool { return target == ErrDiverged }

// ReadOnlyError refuses a change of a member that the operation may not make.
type ReadOnlyError struct {
	Operation string
	Member    string   // JSON Pointer
	SetBy     []string // operations that may; empty for none
}

func (e *ReadOnlyError) Error() string {
	s := fmt.Sprintf("%s: %s is read-only", e.Operation, e.Member)
	if len(e.SetBy) > 0 {
		s += ": only " + strings.Join(e.SetBy, ", ") + " may set it"
	}
	return s
}

// CompleteError refuses an operation on a document that is complete.
type CompleteError struct {
	Operation string
	Member    string // JSON Pointer of what makes it so
}

func (e *CompleteError) Error() string {
	return fmt.Sprintf("%s: the document is complete: %s is set", e.Operation, e.Member)
}

// ChoiceError refuses to run an operation in a way that it does not know.
type ChoiceError struct {
	Operation, Choice string
	Known             []string
}

func (e *ChoiceError) Error() string {
	return fmt.Sprintf("%s: unknown choice %s; known are %s", e.Operation, brief.Quote(e.Choice), strings.Join(e.Known, ", "))
}
