package analysis

import "github.com/bindery-go/bindery/generator/schema"

// mark is a remembered answer.
type mark uint8

const (
	unknown mark = iota
	pending
	no
	yes
)

// MarksProperties reports whether an evaluation of n may evaluate members of
// the object, as unevaluatedProperties around it would see (2020-12 Core section
// 11.3): by a keyword of its own or by an in-place applicator. What "not"
// evaluates is never seen.
func (a *Analysis) MarksProperties(n *schema.Node) bool {
	return marks(n, a.marksProperties, func(n *schema.Node) bool {
		return n.Properties != nil || n.PatternProperties != nil || n.AdditionalProperties != nil || n.UnevaluatedProperties != nil
	})
}

// MarksItems is MarksProperties for the items of an array and unevaluatedItems
// (2020-12 Core section 11.2). "contains" evaluates items in 2020-12 only.
func (a *Analysis) MarksItems(n *schema.Node) bool {
	return marks(n, a.marksItems, func(n *schema.Node) bool {
		return n.PrefixItems != nil || n.Items != nil || n.UnevaluatedItems != nil || n.Contains != nil && n.ContainsMarksEvaluated
	})
}

func marks(n *schema.Node, known []mark, own func(*schema.Node) bool) bool {
	if known[n.ID] != unknown {
		return known[n.ID] == yes // a pending one is an in-place cycle, which adds nothing
	}
	known[n.ID] = pending
	found := own(n)
	for _, c := range n.InPlace() {
		if found {
			break
		}
		found = c != n.Not && marks(c, known, own)
	}
	known[n.ID] = no
	if found {
		known[n.ID] = yes
	}
	return found
}
