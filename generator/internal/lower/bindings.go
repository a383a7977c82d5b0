package lower

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// bindings lowers what x-bindery binds the runtime to. A member that the Go
// types do not have, or have with another type, is an error: code that silently
// did nothing would be worse.
func (b *builder) bindings(pkg *model.Package) {
	if b.in.Sections == nil {
		return
	}
	s := b.in.Sections.Bindings
	l := &bindingLowering{builder: b, pkg: pkg, document: b.documentDecl(pkg)}
	if l.document == nil {
		return
	}
	pkg.Bindings = &model.Bindings{}
	if s.Completion != nil || len(s.ReadOnly) > 0 {
		pkg.Bindings.Rules = l.rules(s)
	}
	if s.Window != nil {
		pkg.Bindings.Memory = l.memory(s.Window)
	}
	if s.Budget != nil {
		pkg.Bindings.Budget = l.budget(s.Budget)
	}
	if s.Allocation != nil {
		pkg.Bindings.Allocation = l.allocation(s.Allocation)
	}
}

// bindingLowering resolves members and reports those that are not there.
type bindingLowering struct {
	*builder
	pkg      *model.Package
	document *model.Decl
}

// typeTest says whether a member's type will do, and what would.
type typeTest struct {
	what string
	fits func(t *model.Type) bool
}

func ofKinds(what string, kinds ...model.TypeKind) typeTest {
	return typeTest{what, func(t *model.Type) bool {
		t = t.Resolved()
		for _, kind := range kinds {
			if t.Kind == kind {
				return true
			}
		}
		return false
	}}
}

var (
	anyType     = typeTest{"a member", func(*model.Type) bool { return true }}
	wholeNumber = ofKinds("a whole number", model.Int)
	aNumber     = ofKinds("a number", model.Int, model.Float)
	aFraction   = ofKinds("a number", model.Float)
	aText       = ofKinds("a text", model.String)
	aTime       = ofKinds("a time", model.DateTime, model.String)
	aBool       = ofKinds("true or false", model.Bool)
	aKey        = ofKinds("a whole number or a text", model.Int, model.String)
	aCount      = typeTest{"an array or a whole number", func(t *model.Type) bool {
		t = t.Resolved()
		return t.Kind == model.Slice || t.Kind == model.Int
	}}
)

// listOf is an array of what a key is.
func listOf(key *model.Type) typeTest {
	return typeTest{"an array of keys", func(t *model.Type) bool {
		t = t.Resolved()
		return t.Kind == model.Slice && key != nil && t.Elem.Resolved().Kind == key.Resolved().Kind
	}}
}

// read resolves a member that is read; nil for "" and for what is reported.
func (l *bindingLowering) read(from *model.Decl, pointer string, pos source.Pos, test typeTest) *model.Access {
	if pointer == "" || from == nil {
		return nil
	}
	a, err := l.access(from, pointer)
	if err != nil {
		l.diags.Addf(diag.LostBinding, pos, "%s of %s: %v", pointer, l.placeName(from), err)
		return nil
	}
	if !test.fits(a.Type()) {
		l.diags.Addf(diag.BindingType, pos, "%s of %s must be %s", pointer, l.placeName(from), test.what)
		return nil
	}
	return a
}

// written resolves a member that is written: the way to it must be made of
// declared members, so that missing objects can be made.
func (l *bindingLowering) written(from *model.Decl, pointer string, pos source.Pos, test typeTest) *model.Access {
	a := l.read(from, pointer, pos, test)
	if a == nil {
		return nil
	}
	for i, step := range a.Steps {
		isStruct := i == len(a.Steps)-1 || step.Type().Bare().Kind == model.Named && step.Type().Bare().Decl.Kind == model.Struct
		if step.Field == nil || !isStruct {
			l.diags.Addf(diag.BindingType, pos, "%s of %s cannot be written: it is no declared member of objects", pointer, l.placeName(from))
			return nil
		}
	}
	return a
}

// placeName names a type before it has its Go name.
func (l *bindingLowering) placeName(d *model.Decl) string {
	for _, declared := range l.declared {
		if declared.decl == d {
			return declared.place.name
		}
	}
	return d.Pointer
}

// amount resolves a number, member or limit.
func (l *bindingLowering) amount(a section.Amount, from *model.Decl, pos source.Pos, test typeTest) model.Amount {
	out := model.Amount{Number: a.Number, Member: l.read(from, a.Member, pos, test)}
	if a.Limit != "" && l.pkg.Limits != nil {
		for _, entry := range l.pkg.Limits.Entries {
			if entry.Key == a.Limit && entry.Form == model.IntValue {
				out.Limit = entry
			}
		}
		if out.Limit == nil {
			l.diags.Addf(diag.BindingType, pos, "the limit %s must be a whole number", a.Limit)
		}
	}
	return out
}

// rules lowers what operations may do to a document.
func (l *bindingLowering) rules(s *section.Bindings) *model.Rules {
	out := &model.Rules{Document: l.document}
	for _, entry := range s.ReadOnly {
		if member := l.read(l.document, entry.Member, entry.Pos, anyType); member != nil {
			out.ReadOnly = append(out.ReadOnly, &model.ReadOnly{Member: member, SetBy: l.operations(entry.SetBy)})
		}
	}
	pos := s.Pos
	want := func(target *string, name string) { l.sectionNames.want(target, "x-bindery.rules."+name, name, pos) }
	if c := s.Completion; c != nil {
		out.Complete = l.read(l.document, c.Member, c.Pos, anyType)
		out.Ends = l.operations(c.Ends)
		want(&out.IsDone, "IsComplete")
	}
	want(&out.MayRun, "MayRun")
	want(&out.MayWrite, "MayWrite")
	want(&out.Unchanged, "CheckChange")
	if len(l.in.Sections.Protocols) > 0 {
		want(&out.Guard, "RulesGuard")
	}
	return out
}

// operations gives the names that operations have in the paths of a run.
func (l *bindingLowering) operations(wanted []string) []string {
	var out []string
	for _, name := range wanted {
		for _, p := range l.in.Sections.Protocols {
			for _, op := range p.Operations {
				if op.Name == name {
					out = append(out, targetOf(p, op).name)
				}
			}
		}
	}
	return out
}
