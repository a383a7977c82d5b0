package budget

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// numberFor is what a resource is counted in: money may have a fraction.
func numberFor(resource Resource) section.TypeTest {
	if resource == CostUSD {
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
	out := &Budget{written: w, Document: document}
	out.Entries = section.Written(t, document, w.Entries, w.Pos, section.TypeTest{What: "an array of objects with declared members", Fits: func(t *model.Type) bool {
		t = t.Resolved()
		return t.Kind == model.Slice && t.Elem.Kind == model.Named && t.Elem.Decl.Kind == model.Struct
	}})
	if out.Entries == nil {
		return nil
	}
	out.Entry = out.Entries.Type().Resolved().Elem.Decl
	out.Number = section.Written(t, out.Entry, w.Number, w.Pos, section.WholeNumber)
	name := cmp.Or(w.Name, "Budget")
	t.Want(&out.Type, "x-bindery.budget#type", name, w.Pos)
	t.Want(&out.Open, "x-bindery.budget#open", "Open"+name, w.Pos)
	t.Want(&out.Spent, "x-bindery.budget#spent", "Spent", w.Pos)
	out.Kind, out.Extend, out.Exhaust = "spendingOf"+name, "extend"+name, "exhaust"+name
	for _, read := range w.Reads {
		for _, pointer := range read.Pointers {
			if a := section.Member(t, out.Entry, pointer, read.Pos, numberFor(read.Resource)); a != nil {
				read.Members = append(read.Members, a)
			}
		}
	}
	for _, total := range w.Totals {
		total.Into = section.Written(t, document, total.Pointer, total.Pos, numberFor(total.Resource))
	}
	for _, count := range w.Counts {
		count.Into = section.Written(t, document, count.IntoAt, count.Pos, section.WholeNumber)
		count.Of = section.Member(t, out.Entry, count.OfAt, count.Pos, section.AText)
	}
	for _, most := range w.Most {
		most.Amount = s.limits.Amount(t, most.Written, document, most.Pos, numberFor(most.Resource))
		if limit := most.Amount.Limit; limit != nil {
			out.UsesLimits = true
			if most.Resource == Bytes && (limit.Unit == "KB" || limit.Unit == "MB") {
				most.Unit = limit.Unit
			}
		}
	}
	for _, exhausted := range w.Exhausted {
		for _, write := range exhausted.Writes {
			write.Into = section.Written(t, document, write.Pointer, write.Pos, section.AText)
			if write.Into != nil && !admits(write.Into.Type(), write.Value) {
				t.Reportf(diag.BindingType, write.Pos, "%q is none of the values of %s", write.Value, write.Pointer)
				write.Into = nil
			}
		}
		exhausted.Writes = slices.DeleteFunc(exhausted.Writes, func(w *Write) bool { return w.Into == nil })
	}
	// What has been reported is left out.
	w.Reads = slices.DeleteFunc(w.Reads, func(r *Read) bool { return len(r.Members) == 0 })
	w.Totals = slices.DeleteFunc(w.Totals, func(t *Total) bool { return t.Into == nil })
	w.Counts = slices.DeleteFunc(w.Counts, func(c *Count) bool { return c.Into == nil || c.Of == nil })
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
