package codec

import (
	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// asBytes returns the bytes by which a run recognises its characters one by
// one; ok is false when it must look at whole characters. The text is valid
// UTF-8, so a set that holds everything beyond ASCII holds all of its bytes;
// but a character has several of them, so that they cannot be counted.
func asBytes(s *ecma.Run) (set ecma.Set, ok bool) {
	wide := s.Set.NonASCII()
	if len(wide) == 0 {
		return s.Set, true
	}
	if len(wide) > 1 || wide[0].Lo != 0x80 || wide[0].Hi != 0x10FFFF || s.Min > 1 || s.Max != syntax.Unlimited {
		return nil, false
	}
	for _, r := range s.Set {
		set = append(set, syntax.Range{Lo: r.Lo, Hi: min(r.Hi, 0xFF)})
	}
	return set, true
}

// maxComparisons is up to how many ranges are compared one by one.
const maxComparisons = 4

// inSet is the condition that c, a byte or a character, is in the set.
func inSet(c jen.Code, set ecma.Set) cond {
	if low, high, ok := masks(set); ok {
		is := masked(c, low, high)
		return cond{pass: jen.Parens(jen.Add(is).Op("!=").Lit(0)), fail: jen.Add(is).Op("==").Lit(0)}
	}
	return inARow(lists.Of(set, func(r syntax.Range) cond {
		switch {
		case r.Lo == r.Hi:
			return unless(c, "!=", char(r.Lo))
		case r.Lo == 0:
			return unless(c, ">", char(r.Hi))
		case r.Hi == 0xFF || r.Hi == 0x10FFFF:
			return unless(c, "<", char(r.Lo))
		}
		outside := jen.Add(c).Op("<").Add(char(r.Lo)).Op("||").Add(c).Op(">").Add(char(r.Hi))
		if len(set) > 1 {
			outside = jen.Parens(outside)
		}
		return cond{pass: jen.Add(char(r.Lo)).Op("<=").Add(c).Op("&&").Add(c).Op("<=").Add(char(r.Hi)), fail: outside}
	}))
}

// insideSet is the test that c, a byte or a character, is in the set.
func insideSet(c jen.Code, set ecma.Set) *jen.Statement { return inSet(c, set).pass }

// char is a literal for a character, or a byte: a number where the character
// would not show, or is a surrogate, which Go has no literal for.
func char(r rune) *jen.Statement {
	if ' ' <= r && r <= '~' {
		return jen.LitRune(r)
	}
	return hex(uint64(r))
}

// outsideSet is the test that c, a byte or a character, is not in the set.
func outsideSet(c jen.Code, set ecma.Set) *jen.Statement { return inSet(c, set).fail }

// masks returns the bit masks by which a byte is tested, where comparing it
// with each range would be long.
func masks(set ecma.Set) (low, high uint64, ok bool) {
	if len(set) <= maxComparisons || len(set.NonASCII()) > 0 {
		return 0, 0, false
	}
	m := set.ASCII()
	return m[0], m[1], true
}

// masked picks the bit of the byte c. A shift by 64 or more gives 0, and c-64
// wraps around below 64, so each byte meets its own mask only.
func masked(c jen.Code, low, high uint64) *jen.Statement {
	return jen.Parens(
		jen.Uint64().Call(hex(low)).Op(">>").Add(c).Op("|").
			Uint64().Call(hex(high)).Op(">>").Parens(jen.Add(c).Op("-").Lit(64)),
	).Op("&").Lit(1)
}

// outsideASCII is the test that c, a byte of ASCII, is not in the set.
func outsideASCII(c jen.Code, set ecma.Set) *jen.Statement {
	return outsidePart(c, set, 0, 0x7F)
}

// outsideBeyond is the test that c, a character beyond ASCII, is not in the set.
func outsideBeyond(c jen.Code, set ecma.Set) *jen.Statement {
	return outsidePart(c, set, 0x80, 0x10FFFF)
}

// outsidePart is the test that c, of which it is known that it lies between low and
// high, is not in the set; nil where it always is. What is shorter to list is listed.
func outsidePart(c jen.Code, set ecma.Set, low, high rune) *jen.Statement {
	part := []syntax.Range{{Lo: low, Hi: high}}
	in, out := ecma.Set(syntax.Intersect(set, part)), ecma.Set(syntax.Intersect(syntax.Complement(set), part))
	switch {
	case len(out) == 0:
		return nil
	case len(in) == 0:
		return jen.True()
	case len(out) <= len(in):
		return insideSet(c, out)
	}
	return outsideSet(c, in)
}
