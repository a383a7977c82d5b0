package compiler

import (
	"context"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lint"
)

// Lint compiles the configuration without regard to what is on disk and adds
// what only a reader of the schemas wants to know.
func Lint(ctx context.Context, w *Workspace, c Config) ([]*Result, diag.Diagnostics) {
	results, ds := Compile(ctx, w, c)
	for _, r := range results {
		if r != nil {
			ds.Add(lint.Embedded(r.Graph, r.Program)...)
		}
	}
	return results, ds.Sorted()
}

// OnlyLint reports whether only Lint makes findings of a code.
func OnlyLint(code diag.Code) bool {
	entry, ok := diag.Lookup(code)
	return ok && (entry.Severity == diag.Info || code == diag.InvalidExample || code == diag.InvalidDefault)
}
