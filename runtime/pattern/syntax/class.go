package syntax

import (
	"cmp"
	"slices"
	"unicode"
)

// Class matches one character: a literal, the dot, an escape like \d, or a
// bracketed class.
type Class struct {
	// Ranges are sorted, apart from each other, and free of surrogates, which
	// UTF-8 text cannot hold. No ranges and no properties match nothing.
	Ranges []Range
	// Properties are what only a Unicode table can say.
	Properties []Property
	// Negated excludes Ranges and Properties. It is set only where there are
	// properties; otherwise the ranges are complemented.
	Negated bool
}

// Range is a range of code points with both ends in it.
type Range struct{ Lo, Hi rune }

// Literal returns the one character that the class matches.
func (c *Class) Literal() (rune, bool) {
	if len(c.Properties) == 0 && len(c.Ranges) == 1 && c.Ranges[0].Lo == c.Ranges[0].Hi {
		return c.Ranges[0].Lo, true
	}
	return 0, false
}

// Contains reports whether the ranges hold r. Properties are left out.
func (c *Class) Contains(r rune) bool {
	i, found := slices.BinarySearchFunc(c.Ranges, r, func(at Range, r rune) int { return cmp.Compare(at.Lo, r) })
	return found || i > 0 && r <= c.Ranges[i-1].Hi
}

// everything is what a character of text can be.
var everything = []Range{{0, 0xD7FF}, {0xE000, unicode.MaxRune}}

// Character class escapes and the dot (ECMA-262, sections 21.2.2.8 and 21.2.2.12).
var (
	digits         = []Range{{'0', '9'}}
	wordCharacters = []Range{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}
	// whiteSpace is WhiteSpace and LineTerminator (sections 11.2 and 11.3).
	whiteSpace = []Range{
		{'\t', '\r'}, {' ', ' '}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029},
		{0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}, {0xFEFF, 0xFEFF},
	}
	lineTerminators = []Range{{'\n', '\n'}, {'\r', '\r'}, {0x2028, 0x2029}}
)

// literal returns the node of one character.
func (p *parser) literal(r rune) Node {
	if !p.builds {
		return nil
	}
	return newClass([]Range{{r, r}}, nil, false)
}

// unbuilt stands for every class where no tree is built.
var unbuilt = &Class{}

// set returns the class of ranges that stay as they are.
func (p *parser) set(ranges []Range, negated bool) *Class {
	if !p.builds {
		return unbuilt
	}
	return newClass(slices.Clone(ranges), nil, negated)
}

// newClass brings a class into its normal form.
func newClass(ranges []Range, properties []Property, negated bool) *Class {
	ranges = Union(ranges)
	if negated && len(properties) == 0 {
		return &Class{Ranges: Complement(ranges)}
	}
	return &Class{Ranges: Intersect(ranges, everything), Properties: properties, Negated: negated}
}

// Union sorts ranges and joins those that touch. It works in place.
func Union(ranges []Range) []Range {
	slices.SortFunc(ranges, func(a, b Range) int { return cmp.Compare(a.Lo, b.Lo) })
	joined := ranges[:0]
	for _, r := range ranges {
		if last := len(joined) - 1; last >= 0 && r.Lo <= joined[last].Hi+1 {
			joined[last].Hi = max(joined[last].Hi, r.Hi)
			continue
		}
		joined = append(joined, r)
	}
	return joined
}

// Complement returns the characters of text outside ranges in normal form.
func Complement(ranges []Range) []Range {
	var outside []Range
	next := rune(0)
	for _, r := range ranges {
		if r.Lo > next {
			outside = append(outside, Range{next, r.Lo - 1})
		}
		next = r.Hi + 1
	}
	if next <= unicode.MaxRune {
		outside = append(outside, Range{next, unicode.MaxRune})
	}
	return Intersect(outside, everything)
}

// Intersect returns what two normal forms share.
func Intersect(a, b []Range) []Range {
	var shared []Range
	for i, j := 0, 0; i < len(a) && j < len(b); {
		if lo, hi := max(a[i].Lo, b[j].Lo), min(a[i].Hi, b[j].Hi); lo <= hi {
			shared = append(shared, Range{lo, hi})
		}
		if a[i].Hi < b[j].Hi {
			i++
		} else {
			j++
		}
	}
	return shared
}
