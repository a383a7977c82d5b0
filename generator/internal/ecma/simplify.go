package ecma

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// simplify brings a tree without back-references into the form that the other
// parts of this package expect: no capturing groups, no concatenation inside a
// concatenation, no alternation inside an alternation, no repetition that does
// nothing. The new tree shares nodes with the old one, which stays as it is.
func simplify(node syntax.Node) syntax.Node {
	if group, ok := node.(*syntax.Group); ok {
		return simplify(group.Node)
	}
	node = mapped(node, simplify)
	switch n := node.(type) {
	case *syntax.Repeat:
		switch {
		case n.Max == 0:
			return syntax.Concat(nil)
		case n.Min == 1 && n.Max == 1:
			return n.Node
		}
	case syntax.Concat:
		return concat(flat(n)...)
	case syntax.Alternate:
		return flat(n)
	}
	return node
}

// trimOpen takes off what need not be there at the ends of a pattern that may
// begin and end anywhere: .*x and x+y* hold where x does.
func trimOpen(node syntax.Node) syntax.Node {
	if _, ok := node.(syntax.Alternate); ok {
		return mapped(node, trimOpen)
	}
	list := slices.Clone(parts(node))
	for range 2 { // the end is the beginning of what is reversed
		list = trimBegin(list)
		slices.Reverse(list)
	}
	return concat(flat(syntax.Concat(list))...)
}

// trimBegin has as few rounds as may be of the repetitions with which a list begins.
func trimBegin(list []syntax.Node) []syntax.Node {
	for len(list) > 0 {
		least, ok := fewest(list[0])
		if !ok {
			break
		}
		if list[0] = least; least != nil {
			break
		}
		list = list[1:]
	}
	return list
}

// fewest returns a repetition with as few rounds as it may have, nil for none.
func fewest(node syntax.Node) (least syntax.Node, ok bool) {
	repeat, ok := node.(*syntax.Repeat)
	switch {
	case !ok:
		return nil, false
	case repeat.Min == 0:
		return nil, true
	case repeat.Min == 1:
		return repeat.Node, true
	}
	return &syntax.Repeat{Node: repeat.Node, Min: repeat.Min, Max: repeat.Min}, true
}

// mapped returns a node with what f gives in the place of each of its parts; no
// repetition is lazy.
func mapped(node syntax.Node, f func(syntax.Node) syntax.Node) syntax.Node {
	switch n := node.(type) {
	case *syntax.Look:
		return &syntax.Look{Node: f(n.Node), Behind: n.Behind, Negated: n.Negated}
	case *syntax.Repeat:
		return &syntax.Repeat{Node: f(n.Node), Min: n.Min, Max: n.Max}
	case syntax.Concat:
		return syntax.Concat(lists.Of(n, f))
	case syntax.Alternate:
		return syntax.Alternate(lists.Of(n, f))
	}
	return node
}

// flat puts the parts of lists in a list into their places.
func flat[L ~[]syntax.Node](list L) L {
	var out L
	for _, part := range list {
		if inner, ok := any(part).(L); ok {
			out = append(out, inner...)
		} else {
			out = append(out, part)
		}
	}
	return out
}

// children lists the parts of a node.
func children(node syntax.Node) []syntax.Node {
	switch n := node.(type) {
	case syntax.Concat:
		return n
	case syntax.Alternate:
		return n
	case *syntax.Repeat:
		return []syntax.Node{n.Node}
	case *syntax.Group:
		return []syntax.Node{n.Node}
	case *syntax.Look:
		return []syntax.Node{n.Node}
	}
	return nil
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
		return slices.ContainsFunc(alternatives, matchesEverything)
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
		return lists.Every(n, nullable)
	case syntax.Alternate:
		return slices.ContainsFunc(n, nullable)
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
	return ok && len(class.Properties) == 0 && len(syntax.Complement(class.Ranges)) == 0
}
