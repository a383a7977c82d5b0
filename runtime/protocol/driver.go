package protocol

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// With makes a step of one that takes the argument which the schema writes
// beside its name. Nil stays nil.
func With[D, A any](f func(ctx context.Context, call *Call, data *D, arg A) error, arg A) StepFunc[D] {
	if f == nil {
		return nil
	}
	return func(ctx context.Context, call *Call, data *D) error { return f(ctx, call, data, arg) }
}

// ErrNotWritten is returned by the steps of a fresh skeleton.
var ErrNotWritten = errors.New("protocol: the step is not written yet")

// Trigger sets operations off. It is data: nothing here executes it.
type Trigger struct {
	Name       string
	Note       string   // what the schema says beside the name
	Operations []string // in the order of the schema
}

// ChoiceError refuses to run an operation in a way that it does not know.
type ChoiceError struct {
	Operation, Choice string
	Known             []string
}

func (e *ChoiceError) Error() string {
	return fmt.Sprintf("%s: no way %s to do it: there are %s", e.Operation, brief.Quote(e.Choice), strings.Join(e.Known, ", "))
}
