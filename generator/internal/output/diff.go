package output

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/visible"
	"github.com/pmezard/go-difflib/difflib"
)

// maxDiff is the size of the largest files that are compared line by line, in
// bytes: the time grows with the square of their lines.
const maxDiff = 4 << 20

// Diff returns the unified diff of a change, with three lines of context.
func (c Change) Diff() string {
	from := visible.Text(c.Path)
	to := from
	switch c.Kind {
	case Added:
		from = "/dev/null"
	case Removed:
		to = "/dev/null"
	}
	if len(c.Old)+len(c.New) > maxDiff {
		return "--- " + from + "\n+++ " + to + "\n(too large to show)\n"
	}
	text, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: lines(c.Old), B: lines(c.New), FromFile: from, ToFile: to, Context: 3,
	})
	if err != nil { // writing to memory does not fail
		return ""
	}
	return text
}

// lines splits text after each line end, without the empty piece at the end.
func lines(text []byte) []string {
	if len(text) == 0 {
		return nil
	}
	out := strings.SplitAfter(string(text), "\n")
	if last := len(out) - 1; out[last] == "" {
		return out[:last]
	}
	out[len(out)-1] += "\n\\ No newline at end of file\n"
	return out
}
