package model

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/custom"
)

// TypePart is a part of a type expression: a name, or what stands around names.
type TypePart struct {
	Text string // the name without its package, or "[]", "map[" and the like
	// What declares the name: a package of an import path, the user, a package that is
	// generated; none of them what Go has by itself.
	Import string
	Custom *custom.Type
	Decl   *Decl
}

// basic are the types that consist of one name.
var basic = map[TypeKind]TypePart{
	Bool: {Text: "bool"}, Float: {Text: "float64"}, String: {Text: "string"},
	Number: {Text: "Number", Import: Runtime + "jsonvalue"}, Value: {Text: "Value", Import: Runtime + "jsonvalue"},
}

// Parts takes a type apart as Go writes it.
func (t *Type) Parts() []TypePart {
	text := func(s string) []TypePart { return []TypePart{{Text: s}} }
	if of := t.Kind.Text(); of != nil {
		return []TypePart{{Text: of.Name, Import: of.Import}}
	}
	switch t.Kind {
	case Int:
		return text(t.Go)
	case Custom:
		return []TypePart{{Text: t.Custom.Name, Custom: t.Custom}}
	case Named:
		return []TypePart{{Text: t.Decl.Name, Decl: t.Decl}}
	case Slice:
		return append(text("[]"), t.Elem.Parts()...)
	case Map:
		return slices.Concat(text("map["), t.Key.Parts(), text("]"), t.Elem.Parts())
	case Pointer:
		return append(text("*"), t.Elem.Parts()...)
	case Nullable:
		name := TypePart{Text: "Nullable", Import: Runtime + "optional"}
		if t.IsNeverNull() {
			name.Text = "Value"
		}
		return slices.Concat([]TypePart{name}, text("["), t.Elem.Parts(), text("]"))
	}
	return []TypePart{basic[t.Kind]}
}
