package diag

import (
	"fmt"
	"slices"
	"strings"
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

var registry = map[Code]Entry{}

// define registers a code; the files codes_*.go call it, one call a code. A
// malformed or repeated code is a mistake of this package, found when any test
// starts.
func define(code Code, severity Severity, title, explanation, help string) Code {
	if len(code) != 5 || code[0] != 'B' || strings.Trim(string(code[1:]), "0123456789") != "" {
		panic(fmt.Sprintf("diag: malformed code %q", code))
	}
	if _, taken := registry[code]; taken {
		panic(fmt.Sprintf("diag: code %s defined twice", code))
	}
	registry[code] = Entry{code, severity, title, strings.TrimSpace(explanation), help}
	return code
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
	entries := make([]Entry, 0, len(registry))
	for _, e := range registry {
		entries = append(entries, e)
	}
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(string(a.Code), string(b.Code)) })
	return entries
}
