// Package build makes plans of the schemas of a graph: one for each intersection
// that speaks of a value. The compiler's lower stage asks for the plans of entry
// types and definitions; those of their parts are made with them.
package build

import (
	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Judge reports whether a value is valid against a node of the graph, exactly.
type Judge interface {
	Accepts(node int, value *document.Node) bool
	// AcceptsBesideOneOf leaves the oneOf of the node itself out.
	AcceptsBesideOneOf(node int, value *document.Node) bool
	// IsQuick reports whether Accepts takes no longer in a larger schema.
	IsQuick(node int) bool
}

// Builder makes the plans of one graph, each when it is first asked for. Plans
// are registered before they are filled, so that a recursive schema meets its
// own plan. A Builder is not safe for concurrent use.
type Builder struct {
	// HasMergedType reports whether what several schemas say together of a part has
	// had a type of its own, which it keeps; nil where nothing has.
	HasMergedType func(*Origin) bool

	graph    *schema.Graph
	schemas  *intersect.Schemas
	contents map[*schema.Node]analysis.Content // nil until asked for, see differing
	entries  map[*schema.Node]bool
	values   values
	timeouts timeouts
	byKey    map[string]*plan.Plan // by the key of the simplified intersection
	infos    []*Info               // by Plan.ID
	warnings []Warning
	merged   map[string]bool // keys of what several schemas say together, see mostMerged
	size     int             // of the graph
	spent    int             // on what several schemas say together, see mostSpent
	tooLarge *diag.Diagnostic
	entered  []string // see Entered
}

// Info is what a plan was made from.
type Info struct {
	Plan         *plan.Plan
	Intersection intersect.Intersection // simplified
	Origin       *Origin
	// Branches are where the branches of the plan's union come from.
	Branches []Branch
	// Untyped is the plan of a definition that admits what is no object as well,
	// of whose values this one takes the objects; nil for none.
	Untyped *plan.Plan
}

// New returns a builder for a graph that has no errors; entry types are made of
// the entries.
func New(g *schema.Graph, schemas *intersect.Schemas, judge Judge, entries map[*schema.Node]bool) *Builder {
	return &Builder{
		graph:    g,
		entries:  entries,
		schemas:  schemas,
		values:   values{judge, schemas.Analysis},
		timeouts: findTimeouts(g, schemas),
		byKey:    map[string]*plan.Plan{},
		merged:   map[string]bool{},
		size:     len(g.Nodes),
	}
}

// Info returns what a plan of the builder was made from.
func (b *Builder) Info(p *plan.Plan) *Info { return b.infos[p.ID] }

// Entry returns the plan of an entry type. An entry that only refers to another
// schema has the plan of that one, unless it accepts everything or is to have a plan
// of its own.
func (b *Builder) Entry(name string, n *schema.Node, own bool) *plan.Plan {
	if e := b.schemas.Resolve(n); e != n && !own {
		if p := b.Schema(e); p != nil {
			return p
		}
	}
	in := intersect.Intersection{Nodes: intersect.Flatten(nil, n), Kinds: kind.All, Name: b.nameOf(n)}
	if own {
		in.Name = n.Place()
	}
	p := b.plan(in, &Origin{Node: n, Entry: name})
	if own {
		b.Info(p).Untyped = nil // whose type it would share
	}
	return p
}

// Schema returns the plan of one schema; nil where it accepts everything.
func (b *Builder) Schema(n *schema.Node) *plan.Plan { return b.part(nil, Part{}, n) }

// Finish finds what needs all plans: which accept nothing, and how the branches
// of unions are told apart.
func (b *Builder) Finish() {
	narrow(b.infos)
	for _, info := range b.infos {
		if info.Plan.Union != nil {
			discriminate(info, b.schemas.Analysis)
		}
	}
}

// part is the plan of what entries say together about one instance: a part of
// the value at an origin. It is nil where they say nothing.
func (b *Builder) part(of *Origin, part Part, entries ...*schema.Node) *plan.Plan {
	distinct := b.schemas.Distinct(entries)
	if len(distinct) == 1 {
		distinct[0] = b.schemas.Typed(distinct[0])
	}
	in := intersect.Intersection{Kinds: kind.All}
	for _, e := range distinct {
		in.Nodes = intersect.Flatten(in.Nodes, e)
	}
	if len(in.Nodes) == 0 {
		return nil
	}
	at := &Origin{Within: of, Part: part}
	if len(distinct) == 1 {
		at = &Origin{Node: distinct[0]}
		in.Name = b.nameOf(distinct[0])
	} else if in.Apart = b.mergesTooMany(in); in.Apart {
		return b.planApart(in, at, distinct)
	}
	return b.plan(in, at)
}

// nameOf keeps the plan of a schema apart that has a name of its own, though it
// is a bare combination of others.
func (b *Builder) nameOf(n *schema.Node) string {
	if (n.IsDefinition() || n.FilePointer == "" || b.entries[n]) && !intersect.Contributes(n) {
		return n.Place()
	}
	return ""
}

// condition is the plan of a schema that is tried on a value of known kinds:
// only its verdict counts. It is nil where it accepts all of them.
func (b *Builder) condition(n *schema.Node, kinds kind.Set) *plan.Plan {
	if n == nil {
		return nil
	}
	nodes := intersect.Flatten(nil, n)
	if len(nodes) == 0 {
		return nil
	}
	e := b.schemas.Resolve(n)
	return b.plan(intersect.Intersection{Nodes: nodes, Kinds: kinds, VerdictOnly: !e.IsDefinition(), Name: b.nameOf(e)}, &Origin{Node: e})
}

// plan returns the plan of an intersection.
func (b *Builder) plan(in intersect.Intersection, at *Origin) *plan.Plan {
	p, isNew := b.register(in, at)
	if isNew {
		info := b.Info(p)
		b.fill(info)
		info.Untyped = b.untyped(info)
	}
	return p
}

// untyped is the plan of all that a definition admits where a plan is of its
// objects alone, and it speaks of no others.
func (b *Builder) untyped(info *Info) *plan.Plan {
	in, n := info.Intersection, info.Origin.Node
	if in.Kinds != kind.Object || in.VerdictOnly || n == nil || !n.IsDefinition() && n.FilePointer != "" && !b.entries[n] {
		return nil
	}
	in.Kinds = kind.All
	if !b.isWhole(in, n) {
		return nil
	}
	if all := b.plan(in, &Origin{Node: n}); all.Union != nil && all.Union.Objects {
		return all
	}
	return nil
}

// onlyKinds writes the kinds of an intersection in one way: those that its schemas
// refuse whatever the kinds are not left out once more, and where it leaves out
// none that they admit it has all.
func (b *Builder) onlyKinds(in intersect.Intersection) kind.Set {
	if in.Kinds == kind.All {
		return kind.All
	}
	all := in
	all.Kinds = kind.All
	admitted, _, _ := b.kinds(all)
	if admitted&^in.Kinds == 0 {
		return kind.All
	}
	return in.Kinds & admitted
}

// register returns the plan of an intersection without filling it.
func (b *Builder) register(in intersect.Intersection, at *Origin) (p *plan.Plan, isNew bool) {
	in, whole := b.schemas.Simplify(in)
	if whole != nil && at.Entry == "" {
		at = &Origin{Node: whole}
		in.Name = b.nameOf(whole)
	}
	in.Kinds = b.onlyKinds(in)
	key := in.Key()
	if p = b.byKey[key]; p != nil {
		return p, false
	}
	if len(in.Nodes) > 1 {
		b.spend(in, len(in.Nodes))
	}
	p = &plan.Plan{ID: len(b.infos), Nodes: lists.Of(in.Nodes, func(n *schema.Node) int { return n.ID })}
	b.byKey[key] = p
	b.infos = append(b.infos, &Info{Plan: p, Intersection: in, Origin: at})
	return p, true
}
