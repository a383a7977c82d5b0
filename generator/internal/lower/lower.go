// Package lower makes the model of one Go package from the schema graph: it has
// plans made of the schemas (package plan and below), Go types chosen for the
// plans (package gotype and below), and names given to everything. Sections put
// their own names in between, and see what has been made as [Types].
package lower

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/gotype/declare"
	"github.com/bindery-go/bindery/generator/internal/gotype/function"
	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
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
	// Beside are the schemas behind Source, where there are several.
	Beside []model.SchemaFile
	// SchemaText is the schema after its overlay, as compact JSON.
	SchemaText []byte
	// RepairedText is the same after the repairs of its quirks, nil where there
	// are none.
	RepairedText []byte
	// Overrides maps a place ("schemas/x.yaml#/properties/a") to the Go name
	// that the configuration gives it.
	Overrides map[string]string
	// Held maps names to the places that held them when the package was last
	// generated (from the committed manifest).
	Held map[string]string
	// HeldMembers does so for the fields and constants of each type; see
	// model.Package.Members.
	HeldMembers map[string]map[string]string
	// HeldBranches are the labels that the inline branches of unions had, HeldAlike what
	// the types were called that several places shared.
	HeldBranches place.Branches
	HeldAlike    place.Alike
	// Words says how words are spelt in Go names.
	Words names.Words
	// ShortNames says that types are called by the shortest end of their path that is
	// that of no other, HeldShort that those of Held are.
	ShortNames, HeldShort bool
	// Patterns are those of the schemas, compiled.
	Patterns *plan.Patterns
	Judge    build.Judge
	// Codec is copied to the model.
	Codec model.Codec
	// YAML is copied to the model.
	YAML bool
	// Numbers says which Go types hold numbers.
	Numbers model.Numbers
	// Optionals: optional scalars are optional.Value, not pointers.
	Optionals bool
	// Style is copied to the model.
	Style model.Style
	// Imports are the finished models of the other packages of the configuration
	// into whose schemas this one's leads.
	Imports []*model.Package
}

// Root is an entry type.
type Root struct {
	Name string
	Node *schema.Node
	// Own: its type is the package's own, even where the schema only refers to a
	// definition of another package.
	Own bool
}

// Types are the types of a package that is being made, as the sections of its
// schema see them: what the members of documents are in Go, and by which names.
type Types struct {
	in       Input
	pkg      *model.Package
	schemas  *intersect.Schemas
	plans    *build.Builder
	places   *place.Places
	types    *declare.Types
	existing naming.Existing
	report   *naming.Reporter
	claims   naming.Claims       // of the sections
	imported map[*plan.Plan]bool // of which other packages declare the types
	own      map[string]*schema.Node
	// defined are the entry types and definitions with their plans.
	defined []definition
}

type definition struct {
	node *schema.Node
	plan *plan.Plan
}

// Begin makes the types of a package, which have no Go names before [Types.Finish].
func Begin(in Input) *Types {
	entries, isEntry := map[*schema.Node]string{}, map[*schema.Node]bool{}
	for _, r := range in.Roots {
		if entries[r.Node] == "" { // of several entry types of one schema the first names it
			entries[r.Node], isEntry[r.Node] = r.Name, true
		}
	}
	t := &Types{
		in: in,
		pkg: &model.Package{
			Name: in.Package, ImportPath: in.ImportPath, Source: in.Source, Overlay: in.Overlay, Beside: in.Beside,
			SchemaText: in.SchemaText, RepairedText: in.RepairedText,
			Codec: in.Codec, YAML: in.YAML, Style: in.Style, Words: in.Words,
		},
		schemas:  intersect.New(in.Graph, in.Patterns),
		existing: naming.NewExisting(in.Held, in.HeldMembers),
		report:   &naming.Reporter{Source: in.Source, Chosen: in.Overrides},
	}
	t.plans = build.New(in.Graph, t.schemas, in.Judge, isEntry)
	t.places = place.New(place.Input{
		Graph: in.Graph, Schemas: t.schemas, Words: in.Words, Overrides: in.Overrides, Entries: entries,
		Files: t.pkg.Sources(), Held: in.HeldBranches, HeldTypes: place.HeldTypes{Names: in.Held, Alike: in.HeldAlike},
	})
	t.places.ShareTypes(in.Graph)
	t.plans.HasMergedType = t.places.HasHeldType
	t.types = declare.New(declare.Input{
		ImportPath: in.ImportPath, Numbers: in.Numbers, Optionals: in.Optionals, Plans: t.plans, Schemas: t.schemas, Places: t.places, Judge: in.Judge, Others: in.Imports,
		Existing: t.existing, Report: t.report,
	})
	for _, r := range in.Roots {
		decl, p := t.types.Entry(r.Name, r.Node, r.Own)
		t.pkg.Roots = append(t.pkg.Roots, &model.Root{Name: r.Name, Decl: decl, Plan: p, Node: r.Node.ID})
		t.defined = append(t.defined, definition{r.Node, p})
		if t.pkg.Doc == "" {
			t.pkg.Doc = r.Node.Documentation()
		}
	}
	definitions := t.definitions()
	t.imported = t.types.UseImported(t.pkg.Roots)
	for i, r := range t.pkg.Roots {
		if n := in.Roots[i].Node; r.Imported {
			r.Doc, r.Deprecated = n.Documentation(), n.Deprecated
		}
	}
	t.types.Prune(definitions)
	return t
}

// TooLarge is why there are no types of the schema; nil where there are.
func (t *Types) TooLarge() *diag.Diagnostic { return t.plans.TooLarge() }

// definitions declares the types of the package's own definitions, and of whole files
// where these may be shared themselves.
func (t *Types) definitions() []*plan.Plan {
	whole := len(t.in.Roots) == 0 || len(t.in.Beside) > 0
	var out []*plan.Plan
	for _, n := range t.in.Graph.Nodes {
		if t.plans.TooLarge() != nil {
			break
		}
		if (n.IsDefinition() || whole && n.FilePointer == "") && t.pkg.Owns(n.Pos.File) {
			if p := t.types.Definition(n); p != nil {
				out = append(out, p)
				t.defined = append(t.defined, definition{n, p})
			}
		}
	}
	return out
}

// Finish takes the decisions that need all types and gives all names, those of
// the sections included.
func (t *Types) Finish() {
	t.plans.Finish()
	pkg := t.pkg
	pkg.Decls = lists.Of(t.types.Declared, func(d *naming.Declaration) *model.Decl { return d.Decl })
	declare.BreakCycles(pkg.Decls)
	declare.DropUnrepresentable(pkg.Decls)
	declare.DropImpossible(pkg.Decls)
	pkg.Conjunctions = t.types.Explain(t.in.Graph, t.in.Codec == model.Compact)
	if t.in.ShortNames {
		naming.Shorten(pkg.Roots, t.types.Declared, &t.claims, t.existing, t.in.HeldShort)
		pkg.TypeNames = model.ShortNames
	}
	naming.Package(t.in.Words, pkg.Roots, t.types.Declared, &t.claims, t.existing, t.report)
	pkg.Names, pkg.Members = naming.Manifest(t.types.Declared)
	pkg.Branches = t.places.Branches(t.types.Branches())
	pkg.Alike = t.types.Share()
	naming.Renamed(t.types.Declared, t.existing, t.in.HeldAlike, t.report)
	pkg.ByMeaning = t.types.ByMeaning()
	t.functions()
	uses := t.usePatterns()
	naming.Matchers(t.in.Words, t.in.Patterns.Used(), uses)
	pkg.Patterns = t.in.Patterns.Used()
	t.export()
}

// Entered lists the schemas of other packages of which more has to be known; see
// [build.Builder.Entered].
func (t *Types) Entered() []string { return t.plans.Entered() }

// export finds the types that other packages may use as they are, at the one place
// that defines them.
func (t *Types) export() {
	pkg := t.pkg
	pkg.TimesOut = slices.ContainsFunc(pkg.Patterns, (*plan.Pattern).TimesOut) ||
		slices.ContainsFunc(t.in.Imports, func(p *model.Package) bool { return p.TimesOut })
	pkg.Definitions = map[string]model.Definition{}
	for _, of := range t.defined {
		d := t.types.DeclOf(of.plan.WithoutNull())
		if d == nil || !hasParts(d) || !isRead(of.plan) || of.node.Scope != "" || pkg.TimesOut || d.Definition != nil && *d.Definition != of.node.ID {
			continue
		}
		id := of.node.ID // a pointer into the graph would keep it
		d.Definition = &id
		pkg.Definitions[of.node.Place()] = model.Definition{Decl: d, Kinds: of.plan.Kinds, Meaning: MeaningOf(of.node)}
	}
	for _, n := range t.in.Graph.Nodes {
		if n.Imported {
			pkg.Imported = append(pkg.Imported, model.ImportedNode{Node: n.ID, Decl: declare.Definition(n, t.in.Imports).Decl})
		}
	}
}

// isRead reports whether the Go type of a plan holds all its values, or all but null
// where those are of one kind: then who refers to the schema keeps null apart too.
func isRead(p *plan.Plan) bool {
	return p.Kinds != 0 && (p.NonNull == nil || p.NonNull.Kinds.IsSingle())
}

// hasParts reports whether a type is one of objects, of arrays or a union. Scalars are so
// small that they are read where they are used.
func hasParts(d *model.Decl) bool {
	return model.NamedType(d).IsComposite() ||
		d.Kind == model.Defined && (d.Underlying.Kind == model.Slice || d.Underlying.Kind == model.Map)
}

// MeaningOf says how the schema of a node is read, apart from what it says: the same
// file can be read by several packages.
func MeaningOf(n *schema.Node) string { return n.Location() + " " + n.Dialect.URI }

// UnusedNames lists the places to which the configuration gives names that nothing
// takes.
func (t *Types) UnusedNames() []string {
	return t.places.Unused(lists.Of(t.types.Declared, func(d *naming.Declaration) *schema.Node { return d.Place.Node }))
}

// RefusedNames lists the places to which the configuration gives names that are not
// free.
func (t *Types) RefusedNames() []naming.Refusal { return t.report.Refused }

// functions decides how the values of plans are read, and reports what is amiss
// with those that are decoded.
func (t *Types) functions() {
	in := function.Input{
		TypeOf: t.types.Of, Imported: t.imported, DeclOf: t.types.DeclOf,
		Name: func(p *plan.Plan) string { return t.places.Of(t.plans.Info(p).Origin).Name },
		Decoded: append(
			lists.Of(t.pkg.Decls, func(d *model.Decl) *plan.Plan { return d.Plan }),
			lists.Of(t.pkg.Roots, func(r *model.Root) *plan.Plan { return r.Plan })...),
	}
	all := function.Decide(in)
	t.pkg.SetFunctions(all, t.types.All())
	var imported []*plan.Plan
	decoded := map[*plan.Plan]bool{}
	for _, f := range all {
		decoded[f.Plan] = f.Decodes
		if f.Imported {
			imported = append(imported, f.Plan)
		}
	}
	t.types.Imports(t.pkg, imported)
	t.report.Diagnostics.Add(t.plans.Warnings(func(p *plan.Plan) bool { return decoded[p] })...)
}

// usePatterns has a matcher made for every pattern of the graph: the table uses
// it, whether or not a plan does. It says what each is first used for.
func (t *Types) usePatterns() map[*plan.Pattern]string {
	uses := map[*plan.Pattern]string{}
	use := func(text, what string) {
		if p := t.in.Patterns.Use(text); p != nil && uses[p] == "" {
			uses[p] = what
		}
	}
	for _, n := range t.in.Graph.Nodes {
		if n.Pattern != nil {
			use(*n.Pattern, t.places.Short(n))
		}
		for _, pp := range n.PatternProperties {
			use(pp.Pattern, t.places.Short(n)+"Name")
		}
	}
	return uses
}
