package ecma

import (
	"slices"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// conjunction takes the look-around off the ends of a pattern and makes terms of
// it, all of which must hold; it returns nil where that is not all of it.
//
//	^(?=A)(?!B)X     ^X, and ^A, and not ^B
//	X(?<!B)$         X$, and not B$
//	^(?:(?!B)c)*$    ^c*$, and not B anywhere
func conjunction(node syntax.Node) []Term {
	list := parts(node)
	var heads, tails []*syntax.Look
	start, end := false, false
	for len(list) > 0 {
		if look, ok := list[0].(*syntax.Look); ok && !look.Behind {
			heads = append(heads, look)
		} else if list[0] == syntax.Start {
			start = true
		} else {
			break
		}
		list = list[1:]
	}
	for len(list) > 0 {
		last := list[len(list)-1]
		if look, ok := last.(*syntax.Look); ok && look.Behind {
			tails = append(tails, look)
		} else if last == syntax.End {
			end = true
		} else {
			break
		}
		list = list[:len(list)-1]
	}
	if len(heads) > 0 && !start || len(tails) > 0 && !end {
		return nil
	}
	var inner []*syntax.Look
	if start && end && len(list) == 1 {
		var bare syntax.Node
		bare, inner = tempered(list[0])
		list = []syntax.Node{bare}
	}
	if len(heads)+len(tails)+len(inner) == 0 {
		return nil
	}

	c := conjunctionBuilder{ok: true}
	c.add(between(start, list, end), false)
	for _, look := range heads {
		c.add(between(true, parts(look.Node), false), look.Negated)
	}
	for _, look := range slices.Backward(tails) {
		c.add(between(false, parts(look.Node), true), look.Negated)
	}
	for _, look := range inner {
		c.add(look.Node, true)
	}
	if !c.ok {
		return nil
	}
	return c.terms
}

type conjunctionBuilder struct {
	terms []Term
	ok    bool
}

func (c *conjunctionBuilder) add(node syntax.Node, negated bool) {
	s := strategyOfNode(node)
	switch {
	case s == nil:
		c.ok = false
	case s.Kind == Always && !negated:
	case s.Kind == UseAll && !negated:
		c.terms = append(c.terms, s.Terms...)
	default:
		c.terms = append(c.terms, Term{s, negated})
	}
}

// between puts parts between anchors.
func between(start bool, list []syntax.Node, end bool) syntax.Node {
	var all []syntax.Node
	if start {
		all = append(all, syntax.Start)
	}
	all = append(all, list...)
	if end {
		all = append(all, syntax.End)
	}
	return concat(all...)
}

// tempered takes negative lookaheads off the one character that a repetition
// repeats. They must take a character themselves: then they can match at a place
// before the end only, and each such place is one where the repetition looks.
func tempered(node syntax.Node) (bare syntax.Node, looks []*syntax.Look) {
	repeat, ok := node.(*syntax.Repeat)
	if !ok {
		return node, nil
	}
	list := parts(repeat.Node)
	for len(list) > 0 {
		look, ok := list[0].(*syntax.Look)
		if !ok {
			break
		}
		if look.Behind || !look.Negated || !takesCharacter(look.Node) {
			return node, nil
		}
		looks, list = append(looks, look), list[1:]
	}
	if len(list) != 1 {
		return node, nil
	}
	if _, ok := list[0].(*syntax.Class); !ok {
		return node, nil
	}
	return &syntax.Repeat{Node: list[0], Min: repeat.Min, Max: repeat.Max}, looks
}

// takesCharacter reports whether every match of the node takes a character.
func takesCharacter(node syntax.Node) bool {
	switch n := node.(type) {
	case *syntax.Class:
		return true
	case syntax.Concat:
		return slices.ContainsFunc(n, takesCharacter)
	case syntax.Alternate:
		return !slices.ContainsFunc(n, func(part syntax.Node) bool { return !takesCharacter(part) })
	case *syntax.Repeat:
		return n.Min > 0 && takesCharacter(n.Node)
	}
	return false
}
