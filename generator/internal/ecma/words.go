package ecma

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// Words is a pattern that a few literal texts decide. With both anchors the text
// must equal one of them, with Start alone begin with one, with End alone end
// with one, and else contain one.
type Words struct {
	Start, End bool
	Texts      []string // sorted, not empty, none twice
}

const (
	maxEqualWords   = 64 // a switch finds them fast
	maxPartialWords = 4  // each is looked for in turn
)

// wordsOf returns the words of a pattern, or nil when there are too many or
// there is more to it.
func wordsOf(node syntax.Node) *Words {
	start, inner, end := anchors(node)
	limit := maxPartialWords
	if start && end {
		limit = maxEqualWords
	}
	texts, ok := wordsOfNode(concat(inner...), limit)
	if !ok {
		return nil
	}
	slices.Sort(texts)
	return &Words{start, end, slices.Compact(texts)}
}

// wordsOfNode lists the texts that a node matches, at most limit of them.
func wordsOfNode(node syntax.Node, limit int) (texts []string, ok bool) {
	switch n := node.(type) {
	case *syntax.Class:
		// [Nn] is two words; a wider class is better left to a loop.
		if len(n.Properties) > 0 {
			return nil, false
		}
		for _, r := range n.Ranges {
			if r.Hi > r.Lo+1 {
				return nil, false
			}
			for c := r.Lo; c <= r.Hi; c++ {
				texts = append(texts, string(c))
			}
		}
		return texts, 0 < len(texts) && len(texts) <= min(2, limit)
	case syntax.Concat:
		texts = []string{""}
		for _, part := range n {
			more, ok := wordsOfNode(part, limit)
			if texts = product(texts, more, limit); !ok || len(texts) == 0 {
				return nil, false
			}
		}
		return texts, true
	case syntax.Alternate:
		for _, part := range n {
			more, ok := wordsOfNode(part, limit)
			if !ok || len(texts)+len(more) > limit {
				return nil, false
			}
			texts = append(texts, more...)
		}
		return texts, true
	case *syntax.Repeat:
		once, ok := wordsOfNode(n.Node, limit)
		if !ok || n.Max == syntax.Unlimited || n.Max > maxTextRepeat {
			return nil, false
		}
		power := []string{""}
		for count := 0; count <= n.Max && len(power) > 0; count++ {
			if count >= n.Min {
				texts = append(texts, power...)
			}
			power = product(power, once, limit)
			if len(texts) > limit {
				return nil, false
			}
		}
		return texts, len(power) > 0
	}
	return nil, false
}

const (
	maxTextRepeat = 16  // how often a repeated literal is written out
	maxText       = 512 // bytes of a literal
)

// product returns each head with each tail, or nil when there are more than
// limit or one is too long.
func product(heads, tails []string, limit int) []string {
	if len(heads)*len(tails) > limit {
		return nil
	}
	var all []string
	for _, head := range heads {
		for _, tail := range tails {
			if len(head)+len(tail) > maxText {
				return nil
			}
			all = append(all, head+tail)
		}
	}
	return all
}

func (w *Words) match(text string) bool {
	holds := strings.Contains
	switch {
	case w.Start && w.End:
		holds = func(text, word string) bool { return text == word }
	case w.Start:
		holds = strings.HasPrefix
	case w.End:
		holds = strings.HasSuffix
	}
	return slices.ContainsFunc(w.Texts, func(word string) bool { return holds(text, word) })
}
