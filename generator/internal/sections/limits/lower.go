package limits

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Lower names the limits. What they bound is found by Finish, once all types are.
func (s *Section) Lower(t *lower.Types) {
	if len(s.written) == 0 {
		return
	}
	t.Measure()
	for _, l := range s.written {
		limit := &Limit{Key: l.Name, Lower: l.Lower, Unit: breachUnit(l)}
		limit.Form, limit.Value = section.ValueForm(l.Node), l.Node
		s.Limits = append(s.Limits, limit)
		base := cmp.Or(t.Words().Exported(l.Name), "Limit")
		t.Want(&limit.Name, "limits."+l.Name, base, l.Pos)
		if l.Spill {
			limit.Spill = &Spill{}
			t.Want(&limit.Spill.Func, "limits."+l.Name+"#over", "Over"+base, l.Pos)
		}
	}
	t.Want(&s.typeName, "limits#type", "Limits", s.written[0].Pos)
	t.Want(&s.defaults, "limits#default", "DefaultLimits", s.written[0].Pos)
}

// breachUnit is the unit in which a breach counts. What a limit does not say
// follows from what it measures.
func breachUnit(l *written) string {
	switch {
	case l.Measure == MeasureLength, l.Measure == MeasureDepth, l.Measure == MeasureCount:
		return ""
	case l.Measure == MeasureRunes:
		return "runes"
	case l.Measure == MeasureSize && l.Unit != "KB" && l.Unit != "MB":
		return "bytes"
	}
	return l.Unit
}

// Finish binds the limits to the Go types and writes the comments.
func (s *Section) Finish(t *lower.Types) {
	if len(s.Limits) == 0 {
		return
	}
	w := newWalker(t)
	for i, l := range s.written {
		if s.Limits[i].Form == model.IntValue {
			w.bind(s.Limits[i], l)
		}
	}
	s.check = w.check()
	for i, l := range s.written {
		limit := s.Limits[i]
		limit.Bounds = strings.Join(w.places[limit], " and ")
		if limit.Spill != nil {
			limit.Spill.Type = w.spilled[limit]
		}
		if limit.Bounds == "" && isMeasured(l.Measure) && !l.Spill {
			t.Reportf(diag.LimitUnbound, l.Pos, "limit %s is a constant: nothing of the Go types is %s", l.Name, cmp.Or(l.Target, "the document"))
		}
		describe(limit, l)
	}
}

// isMeasured reports whether a limit bounds a part of documents.
func isMeasured(m Measure) bool {
	return m != MeasureNone && m != MeasureOperational
}

// describe writes the comments of the constant and of the field.
func describe(entry *Limit, l *written) {
	bound := "may %s at most so many %s"
	if l.Lower {
		bound = "must %s at least so many %s"
	}
	verb := "have"
	if l.Measure == MeasureNumber || l.Measure == MeasureCount {
		verb = "be"
	}
	unit := unitText(l)
	var text string
	switch {
	case entry.Spill != nil:
		text = "in " + unit + ". A value of " + cmp.Or(entry.Bounds, "a document") + " that is larger belongs in a file; that is not a breach, and " + entry.Spill.Func + " says so"
	case entry.Bounds != "":
		text = entry.Bounds + " " + strings.TrimSuffix(fmt.Sprintf(bound, verb, unit), " ")
	case l.Measure == MeasureOperational:
		text = "in " + unit + ". It bounds time or intervals, which no document shows: nothing here checks it"
	default:
		text = "in " + unit + ". Nothing checks it: its name does not say what it bounds"
	}
	entry.Doc = l.Name + " of the schema: " + text
	entry.Field = text + "."
	if entry.Bounds == "" || entry.Spill != nil {
		entry.Field = firstUpper(entry.Field)
	}
}

// unitText is the unit of a limit in words.
func unitText(l *written) string {
	switch {
	case l.Measure == MeasureLength:
		return "entries"
	case l.Measure == MeasureRunes:
		return "runes (Unicode code points)"
	case l.Measure == MeasureDepth:
		return "levels below the outermost"
	case l.Measure == MeasureCount || l.Measure == MeasureNumber && l.Unit == "":
		return ""
	}
	words := map[string]string{
		"": "units of its own", "bytes": "bytes", "KB": "KB (2^10 bytes)", "MB": "MB (2^20 bytes)", "ms": "milliseconds", "runes": "runes (Unicode code points)",
	}
	unit := cmp.Or(words[l.Unit], l.Unit)
	if l.Measure == MeasureSize {
		unit = cmp.Or(words[breachUnit(l)], "bytes") + " of compact JSON"
	}
	return unit
}

func firstUpper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
