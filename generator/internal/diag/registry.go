package diag

import (
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/templates"
)

// Code names a kind of diagnostic for good: B and four digits, of which the first
// two say the stage. A code is never given to another diagnostic.
type Code string

// Entry is what the registry knows about a code.
type Entry struct {
	Code     Code
	Severity Severity
	// Title names the kind of diagnostic in a few words, in lower case.
	Title string
	// Explanation is the Markdown text that "bindery explain" prints below the
	// title: what the diagnostic means, why it matters and how to fix it.
	Explanation string
	// Help is the default help line of diagnostics with this code; may be
	// empty.
	Help string
}

var registry = entries(templates.Diagnostics)

// entries reads the explanations of codes. A section that is not as it should be has no
// entry, which a test holds against the constants.
func entries(text string) map[Code]Entry {
	all := map[Code]Entry{}
	for _, section := range strings.Split(text, "\n#") {
		heading, explanation, _ := strings.Cut(section, "\n")
		code, heading, _ := strings.Cut(strings.TrimPrefix(heading, "# "), " ")
		name, title, ok := strings.Cut(heading, ": ")
		severity := ParseSeverity(name)
		if !ok || severity == 0 {
			continue // the heading of a stage
		}
		explanation, help, _ := strings.Cut(strings.TrimSpace(explanation), "\n\nhelp: ")
		all[Code(code)] = Entry{Code(code), severity, title, explanation, help}
	}
	return all
}

// Lookup returns the entry of a code. An unknown code counts as an Error, so
// that no diagnostic is ever lost to a missing entry.
func Lookup(code Code) (entry Entry, ok bool) {
	entry, ok = registry[code]
	if !ok {
		return Entry{Code: code, Severity: Error}, false
	}
	return entry, true
}

// Entries returns all entries ordered by code.
func Entries() []Entry {
	return slices.SortedFunc(maps.Values(registry), func(a, b Entry) int { return strings.Compare(string(a.Code), string(b.Code)) })
}
