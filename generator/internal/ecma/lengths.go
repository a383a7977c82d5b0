package ecma

import "github.com/bindery-go/bindery/runtime/pattern/syntax"

// Lengths are those of the texts that a pattern matches, in characters. Most is
// syntax.Unlimited where there is no bound, as for all patterns that do not hold the text
// by both ends. A text within the bounds need not match.
type Lengths struct {
	Least, Most int
	// None is set for patterns that match no text: something has to stand before ^ or
	// behind $. Others may match none as well.
	None bool
}

// LengthsOf finds the lengths of a pattern's texts. ok is false for patterns that are not
// valid, or too long or too deep to look at.
func LengthsOf(text string) (l Lengths, ok bool) {
	re, _, err := parse(text)
	if err != nil || depth(re.Root) > maxBacktracking {
		return Lengths{}, false
	}
	x := extentOf(re.Root)
	if !x.start || !x.end || x.Most >= syntax.MaxCount {
		x.Most = syntax.Unlimited
	}
	return x.Lengths, true
}

// extent is how much a part matches, and whether it begins at the start of the text and
// ends at its end.
type extent struct {
	Lengths
	start, end bool
}

func extentOf(node syntax.Node) extent {
	switch n := node.(type) {
	case *syntax.Class:
		return extent{Lengths: Lengths{Least: 1, Most: 1}}
	case syntax.Concat:
		var out extent
		for _, part := range n {
			x := extentOf(part)
			out.None = out.None || x.None || x.start && out.Least > 0 || out.end && x.Least > 0
			// What stands before ^ or behind $ matches nothing there.
			out.start = out.start || x.start && out.Most == 0
			out.end = x.end || out.end && x.Most == 0
			out.Least, out.Most = addCounts(out.Least, x.Least), addCounts(out.Most, x.Most)
		}
		return out
	case syntax.Alternate:
		out := extentOf(n[0])
		for _, part := range n[1:] {
			x := extentOf(part)
			if x.None {
				continue
			}
			if out.None {
				out = x
				continue
			}
			out.Least = min(out.Least, x.Least)
			if x.Most == syntax.Unlimited || out.Most == syntax.Unlimited {
				out.Most = syntax.Unlimited
			} else {
				out.Most = max(out.Most, x.Most)
			}
			out.start, out.end = out.start && x.start, out.end && x.end
		}
		return out
	case *syntax.Repeat:
		x := extentOf(n.Node)
		out := extent{Lengths: Lengths{Least: multiplyCounts(x.Least, n.Min), Most: multiplyCounts(x.Most, n.Max)}}
		if n.Min > 0 {
			out.start, out.end, out.None = x.start, x.end, x.None
		}
		return out
	case *syntax.Group:
		return extentOf(n.Node)
	case syntax.BackReference:
		return extent{Lengths: Lengths{Most: syntax.Unlimited}}
	case syntax.Assertion:
		return extent{start: n == syntax.Start, end: n == syntax.End}
	}
	return extent{} // *syntax.Look takes nothing
}
