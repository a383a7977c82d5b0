package section

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Measure says what of a value a limit bounds.
type Measure string

// The measures. Those that the name of a limit can bind to a schema come first.
const (
	MeasureLength      Measure = "length"      // elements of an array, members of a map
	MeasureRunes       Measure = "runes"       // code points of a string
	MeasureSize        Measure = "size"        // bytes of compact JSON
	MeasureNumber      Measure = "number"      // the value of a number
	MeasureDepth       Measure = "depth"       // nesting of a recursive definition, the outermost at 0
	MeasureCount       Measure = "count"       // values of a recursive definition in the document
	MeasureKeys        Measure = "keys"        // code points of the keys of maps that hold a definition's values
	MeasureOperational Measure = "operational" // time, age, intervals: no property of a document
	MeasureNone        Measure = "none"        // nothing: a constant
)

// Limit is one entry of a limits section.
type Limit struct {
	Name  string // keys below the section, joined with dots
	Pos   source.Pos
	Node  *document.Node // the value; a limit that is no integer is a constant
	Lower bool           // min_
	Stem  string         // the name without max_, per_… and unit
	Owner string         // after per_; "" for none
	Unit  string         // bytes, KB, MB, ms, seconds, minutes, hours, days, tokens; "" for a number of things
	// Measure and Target say what the limit bounds: Target is the JSON Pointer
	// of the schema whose every value is measured, "" for the document itself.
	Measure Measure
	Target  string
	// Also is what the limit bounds beside: the keys of a map whose values
	// have their names for keys, the depth that a recursive definition states.
	Also []Bound
	// Spill: too much is no error, but goes elsewhere. Only x-bindery says so.
	Spill bool
	// Overridden is set where x-bindery says what the limit bounds.
	Overridden bool
}

// Bound is something of a document that a limit bounds, as in [Limit].
type Bound struct {
	Measure Measure
	Target  string
}

// units are the endings of names, longer ones first.
var units = []struct{ ending, unit string }{
	{"_size_bytes", "bytes"}, {"_size_kb", "KB"}, {"_size_mb", "MB"}, {"_bytes", "bytes"}, {"_kb", "KB"}, {"_mb", "MB"},
	{"_ms", "ms"}, {"_seconds", "seconds"}, {"_minutes", "minutes"}, {"_hours", "hours"}, {"_days", "days"},
	{"_tokens", "tokens"}, {"_length", "runes"},
}

func init() { register((*reader).limits, "limits") }

func (r *reader) limits(name string, pos source.Pos, node *document.Node) string {
	before := len(r.out.Limits)
	r.limitsIn(nil, node)
	bound := 0
	for _, l := range r.out.Limits[before:] {
		if l.Measure != MeasureNone && l.Measure != MeasureOperational {
			bound++
		}
	}
	if len(r.out.Limits) == before {
		return ""
	}
	return count(len(r.out.Limits)-before, "limit") + ", " + strconv.Itoa(bound) + " of them checked"
}

func (r *reader) limitsIn(keys []string, node *document.Node) {
	for _, m := range node.Members {
		name := append(keys[:len(keys):len(keys)], m.Name)
		if m.Value.Kind == document.Object {
			r.limitsIn(name, m.Value)
			continue
		}
		l := parseLimit(m.Name)
		l.Name, l.Pos, l.Node = strings.Join(name, "."), m.NamePos, m.Value
		r.bindLimit(l)
		r.out.Limits = append(r.out.Limits, l)
	}
}

// parseLimit takes a name apart: max_<stem>_<unit>_per_<owner>, where the unit
// may also stand at the end.
func parseLimit(name string) *Limit {
	l := &Limit{}
	rest, _ := strings.CutPrefix(name, "max_")
	rest, l.Lower = strings.CutPrefix(rest, "min_")
	cutUnit := func() {
		for _, u := range units {
			if stem, ok := strings.CutSuffix("_"+rest, u.ending); ok && l.Unit == "" {
				rest, l.Unit = strings.TrimPrefix(stem, "_"), u.unit
			}
		}
	}
	cutUnit()
	if stem, owner, ok := cutLast(rest, "_per_"); ok {
		rest, l.Owner = stem, owner
		cutUnit()
	}
	l.Stem = rest
	return l
}

// bindLimit finds what a limit bounds: what x-bindery says, else what its name
// does. A number of the document that has the name of a limit is data beside
// it, not what it bounds.
func (r *reader) bindLimit(l *Limit) {
	switch b := r.out.Bindings.limit(l.Name); {
	case b != nil:
		l.Measure, l.Spill, l.Overridden = b.Measure, b.Spill, true
		l.Target, _, _ = r.index.at(b.Of)
	case l.Node.Kind != document.Number || strings.ContainsAny(l.Node.Text, ".eE"):
		l.Measure = MeasureNone
	case operational(l):
		l.Measure = MeasureOperational
	default:
		l.Measure = r.index.measure(l)
	}
	if l.Measure == MeasureNone && !l.Overridden {
		r.ds.Addf(diag.LimitUnbound, l.Pos, "limit %s is a constant: its name does not say what it bounds", l.Name)
	}
	if l.Measure == MeasureOperational && !l.Overridden {
		r.ds.Addf(diag.LimitUnbound, l.Pos, "limit %s is a constant: it bounds time or intervals, not a document", l.Name)
	}
}

func operational(l *Limit) bool {
	return slices.Contains([]string{"ms", "seconds", "minutes", "hours", "days"}, l.Unit) ||
		strings.Contains("_"+l.Stem+"_", "_interval_") || strings.HasPrefix(l.Stem, "timeout")
}

// measure binds a limit by its name, the surest rule first, and sets Target.
func (x *index) measure(l *Limit) Measure {
	only := func(found []*property) bool {
		found = x.ownedBy(found, l.Owner)
		if len(found) == 1 {
			l.Target = found[0].Pointer
		}
		return len(found) == 1
	}
	container := func(p *property) bool { return isType(p.Node, "array") || isMap(p.Node) }
	switch l.Unit {
	case "":
		if only(named(x.properties, l.Stem, container)) {
			return MeasureLength
		}
		if only(x.itemsNamed(l.Stem)) {
			return MeasureLength
		}
		return x.structural(l)
	case "runes":
		if only(x.fieldNamed(l.Stem)) {
			if owner, isName := strings.CutSuffix(l.Target, "/properties/name"); isName {
				l.Also = []Bound{{MeasureKeys, owner}}
			}
			return MeasureRunes
		}
		if only(named(x.properties, l.Stem, func(p *property) bool { return isType(p.Node, "string") })) {
			return MeasureRunes
		}
	case "bytes", "KB", "MB":
		if endsIn(x.title, l.Stem) {
			return MeasureSize // of the document
		}
		any := func(*property) bool { return true }
		if only(named(x.properties, l.Stem, any)) || only(named(x.properties, lastWord(l.Stem), any)) {
			return MeasureSize
		}
	}
	return MeasureNone
}

// ownedBy leaves the properties of the definition that a limit is per; the
// document itself may be the owner. Without an owner those of the root come first.
func (x *index) ownedBy(found []*property, owner string) []*property {
	var owned []*property
	for _, p := range found {
		name := snake(p.owner.name)
		if name == "" {
			name = x.title
		}
		if owner != "" && endsIn(name, owner) || owner == "" && p.owner.pointer == "" {
			owned = append(owned, p)
		}
	}
	if len(owned) == 0 {
		return found
	}
	return owned
}

// itemsNamed finds the arrays whose items have a definition of that name.
func (x *index) itemsNamed(stem string) []*property {
	var found []*property
	for _, p := range x.properties {
		reference := text(p.Node.Get("items").Get("$ref"))
		def := reference[strings.LastIndexByte(reference, '/')+1:]
		if def != "" && plural(snake(def)) == stem {
			found = append(found, p)
		}
	}
	return found
}

// fieldNamed finds the string that a definition and its property name together.
func (x *index) fieldNamed(stem string) []*property {
	var found []*property
	for _, p := range x.properties {
		if p.owner.name != "" && snake(p.owner.name)+"_"+p.Name == stem && isType(p.Node, "string") {
			found = append(found, p)
		}
	}
	return found
}

// structural binds depth and total_<definitions> to a recursive definition.
func (x *index) structural(l *Limit) Measure {
	defs := x.recursive()
	total, isTotal := strings.CutPrefix(l.Stem, "total_")
	measure := MeasureDepth
	switch {
	case isTotal:
		measure = MeasureCount
		defs = slices.DeleteFunc(defs, func(def *object) bool { return !endsIn(plural(snake(def.name)), total) })
	case l.Stem != "depth":
		return MeasureNone
	}
	if len(defs) != 1 {
		return MeasureNone
	}
	l.Target = defs[0].pointer
	stated := func(p *property) bool { return p.owner == defs[0] && isType(p.Node, "integer") }
	if found := named(x.properties, l.Stem, stated); measure == MeasureDepth && len(found) == 1 {
		l.Also = []Bound{{MeasureNumber, found[0].Pointer}}
	}
	return measure
}
