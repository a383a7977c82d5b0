package intersect

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Schemas answers what intersections of the schemas of one graph say. It is not
// safe for concurrent use.
type Schemas struct {
	Analysis *analysis.Analysis
	Patterns *plan.Patterns

	ends   map[*schema.Node]*schema.Node // of chains of references, see Resolve
	shares map[*schema.Node]bool         // see Typed
	covers map[*schema.Node]*analysis.PropertyCoverage
}

// New returns the schemas of a graph that has no errors.
func New(g *schema.Graph, patterns *plan.Patterns) *Schemas {
	return &Schemas{
		Analysis: analysis.New(g),
		Patterns: patterns,
		ends:     map[*schema.Node]*schema.Node{},
		shares:   map[*schema.Node]bool{},
		covers:   map[*schema.Node]*analysis.PropertyCoverage{},
	}
}

// Flatten appends n and all that it applies in place without condition, in
// the order in which a reader meets it: what is referred to first, then the
// node's own keywords. A node that says nothing of its own is left out.
func Flatten(nodes []*schema.Node, n *schema.Node) []*schema.Node {
	seen := lists.Set(nodes)
	var visit func(n *schema.Node)
	visit = func(n *schema.Node) {
		if n == nil || seen[n] || n.Always {
			return
		}
		seen[n] = true
		for _, c := range Unconditional(n) {
			visit(c)
		}
		if Contributes(n) {
			nodes = append(nodes, n)
		}
	}
	visit(n)
	return nodes
}

// Resolve follows a schema that says nothing of its own and applies exactly
// one other in place, to the location that names it.
func (s *Schemas) Resolve(n *schema.Node) *schema.Node {
	var path []*schema.Node
	for end := s.ends[n]; ; end = s.ends[n] {
		if end != nil {
			n = end
			break
		}
		next := standsFor(n)
		if next == nil || len(path) == 1<<16 { // in-place cycles were refused before
			break
		}
		path = append(path, n)
		n = next
	}
	for _, m := range path { // chains can be long, and each link is a definition
		s.ends[m] = n
	}
	return n
}

// Typed is the schema whose plan and type a schema has that speaks of a value alone: the
// one that says the same for all such, else n itself.
func (s *Schemas) Typed(n *schema.Node) *schema.Node {
	if n.Alike == nil {
		return n
	}
	s.shares[n] = true
	return n.Alike
}

// Shares reports whether a schema has had the type of another.
func (s *Schemas) Shares(n *schema.Node) bool { return s.shares[n] }

// Distinct lists the schemas that entries stand for, each once, without those
// that accept everything.
func (s *Schemas) Distinct(entries []*schema.Node) []*schema.Node {
	var out []*schema.Node
	for _, e := range entries {
		if e == nil || e.Always {
			continue
		}
		if e = s.Resolve(e); !e.Always && !slices.Contains(out, e) {
			out = append(out, e)
		}
	}
	return out
}

// RefusesAll reports whether a schema is false, or stands for it.
func (s *Schemas) RefusesAll(n *schema.Node) bool { return n != nil && s.Resolve(n).Never }

// Kinds returns the kinds of values that the intersection can accept at most.
func (s *Schemas) Kinds(in Intersection) kind.Set {
	k := in.Kinds
	for _, n := range in.Nodes {
		k &= s.Analysis.Kinds(n)
	}
	return k
}

// Simplify brings intersections that mean the same to the same form: a union of
// which one branch is left is that branch, what says nothing is left out, and
// kinds that cannot occur are not excluded once more. Where the whole is what a
// chosen branch says, or what a schema refers to that adds no more than a type, it
// returns the schema that says it, or the one whose type that has.
func (s *Schemas) Simplify(in Intersection) (simple Intersection, whole *schema.Node) {
	simple, whole = s.simplify(in)
	if whole == nil || s.Typed(whole) == whole {
		return simple, whole
	}
	alike := simple
	alike.Nodes, alike.Chosen, whole = Flatten(nil, whole.Alike), nil, whole.Alike
	simple, part := s.simplify(alike)
	return simple, cmp.Or(part, whole)
}

func (s *Schemas) simplify(in Intersection) (simple Intersection, whole *schema.Node) {
	in = in.Simplified()
	for range 64 { // each round decides a union
		branch, u, ok := s.onlyBranch(in)
		if !ok {
			break
		}
		in.Kinds = s.Kinds(in) // a oneOf refuses kinds that two branches accept
		in.Nodes = Flatten(in.Nodes, branch)
		in = in.Choosing(u).Simplified()
		if e := s.Resolve(branch); len(in.Nodes) == len(Flatten(nil, e)) {
			in.Ways, whole = 0, e
		}
	}
	before := in.Nodes
	if in = s.withoutImplied(in); len(in.Nodes) < len(before) {
		whole = cmp.Or(s.referredTo(before, in.Nodes), whole)
	}
	if n, left := s.objectsOf(in); n != nil {
		in, whole = left, n
	}
	if in.Kinds != kind.All {
		all := in
		all.Kinds = kind.All
		if s.Kinds(all)&^in.Kinds == 0 {
			in = all
		}
	}
	return in, whole
}

// referredTo finds the schema that says what is left of a list of nodes, and to
// which one of the others refers; nil for none.
func (s *Schemas) referredTo(before, left []*schema.Node) *schema.Node {
	for _, n := range before {
		if slices.Contains(left, n) {
			continue
		}
		for _, c := range Unconditional(n) {
			e := s.Resolve(c)
			nodes := Flatten(nil, e)
			if len(nodes) == len(left) && lists.ContainsAll(left, nodes) {
				return e
			}
		}
	}
	return nil
}

// objectsOf finds the definition of which an intersection takes the objects: it
// speaks of no other values, and all that is said beside it is "type: object".
func (s *Schemas) objectsOf(in Intersection) (*schema.Node, Intersection) {
	isType := func(n *schema.Node) bool { return n.Types == schema.Object && !saysMore(n, in) }
	left := in
	left.Nodes = slices.DeleteFunc(slices.Clone(in.Nodes), isType)
	if len(left.Nodes) == len(in.Nodes) || !left.DeclaresMembers() || s.Kinds(left) != kind.All {
		return nil, in
	}
	for _, n := range left.Nodes {
		if nodes := Flatten(nil, n); (n.IsDefinition() || n.FilePointer == "") && len(nodes) == len(left.Nodes) && lists.ContainsAll(left.Nodes, nodes) {
			left = left.Simplified()
			left.Kinds = kind.Object
			return n, left
		}
	}
	return nil, in
}

// onlyBranch finds a union of which a single branch admits any of the kinds of
// the intersection.
func (s *Schemas) onlyBranch(in Intersection) (*schema.Node, Union, bool) {
	kinds := s.Kinds(in)
	for _, u := range in.Unions() {
		if left := lists.Where(u.Branches, func(br *schema.Node) bool { return s.Analysis.Kinds(br)&kinds != 0 }); len(left) == 1 {
			return left[0], u, true
		}
	}
	return nil, Union{}, false
}

// withoutImplied drops the nodes that only name types where the others admit no
// other kind: "type: object" around a union of definitions must not keep them
// from being the definitions themselves.
func (s *Schemas) withoutImplied(in Intersection) Intersection {
	for i := 0; i < len(in.Nodes) && len(in.Nodes) > 1; i++ {
		n := in.Nodes[i]
		if saysMore(n, in) {
			continue
		}
		others := in
		others.Nodes = slices.Delete(slices.Clone(in.Nodes), i, i+1)
		kinds := s.Kinds(others)
		// The kinds of n, not its types: a schema that n applies in place may have been
		// dropped because of them.
		if kinds&^s.Analysis.Kinds(n) != 0 || kinds&kind.Number != 0 && WantsInteger(n) && !others.Any(WantsInteger) {
			continue
		}
		in = others.Simplified()
		i = -1
	}
	return in
}
