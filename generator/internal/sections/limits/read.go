package limits

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
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

// units are the endings of names, longer ones first.
var units = []struct{ ending, unit string }{
	{"_size_bytes", "bytes"}, {"_size_kb", "KB"}, {"_size_mb", "MB"}, {"_bytes", "bytes"}, {"_kb", "KB"}, {"_mb", "MB"},
	{"_ms", "ms"}, {"_seconds", "seconds"}, {"_minutes", "minutes"}, {"_hours", "hours"}, {"_days", "days"},
	{"_tokens", "tokens"}, {"_length", "runes"},
}

// binding is what x-bindery says that a limit bounds.
type binding struct {
	name    section.Word
	measure Measure      // none where that or the place is wrong, which has been reported
	of      section.Word // reference, also to a schema of another file; "#" for the document
	spill   bool         // effect: spill, or of the wrong form
}

// Read reads the limits and what x-bindery says of them.
func (s *Section) Read(r *section.Reader) {
	s.readBindings(r)
	for m := range r.Members("limits") {
		s.limitsIn(r, nil, m.Value)
		if len(s.Limits) == 0 {
			continue
		}
		r.Take(m.Value)
		checked := 0
		for _, l := range s.Limits {
			if isMeasured(l.Measure) {
				checked++
			}
		}
		r.Found(m, section.Count(len(s.Limits), "limit")+", "+strconv.Itoa(checked)+" of them checked")
	}
	for _, b := range s.bindings {
		if !s.Has(b.name.Text) {
			s.lost(r, b.name)
		}
	}
}

func (s *Section) readBindings(r *section.Reader) {
	s.isBad = r.Bindings.Has("limits") && !r.Bindings.HasTable("limits")
	for _, m := range r.Bindings.Table("limits") {
		b := &binding{name: section.KeyOf(m.Member), measure: MeasureNone, spill: true}
		s.bindings = append(s.bindings, b)
		if f, ok := r.Open(m.Value, m.Where); ok {
			b.read(r, f)
		}
	}
}

func (b *binding) read(r *section.Reader, f *section.Fields) {
	measure := Measure(f.OneOf("measure", true, "length", "runes", "size", "number", "depth", "count", "operational", "none"))
	needsPlace := isMeasured(measure)
	b.of = f.Word("of", needsPlace, `a reference to a schema, as "#/$defs/Variable" or "common.yaml#/$defs/Variable"`, section.IsPlace)
	effect := f.OneOf("effect", false, "error", "spill")
	b.spill = effect == "spill" || effect == "" && f.Has("effect")
	if b.leads(r) && measure != "" && (b.of.Text != "" || !needsPlace) {
		b.measure = measure
	}
}

// leads reports whether there is something at the place, or none is named; it adds a
// diagnostic where there is nothing.
func (b *binding) leads(r *section.Reader) bool {
	if b.of.Text == "" || section.IsReference(b.of.Text) {
		return r.Leads(b.of, "schema")
	}
	_, ok := r.Target(b.of.Text)
	if !ok {
		r.Reportf(diag.LostBinding, b.of.Pos, "schema %s does not exist, or nothing of the documents leads to it", b.of.Text)
	}
	return ok
}

func (s *Section) limitsIn(r *section.Reader, keys []string, node *document.Node) {
	for _, m := range node.Members {
		name := append(keys[:len(keys):len(keys)], m.Name)
		if m.Value.Kind == document.Object {
			s.limitsIn(r, name, m.Value)
			continue
		}
		l := parseLimit(m.Name)
		l.Key, l.pos, l.Value = strings.Join(name, "."), m.NamePos, m.Value
		l.Form = section.ValueForm(l.Value)
		s.bind(r, l)
		l.Unit = breachUnit(l)
		s.Limits = append(s.Limits, l)
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
			if stem, ok := strings.CutSuffix("_"+rest, u.ending); ok && l.unit == "" {
				rest, l.unit = strings.TrimPrefix(stem, "_"), u.unit
			}
		}
	}
	cutUnit()
	if stem, owner, ok := section.CutLast(rest, "_per_"); ok {
		rest, l.owner = stem, owner
		cutUnit()
	}
	l.stem = rest
	return l
}

// bind finds what a limit bounds: what x-bindery says, else what its name
// does. A number of the document that has the name of a limit is data beside
// it, not what it bounds.
func (s *Section) bind(r *section.Reader, l *Limit) {
	l.boundAt = l.pos
	switch b := lists.First(s.bindings, func(b *binding) bool { return b.name.Text == l.Key }); {
	case s.isBad:
		l.Measure, l.Spill = MeasureNone, &Spill{}
		return
	case b != nil:
		l.Measure, l.boundAt = b.measure, b.name.Pos
		l.Target, _ = r.Target(b.of.Text)
		if b.spill {
			l.Spill = &Spill{}
		}
		return
	case l.Value.Kind != document.Number || strings.ContainsAny(l.Value.Text, ".eE"):
		l.Measure = MeasureNone
	case isOperational(l):
		l.Measure = MeasureOperational
	default:
		var several bool
		l.Measure, several = byName{r.Index.Title, r.Properties, r.Recursive}.measure(l)
		if l.Measure == MeasureNone && !several {
			l.Measure, _ = byName{r.Index.Title, r.Abroad(), r.RecursiveAbroad}.measure(l)
		}
	}
	switch l.Measure {
	case MeasureNone:
		r.Reportf(diag.LimitUnbound, l.pos, "limit %s is a constant: its name does not say what it bounds", l.Key)
	case MeasureOperational:
		r.Reportf(diag.LimitUnbound, l.pos, "limit %s is a constant: it bounds time or intervals, not a document", l.Key)
	}
}

func isOperational(l *Limit) bool {
	return slices.Contains([]string{"ms", "seconds", "minutes", "hours", "days"}, l.unit) ||
		strings.Contains("_"+l.stem+"_", "_interval_") || strings.HasPrefix(l.stem, "timeout")
}

// byName binds limits to the properties that their names speak of, those of the schema
// itself or those of other files.
type byName struct {
	title      string // of the schema
	properties []*section.Property
	recursive  func() []*section.Object // definitions
}

// measure binds a limit by its name, the surest rule first, and sets Target. Several says
// that nothing tells apart what the name may mean.
func (x byName) measure(l *Limit) (_ Measure, several bool) {
	only := func(found []*section.Property) bool {
		found = x.ownedBy(found, l.owner)
		if len(found) == 1 {
			l.Target = found[0].Pointer
		}
		several = several || len(found) > 1 && (l.owner == "" || x.isOf(found[0], l.owner))
		return len(found) == 1
	}
	container := func(p *section.Property) bool { return section.IsType(p.Node(), "array") || section.IsMap(p.Node()) }
	switch l.unit {
	case "":
		if only(section.Named(x.properties, l.stem, container)) {
			return MeasureLength, several
		}
		if only(x.where(func(p *section.Property) bool { return l.stem != "" && itemsName(p) == l.stem })) {
			return MeasureLength, several
		}
		measure, recursive := x.structural(l)
		return measure, several || recursive
	case "runes":
		field := func(p *section.Property) bool { // which a definition and its property name together
			return p.Owner.Name != "" && section.Snake(p.Owner.Name)+"_"+p.Name == l.stem && section.IsType(p.Node(), "string")
		}
		if only(x.where(field)) {
			if owner, isName := strings.CutSuffix(l.Target, "/properties/name"); isName {
				l.also = []bound{{MeasureKeys, owner}}
			}
			return MeasureRunes, several
		}
		if only(section.Named(x.properties, l.stem, func(p *section.Property) bool { return section.IsType(p.Node(), "string") })) {
			return MeasureRunes, several
		}
	case "bytes", "KB", "MB":
		if section.EndsIn(x.title, l.stem) {
			return MeasureSize, several // of the document
		}
		any := func(*section.Property) bool { return true }
		if only(section.Named(x.properties, l.stem, any)) || only(section.Named(x.properties, section.LastWord(l.stem), any)) {
			return MeasureSize, several
		}
	}
	return MeasureNone, several
}

// ownedBy leaves the properties of the definition that a limit is per; the
// document itself may be the owner. Without an owner those of the root come first.
func (x byName) ownedBy(found []*section.Property, owner string) []*section.Property {
	owned := lists.Where(found, func(p *section.Property) bool { return x.isOf(p, owner) })
	if len(owned) == 0 {
		return found
	}
	return owned
}

// isOf reports whether a property is of an owner; "" is the root.
func (x byName) isOf(p *section.Property, owner string) bool {
	if owner == "" {
		return p.Owner.Pointer == ""
	}
	return section.EndsIn(cmp.Or(section.Snake(p.Owner.Name), x.title), owner)
}

// where lists the properties that fit.
func (x byName) where(fits func(*section.Property) bool) []*section.Property {
	return lists.Where(x.properties, fits)
}

// itemsName is the name of an array's items in the plural, by their definition; "" for none.
func itemsName(array *section.Property) string {
	reference := section.Text(array.Node().Get("items").Get("$ref"))
	def := reference[strings.LastIndexByte(reference, '/')+1:]
	if def == "" {
		return ""
	}
	return section.Plural(section.Snake(def))
}

// structural binds depth and total_<definitions> to a recursive definition.
func (x byName) structural(l *Limit) (_ Measure, several bool) {
	defs := x.recursive()
	total, isTotal := strings.CutPrefix(l.stem, "total_")
	measure := MeasureDepth
	switch {
	case isTotal:
		measure = MeasureCount
		defs = slices.DeleteFunc(defs, func(def *section.Object) bool { return !section.EndsIn(section.Plural(section.Snake(def.Name)), total) })
	case l.stem != "depth":
		return MeasureNone, false
	}
	if len(defs) != 1 {
		return MeasureNone, len(defs) > 1
	}
	l.Target = defs[0].Pointer
	stated := func(p *section.Property) bool {
		return p.Owner.Pointer == defs[0].Pointer && section.IsType(p.Node(), "integer")
	}
	if found := section.Named(x.properties, l.stem, stated); measure == MeasureDepth && len(found) == 1 {
		l.also = []bound{{MeasureNumber, found[0].Pointer}}
	}
	return measure, false
}
