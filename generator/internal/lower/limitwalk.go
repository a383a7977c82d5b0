package lower

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/section"
)

// limitWalker finds the places in the Go types that limits bound. It goes
// through the types beside the schemas that apply to their values: a limit is
// bound to the values of one schema location.
type limitWalker struct {
	b      *builder
	sites  map[string][]*model.LimitSite // by pointer of the schema
	keys   map[string][]*model.LimitSite // by pointer of the schema of a map's values
	trees  map[string]*model.LimitTree   // by pointer of the definition
	order  []*model.LimitTree
	walks  map[*model.Decl]*model.LimitWalk
	walked []*model.LimitWalk
	// What was found: where, in words, and the types of what spills.
	places  map[*model.Limit][]string
	spilled map[*model.Limit]*model.Type
}

func newLimitWalker(b *builder) *limitWalker {
	return &limitWalker{
		b: b, sites: map[string][]*model.LimitSite{}, keys: map[string][]*model.LimitSite{}, trees: map[string]*model.LimitTree{},
		walks: map[*model.Decl]*model.LimitWalk{}, places: map[*model.Limit][]string{}, spilled: map[*model.Limit]*model.Type{},
	}
}

// bind notes what a limit bounds.
func (w *limitWalker) bind(entry *model.Limit, l *section.Limit) {
	for _, bound := range append([]section.Bound{{Measure: l.Measure, Target: l.Target}}, l.Also...) {
		switch bound.Measure {
		case section.MeasureDepth, section.MeasureCount:
			tree := w.trees[bound.Target]
			if tree == nil {
				tree = &model.LimitTree{Field: "tree" + itoa(len(w.order)+1)}
				w.trees[bound.Target] = tree
				w.order = append(w.order, tree)
			}
			if bound.Measure == section.MeasureDepth {
				tree.Depths = append(tree.Depths, entry)
			} else {
				tree.Counts = append(tree.Counts, entry)
			}
		case section.MeasureKeys:
			w.keys[bound.Target] = append(w.keys[bound.Target], &model.LimitSite{Limit: entry, Measure: model.MeasureRunes})
		case section.MeasureLength, section.MeasureRunes, section.MeasureSize, section.MeasureNumber:
			w.sites[bound.Target] = append(w.sites[bound.Target], &model.LimitSite{Limit: entry, Measure: model.LimitMeasure(bound.Measure)})
		}
		if entry.Spill != nil {
			entry.Spill.Measure = model.LimitMeasure(l.Measure)
		}
	}
}

// check goes through documents of a type.
func (w *limitWalker) check(root *model.Decl) *model.LimitCheck {
	if root == nil {
		return nil
	}
	entry := w.b.in.Roots[w.b.documentRoot()].Node
	if entry.FilePointer != "" { // a part of the schema is all that there is of documents
		w.sites[entry.FilePointer] = append(w.sites[entry.FilePointer], w.sites[""]...)
	}
	value := w.value(named(root), w.nodes(root.Plan, entry), "")
	w.prune()
	out := &model.LimitCheck{Decl: root, Root: w.kept(value)}
	for _, walk := range w.walked {
		if w.walks[walk.Decl] != nil {
			out.Walks = append(out.Walks, walk)
		}
	}
	for _, tree := range w.order {
		if tree.Decl != nil {
			out.Trees = append(out.Trees, tree)
		}
	}
	if out.Root == nil {
		return nil
	}
	return out
}

// nodes lists the schemas that apply to a value without condition: those at
// its place in the schema, and those of its plan.
func (w *limitWalker) nodes(plan *model.Plan, entries ...*schema.Node) []*schema.Node {
	var out []*schema.Node
	seen := map[*schema.Node]bool{}
	var visit func(n *schema.Node)
	visit = func(n *schema.Node) {
		if n == nil || seen[n] {
			return
		}
		seen[n] = true
		out = append(out, n)
		for _, m := range inPlace(n) {
			visit(m)
		}
	}
	for _, n := range entries {
		visit(n)
	}
	for ; plan != nil; plan = plan.NonNull {
		for _, id := range plan.Nodes {
			visit(w.b.in.Graph.Nodes[id])
		}
	}
	return out
}

// targets gives the pointers of those nodes that are of the package's schema.
func (w *limitWalker) targets(nodes []*schema.Node) []string {
	var out []string
	for _, n := range nodes {
		if w.b.isOwn(n) && !slices.Contains(out, n.FilePointer) {
			out = append(out, n.FilePointer)
		}
	}
	return out
}

// value finds what is measured of a value and below it. Place is where it
// stands in a document, with * for elements.
func (w *limitWalker) value(t *model.Type, nodes []*schema.Node, place string) *model.LimitValue {
	v := &model.LimitValue{Type: t}
	for _, target := range w.targets(nodes) {
		for _, site := range w.sites[target] {
			w.found(site.Limit, or(place, "the document"))
			if site.Limit.Spill != nil {
				w.spilled[site.Limit] = t.Bare()
				continue
			}
			v.Sites = append(v.Sites, site)
		}
	}
	bare := t.Bare()
	switch bare.Kind {
	case model.Slice:
		v.Elem = w.value(bare.Elem, w.items(nodes), joined(place, "*"))
	case model.Map:
		below := w.others(nodes)
		v.Keys = w.keysOf(below, place)
		v.Elem = w.value(bare.Elem, below, joined(place, "*"))
	case model.Named:
		if bare.Decl.Package == w.b.in.ImportPath { // another package's schema has nothing that is limited here
			v.Walk = w.walk(bare.Decl, place)
		}
	}
	return v
}

// found notes a place for the limit's comment; a few are enough.
func (w *limitWalker) found(l *model.Limit, place string) {
	const shown = 2
	if places := w.places[l]; !slices.Contains(places, place) && len(places) < shown {
		w.places[l] = append(places, place)
	}
}

func (w *limitWalker) keysOf(values []*schema.Node, place string) []*model.LimitSite {
	var out []*model.LimitSite
	for _, target := range w.targets(values) {
		for _, site := range w.keys[target] {
			w.found(site.Limit, "the keys of "+or(place, "the document"))
			out = append(out, site)
		}
	}
	return out
}

// items are the schemas of the elements of an array.
func (w *limitWalker) items(nodes []*schema.Node) []*schema.Node {
	var out []*schema.Node
	for _, n := range nodes {
		if n.Items != nil {
			out = append(out, w.nodes(nil, n.Items)...)
		}
	}
	return w.withBranches(out)
}

// others are the schemas of the members of an object that it does not name.
func (w *limitWalker) others(nodes []*schema.Node) []*schema.Node {
	var out []*schema.Node
	for _, n := range nodes {
		if n.AdditionalProperties != nil {
			out = append(out, w.nodes(nil, n.AdditionalProperties)...)
		}
		for _, pp := range n.PatternProperties {
			out = append(out, w.nodes(nil, pp.Node)...)
		}
	}
	return w.withBranches(out)
}

// withBranches adds what remains of unions once null is left out, which is how
// a nullable value is written.
func (w *limitWalker) withBranches(nodes []*schema.Node) []*schema.Node {
	out := nodes
	for _, n := range nodes {
		for _, u := range unionsOf(n) {
			var only *schema.Node
			count := 0
			for _, branch := range u.branches {
				if w.b.nodeKinds(branch)&^model.KindNull != 0 {
					only = branch
					count++
				}
			}
			if count == 1 {
				out = append(out, w.nodes(nil, only)...)
			}
		}
	}
	return out
}

// walk finds what is measured in the values of a declared type. A recursive
// type meets its own walk.
func (w *limitWalker) walk(d *model.Decl, place string) *model.LimitWalk {
	if walk := w.walks[d]; walk != nil {
		return walk
	}
	walk := &model.LimitWalk{Decl: d}
	w.walks[d] = walk
	w.walked = append(w.walked, walk)
	nodes := w.nodes(d.Plan)
	if w.b.isShared(d) {
		place = d.Name
	}
	for _, target := range w.targets(nodes) {
		tree := w.trees[target]
		if tree == nil {
			continue
		}
		walk.Tree = tree
		if tree.Decl == nil {
			tree.Decl = d
			for _, l := range tree.Depths {
				w.found(l, "the nesting of "+d.Name)
			}
			for _, l := range tree.Counts {
				w.found(l, "the "+d.Name+" values of a document")
			}
		}
	}
	switch d.Kind {
	case model.Struct:
		for _, f := range d.Fields {
			entries := w.b.entries(conj{nodes: nodes}, f.JSON)
			v := w.value(f.Type, w.withBranches(w.nodes(f.Plan, entries...)), joined(place, f.JSON))
			walk.Fields = append(walk.Fields, &model.LimitField{Field: f, Value: v})
		}
		if d.Extra != nil {
			others := w.others(nodes)
			walk.Keys = w.keysOf(others, place)
			walk.Extra = w.value(d.Extra.Elem, others, joined(place, "*"))
		}
	case model.Tuple:
		for i, f := range d.Fields {
			walk.Fields = append(walk.Fields, &model.LimitField{Field: f, Index: i, Value: w.value(f.Type, w.prefix(nodes, i), joined(place, itoa(i)))})
		}
		if d.Rest != nil {
			walk.Rest = w.value(d.Rest.Elem, w.items(nodes), joined(place, "*"))
		}
	case model.NullableRoot:
		f := d.Fields[0]
		v := w.value(f.Type, w.nodes(f.Plan, nodes...), place)
		v.Sites = nil // as below
		walk.Fields = append(walk.Fields, &model.LimitField{Field: f, Value: v})
	case model.Union:
		for _, v := range d.Variants {
			if v.Type != nil {
				walk.Variants = append(walk.Variants, &model.LimitChoice{Variant: v, Value: w.value(v.Type, w.nodes(v.Plan), place)})
			}
		}
	case model.Defined:
		walk.Under = w.value(d.Underlying, nodes, place)
		walk.Under.Sites = nil // those of the value as a whole are its own
	}
	return walk
}

// prefix are the schemas of an array's element at a fixed position.
func (w *limitWalker) prefix(nodes []*schema.Node, i int) []*schema.Node {
	var out []*schema.Node
	for _, n := range nodes {
		switch {
		case i < len(n.PrefixItems):
			out = append(out, w.nodes(nil, n.PrefixItems[i])...)
		case n.Items != nil:
			out = append(out, w.nodes(nil, n.Items)...)
		}
	}
	return w.withBranches(out)
}

func joined(place, name string) string {
	if place == "" {
		return name
	}
	return place + "." + name
}
