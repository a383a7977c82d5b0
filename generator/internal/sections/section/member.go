package section

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/spelling"
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
		return slices.Contains(kinds, t.Kind)
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
// for none and for what is reported: code that silently did nothing would be
// worse than none.
func Member(t *lower.Types, from *model.Decl, pointer Word, test TypeTest) *model.Access {
	if pointer.Text == "" || from == nil {
		return nil
	}
	a, err := t.Access(from, pointer.Text)
	if err != nil {
		t.Reportf(diag.LostBinding, pointer.Pos, "%s of %s: %v", pointer.Text, t.NameOf(from), err)
		return nil
	}
	if !test.Fits(a.Type()) {
		if token, declared := undeclared(a); token != "" {
			d := diag.New(diag.LostBinding, pointer.Pos, "%s of %s: the schema declares no member %q there", pointer.Text, t.NameOf(from), token)
			if meant := spelling.Nearest(token, declared); meant != "" {
				d = d.WithHelp("did you mean %q?", meant)
			}
			t.Report(d)
			return nil
		}
		t.Reportf(diag.BindingType, pointer.Pos, "%s of %s must be %s", pointer.Text, t.NameOf(from), test.What)
		return nil
	}
	return a
}

// undeclared is the first name on the way to a member that an object does not declare
// but may have, with the names that it declares; "" where all are declared.
func undeclared(a *model.Access) (token string, declared []string) {
	in := a.From
	for _, step := range a.Steps {
		if step.Extra != nil {
			return step.Key, lists.Of(in.Fields, func(f *model.Field) string { return f.JSON })
		}
		if step.Field == nil {
			return "", nil
		}
		if next := step.Type().Bare(); next.Kind == model.Named {
			in = next.Decl
		}
	}
	return "", nil
}

// Written resolves a member that is written: the way to it must be made of
// declared members, so that missing objects can be made.
func Written(t *lower.Types, from *model.Decl, pointer Word, test TypeTest) *model.Access {
	a := Member(t, from, pointer, test)
	if a == nil {
		return nil
	}
	for i, step := range a.Steps {
		isStruct := i == len(a.Steps)-1 || step.Type().Bare().Kind == model.Named && step.Type().Bare().Decl.Kind == model.Struct
		if step.Field == nil || !isStruct {
			t.Reportf(diag.BindingType, pointer.Pos, "%s of %s cannot be written: it is not a declared member of objects", pointer.Text, t.NameOf(from))
			return nil
		}
	}
	return a
}

// Members are those that a binding names, to be found in the types once these are known.
type Members []named

type named struct {
	to      **model.Access
	pointer Word
	test    TypeTest
	find    func(*lower.Types, *model.Decl, Word, TypeTest) *model.Access
}

// Read notes a member that is read.
func (m *Members) Read(to **model.Access, pointer Word, test TypeTest) {
	*m = append(*m, named{to, pointer, test, Member})
}

// Write notes a member that is written.
func (m *Members) Write(to **model.Access, pointer Word, test TypeTest) {
	*m = append(*m, named{to, pointer, test, Written})
}

// Find finds the members in the order in which they were noted, and reports whether all
// are there.
func (m Members) Find(t *lower.Types, from *model.Decl) bool {
	ok := true
	for _, n := range m {
		*n.to = n.find(t, from, n.pointer, n.test)
		ok = ok && (n.pointer.Text == "" || *n.to != nil)
	}
	return ok
}
