package limits

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// walker finds the places in the Go types that limits bound. It goes
// through the types beside the schemas that apply to their values: a limit is
// bound to the values of one schema location.
type walker struct {
	t      *lower.Types
	sites  map[string][]*Site // by target
	keys   map[string][]*Site // by target, the schema of a map's values
	trees  map[string]*Tree   // by target, the definition
	order  []*Tree
	walks  map[*model.Decl]*Walk
	walked []*Walk
}

func newWalker(t *lower.Types) *walker {
	return &walker{t: t, sites: map[string][]*Site{}, keys: map[string][]*Site{}, trees: map[string]*Tree{}, walks: map[*model.Decl]*Walk{}}
}

// bind notes what a limit bounds.
func (w *walker) bind(l *Limit) {
	for _, bound := range append([]bound{l.bound}, l.also...) {
		switch bound.Measure {
		case MeasureDepth, MeasureCount:
			tree := w.trees[bound.Target]
			if tree == nil {
				tree = &Tree{Field: "tree" + strconv.Itoa(len(w.order)+1)}
				w.trees[bound.Target] = tree
				w.order = append(w.order, tree)
			}
			tree.Sites = append(tree.Sites, &Site{l, bound.Measure})
			slices.SortStableFunc(tree.Sites, func(a, b *Site) int { return -cmp.Compare(a.Measure, b.Measure) })
		case MeasureKeys:
			w.keys[bound.Target] = append(w.keys[bound.Target], &Site{l, MeasureRunes})
		case MeasureLength, MeasureRunes, MeasureSize, MeasureNumber:
			w.sites[bound.Target] = append(w.sites[bound.Target], &Site{l, bound.Measure})
		}
	}
}

// check goes through documents.
func (w *walker) check() *Check {
	root := w.t.Document()
	if root == nil {
		return nil
	}
	entry := w.t.DocumentSchema()
	if entry.FilePointer != "" { // a part of the schema is all that there is of documents
		w.sites[entry.FilePointer] = append(w.sites[entry.FilePointer], w.sites[""]...)
	}
	value := w.value(lower.Named(root), w.t.Schemas(root.Plan, entry), "")
	w.prune()
	if value = value.pruned(); value == nil {
		return nil
	}
	walks := lists.Where(w.walked, func(walk *Walk) bool { return walk.kept })
	nameWalks(walks)
	return &Check{value, root, walks, lists.Where(w.order, func(tree *Tree) bool { return tree.Decl != nil })}
}

// nameWalks gives the methods their names; the package's own types have theirs first.
func nameWalks(walks []*Walk) {
	taken := map[string]bool{}
	for _, abroad := range []bool{false, true} {
		for _, walk := range walks {
			if walk.Abroad != abroad {
				continue
			}
			base := "check" + walk.Decl.Name
			walk.Func = base
			for n := 2; taken[walk.Func]; n++ {
				walk.Func = base + strconv.Itoa(n)
			}
			taken[walk.Func] = true
		}
	}
}

// targets says what limits call the nodes: by the JSON Pointer, and of other files by
// that behind the file.
func (w *walker) targets(nodes []*schema.Node) []string {
	return lists.Distinct(lists.Of(nodes, func(n *schema.Node) string {
		if w.t.IsOwn(n) {
			return n.FilePointer
		}
		return n.Place()
	}))
}

// value finds what is measured of a value and below it. Place is where it
// stands in a document, with * for elements.
func (w *walker) value(t *model.Type, nodes []*schema.Node, place string) *Value {
	v := &Value{Type: t}
	for _, target := range w.targets(nodes) {
		for _, site := range w.sites[target] {
			found(site.Limit, cmp.Or(place, "the document"))
			if site.Limit.Spill != nil {
				site.Limit.Spill.Type = t.Bare()
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
		v.Walk = w.walk(bare.Decl, place)
	}
	return v
}

// found notes a place for the limit's comment; a few are enough.
func found(l *Limit, place string) {
	const shown = 2
	if !slices.Contains(l.places, place) && len(l.places) < shown {
		l.places = append(l.places, place)
	}
}

func (w *walker) keysOf(values []*schema.Node, place string) []*Site {
	var out []*Site
	for _, target := range w.targets(values) {
		for _, site := range w.keys[target] {
			found(site.Limit, "the keys of "+cmp.Or(place, "the document"))
			out = append(out, site)
		}
	}
	return out
}

// items are the schemas of the elements of an array.
func (w *walker) items(nodes []*schema.Node) []*schema.Node {
	return w.parts(nodes, func(n *schema.Node) []*schema.Node { return []*schema.Node{n.Items} })
}

// others are the schemas of the members of an object that it does not name.
func (w *walker) others(nodes []*schema.Node) []*schema.Node {
	return w.parts(nodes, func(n *schema.Node) []*schema.Node {
		out := []*schema.Node{n.AdditionalProperties}
		for _, pp := range n.PatternProperties {
			out = append(out, pp.Node)
		}
		return out
	})
}

// parts are what schemas say of a part of their values, by those that each has for it; nil
// is none.
func (w *walker) parts(nodes []*schema.Node, of func(*schema.Node) []*schema.Node) []*schema.Node {
	var out []*schema.Node
	for _, n := range nodes {
		for _, part := range lists.Present(of(n)...) {
			out = append(out, w.t.Schemas(nil, part)...)
		}
	}
	return w.withBranches(out)
}

// withBranches adds the branches that nullable values are written as.
func (w *walker) withBranches(nodes []*schema.Node) []*schema.Node {
	out := nodes
	for _, n := range nodes {
		for _, branch := range w.t.OnlyBranches(n) {
			out = append(out, w.t.Schemas(nil, branch)...)
		}
	}
	return out
}

// walk finds what is measured in the values of a declared type. A recursive
// type meets its own walk.
func (w *walker) walk(d *model.Decl, place string) *Walk {
	if walk := w.walks[d]; walk != nil {
		return walk
	}
	walk := &Walk{Decl: d, Abroad: !w.t.IsOwnType(d)}
	w.walks[d] = walk
	w.walked = append(w.walked, walk)
	nodes := w.t.SchemasOf(d)
	if w.t.IsShared(d) {
		place = d.Name
	}
	for _, target := range w.targets(nodes) {
		if tree := w.trees[target]; tree != nil {
			walk.Tree = tree
			w.grow(tree, d)
		}
	}
	w.within(walk, nodes, place)
	return walk
}

// grow says of which type a tree is, the first time that it is met.
func (w *walker) grow(tree *Tree, d *model.Decl) {
	if tree.Decl != nil {
		return
	}
	tree.Decl = d
	for _, site := range tree.Sites {
		what := "the nesting of " + d.Name
		if site.Measure == MeasureCount {
			what = "the " + d.Name + " values of a document"
		}
		found(site.Limit, what)
	}
}

// planIn is a plan of a part of a type's values; nil where another package has it, whose
// plans speak of the nodes of its own graph.
func planIn(walk *Walk, p *plan.Plan) *plan.Plan {
	if walk.Abroad {
		return nil
	}
	return p
}

// within finds what is measured in the parts of the values of a declared type.
func (w *walker) within(walk *Walk, nodes []*schema.Node, place string) {
	switch d := walk.Decl; d.Kind {
	case model.Struct:
		members := w.t.MembersOf(nodes)
		for _, f := range d.Fields {
			entries := members.Schemas(f.JSON)
			v := w.value(f.Type, w.withBranches(w.t.Schemas(planIn(walk, f.Plan), entries...)), joined(place, f.JSON))
			walk.Fields = append(walk.Fields, &Field{Field: f, Value: v})
		}
		if len(d.Maps()) > 0 {
			others := w.others(nodes)
			walk.Keys = w.keysOf(others, place)
			for _, x := range d.Maps() {
				walk.Maps = append(walk.Maps, w.value(x.Elem, others, joined(place, "*")))
			}
		}
	case model.Tuple:
		for i, f := range d.Fields {
			walk.Fields = append(walk.Fields, &Field{Field: f, Index: i, Value: w.value(f.Type, w.prefix(nodes, i), joined(place, strconv.Itoa(i)))})
		}
		if d.Rest != nil {
			walk.Rest = w.value(d.Rest.Elem, w.items(nodes), joined(place, "*"))
		}
	case model.NullableRoot:
		f := d.Fields[0]
		v := w.value(f.Type, w.t.Schemas(planIn(walk, f.Plan), nodes...), place)
		v.Sites = nil // as below
		walk.Fields = append(walk.Fields, &Field{Field: f, Value: v})
	case model.Union:
		for _, v := range d.Variants {
			if v.Type != nil {
				walk.Variants = append(walk.Variants, &Choice{Variant: v, Value: w.value(v.Type, w.t.Schemas(planIn(walk, v.Plan)), place)})
			}
		}
	case model.Defined:
		walk.Under = w.value(d.Underlying, nodes, place)
		walk.Under.Sites = nil // those of the value as a whole are its own
	}
}

// prefix are the schemas of an array's element at a fixed position.
func (w *walker) prefix(nodes []*schema.Node, i int) []*schema.Node {
	return w.parts(nodes, func(n *schema.Node) []*schema.Node {
		if i < len(n.PrefixItems) {
			return n.PrefixItems[i : i+1]
		}
		return []*schema.Node{n.Items}
	})
}

func joined(place, name string) string {
	if place == "" {
		return name
	}
	return place + "." + name
}
