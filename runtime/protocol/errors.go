package protocol

import (
	"errors"
	"strings"
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

func signalName(err error) string {
	for name, signal := range signals {
		if err == signal {
			return name
		}
	}
	return ""
}

var (
	// ErrRunExists: a run was started under an ID that the store already knows; [Resume] goes on with it.
	ErrRunExists = errors.New("protocol: the run already exists")
	// ErrDiverged: the record was made by other code, or a step that ran again emitted other events.
	ErrDiverged = errors.New("protocol: the run does not match its record")
	// ErrRecursion: an operation called itself, or a handler emitted its own event.
	ErrRecursion = errors.New("protocol: endless recursion")
	// ErrNoSteps: generated code was given nil in place of the implementation of
	// the steps, or an item of the order has a nil function; nothing has run.
	ErrNoSteps = errors.New("protocol: nil is no implementation of the steps")
	// ErrNoLoop: a step returned Continue or Break where no loop is.
	ErrNoLoop = errors.New("protocol: not inside the loop")
	// ErrNoHandler: a step emitted an event that the operation has no handler for.
	ErrNoHandler = errors.New("protocol: no handler for the event")
)

// StepError says where an operation stopped.
type StepError struct {
	Path     string // operation, then number:key a level, and the number of a loop's item: execute_with_retry/3:for_attempt/2/4:execute_task
	Key      string // the step's idempotency key
	Attempts int    // how often the step was begun; 0 when it was refused
	Err      error
}

func (e *StepError) Error() string { return e.Path + ": " + e.Err.Error() }
func (e *StepError) Unwrap() error { return e.Err }

// located gives err its path, unless it has already that of a handler inside the step.
func (e *engine) located(path string, attempts int, err error) error {
	if inner, ok := errors.AsType[*StepError](err); ok && strings.HasPrefix(inner.Path, path+"/") {
		return err
	}
	return &StepError{Path: path, Key: e.key(path), Attempts: attempts, Err: err}
}
