// Package lower turns the schema graph into the model of one Go package: it
// merges what applies in place ($ref, allOf) into conjunctions, digests each
// into a plan, and chooses the Go types and names. Everything that generated
// code looks like is decided here or in model; the emitters only print.
//
// It imports schema, analysis, names, ecma, diag and model; the compiler calls it,
// and sections see what it makes as [Types].
package lower

import (
	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Input is what one generated package is made from.
type Input struct {
	Graph *schema.Graph
	Roots []Root
	// Package, ImportPath and Source are copied to the model; Source is the
	// schema's slash path, as the header and the diagnostics name it.
	Package, ImportPath, Source string
	// Overlay is the slash path of the patch of the schema, "" for none: what
	// it brings in has its places there.
	Overlay string
	// SchemaText is the schema after its overlay, as compact JSON.
	SchemaText []byte
	// Overrides maps a place ("schemas/x.yaml#/properties/a") to the Go name
	// that the configuration gives it.
	Overrides map[string]string
	// Held maps names to the places that held them when the package was last
	// generated (from the committed manifest).
	Held map[string]string
	// HeldMembers does so for the fields and constants of each type; see
	// model.Package.Members.
	HeldMembers map[string]map[string]string
	Judge       Judge
	// Imports are the finished models of the other packages of the configuration
	// into whose schemas this one's leads.
	Imports []*model.Package
}

// Judge says whether a value is valid against a node of the graph, exactly.
type Judge interface {
	Accepts(node int, value *document.Node) bool
	// AcceptsBesideOneOf leaves the oneOf of the node itself out.
	AcceptsBesideOneOf(node int, value *document.Node) bool
}

// Root is an entry type.
type Root struct {
	Name string
	Node *schema.Node
}

// Begin makes the types of a package, which have no Go names before [Types.Finish].
func Begin(in Input) *Types {
	b := newBuilder(in)
	pkg := &model.Package{
		Name:       in.Package,
		ImportPath: in.ImportPath,
		Source:     in.Source,
		Overlay:    in.Overlay,
		SchemaText: in.SchemaText,
	}
	for _, r := range in.Roots {
		decl, plan := b.root(r)
		pkg.Roots = append(pkg.Roots, &model.Root{Name: r.Name, Decl: decl, Plan: plan, Node: r.Node.ID})
		if pkg.Doc == "" {
			pkg.Doc = docText(r.Node)
		}
	}
	definitions := b.definitions()
	b.adopt()
	b.prune(definitions)
	return &Types{b: b, pkg: pkg}
}

// builder holds the state of one lowering. Plans are registered before they
// are filled, so that a recursive schema meets its own plan.
type builder struct {
	in         Input
	plans      map[string]*model.Plan
	order      []*model.Plan
	origin     map[*model.Plan]place          // where a plan was first met
	heldName   map[string]string              // the inverse of Input.Held
	conjOf     map[*model.Plan]conj           // in their normal form
	branchOf   map[*model.Branch]*schema.Node // where a branch of a union comes from
	declared   []*declaration
	patterns   map[string]*model.Pattern
	strategies map[string]*ecma.Strategy
	undecided  map[*schema.Node]bool // undecided.go
	doubts     []doubt
	merged     map[string]bool // apart.go
	patOrder   []*model.Pattern
	places     map[string]*schema.Node // file#pointer -> node, for titles
	rootOf     map[*schema.Node]string
	analysis   *analysis.Analysis
	covers     map[*schema.Node]*analysis.PropertyCoverage
	ends       map[*schema.Node]*schema.Node // of chains of references, see resolve
	own        map[string]*schema.Node       // by pointer in the package's schema; access.go
	diags      diag.Diagnostics
	claims     Claims // of the sections
}

// declaration is a named type on its way to a name.
type declaration struct {
	decl  *model.Decl
	place place
}

func newBuilder(in Input) *builder {
	b := &builder{
		in:         in,
		plans:      map[string]*model.Plan{},
		origin:     map[*model.Plan]place{},
		heldName:   map[string]string{},
		conjOf:     map[*model.Plan]conj{},
		merged:     map[string]bool{},
		branchOf:   map[*model.Branch]*schema.Node{},
		patterns:   map[string]*model.Pattern{},
		places:     map[string]*schema.Node{},
		rootOf:     map[*schema.Node]string{},
		strategies: map[string]*ecma.Strategy{},
		analysis:   analysis.New(in.Graph),
		covers:     map[*schema.Node]*analysis.PropertyCoverage{},
		ends:       map[*schema.Node]*schema.Node{},
	}
	for name, key := range in.Held {
		b.heldName[key] = name
	}
	for _, n := range in.Graph.Nodes {
		if at := location(n); b.places[at] == nil {
			b.places[at] = n
		}
	}
	for _, r := range in.Roots {
		b.rootOf[r.Node] = r.Name
	}
	b.undecided = b.findUndecided()
	return b
}

// root lowers an entry point: it always has a declaration of its own, even
// where it is a bare reference or a nullable value.
func (b *builder) root(r Root) (*model.Decl, *model.Plan) {
	at := place{name: r.Name, key: location(r.Node), at: location(r.Node), root: true, node: r.Node}
	c := conj{nodes: b.flatten(nil, r.Node), kinds: model.AllKinds}
	if !contributes(r.Node, nil) {
		c.named = r.Name // a bare reference: the type that it names is another
	}
	p := b.plan(c, at)
	if p.Type != nil && p.Type.Kind == model.Named && p.NonNull == nil && p.Type.Decl.Plan == p {
		p.Type.Decl.Root = true
		return p.Type.Decl, p
	}
	if p.NonNull != nil {
		b.yieldName(at)
	}
	decl := b.declare(at, p)
	decl.Root = true
	if p.NonNull != nil {
		decl.Kind = model.NullableRoot
		decl.Fields = []*model.Field{{
			Name: "Value", Plan: p, Presence: model.RequiredNullable,
			Type: &model.Type{Kind: model.Pointer, Elem: p.Type},
		}}
	} else {
		decl.Kind = model.Defined
		decl.Underlying = p.Type
		p.Type = named(decl)
	}
	return decl, p
}

// yieldName leaves the name of a nullable root to the struct around the value;
// the type of the value, which was declared first, is called after it.
func (b *builder) yieldName(at place) {
	for _, d := range b.declared {
		if d.place.key == at.key {
			d.place = at.child("Value")
		}
	}
}

// definitions lowers the named definitions, so that each has its type whether
// or not something reaches it from the roots: users build values of them.
func (b *builder) definitions() []*model.Plan {
	var out []*model.Plan
	for _, n := range b.in.Graph.Nodes {
		if isDefinition(n) && (n.Pos.File == b.in.Source || n.Pos.File == b.in.Overlay) {
			if p := b.planOf(place{}, "", n); p != nil {
				out = append(out, p)
			}
		}
	}
	return out
}

// docText is the documentation of a node: its description, else its title.
func docText(n *schema.Node) string {
	if n.Description != "" {
		return n.Description
	}
	return n.Title
}

// named is the type expression of a declaration.
func named(d *model.Decl) *model.Type { return &model.Type{Kind: model.Named, Decl: d} }
