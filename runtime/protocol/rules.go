package protocol

import (
	"fmt"
	"strings"
)

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

// Operation is the name of the operation that the call is a part of.
func (c *Call) Operation() string { return c.engine.plan.Operation }

// First says whether the run has finished no step yet: a guard that asks whether
// an operation may run at all asks then.
func (c *Call) First() bool { return !c.engine.begun }

// IsOneOf says whether an operation is one of those named: the name itself, or
// an alternative of it, "name.alternative".
func IsOneOf(operation string, names ...string) bool {
	for _, name := range names {
		if rest, ok := strings.CutPrefix(operation, name); ok && (rest == "" || rest[0] == '.') {
			return true
		}
	}
	return false
}

// Touches says whether writing the value at one JSON Pointer writes that at the
// other: it is the same, or one is inside the other.
func Touches(pointer, other string) bool {
	return pointer == other || strings.HasPrefix(other, pointer+"/") || strings.HasPrefix(pointer, other+"/")
}
