package generator

import (
	"context"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/compiler"
)

// Suggest gives an overlay with the entries of x-bindery that follow from the
// schema of a package, and that its own overlay does not have; "" for none.
func Suggest(ctx context.Context, w *Workspace, c Config) (overlay string, ds Diagnostics) {
	results, ds := compiler.Compile(ctx, w, c)
	for _, r := range results {
		if r == nil || ds.HasErrors() {
			continue
		}
		if lines := r.Sections.Suggest(); lines != nil {
			overlay += "x-bindery:\n" + strings.Join(lines, "\n") + "\n"
		}
	}
	return overlay, ds
}
