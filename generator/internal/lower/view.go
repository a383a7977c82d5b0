package lower

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Package returns the model, nil where the diagnostics have an error.
func (t *Types) Package() (*model.Package, diag.Diagnostics) {
	if t.report.Diagnostics.HasErrors() {
		return nil, t.report.Diagnostics
	}
	return t.pkg, t.report.Diagnostics
}

// Reportf reports what is amiss with a section.
func (t *Types) Reportf(code diag.Code, pos source.Pos, format string, args ...any) {
	t.report.Diagnostics.Addf(code, pos, format, args...)
}

// Report reports a diagnostic.
func (t *Types) Report(d diag.Diagnostic) { t.report.Diagnostics.Add(d) }

// Measure tells that the code of a section encodes values to measure them.
func (t *Types) Measure() { t.pkg.Measured = true }

// RootSchemas are the schemas of the root types.
func (t *Types) RootSchemas() []*schema.Node {
	return lists.Of(t.in.Roots, func(r Root) *schema.Node { return r.Node })
}

// Root is the root type of a schema; nil where it is not a root.
func (t *Types) Root(n *schema.Node) *model.Root {
	for i, r := range t.in.Roots {
		if r.Node == n {
			return t.pkg.Roots[i]
		}
	}
	return nil
}

// Words says how words are spelt in Go names.
func (t *Types) Words() names.Words { return t.in.Words }

// IsFast reports whether there is a function for each type that reads its documents.
func (t *Types) IsFast() bool { return t.in.Codec != model.Compact }

// HasYAML reports whether documents are read and written as YAML too.
func (t *Types) HasYAML() bool { return t.in.YAML }

// Source is the slash path of the schema.
func (t *Types) Source() string { return t.in.Source }

// IsRepaired reports whether the schema is read otherwise than it is written.
func (t *Types) IsRepaired() bool { return t.in.RepairedText != nil }

// Want asks for a Go name of the package block, see [naming.Claims.Want].
func (t *Types) Want(target *string, key, wanted string, pos source.Pos) {
	t.claims.Want(target, key, wanted, pos)
}

// WantFunc asks for the name of a function that is made of the whole schema, and of which
// messages say what it does.
func (t *Types) WantFunc(target *string, key, wanted, does string) {
	t.claims.WantAs("the function that "+does, target, key, wanted, source.InFile(t.Source()))
}

// NameOf is what messages call a type before it has its Go name.
func (t *Types) NameOf(d *model.Decl) string {
	if !t.IsOwnType(d) {
		return d.Name
	}
	if declared := lists.First(t.types.Declared, func(of *naming.Declaration) bool { return of.Decl == d }); declared != nil {
		return declared.Place.Name
	}
	return d.Pointer
}

// Document is the type of the documents that the sections of a schema speak of:
// the entry type that is the whole schema, else the first one; nil without any.
func (t *Types) Document() *model.Decl {
	if at := t.documentRoot(); at >= 0 {
		return t.pkg.Roots[at].Decl
	}
	return nil
}

// DocumentSchema is the schema of that type; nil without any.
func (t *Types) DocumentSchema() *schema.Node {
	if at := t.documentRoot(); at >= 0 {
		return t.in.Roots[at].Node
	}
	return nil
}

// documentRoot is the index of that type's root; -1 where there is none.
func (t *Types) documentRoot() int {
	for i, r := range t.in.Roots {
		if r.Node.FilePointer == "" {
			return i
		}
	}
	return min(0, len(t.in.Roots)-1)
}

// MemberOf finds where values of a schema have those of another one, which stands at a JSON
// Pointer of the package's schema: the JSON Pointer of the member, by names that are
// declared, in the schema itself or where it refers to. It is "" where there is none.
func (t *Types) MemberOf(from *schema.Node, pointer string) string {
	type place struct {
		of *schema.Node
		at string
	}
	target := t.ownNode(pointer)
	if target == nil {
		return ""
	}
	seen := map[*schema.Node]bool{}
	for queue := []place{{from, ""}}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		for _, n := range t.Schemas(nil, append(t.OnlyBranches(p.of), p.of)...) {
			if seen[n] {
				continue
			}
			seen[n] = true
			for _, m := range n.Properties {
				at := document.AppendToken(p.at, m.Name)
				if m.Node == target {
					return at
				}
				queue = append(queue, place{m.Node, at})
			}
		}
	}
	return ""
}

// Pattern returns the matcher of an ECMA-262 pattern; nil where it matches every
// text.
func (t *Types) Pattern(text string) *plan.Pattern { return t.in.Patterns.Use(text) }

// Enum finds the Go type of an enum of strings that has all the values, and its
// constants for them, in their order. Of several the one at the JSON Pointer is
// taken, else the first. The constants have their names once all are given.
func (t *Types) Enum(pointer string, values []string) (*model.Decl, []string) {
	var found *model.Decl
	var constants []string
	for _, d := range t.types.Declared {
		list := constantsOf(d.Decl, values)
		switch {
		case list == nil:
		case strings.HasSuffix(d.Decl.Pointer, "#"+pointer):
			return d.Decl, list
		case found == nil:
			found, constants = d.Decl, list
		}
	}
	return found, constants
}

// constantsOf lists the constants of values; nil where the type lacks one.
func constantsOf(decl *model.Decl, values []string) []string {
	if decl.Kind != model.Enum || decl.Underlying.Kind != model.String {
		return nil
	}
	list := []string{}
	for _, value := range values {
		at := slices.IndexFunc(decl.Enum, func(v model.EnumValue) bool { return v.Text == value })
		if at < 0 {
			return nil
		}
		list = append(list, decl.Enum[at].Name)
	}
	return list
}

// IsOwnType reports whether the package itself declares a type.
func (t *Types) IsOwnType(d *model.Decl) bool { return d.Package == t.in.ImportPath }

// Schemas lists the schemas that apply to a value without condition: those of
// the list, those of its plan, and what they apply in place.
func (t *Types) Schemas(of *plan.Plan, list ...*schema.Node) []*schema.Node {
	from := lists.Present(list...)
	for ; of != nil; of = of.NonNull {
		from = append(from, lists.Of(of.Nodes, func(id int) *schema.Node { return t.in.Graph.Nodes[id] })...)
	}
	return slices.Collect(components.Reached(intersect.Unconditional, from...))
}

// SchemasOf lists the schemas that apply to the values of a type, which may be another
// package's.
func (t *Types) SchemasOf(d *model.Decl) []*schema.Node {
	if t.IsOwnType(d) {
		return t.Schemas(d.Plan)
	}
	return t.Schemas(nil, lists.First(t.in.Graph.Nodes, func(n *schema.Node) bool { return n.Place() == d.Pointer }))
}

// MembersOf tells which schemas have a say on the members of objects.
func (t *Types) MembersOf(objects []*schema.Node) *intersect.Members {
	return t.schemas.MembersOf(objects)
}

// OnlyBranches gives the branch that remains of each union of a schema once null
// is left out, which is how a nullable value is written. Unions of which
// several remain have none.
func (t *Types) OnlyBranches(n *schema.Node) []*schema.Node {
	var out []*schema.Node
	for _, u := range intersect.UnionsOf(n) {
		remain := lists.Where(u.Branches, func(branch *schema.Node) bool {
			return t.schemas.Analysis.Kinds(branch)&^kind.Null != 0
		})
		if len(remain) == 1 {
			out = append(out, remain...)
		}
	}
	return out
}

// Named is the type expression of a declaration.
func Named(d *model.Decl) *model.Type { return model.NamedType(d) }
