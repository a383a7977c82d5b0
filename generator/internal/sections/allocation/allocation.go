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
	written    *written    // nil for none
	allocation *Allocation // nil for none
}

// New makes the section of a schema.
func New() *Section { return &Section{} }

// written is the section as it is written. What became of the texts is reported
// in the document.
type written struct {
	pos        source.Pos
	maxTokens  string // member
	perSection string // member: an object of numbers; "" for none
	report     string // member: an object with the members of budget.Report
}

// Allocation fits texts into the tokens that a document plans for.
type Allocation struct {
	Plan, Func string      // Go names
	Document   *model.Decl `json:"-"`
	MaxTokens  *model.Access
	PerSection *model.Access // nil for none
	Report     *model.Access
}

// Read reads the allocation.
func (s *Section) Read(r *section.Reader) {
	if f, ok := r.Bindings.Open("allocation"); ok {
		a := &written{
			pos: f.Pos(), maxTokens: f.Member("max_tokens", true), perSection: f.Member("per_section", false), report: f.Member("report", true),
		}
		if a.maxTokens != "" && a.report != "" {
			s.written = a
		}
	}
}

// reportMembers are those of the runtime's budget.Report.
var reportMembers = []string{"max_tokens", "used_tokens_est", "section_usage", "degradations", "omissions"}

// Lower lowers the fitting of texts into a document's tokens.
func (s *Section) Lower(t *lower.Types) {
	document, w := t.Document(), s.written
	if document == nil || w == nil {
		return
	}
	out := &Allocation{Document: document}
	t.Want(&out.Plan, "x-bindery.allocation#plan", "BudgetPlan", w.pos)
	t.Want(&out.Func, "x-bindery.allocation#allocate", "Allocate", w.pos)
	out.MaxTokens = section.Member(t, document, w.maxTokens, w.pos, section.WholeNumber)
	out.PerSection = section.Member(t, document, w.perSection, w.pos, section.TypeTest{What: "an object of whole numbers", Fits: isNumbers})
	out.Report = section.Written(t, document, w.report, w.pos, section.TypeTest{What: "an object that takes the members of budget.Report", Fits: takesReport})
	if out.MaxTokens == nil || out.Report == nil || w.perSection != "" && out.PerSection == nil {
		return
	}
	s.allocation = out
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
