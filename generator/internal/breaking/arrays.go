package breaking

import (
	"fmt"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/schema"
)

func (q *question) arrays() {
	q.atLeast("minItems", q.new.MinItems, leastItems)
	q.atMost("maxItems", q.new.MaxItems, mostItems)
	if q.new.UniqueItems && !slices.ContainsFunc(q.old, func(n *schema.Node) bool { return n.UniqueItems || n.MaxItems != nil && *n.MaxItems < 2 }) {
		q.fail("uniqueItems", "equal items are refused now")
	}
	q.items()
	q.contains()
	if u := q.new.UnevaluatedItems; u != nil && !u.Always && !q.sameEvaluation() {
		q.fail("unevaluatedItems", "items that are not evaluated may be refused now")
	}
}

// leastItems is the number of items that a schema asks for.
func leastItems(n *schema.Node) *uint64 {
	least := n.LeastContained()
	if n.MinItems != nil {
		least = max(least, *n.MinItems)
	}
	return &least
}

// mostItems is the number of items that a schema admits, nil for any.
func mostItems(n *schema.Node) *uint64 {
	if n.Items == nil || !n.Items.Never {
		return n.MaxItems
	}
	most := uint64(len(n.PrefixItems))
	if n.MaxItems != nil {
		most = min(most, *n.MaxItems)
	}
	return &most
}

// items compares the schemas of each position and of the rest.
func (q *question) items() {
	last := len(q.new.PrefixItems)
	for _, n := range q.old {
		last = max(last, len(n.PrefixItems))
	}
	for i := range last + 1 {
		want := itemOf(q.new, i)
		if want == nil || q.shorterThan(i) {
			continue
		}
		at := q.at + "/" + fmt.Sprint(i)
		if i == last {
			at = q.at + "/*"
		}
		had := q.old.each(func(n *schema.Node) *schema.Node { return itemOf(n, i) })
		q.ask(had, want, at)
	}
}

// shorterThan reports whether arrays of old have no item at the index.
func (q *question) shorterThan(i int) bool {
	return slices.ContainsFunc(q.old, func(n *schema.Node) bool { return n.MaxItems != nil && *n.MaxItems <= uint64(i) })
}

func itemOf(n *schema.Node, i int) *schema.Node {
	if i < len(n.PrefixItems) {
		return n.PrefixItems[i]
	}
	return n.Items
}

func (q *question) contains() {
	n := q.new
	if n.Contains == nil {
		return
	}
	least := n.LeastContained()
	enough, few := least == 0, n.MaxContains == nil
	for _, o := range q.old {
		if o.Contains == nil {
			continue
		}
		enough = enough || o.LeastContained() >= least && q.within(all(o.Contains), all(n.Contains))
		few = few || o.MaxContains != nil && *o.MaxContains <= *n.MaxContains && q.within(all(n.Contains), all(o.Contains))
	}
	if !enough {
		q.fail("contains", "an item that contains describes has to be there now")
	}
	if !few {
		q.fail("maxContains", "the number of items that contains describes is limited now")
	}
}
