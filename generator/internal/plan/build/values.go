package build

import (
	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// values judges single values by intersections.
type values struct {
	judge    Judge
	analysis *analysis.Analysis
}

// accepts reports whether every node accepts v. It is exact: the evaluator
// decides. A oneOf whose branch is among the nodes is left out: a value that
// another branch accepts as well still counts for this one.
func (vs values) accepts(in intersect.Intersection, v *document.Node) bool {
	for _, n := range in.Nodes {
		accepts := vs.judge.Accepts
		if in.Chose(intersect.Union{Node: n, Keyword: "oneOf"}) {
			accepts = vs.judge.AcceptsBesideOneOf
		}
		if !accepts(n.ID, v) {
			return false
		}
	}
	return true
}

// only returns the only values that an intersection accepts, where an enum, a
// const or a union of such lists them: those among the listed that every node
// accepts, so that no other check is left to make.
func (vs values) only(in intersect.Intersection, kinds kind.Set) ([]*document.Node, bool) {
	candidates, ok := vs.listed(in)
	if !ok || len(candidates) > analysis.AlwaysListed && !vs.areQuick(in) {
		return nil, false
	}
	kept := make([]*document.Node, 0, len(candidates))
	seen := document.Set{}
	for _, v := range candidates {
		if kind.Of(v)&kinds == 0 || !seen.Add(v) || !vs.accepts(in, v) {
			continue
		}
		kept = append(kept, v)
	}
	return kept, true
}

// areQuick reports whether each of very many values may be judged by an intersection.
func (vs values) areQuick(in intersect.Intersection) bool {
	return lists.Every(in.Nodes, func(n *schema.Node) bool { return vs.judge.IsQuick(n.ID) })
}

// listed finds a list of values: that of the first node which has one.
func (vs values) listed(in intersect.Intersection) ([]*document.Node, bool) {
	for _, n := range in.Nodes {
		if list, ok := vs.analysis.Listed(n); ok {
			return list, true
		}
	}
	return nil, false
}
