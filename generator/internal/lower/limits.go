package lower

import (
	"fmt"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/section"
)

// limits names the limits of a schema. What they bound is found by
// finishLimits, once all types are.
func (b *builder) limits(pkg *model.Package) {
	s := b.in.Sections
	if s == nil || len(s.Limits) == 0 {
		return
	}
	out := &model.Limits{}
	pkg.Limits = out
	for _, l := range s.Limits {
		entry := &model.Limit{Key: l.Name, Lower: l.Lower, Unit: breachUnit(l)}
		entry.Form, entry.Value = valueForm(l.Node), l.Node
		out.Entries = append(out.Entries, entry)
		base := or(names.Exported(l.Name), "Limit")
		b.sectionNames.want(&entry.Name, "limits."+l.Name, base, l.Pos)
		if l.Spill {
			entry.Spill = &model.LimitSpill{}
			b.sectionNames.want(&entry.Spill.Func, "limits."+l.Name+"#over", "Over"+base, l.Pos)
		}
	}
	b.sectionNames.want(&out.Type, "limits#type", "Limits", s.Limits[0].Pos)
	b.sectionNames.want(&out.Default, "limits#default", "DefaultLimits", s.Limits[0].Pos)
}

// breachUnit is the unit in which a breach counts. What a limit does not say
// follows from what it measures.
func breachUnit(l *section.Limit) string {
	switch {
	case l.Measure == section.MeasureLength, l.Measure == section.MeasureDepth, l.Measure == section.MeasureCount:
		return ""
	case l.Measure == section.MeasureRunes:
		return "runes"
	case l.Measure == section.MeasureSize && l.Unit != "KB" && l.Unit != "MB":
		return "bytes"
	}
	return l.Unit
}

// finishLimits binds the limits to the Go types and writes the comments.
func (b *builder) finishLimits(pkg *model.Package) {
	if pkg.Limits == nil {
		return
	}
	w := newLimitWalker(b)
	for i, l := range b.in.Sections.Limits {
		if pkg.Limits.Entries[i].Form == model.IntValue {
			w.bind(pkg.Limits.Entries[i], l)
		}
	}
	pkg.Limits.Check = w.check(b.documentDecl(pkg))
	for i, l := range b.in.Sections.Limits {
		entry := pkg.Limits.Entries[i]
		entry.Bounds = strings.Join(w.places[entry], " and ")
		if entry.Spill != nil {
			entry.Spill.Type = w.spilled[entry]
		}
		if entry.Bounds == "" && isMeasured(l.Measure) && !l.Spill {
			b.diags.Addf(diag.LimitUnbound, l.Pos, "limit %s is a constant: nothing of the Go types is %s", l.Name, or(l.Target, "the document"))
		}
		describeLimit(entry, l)
	}
}

// isMeasured says whether a limit bounds a part of documents.
func isMeasured(m section.Measure) bool {
	return m != section.MeasureNone && m != section.MeasureOperational
}

// describeLimit writes the comments of the constant and of the field.
func describeLimit(entry *model.Limit, l *section.Limit) {
	bound := "may %s at most so many %s"
	if l.Lower {
		bound = "must %s at least so many %s"
	}
	verb := "have"
	if l.Measure == section.MeasureNumber || l.Measure == section.MeasureCount {
		verb = "be"
	}
	unit := unitText(l)
	var text string
	switch {
	case entry.Spill != nil:
		text = "in " + unit + ". A value of " + or(entry.Bounds, "a document") + " that is larger belongs into a file; that is no breach, and " + entry.Spill.Func + " says so"
	case entry.Bounds != "":
		text = entry.Bounds + " " + strings.TrimSuffix(fmt.Sprintf(bound, verb, unit), " ")
	case l.Measure == section.MeasureOperational:
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
func unitText(l *section.Limit) string {
	switch {
	case l.Measure == section.MeasureLength:
		return "entries"
	case l.Measure == section.MeasureRunes:
		return "runes (Unicode code points)"
	case l.Measure == section.MeasureDepth:
		return "levels below the outermost"
	case l.Measure == section.MeasureCount || l.Measure == section.MeasureNumber && l.Unit == "":
		return ""
	}
	words := map[string]string{
		"": "units of its own", "bytes": "bytes", "KB": "KB (2^10 bytes)", "MB": "MB (2^20 bytes)", "ms": "milliseconds", "runes": "runes (Unicode code points)",
	}
	unit := or(words[l.Unit], l.Unit)
	if l.Measure == section.MeasureSize {
		unit = or(words[breachUnit(l)], "bytes") + " of compact JSON"
	}
	return unit
}

func firstUpper(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
