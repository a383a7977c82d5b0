package validate

// memoPolicy tells when verdicts of a node are remembered by instance.
type memoPolicy uint8

const (
	// memoCollecting: while violations are collected, where a branch is judged
	// first and then evaluated again for its violations.
	memoCollecting memoPolicy = 1 << iota
	// memoShared: while many values of one document are asked about one after
	// the other (see HoldsAt), each of which may hold the one before.
	memoShared
	// memoAlways: the same instance can be reached on many paths.
	memoAlways
	// memoScalars: that of numbers and the like as well. Values that hold
	// nothing are mostly judged faster than remembered, and they are many.
	memoScalars
)

const (
	// manyPaths is the number of paths to a node beyond which it is cheaper to
	// remember its verdicts than to risk that many evaluations of one instance.
	manyPaths = 1 << 20
	// manyInPlace is the same number for paths that leave out what a value
	// holds; scalars are remembered where fewer lead to them.
	manyInPlace = 1 << 10
	manyScalars = 1 << 6
)

// choosePolicies decides which nodes remember verdicts. Evaluating one instance
// again and again can take exponential time in two ways: within a cycle of the
// graph, when one of its nodes reaches the cycle in two ways for the same
// instance; and without a cycle, when a schema doubles its paths at each step.
// It takes quadratic time when a node of one cycle starts another one at each
// level of the document. Verdicts are then remembered wherever such paths meet.
// Other recursive schemas, like those of trees, need no memory in flag mode.
func (ps *plans) choosePolicies() {
	g := newGraph(ps)
	ways := make([]int, len(ps.nodes)) // that lead to a node
	for i := range g.edges {
		for _, e := range g.edges[i] {
			ways[e.to]++
		}
	}
	again := g.overlapping()
	paths := g.countPaths()
	inPlace := g.countInPlace()
	doubling := g.belowMany(inPlace)
	for c, nodes := range g.components {
		for _, n := range nodes {
			if ways[n] > 1 && (again[c] || paths[c] >= manyPaths || doubling[n]) {
				ps.nodes[n].memo |= memoAlways
			}
			if inPlace[n] >= manyScalars {
				ps.nodes[n].memo |= memoScalars
			}
			for _, e := range g.edges[n] {
				if e.step != stepInPlace && g.component[e.to] == c {
					ps.nodes[e.to].memo |= memoShared
				}
			}
			for _, branches := range [...][]int{ps.nodes[n].AnyOf, ps.nodes[n].OneOf} {
				for _, b := range branches {
					if g.component[b] == c {
						ps.nodes[b].memo |= memoCollecting
					}
				}
			}
		}
	}
}
