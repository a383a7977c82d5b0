package ecma

import (
	"slices"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// absorb rewrites look-around that says something about a neighbouring character
// into that character's class, and look-around at the open ends of a pattern
// into a part of it:
//
//	(?!_)\w+     [A-Za-z0-9]\w*
//	\w+(?<!_)    \w*[A-Za-z0-9]
//	X(?=A)       XA, at the end of a pattern
//	X(?!c)       X(?:$|[^c]), at the end of a pattern
func absorb(node syntax.Node) syntax.Node {
	if _, ok := node.(syntax.Alternate); ok {
		return mapped(node, absorb)
	}
	list := parts(absorbInside(node))
	if len(list) == 0 {
		return node
	}
	list = slices.Clone(list)
	if look, ok := list[0].(*syntax.Look); ok && look.Behind {
		list[0] = openEnd(look, syntax.Start)
	}
	last := len(list) - 1
	if look, ok := list[last].(*syntax.Look); ok && !look.Behind {
		list[last] = openEnd(look, syntax.End)
	}
	return simplify(concat(list...))
}

// openEnd returns what stands for a look-around over an open end of a pattern.
func openEnd(look *syntax.Look, edge syntax.Assertion) syntax.Node {
	if !look.Negated {
		return look.Node
	}
	class, ok := look.Node.(*syntax.Class)
	if !ok {
		return look
	}
	return syntax.Alternate{edge, negate(class)}
}

// absorbInside absorbs look-around into neighbours, at all depths.
func absorbInside(node syntax.Node) syntax.Node {
	node = mapped(node, absorbInside)
	if list, ok := node.(syntax.Concat); ok {
		return concat(absorbNeighbours(list)...)
	}
	return node
}

func absorbNeighbours(list []syntax.Node) []syntax.Node {
	// Lookaheads from the right to the left, so that several in a row find the
	// class that they speak of; lookbehinds the other way round.
	for i := len(list) - 2; i >= 0; i-- {
		if look, ok := list[i].(*syntax.Look); ok && !look.Behind {
			if narrowed := narrow(list[i+1], look, true); narrowed != nil {
				list = slices.Replace(list, i, i+2, narrowed...)
			}
		}
	}
	for i := 1; i < len(list); i++ {
		if look, ok := list[i].(*syntax.Look); ok && look.Behind {
			if narrowed := narrow(list[i-1], look, false); narrowed != nil {
				list = slices.Replace(list, i-1, i+1, narrowed...)
				i = max(i-2+len(narrowed), 0)
			}
		}
	}
	return list
}

// narrow applies a look-around over one character to the first or the last
// character of its neighbour. It returns nil where the neighbour need not take a
// character, or is more than a class.
func narrow(neighbour syntax.Node, look *syntax.Look, first bool) []syntax.Node {
	seen, ok := look.Node.(*syntax.Class)
	if !ok || len(seen.Properties) > 0 {
		return nil
	}
	if look.Negated {
		seen = negate(seen)
	}
	repeat, isRepeat := neighbour.(*syntax.Repeat)
	if isRepeat {
		if repeat.Min == 0 {
			return nil
		}
		neighbour = repeat.Node
	}
	class, ok := neighbour.(*syntax.Class)
	if !ok || len(class.Properties) > 0 {
		return nil
	}
	narrowed := []syntax.Node{&syntax.Class{Ranges: syntax.Intersect(class.Ranges, seen.Ranges)}}
	if !isRepeat {
		return narrowed
	}
	rest := &syntax.Repeat{Node: class, Min: repeat.Min - 1, Max: repeat.Max}
	if rest.Max != syntax.Unlimited {
		rest.Max--
	}
	if first {
		return append(narrowed, rest)
	}
	return append([]syntax.Node{rest}, narrowed...)
}

// negate returns the class of all other characters.
func negate(c *syntax.Class) *syntax.Class {
	if len(c.Properties) > 0 {
		return &syntax.Class{Ranges: c.Ranges, Properties: c.Properties, Negated: !c.Negated}
	}
	return &syntax.Class{Ranges: syntax.Complement(c.Ranges)}
}
