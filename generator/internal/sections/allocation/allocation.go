// Package allocation fits texts into the tokens that a document plans for, by
// what x-bindery says under allocation.
package allocation

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the allocation of one schema.
type Section struct {
	section.Base
	written    *Allocation // nil for none
	allocation *Allocation // the same once it is lowered
}

// New makes the section of a schema.
func New() *Section { return &Section{} }

// Allocation fits texts into the tokens that a document plans for.
type Allocation struct {
	pos     source.Pos
	members section.Members // of the document

	Plan, Func string // Go names
	Document   *model.Decl
	MaxTokens  *model.Access
	PerSection *model.Access // an object of numbers; nil for none
	Report     *model.Access // an object with the members of budget.Report
}

// Read reads the allocation.
func (s *Section) Read(r *section.Reader) {
	f, ok := r.Bindings.Open("allocation")
	if !ok {
		return
	}
	a := &Allocation{pos: f.Pos()}
	a.members.Read(&a.MaxTokens, f.Member("max_tokens", true), section.WholeNumber)
	a.members.Read(&a.PerSection, f.Member("per_section", false), section.TypeTest{What: "an object of whole numbers", Fits: isNumbers})
	a.members.Write(&a.Report, f.Member("report", true), section.TypeTest{What: "an object that takes the members of budget.Report", Fits: takesReport})
	s.written = a
}

// reportMembers are those of the runtime's budget.Report.
var reportMembers = []string{"max_tokens", "used_tokens_est", "section_usage", "degradations", "omissions"}

// Lower lowers the fitting of texts into a document's tokens.
func (s *Section) Lower(t *lower.Types) {
	a := s.written
	if t.Document() == nil || a == nil {
		return
	}
	a.Document = t.Document()
	t.Want(&a.Plan, "x-bindery.allocation#plan", "BudgetPlan", a.pos)
	t.Want(&a.Func, "x-bindery.allocation#allocate", "Allocate", a.pos)
	if a.members.Find(t, a.Document) {
		s.allocation = a
	}
}

// isNumbers reports whether a type holds whole numbers by name.
func isNumbers(t *model.Type) bool {
	t = t.Resolved()
	if t.Kind == model.Map {
		return t.Elem.Kind == model.Int
	}
	if t.Kind != model.Named || t.Decl.Kind != model.Struct {
		return false
	}
	return !slices.ContainsFunc(t.Decl.Fields, func(f *model.Field) bool { return f.Type.Bare().Resolved().Kind != model.Int })
}

// takesReport reports whether a struct has a place for all that is reported.
func takesReport(t *model.Type) bool {
	if t.Kind != model.Named || t.Decl.Kind != model.Struct {
		return false
	}
	fields := t.Decl.FieldsByMember()
	return lists.Every(reportMembers, func(name string) bool { return t.Decl.MapOf(name) != nil || fields[name] != nil })
}

// Helpers are the function that fits texts into tokens.
func (s *Section) Helpers() []section.Helper {
	if s.allocation == nil {
		return nil
	}
	return []section.Helper{{
		Name: s.allocation.Func, Does: "fits texts into the tokens that there are", When: []string{"allocate fit trim truncate cut compress assemble budget"},
	}}
}
