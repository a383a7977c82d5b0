package ecma

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// Slip is what a pattern does that its author can hardly have meant.
type Slip struct{ Does, Help string }

// Slips finds the usual ones in a valid pattern.
func Slips(text string) []Slip {
	re, err := syntax.Parse(text, syntax.Unicode)
	if err != nil || len(text) > maxPattern || depth(re.Root) > maxBacktracking {
		return nil
	}
	var out []Slip
	if holdsEnds(re.Root) {
		out = append(out, Slip{"has its ^ in the first alternative and its $ in the last one", "write ^(?:a|b)$ for alternatives that are the whole text"})
	}
	if strings.Contains(text, "A-z") && hasWideRange(re.Root) {
		out = append(out, Slip{"has A-z, which is also [, \\, ], ^, _ and `", "write A-Za-z"})
	}
	if m := escapedTwice.FindString(text); m != "" {
		out = append(out, Slip{fmt.Sprintf("has a backslash and the letter %c", m[2]), "write one backslash less: a text in YAML without quotes, or in single ones, has none before another"})
	}
	return out
}

// escapedTwice is a class such as \d behind one backslash too many, where it is repeated.
var escapedTwice = regexp.MustCompile(`\\\\[dDwWsS][+*{?]`)

// holdsEnds reports whether only the first of several alternatives begins at the start of
// the text, and only the last ends at its end.
func holdsEnds(node syntax.Node) bool {
	n, ok := node.(syntax.Alternate)
	if !ok {
		return false
	}
	for i, part := range n {
		x := extentOf(part)
		if x.start != (i == 0) || x.end != (i == len(n)-1) {
			return false
		}
	}
	return true
}

// hasWideRange reports whether a class has a range from a capital letter to a small one.
func hasWideRange(node syntax.Node) bool {
	if class, ok := node.(*syntax.Class); ok {
		return slices.ContainsFunc(class.Ranges, func(r syntax.Range) bool {
			return 'A' <= r.Lo && r.Lo <= 'Z' && 'a' <= r.Hi && r.Hi <= 'z'
		})
	}
	return slices.ContainsFunc(children(node), hasWideRange)
}
