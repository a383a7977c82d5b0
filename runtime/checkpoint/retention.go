package checkpoint

import (
	"slices"
	"time"
)

// Retention says what Prune keeps: what is among the newest Keep and not older
// than MaxAge. Zero does not bound. The head is always kept, and so is a parent
// that a kept child needs: one of Kind Delta or Forked. A child of Kind Full
// does not need its parent; the oldest one kept then names a parent that is
// gone.
type Retention struct {
	Keep   int
	MaxAge time.Duration
}

// Node is a checkpoint's place in the tree of its thread.
type Node struct {
	ID     ID
	Parent ID
	Kind   Kind
}

// Needs reports whether the node's parent must be kept with it.
func (n Node) Needs() bool { return n.Kind == Delta || n.Kind == Forked }

// Expired returns what Prune removes of a thread whose nodes are given in
// ascending order, the last one being the head. The newest comes first:
// removed in that order, no child ever lacks a parent that it needs.
func (r Retention) Expired(nodes []Node, now time.Time) []Node {
	var expired []Node
	needed := make(map[ID]bool)
	rank := 0
	for _, n := range slices.Backward(nodes) {
		young := r.MaxAge <= 0 || now.Sub(n.ID.Time()) <= r.MaxAge
		if rank > 0 && !needed[n.ID] && !(young && (r.Keep <= 0 || rank < r.Keep)) {
			expired = append(expired, n)
		} else if n.Needs() {
			needed[n.Parent] = true
		}
		rank++
	}
	return expired
}
