// Package limits is the section limits of a schema: constants, a struct that
// holds the limits that are whole numbers, and its checks of a document. What a
// limit bounds follows from its name, or from x-bindery.
package limits

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the section of one schema.
type Section struct {
	section.Base
	protocol *protocol.Section

	bindings []*binding // of x-bindery
	isBad    bool       // x-bindery.limits is of the wrong form, which has been reported
	// Limits are those of the schema, in order.
	Limits   []*Limit
	typeName string // Go name of the struct
	defaults string // Go name of the function that gives it with the schema's numbers
	check    *Check // nil where no limit bounds anything of documents
}

// New makes the section of a schema with a protocol, whose operations the checks
// may guard.
func New(p *protocol.Section) *Section { return &Section{protocol: p} }

// Has reports whether the schema has a limit.
func (s *Section) Has(name string) bool {
	return s.named(name) != nil
}

// named is the limit of a name, nil for none.
func (s *Section) named(name string) *Limit {
	return lists.First(s.Limits, func(l *Limit) bool { return l.Key == name })
}

// Amount is a number, the field of the struct of limits that holds it, or a
// member of documents.
type Amount struct {
	Number int64
	Limit  *Limit
	Member *model.Access
}

// Check reports an amount that speaks of a limit which the schema does not have.
func (s *Section) Check(r *section.Reader, a section.Amount) {
	if a.Limit.Text != "" && !s.Has(a.Limit.Text) {
		s.lost(r, a.Limit)
	}
}

// lost reports a limit that the schema does not have.
func (s *Section) lost(r *section.Reader, name section.Word) {
	r.LostName(name, "limit", lists.Of(s.Limits, func(l *Limit) string { return l.Key }))
}

// Amount resolves an amount; a member is one of values of the type from.
func (s *Section) Amount(t *lower.Types, a section.Amount, from *model.Decl, test section.TypeTest) Amount {
	out := Amount{Number: a.Number, Member: section.Member(t, from, a.Member, test)}
	if a.Limit.Text == "" || !s.Has(a.Limit.Text) { // Check says so
		return out
	}
	if out.Limit = s.named(a.Limit.Text); out.Limit.Form != model.IntValue {
		out.Limit = nil
		t.Reportf(diag.BindingType, a.Limit.Pos, "the limit %s must be a whole number", a.Limit.Text)
	}
	return out
}

// TypeName is the Go name of the struct that holds the limits.
func (s *Section) TypeName() string { return s.typeName }

// Limit is one limit: an entry of a limits section.
type Limit struct {
	model.Fact        // the constant; Form is IntValue for a field of the struct
	Key        string // keys below the section, joined with dots
	pos        source.Pos
	Lower      bool   // min_
	stem       string // the name without max_, per_… and unit
	owner      string // after per_; "" for none
	unit       string // bytes, KB, MB, ms, seconds, minutes, hours, days, tokens; "" for a number of things
	bound             // what x-bindery says, or else the name
	boundAt    source.Pos
	// also is what the limit bounds beside: the keys of a map whose values
	// have their names for keys, the depth that a recursive definition states.
	also   []bound
	Unit   string // of breaches: bytes, KB, MB, runes, tokens …; "" for a number of things
	Spill  *Spill // nil where too much is an error. Only x-bindery says otherwise.
	Field  string // comment of the struct's field
	Bounds string // where in a document, for the comment; "" for nothing that is checked
	places []string
}

// bound is something of a document that a limit bounds. Target is the JSON Pointer of the
// schema whose every value is measured, behind the file and # where that is another; ""
// for the document itself.
type bound struct {
	Measure Measure
	Target  string
}

// Spill is the method that reports whether a value is so large that it goes
// elsewhere.
type Spill struct {
	Func string      // Go name
	Type *model.Type // of the value; nil for any
}

// Check goes through a document from its root type.
type Check struct {
	Root  *Value
	Decl  *model.Decl `json:"-"`
	Walks []*Walk     // of the types in which something is measured
	Trees []*Tree
}

// Value is what is measured of a value and below it. Without anything it
// is nil.
type Value struct {
	Type  *model.Type // as the container holds it; that of a field is the field's
	Sites []*Site
	Keys  []*Site // of a map
	Elem  *Value  // of a slice or map
	Walk  *Walk   `json:"-"` // of a declared type
}

// Site is one measurement.
type Site struct {
	Limit   *Limit
	Measure Measure
}

// Walk goes through the values of a declared type.
type Walk struct {
	Decl     *model.Decl `json:"-"`
	Func     string      // Go name of the method
	Abroad   bool        // another package declares the type
	kept     bool        // something is measured in it
	Tree     *Tree       // nil where the type is not measured as one
	Fields   []*Field    // Struct and Tuple
	Maps     []*Value    // Struct: an element of each of its maps
	Keys     []*Site     // of the other members
	Rest     *Value      // Tuple
	Variants []*Choice   // Union
	Under    *Value      // Defined
}

// Field is a field in which something is measured.
type Field struct {
	Field *model.Field
	Index int // of a tuple's position
	Value *Value
}

// Choice is a variant in which something is measured.
type Choice struct {
	Variant *model.Variant
	Value   *Value
}

// Tree counts the values of a recursive type and their nesting.
type Tree struct {
	Decl  *model.Decl `json:"-"`
	Field string      // Go name, in the state of a check
	Sites []*Site     // the depths, then the counts
}

// Checks reports whether documents are checked. It is known once all sections
// are finished.
func (s *Section) Checks() bool { return s.check != nil }

// Defaults is the Go name of the function that gives the limits of the schema.
func (s *Section) Defaults() string { return s.defaults }
