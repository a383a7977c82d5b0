package model

import "github.com/bindery-go/bindery/generator/internal/plan"

// Access is the way from a value of a struct type to one of its members, as a
// JSON Pointer names it.
type Access struct {
	Pointer string
	From    *Decl `json:"-"`
	Steps   []*AccessStep
}

// AccessStep is one token of the pointer. Exactly one way is set: a declared
// member; a key of a struct's other members or of a map; or a pointer into a
// value that is any JSON, which is the last step.
type AccessStep struct {
	Field *Field `json:",omitempty"`
	Extra *Extra `json:",omitempty"` // with Key
	Map   *Type  `json:",omitempty"` // with Key: the map's type
	Key   string `json:",omitempty"`
	Rest  string `json:",omitempty"`
}

// Type is the Go type of what a step leads to, as the container holds it:
// pointer and Nullable included.
func (s *AccessStep) Type() *Type {
	switch {
	case s.Field != nil:
		return s.Field.Type
	case s.Extra != nil:
		return s.Extra.Elem
	case s.Map != nil:
		return s.Map.Elem
	}
	return &Type{Kind: Value}
}

// Type is the Go type of the member when it is there and not null.
func (a *Access) Type() *Type { return a.Steps[len(a.Steps)-1].Type().Bare() }

// Plan checks the member; nil where it may be anything.
func (a *Access) Plan() *plan.Plan {
	last := a.Steps[len(a.Steps)-1]
	switch {
	case last.Field != nil:
		return last.Field.Plan
	case last.Extra != nil:
		return last.Extra.Plan
	}
	return nil
}

// Bare is t without the pointer or Nullable that stands for absence or null.
func (t *Type) Bare() *Type {
	for t.Kind == Pointer || t.Kind == Nullable {
		t = t.Elem
	}
	return t
}

// Resolved is the type by which a defined type is held, t itself for others; nil
// while a type is chosen that holds itself.
func (t *Type) Resolved() *Type {
	for t != nil && t.Kind == Named && (t.Decl.Kind == Defined || t.Decl.Kind == Enum) {
		t = t.Decl.Underlying
	}
	return t
}
