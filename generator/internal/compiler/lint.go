package compiler

import (
	"context"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lint"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// Lint compiles the configuration without regard to what is on disk and adds
// what only a reader of the schemas wants to know.
func Lint(ctx context.Context, w *workspace.Workspace, c config.Config) ([]*Result, diag.Diagnostics) {
	units, ds := compile(ctx, w, c, hooks{})
	for _, u := range units {
		switch {
		case u.program != nil:
			ds.Add(lint.Schema(u.graph, u.program, len(u.Roots))...)
			ds.Add(derivable(u)...)
		case u.partial != nil: // a mistake is not to hide those that have nothing to do with it
			ds.Add(lint.Words(u.partial)...)
		}
	}
	ds.Add(unowned(units)...)
	return resultsOf(units), withoutSections(ds).Sorted()
}

// derivable reports entries that x-bindery does not have and that follow from the schema.
func derivable(u *unit) diag.Diagnostics {
	if u.result == nil || u.hasFailed() {
		return nil
	}
	var entries []string
	for _, line := range u.sections.Suggest() {
		if name, ok := strings.CutPrefix(line, "  "); ok && !strings.HasPrefix(name, " ") {
			entries = append(entries, strings.TrimSuffix(name, ":"))
		}
	}
	if entries == nil {
		return nil
	}
	return diag.Diagnostics{diag.New(diag.DerivableBinding, u.doc.Pos, "the schema says enough for what x-bindery does not have: %s", strings.Join(entries, ", ")).
		WithHelp("bindery overlay --suggest %s prints it for the overlay; what is not wanted is accepted under ignore: in the configuration", u.Schema)}
}

// withoutSections drops what is said of a member as a section where it was
// probably meant to be a keyword or a property, and what is said of it as a misspelt
// keyword where a section was read.
func withoutSections(ds diag.Diagnostics) diag.Diagnostics {
	meant, read := map[source.Pos]bool{}, map[source.Pos]bool{}
	for _, d := range ds {
		switch d.Code {
		case diag.MisspeltKeyword, diag.OtherDraftKeyword, diag.MisplacedProperty:
			meant[d.Pos] = true
		case diag.SectionRead:
			read[d.Pos] = true
		}
	}
	return slices.DeleteFunc(ds, func(d diag.Diagnostic) bool {
		return d.Code == diag.UnknownSection && meant[d.Pos] || d.Code == diag.MisspeltKeyword && read[d.Pos]
	})
}

// OnlyLint reports whether only Lint makes diagnostics of a code.
func OnlyLint(code diag.Code) bool {
	entry, ok := diag.Lookup(code)
	return ok && (entry.Severity == diag.Info || strings.HasPrefix(string(code), "B10"))
}
