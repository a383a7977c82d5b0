package ecma

import (
	"regexp"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// Limits of a translation. Package regexp refuses a count above 1,000 and nested
// counts with a product above it; longer repetitions are spelled out, up to a
// size that is still sensible to compile.
const (
	maxRE2Count = 1000
	maxRE2Text  = 1 << 16 // bytes
	maxRE2Size  = 50_000  // characters after all repetitions are unrolled
)

// printRE2 translates a tree for package regexp. Greediness does not matter for
// whether there is a match, and is dropped. It reports false for what RE2 cannot
// say, or only at an absurd length.
func printRE2(node syntax.Node) (text string, ok bool) {
	t, ok := toRE2(node)
	if !ok {
		return "", false
	}
	if _, err := regexp.Compile(t.text); err != nil {
		return "", false // nested deeper than package regexp allows
	}
	return t.text, true
}

// re2Text is a translated part.
type re2Text struct {
	text string
	atom bool // a quantifier may follow as it is
	// product is that of the nested counts, as package regexp takes it.
	product int
	// size is the number of characters after unrolling.
	size int
}

func toRE2(node syntax.Node) (re2Text, bool) {
	switch n := node.(type) {
	case *syntax.Class:
		known := lists.Every(n.Properties, func(p syntax.Property) bool { return p.RE2 != "" })
		return re2Text{classText(n, re2Spelling), true, 1, 1}, known
	case syntax.Assertion:
		return re2Text{assertionText(n), false, 1, 1}, true
	case syntax.Concat:
		return joinRE2(n, "")
	case syntax.Alternate:
		return joinRE2(n, "|")
	case *syntax.Repeat:
		body, ok := toRE2(n.Node)
		if !ok {
			return body, false
		}
		return repeatRE2(body, n.Min, n.Max)
	}
	return re2Text{}, false // look-around and back-references
}

func joinRE2(parts []syntax.Node, separator string) (re2Text, bool) {
	joined := re2Text{product: 1, size: 1}
	var b strings.Builder
	for i, part := range parts {
		t, ok := toRE2(part)
		if !ok {
			return joined, false
		}
		if i > 0 {
			b.WriteString(separator)
		}
		if _, isAlternate := part.(syntax.Alternate); isAlternate {
			t.text = "(?:" + t.text + ")"
		}
		b.WriteString(t.text)
		joined.product = max(joined.product, t.product)
		joined.size += t.size
	}
	joined.text = b.String()
	return joined, joined.size <= maxRE2Size && len(joined.text) <= maxRE2Text
}

// repeatRE2 repeats a part. A count that package regexp does not take is spelled
// out as a concatenation of counts that it takes: x{0,3000} is three times
// x{0,1000}.
func repeatRE2(body re2Text, low, high int) (re2Text, bool) {
	atom := body.text
	if !body.atom {
		atom = "(?:" + atom + ")"
	}
	limit := maxRE2Count / body.product
	if max(low, high) <= limit {
		count := max(low, high, 1)
		return re2Text{atom + quantifier(low, high), false, body.product * count, body.size * count}, body.size*count <= maxRE2Size
	}
	count := max(low, high)
	if count > maxRE2Size/body.size || count/limit*len(atom) > maxRE2Text {
		return body, false
	}
	var b strings.Builder
	for ; low > limit; low -= limit {
		b.WriteString(atom + quantifier(limit, limit))
		if high != syntax.Unlimited {
			high -= limit
		}
	}
	for ; high > limit; high -= limit {
		b.WriteString(atom + quantifier(low, limit))
		low = 0
	}
	b.WriteString(atom + quantifier(low, high))
	return re2Text{b.String(), false, body.product * limit, body.size * count}, true
}
