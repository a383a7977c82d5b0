package limits

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Lower names the limits. What they bound is found by Finish, once all types are.
func (s *Section) Lower(t *lower.Types) {
	if len(s.Limits) == 0 {
		return
	}
	t.Measure()
	for _, l := range s.Limits {
		base := cmp.Or(t.Words().Exported(l.Key), "Limit")
		t.Want(&l.Name, "limits."+l.Key, base, l.pos)
		if l.Spill != nil {
			t.Want(&l.Spill.Func, "limits."+l.Key+"#over", "Over"+base, l.pos)
		}
	}
	t.Want(&s.typeName, "limits#type", "Limits", s.Limits[0].pos)
	t.Want(&s.defaults, "limits#default", "DefaultLimits", s.Limits[0].pos)
}

// breachUnit is the unit in which a breach counts. What a limit does not say
// follows from what it measures.
func breachUnit(l *Limit) string {
	switch {
	case l.Measure == MeasureLength, l.Measure == MeasureDepth, l.Measure == MeasureCount:
		return ""
	case l.Measure == MeasureRunes:
		return "runes"
	case l.Measure == MeasureSize && l.unit != "KB" && l.unit != "MB":
		return "bytes"
	}
	return l.unit
}

// Finish binds the limits to the Go types and writes the comments.
func (s *Section) Finish(t *lower.Types) {
	if len(s.Limits) == 0 {
		return
	}
	w := newWalker(t)
	for _, l := range s.Limits {
		if l.Form == model.IntValue {
			w.bind(l)
		}
	}
	s.check = w.check()
	for _, l := range s.Limits {
		l.Bounds = strings.Join(l.places, " and ")
		if l.Bounds == "" && isMeasured(l.Measure) && l.Spill == nil {
			t.Reportf(diag.LimitUnbound, l.pos, "limit %s is a constant: nothing of the Go types is %s", l.Key, cmp.Or(l.Target, "the document"))
		}
		describe(l)
	}
}

// isMeasured reports whether a limit bounds a part of documents.
func isMeasured(m Measure) bool {
	return m != MeasureNone && m != MeasureOperational
}

// describe writes the comments of the constant and of the field.
func describe(l *Limit) {
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
	case l.Spill != nil:
		text = "in " + unit + ". A value of " + cmp.Or(l.Bounds, "a document") + " that is larger belongs in a file; that is not a breach, and " + l.Spill.Func + " says so"
	case l.Bounds != "":
		text = l.Bounds + " " + strings.TrimSuffix(fmt.Sprintf(bound, verb, unit), " ")
	case l.Measure == MeasureOperational:
		text = "in " + unit + ". It bounds time or intervals, which no document shows: nothing here checks it"
	default:
		text = "in " + unit + ". Nothing checks it: its name does not say what it bounds"
	}
	l.Doc = l.Key + " of the schema: " + text
	l.Field = text + "."
	if l.Bounds == "" || l.Spill != nil {
		l.Field = firstUpper(l.Field)
	}
}

// unitText is the unit of a limit in words.
func unitText(l *Limit) string {
	switch {
	case l.Measure == MeasureLength:
		return "entries"
	case l.Measure == MeasureRunes:
		return "runes (Unicode code points)"
	case l.Measure == MeasureDepth:
		return "levels below the outermost"
	case l.Measure == MeasureCount || l.Measure == MeasureNumber && l.unit == "":
		return ""
	}
	words := map[string]string{
		"": "units of its own", "bytes": "bytes", "KB": "KB (2^10 bytes)", "MB": "MB (2^20 bytes)", "ms": "milliseconds", "runes": "runes (Unicode code points)",
	}
	unit := cmp.Or(words[l.unit], l.unit)
	if l.Measure == MeasureSize {
		unit = cmp.Or(words[breachUnit(l)], "bytes") + " of compact JSON"
	}
	return unit
}

func firstUpper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
