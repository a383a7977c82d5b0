package section

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// TypeTest reports whether a member's type will do, and says what would.
type TypeTest struct {
	What string
	Fits func(t *model.Type) bool
}

// OfKinds tests for types that are held by one of the kinds.
func OfKinds(what string, kinds ...model.TypeKind) TypeTest {
	return TypeTest{what, func(t *model.Type) bool {
		t = t.Resolved()
		for _, kind := range kinds {
			if t.Kind == kind {
				return true
			}
		}
		return false
	}}
}

// The tests that several sections need.
var (
	AnyType     = TypeTest{"a member", func(*model.Type) bool { return true }}
	WholeNumber = OfKinds("a whole number", model.Int)
	ANumber     = OfKinds("a number", model.Int, model.Float)
	AText       = OfKinds("a text", model.String)
	ABool       = OfKinds("true or false", model.Bool)
)

// Member resolves a member that is read, of values of the type from. It is nil
// for "" and for what is reported: code that silently did nothing would be
// worse than none.
func Member(t *lower.Types, from *model.Decl, pointer string, pos source.Pos, test TypeTest) *model.Access {
	if pointer == "" || from == nil {
		return nil
	}
	a, err := t.Access(from, pointer)
	if err != nil {
		t.Reportf(diag.LostBinding, pos, "%s of %s: %v", pointer, t.NameOf(from), err)
		return nil
	}
	if !test.Fits(a.Type()) {
		t.Reportf(diag.BindingType, pos, "%s of %s must be %s", pointer, t.NameOf(from), test.What)
		return nil
	}
	return a
}

// Written resolves a member that is written: the way to it must be made of
// declared members, so that missing objects can be made.
func Written(t *lower.Types, from *model.Decl, pointer string, pos source.Pos, test TypeTest) *model.Access {
	a := Member(t, from, pointer, pos, test)
	if a == nil {
		return nil
	}
	for i, step := range a.Steps {
		isStruct := i == len(a.Steps)-1 || step.Type().Bare().Kind == model.Named && step.Type().Bare().Decl.Kind == model.Struct
		if step.Field == nil || !isStruct {
			t.Reportf(diag.BindingType, pos, "%s of %s cannot be written: it is not a declared member of objects", pointer, t.NameOf(from))
			return nil
		}
	}
	return a
}
