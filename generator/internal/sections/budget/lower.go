package budget

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// resources are the resources of x-bindery in the runtime's terms.
var resources = map[string]Resource{
	tokensIn: TokensIn, tokensOut: TokensOut, tokens: Tokens, costUSD: CostNano, wallTimeMS: WallTime, iterations: Iterations, size: Bytes,
}

// numberFor is what a resource is counted in: money may have a fraction.
func numberFor(resource string) section.TypeTest {
	if resource == costUSD {
		return section.ANumber
	}
	return section.WholeNumber
}

// Lower lowers what the entries of a document spend.
func (s *Section) Lower(t *lower.Types) {
	s.document = t.Document()
	if s.written != nil && t.Document() != nil {
		s.budget = s.lower(t, s.written)
	}
}

func (s *Section) lower(t *lower.Types, w *written) *Budget {
	t.Measure()
	document := t.Document()
	out := &Budget{Document: document}
	out.Entries = section.Written(t, document, w.Entries, w.Pos, section.TypeTest{What: "an array of objects with declared members", Fits: func(t *model.Type) bool {
		t = t.Resolved()
		return t.Kind == model.Slice && t.Elem.Kind == model.Named && t.Elem.Decl.Kind == model.Struct
	}})
	if out.Entries == nil {
		return nil
	}
	out.Entry = out.Entries.Type().Resolved().Elem.Decl
	out.Number, out.Leave = section.Written(t, out.Entry, w.Number, w.Pos, section.WholeNumber), w.Leave
	name := cmp.Or(w.Name, "Budget")
	t.Want(&out.Type, "x-bindery.budget#type", name, w.Pos)
	t.Want(&out.Open, "x-bindery.budget#open", "Open"+name, w.Pos)
	t.Want(&out.Spent, "x-bindery.budget#spent", "Spent", w.Pos)
	out.Kind, out.Extend, out.Exhaust = "spendingOf"+name, "extend"+name, "exhaust"+name
	for _, read := range w.Spent {
		r := &Read{Resource: resources[read.Resource]}
		for _, pointer := range read.Members {
			if a := section.Member(t, out.Entry, pointer, read.Pos, numberFor(read.Resource)); a != nil {
				r.Members = append(r.Members, a)
			}
		}
		if len(r.Members) > 0 {
			out.Reads = append(out.Reads, r)
		}
	}
	for _, total := range w.Totals {
		if a := section.Written(t, document, total.Member, total.Pos, numberFor(total.Resource)); a != nil {
			out.Totals = append(out.Totals, &Total{Resource: resources[total.Resource], Into: a})
		}
	}
	for _, count := range w.Counts {
		into, of := section.Written(t, document, count.Into, count.Pos, section.WholeNumber), section.Member(t, out.Entry, count.Of, count.Pos, section.AText)
		if into != nil && of != nil {
			out.Counts = append(out.Counts, &Count{Into: into, Of: of, Values: count.Values})
		}
	}
	for _, most := range w.Max {
		m := &Most{Resource: resources[most.Resource], Amount: s.limits.Amount(t, most.Amount, document, most.Pos, numberFor(most.Resource))}
		if limit := m.Amount.Limit; limit != nil {
			out.UsesLimits = true
			if most.Resource == size && (limit.Unit == "KB" || limit.Unit == "MB") {
				m.Unit = limit.Unit
			}
		}
		out.Most = append(out.Most, m)
	}
	for _, exhausted := range w.Exhausted {
		e := &Exhausted{Resource: resources[exhausted.Resource]}
		for _, write := range exhausted.Writes {
			a := section.Written(t, document, write.Member, write.Pos, section.AText)
			if a != nil && !admits(a.Type(), write.Value) {
				t.Reportf(diag.BindingType, write.Pos, "%q is none of the values of %s", write.Value, write.Member)
				continue
			}
			if a != nil {
				e.Writes = append(e.Writes, &Write{Into: a, Value: write.Value})
			}
		}
		out.Exhausted = append(out.Exhausted, e)
	}
	return out
}

// admits reports whether a text is one of an enum's values; any is one for other
// types.
func admits(t *model.Type, value string) bool {
	if t.Kind != model.Named || t.Decl.Kind != model.Enum {
		return true
	}
	return slices.ContainsFunc(t.Decl.Enum, func(v model.EnumValue) bool { return v.Text == value })
}
