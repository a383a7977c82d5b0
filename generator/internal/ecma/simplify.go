package ecma

import "github.com/bindery-go/bindery/runtime/pattern/syntax"

// simplify brings a tree without back-references into the form that the other
// parts of this package expect: no capturing groups, no concatenation inside a
// concatenation, no alternation inside an alternation, no repetition that does
// nothing. The new tree shares nodes with the old one, which stays as it is.
func simplify(node syntax.Node) syntax.Node {
	switch n := node.(type) {
	case *syntax.Group:
		return simplify(n.Node)
	case *syntax.Look:
		return &syntax.Look{Node: simplify(n.Node), Behind: n.Behind, Negated: n.Negated}
	case *syntax.Repeat:
		body := simplify(n.Node)
		switch {
		case n.Max == 0:
			return syntax.Concat(nil)
		case n.Min == 1 && n.Max == 1:
			return body
		}
		return &syntax.Repeat{Node: body, Min: n.Min, Max: n.Max}
	case syntax.Concat:
		var parts syntax.Concat
		for _, part := range n {
			part = simplify(part)
			if inner, ok := part.(syntax.Concat); ok {
				parts = append(parts, inner...)
			} else {
				parts = append(parts, part)
			}
		}
		return concat(parts...)
	case syntax.Alternate:
		var parts syntax.Alternate
		for _, part := range n {
			part = simplify(part)
			if inner, ok := part.(syntax.Alternate); ok {
				parts = append(parts, inner...)
			} else {
				parts = append(parts, part)
			}
		}
		return parts
	}
	return node
}

// concat returns the concatenation of parts, or the only part.
func concat(parts ...syntax.Node) syntax.Node {
	if len(parts) == 1 {
		return parts[0]
	}
	return syntax.Concat(parts)
}

// parts returns the parts of a concatenation, or the node as the only part.
func parts(node syntax.Node) []syntax.Node {
	if list, ok := node.(syntax.Concat); ok {
		return list
	}
	return []syntax.Node{node}
}

// anchors splits a pattern into its inner part and whether it starts at the
// start and ends at the end.
func anchors(node syntax.Node) (start bool, inner []syntax.Node, end bool) {
	inner = parts(node)
	for len(inner) > 0 && inner[0] == syntax.Start {
		start, inner = true, inner[1:]
	}
	for len(inner) > 0 && inner[len(inner)-1] == syntax.End {
		end, inner = true, inner[:len(inner)-1]
	}
	return start, inner, end
}

// matchesEverything reports whether every string holds a match, for one of the
// plain reasons: nothing is asked for at the start or at the end, or all that is
// asked for between the two is any characters. It may miss others.
func matchesEverything(node syntax.Node) bool {
	if alternatives, ok := node.(syntax.Alternate); ok {
		for _, alternative := range alternatives {
			if matchesEverything(alternative) {
				return true
			}
		}
		return false
	}
	start, inner, end := anchors(node)
	anything := !start || !end
	for _, part := range inner {
		if !nullable(part) {
			return false
		}
		anything = anything || isAnyText(part)
	}
	return anything
}

// nullable reports whether the node matches the empty string at any place. An
// assertion does so at some places only.
func nullable(node syntax.Node) bool {
	switch n := node.(type) {
	case syntax.Concat:
		for _, part := range n {
			if !nullable(part) {
				return false
			}
		}
		return true
	case syntax.Alternate:
		for _, part := range n {
			if nullable(part) {
				return true
			}
		}
		return false
	case *syntax.Repeat:
		return n.Min == 0 || nullable(n.Node)
	}
	return false
}

// isAnyText reports whether the node matches any text, line ends included.
func isAnyText(node syntax.Node) bool {
	repeat, ok := node.(*syntax.Repeat)
	if !ok || repeat.Min > 0 || repeat.Max != syntax.Unlimited {
		return false
	}
	class, ok := repeat.Node.(*syntax.Class)
	return ok && len(class.Properties) == 0 && len(gaps(class.Ranges)) == 0
}
