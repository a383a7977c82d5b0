// Package diag holds what the compiler has to say about the user's files: the
// diagnostics, the registry of their codes, and the printers.
//
// A stage returns Diagnostics instead of an error for everything a user can
// fix; an error stands for what stopped the program itself. Any stage may
// import this package; it depends on source alone.
package diag

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Severity says what a diagnostic does to the run. The zero Severity is none;
// Diagnostics.Add replaces it by the one registered for the code.
type Severity uint8

// The severities, from least to most severe.
const (
	Info    Severity = 1 + iota // worth knowing; changes nothing
	Warning                     // probably a mistake; the run goes on and exits 0
	Error                       // the run writes nothing and exits 1
)

// severities has for each severity what the formats call it.
var severities = [...]struct{ word, sarif, github string }{
	{"unknown", "error", "error"},
	Info:    {"info", "note", "notice"},
	Warning: {"warning", "warning", "warning"},
	Error:   {"error", "error", "error"},
}

// String returns the word that the printers use: info, warning or error.
func (s Severity) String() string { return severities[min(s, Error)].word }

// ParseSeverity returns the severity of a word; 0 for none.
func ParseSeverity(word string) Severity {
	for s := Info; s <= Error; s++ {
		if s.String() == word {
			return s
		}
	}
	return 0
}

// Related is a second place that explains a diagnostic, such as the first of
// two equal names.
type Related struct {
	Pos     source.Pos
	Message string
}

// Diagnostic is one message about one place.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Pos      source.Pos
	// Message is one sentence without a full stop. It may quote text of the
	// user's files; the printers make it safe.
	Message string
	Related []Related
	// Help says how to fix what the diagnostic is about; may be empty.
	Help string
}

// New returns a diagnostic with the severity and the help that are registered
// for the code.
func New(code Code, pos source.Pos, format string, args ...any) Diagnostic {
	entry, _ := Lookup(code)
	return Diagnostic{
		Code:     code,
		Severity: entry.Severity,
		Pos:      pos,
		Message:  fmt.Sprintf(format, args...),
		Help:     entry.Help,
	}
}

// WithHelp returns the diagnostic with its help replaced.
func (d Diagnostic) WithHelp(format string, args ...any) Diagnostic {
	d.Help = fmt.Sprintf(format, args...)
	return d
}

// Meaning returns the diagnostic with a help that asks whether a word was meant; as it
// is for "".
func (d Diagnostic) Meaning(word string) Diagnostic {
	if word == "" {
		return d
	}
	return d.WithHelp("did you mean %s?", word)
}

// WithRelated returns the diagnostic with a related place added.
func (d Diagnostic) WithRelated(pos source.Pos, format string, args ...any) Diagnostic {
	d.Related = append(slices.Clip(d.Related), Related{Pos: pos, Message: fmt.Sprintf(format, args...)})
	return d
}

// WithSeverity returns the diagnostic with its severity replaced.
func (d Diagnostic) WithSeverity(s Severity) Diagnostic {
	d.Severity = s
	return d
}

// String returns "file:line:column: severity[code]: message".
func (d Diagnostic) String() string {
	return visible.Text(d.Pos.String() + ": " + d.Severity.String() + "[" + string(d.Code) + "]: " + d.Message)
}

// compare orders diagnostics by place and code, then by all else that a reader
// can see, so that the order never depends on the order of discovery.
func (d Diagnostic) compare(e Diagnostic) int {
	return cmp.Or(
		d.Pos.Compare(e.Pos),
		strings.Compare(string(d.Code), string(e.Code)),
		-cmp.Compare(d.Severity, e.Severity),
		strings.Compare(d.Message, e.Message),
		strings.Compare(d.Help, e.Help),
		slices.CompareFunc(d.Related, e.Related, func(a, b Related) int {
			return cmp.Or(a.Pos.Compare(b.Pos), strings.Compare(a.Message, b.Message))
		}),
	)
}

// Limit is the number of diagnostics that one list holds, so that a hostile file cannot
// make the program remember a diagnostic for each of its bytes. Of what comes after only
// the first of each code and severity is kept, below a TooMany diagnostic that says so.
const Limit = 10_000

// Diagnostics is a list of diagnostics. The zero value is an empty list.
type Diagnostics []Diagnostic

// Add appends diagnostics; one without a severity takes that of its code. Beyond
// Limit the first of each code and severity is kept, so that no flood hides an error.
func (ds *Diagnostics) Add(more ...Diagnostic) {
	for _, d := range more {
		if d.Severity == 0 {
			entry, _ := Lookup(d.Code)
			d.Severity = entry.Severity
		}
		if len(*ds) == Limit {
			full := New(TooMany, source.InFile(d.Pos.File), "more than %d diagnostics; of the rest only the first of each code is shown", Limit)
			*ds = append(*ds, full.WithSeverity(d.Severity))
		}
		alike := func(e Diagnostic) bool { return e.Code == d.Code && e.Severity == d.Severity }
		if len(*ds) < Limit || !slices.ContainsFunc((*ds)[Limit:], alike) {
			*ds = append(*ds, d)
		}
	}
}

// Addf appends a diagnostic made by New.
func (ds *Diagnostics) Addf(code Code, pos source.Pos, format string, args ...any) {
	ds.Add(New(code, pos, format, args...))
}

// Sorted returns a copy ordered by file, line, column and code, without exact
// repeats.
func (ds Diagnostics) Sorted() Diagnostics {
	sorted := slices.Clone(ds)
	slices.SortStableFunc(sorted, Diagnostic.compare)
	return slices.CompactFunc(sorted, func(a, b Diagnostic) bool { return a.compare(b) == 0 })
}

// Count returns the number of diagnostics of the given severity.
func (ds Diagnostics) Count(s Severity) int {
	return len(lists.Where(ds, func(d Diagnostic) bool { return d.Severity == s }))
}

// HasErrors reports whether one of the diagnostics is an Error.
func (ds Diagnostics) HasErrors() bool {
	return slices.ContainsFunc(ds, func(d Diagnostic) bool { return d.Severity == Error })
}
