package ecma

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// TestForeignGroupsAreRefused: there is something to write in the place of each, and
// nothing where the mistake is another.
func TestForeignGroupsAreRefused(t *testing.T) {
	for _, f := range foreign {
		for _, before := range []string{"", "^a+"} {
			_, err := syntax.Parse(before+f.opening+"x)", syntax.Unicode)
			if got := Instead(err); got != f.instead {
				t.Errorf("%s: %q", before+f.opening, got)
			}
		}
	}
	for _, text := range []string{"(", "(?<x", "[", "a)(?s)"} {
		if _, err := syntax.Parse(text, syntax.Unicode); err == nil || Instead(err) != "" {
			t.Errorf("%s: %v, %q", text, err, Instead(err))
		}
	}
}
