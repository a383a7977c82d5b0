package budget

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
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

func (s *Section) lower(t *lower.Types, b *Budget) *Budget {
	t.Measure()
	b.Document = t.Document()
	b.Entries = section.Written(t, b.Document, b.entries, section.TypeTest{What: "an array of objects with declared members", Fits: func(t *model.Type) bool {
		t = t.Resolved()
		return t.Kind == model.Slice && t.Elem.Kind == model.Named && t.Elem.Decl.Kind == model.Struct
	}})
	if b.Entries != nil {
		b.Entry = b.Entries.Type().Resolved().Elem.Decl
	}
	b.members.Find(t, b.Entry)
	b.Until = section.Member(t, b.Document, b.until, section.AnyType)
	name := cmp.Or(b.name, "Budget")
	t.Want(&b.Type, "x-bindery.budget#type", name, b.pos)
	t.Want(&b.Open, "x-bindery.budget#open", "Open"+name, b.pos)
	t.Want(&b.Spent, "x-bindery.budget#spent", "Spent", b.pos)
	b.Kind, b.Extend, b.Exhaust = "spendingOf"+name, "extend"+name, "exhaust"+name
	// What is reported is left out.
	b.Reads = lists.Where(b.Reads, func(r *Read) bool {
		r.Members = lists.Present(lists.Of(r.Pointers, func(pointer section.Word) *model.Access {
			return section.Member(t, b.Entry, pointer, numberFor(r.Resource))
		})...)
		return len(r.Members) > 0
	})
	b.Totals = lists.Where(b.Totals, func(total *Total) bool {
		total.Into = section.Written(t, b.Document, total.Pointer, numberFor(total.Resource))
		return total.Into != nil
	})
	b.Counts = lists.Where(b.Counts, func(c *Count) bool {
		c.Into = section.Written(t, b.Document, c.IntoAt, section.WholeNumber)
		c.Of = section.Member(t, b.Entry, c.OfAt, section.AText)
		return c.Into != nil && c.Of != nil
	})
	s.amounts(t, b)
	b.writes(t)
	if b.Entries == nil {
		return nil
	}
	return b
}

// amounts resolves the most that entries may spend.
func (s *Section) amounts(t *lower.Types, b *Budget) {
	for _, most := range b.Most {
		most.Amount = s.limits.Amount(t, most.Written, b.Document, numberFor(most.Resource))
		if limit := most.Amount.Limit; limit != nil {
			b.UsesLimits = true
			if most.Resource == Bytes && (limit.Unit == "KB" || limit.Unit == "MB") {
				most.Unit = limit.Unit
			}
		}
	}
}

// writes resolves what a document says where a resource has run out.
func (b *Budget) writes(t *lower.Types) {
	for _, exhausted := range b.Exhausted {
		exhausted.Writes = lists.Where(exhausted.Writes, func(w *Write) bool {
			w.Into = section.Written(t, b.Document, w.Pointer, section.AText)
			fits := w.Into == nil || admits(w.Into.Type(), w.Value.Text)
			if !fits {
				t.Reportf(diag.BindingType, w.Value.Pos, "%q is none of the values of %s", w.Value.Text, w.Pointer.Text)
			}
			return w.Into != nil && fits
		})
	}
}

// admits reports whether a text is one of an enum's values; any is one for other
// types.
func admits(t *model.Type, value string) bool {
	if t.Kind != model.Named || t.Decl.Kind != model.Enum {
		return true
	}
	return slices.ContainsFunc(t.Decl.Enum, func(v model.EnumValue) bool { return v.Text == value })
}
