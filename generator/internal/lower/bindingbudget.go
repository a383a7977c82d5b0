package lower

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/section"
)

// resources are the resources of x-bindery in the runtime's terms.
var resources = map[string]model.Resource{
	section.TokensIn: model.TokensIn, section.TokensOut: model.TokensOut, section.Tokens: model.Tokens, section.CostUSD: model.CostNano,
	section.WallTimeMS: model.WallTime, section.Iterations: model.Iterations, section.Bytes: model.Bytes,
}

// numberFor is what a resource is counted in: money may have a fraction.
func numberFor(resource string) typeTest {
	if resource == section.CostUSD {
		return aNumber
	}
	return wholeNumber
}

// budget lowers what the entries of a document spend.
func (l *bindingLowering) budget(s *section.Budget) *model.Budget {
	out := &model.Budget{Document: l.document}
	out.Entries = l.written(l.document, s.Entries, s.Pos, typeTest{"an array of objects with declared members", func(t *model.Type) bool {
		t = t.Resolved()
		return t.Kind == model.Slice && t.Elem.Kind == model.Named && t.Elem.Decl.Kind == model.Struct
	}})
	if out.Entries == nil {
		return nil
	}
	out.Entry = out.Entries.Type().Resolved().Elem.Decl
	name := or(s.Name, "Budget")
	l.sectionNames.want(&out.Type, "x-bindery.budget#type", name, s.Pos)
	l.sectionNames.want(&out.Open, "x-bindery.budget#open", "Open"+name, s.Pos)
	l.sectionNames.want(&out.Spent, "x-bindery.budget#spent", "Spent", s.Pos)
	out.Sum, out.Exhaust = "sum"+name, "exhaust"+name
	for _, read := range s.Spent {
		r := &model.BudgetRead{Resource: resources[read.Resource]}
		for _, pointer := range read.Members {
			if a := l.read(out.Entry, pointer, read.Pos, numberFor(read.Resource)); a != nil {
				r.Members = append(r.Members, a)
			}
		}
		if len(r.Members) > 0 {
			out.Reads = append(out.Reads, r)
		}
	}
	for _, total := range s.Totals {
		if a := l.written(l.document, total.Member, total.Pos, numberFor(total.Resource)); a != nil {
			out.Totals = append(out.Totals, &model.BudgetTotal{Resource: resources[total.Resource], Into: a})
		}
	}
	for _, count := range s.Counts {
		into, of := l.written(l.document, count.Into, count.Pos, wholeNumber), l.read(out.Entry, count.Of, count.Pos, aText)
		if into != nil && of != nil {
			out.Counts = append(out.Counts, &model.BudgetCount{Into: into, Of: of, Values: count.Values})
		}
	}
	for _, most := range s.Max {
		m := &model.BudgetMost{Resource: resources[most.Resource], Amount: l.amount(most.Amount, l.document, most.Pos, numberFor(most.Resource))}
		if limit := m.Amount.Limit; limit != nil {
			out.UsesLimits = true
			if most.Resource == section.Bytes && (limit.Unit == "KB" || limit.Unit == "MB") {
				m.Unit = limit.Unit
			}
		}
		out.Most = append(out.Most, m)
	}
	for _, exhausted := range s.Exhausted {
		e := &model.BudgetExhausted{Resource: resources[exhausted.Resource]}
		for _, write := range exhausted.Writes {
			a := l.written(l.document, write.Member, write.Pos, aText)
			if a != nil && !l.admits(a.Type(), write.Value) {
				l.diags.Addf(diag.BindingType, write.Pos, "%q is none of the values of %s", write.Value, write.Member)
				continue
			}
			if a != nil {
				e.Writes = append(e.Writes, &model.BudgetWrite{Into: a, Value: write.Value})
			}
		}
		out.Exhausted = append(out.Exhausted, e)
	}
	return out
}

// admits says whether a text is one of an enum's values; any is one for other
// types.
func (l *bindingLowering) admits(t *model.Type, value string) bool {
	if t.Kind != model.Named || t.Decl.Kind != model.Enum {
		return true
	}
	return slices.ContainsFunc(t.Decl.Enum, func(v model.EnumValue) bool { return v.Text == value })
}

// reportMembers are those of the runtime's budget.Report.
var reportMembers = []string{"max_tokens", "used_tokens_est", "section_usage", "degradations", "omissions"}

// allocation lowers the fitting of texts into a document's tokens.
func (l *bindingLowering) allocation(s *section.Allocation) *model.Allocation {
	out := &model.Allocation{Document: l.document}
	l.sectionNames.want(&out.Plan, "x-bindery.allocation#plan", "BudgetPlan", s.Pos)
	l.sectionNames.want(&out.Func, "x-bindery.allocation#allocate", "Allocate", s.Pos)
	out.MaxTokens = l.read(l.document, s.MaxTokens, s.Pos, wholeNumber)
	out.PerSection = l.read(l.document, s.PerSection, s.Pos, typeTest{"an object of whole numbers", isNumbers})
	out.Report = l.written(l.document, s.Report, s.Pos, typeTest{"an object that takes the members of budget.Report", takesReport})
	if out.MaxTokens == nil || out.Report == nil || s.PerSection != "" && out.PerSection == nil {
		return nil
	}
	return out
}

// isNumbers says whether a type holds whole numbers by name.
func isNumbers(t *model.Type) bool {
	t = t.Resolved()
	if t.Kind == model.Map {
		return t.Elem.Kind == model.Int
	}
	if t.Kind != model.Named || t.Decl.Kind != model.Struct {
		return false
	}
	for _, f := range t.Decl.Fields {
		if f.Type.Bare().Resolved().Kind != model.Int {
			return false
		}
	}
	return true
}

// takesReport says whether a struct has a place for all that is reported.
func takesReport(t *model.Type) bool {
	if t.Kind != model.Named || t.Decl.Kind != model.Struct {
		return false
	}
	for _, name := range reportMembers {
		if t.Decl.Extra == nil && !slices.ContainsFunc(t.Decl.Fields, func(f *model.Field) bool { return f.JSON == name }) {
			return false
		}
	}
	return true
}
