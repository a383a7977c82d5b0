package declare

import (
	"cmp"
	"fmt"
	"slices"
	"sort"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/gotype/naming"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// UseImported puts the types of other packages in the place of those that were
// made here for schemas which these packages own: a reference into the schema of
// another package uses that package's Go type, and an entry type that is no more than
// one is another name of it. The plans stay, for what they tell about the branches of
// unions, but their functions only call the methods of the type. It returns those plans.
func (ts *Types) UseImported(roots []*model.Root) (imported map[*plan.Plan]bool) {
	theirs := renaming{}
	imported = map[*plan.Plan]bool{}
	for _, d := range ts.Declared {
		p := d.Decl.Plan
		isAround := ts.around[p] == d.Decl
		if ts.own[p] || ts.DeclOf(p) != d.Decl && !isAround {
			continue
		}
		t := theirType(d, ts.Plans.Info(p).Intersection, ts.Others)
		if t != nil && (!isAround || theirs.holds(t, ts.of[p])) {
			theirs[d.Decl] = t
			imported[p] = !isAround // what is around a value is no part of others
		}
	}
	if len(theirs) == 0 {
		return imported
	}
	for _, r := range roots {
		if t := theirs[r.Decl]; t != nil {
			r.Decl, r.Imported = t, true
		}
	}
	ts.Declared = slices.DeleteFunc(ts.Declared, func(d *naming.Declaration) bool { return theirs[d.Decl] != nil })
	for _, t := range ts.of {
		theirs.typ(t)
	}
	for _, d := range ts.Declared {
		theirs.decl(d.Decl)
	}
	return imported
}

// theirType finds the type that the owner of a declaration's place, or of all
// that it says, has for the same meaning: it can have been met at a place here
// that only refers there.
func theirType(d *naming.Declaration, in intersect.Intersection, packages []*model.Package) *model.Decl {
	if at := d.Decl.Plan.Imported; at != "" {
		return Definition(in.Imported(), packages).Decl
	}
	nodes := in.Nodes
	named := in
	if d.Place.Node != nil {
		nodes = append([]*schema.Node{d.Place.Node}, nodes...)
		named.Name = d.Place.Node.Place() // it may be an entry type there
	}
	asked := map[*model.Package]bool{nil: true}
	plain, asEntry := "", ""
	for _, n := range nodes {
		owner := ownerOf(n, packages)
		if asked[owner] {
			continue
		}
		asked[owner] = true
		if plain == "" { // long where many schemas speak together
			plain, asEntry = meaning(in), meaning(named)
		}
		if t := cmp.Or(owner.ByMeaning[plain], owner.ByMeaning[asEntry]); t != nil {
			return t
		}
	}
	return nil
}

// Definition finds a definition of another package; the zero value for none.
func Definition(n *schema.Node, packages []*model.Package) model.Definition {
	if owner := ownerOf(n, packages); owner != nil {
		return owner.Definitions[n.Place()]
	}
	return model.Definition{}
}

// ownerOf is the package that a schema belongs to, nil where it is none of them.
func ownerOf(n *schema.Node, packages []*model.Package) *model.Package {
	return lists.First(packages, func(p *model.Package) bool { return p.Owns(n.Pos.File) })
}

// renaming maps declarations to those of other packages.
type renaming map[*model.Decl]*model.Decl

// holds reports whether a struct around nullable values holds such of a type.
func (r renaming) holds(around *model.Decl, value *model.Type) bool {
	if value.Kind == model.Named && r[value.Decl] != nil {
		value = model.NamedType(r[value.Decl])
	}
	return around.Kind == model.NullableRoot && model.SameType(around.Fields[0].Type.Elem, value)
}

func (r renaming) typ(t *model.Type) {
	for ; t != nil; t = t.Elem {
		if t.Kind == model.Named && r[t.Decl] != nil {
			t.Decl = r[t.Decl]
		}
		r.typ(t.Key)
	}
}

func (r renaming) decl(d *model.Decl) {
	for t := range d.Types() {
		r.typ(t)
	}
}

// Imports lists the packages whose types the declarations of one package are made
// of, and those of their types that its code reads and writes itself, the plans
// in the list among them.
func (ts *Types) Imports(pkg *model.Package, plans []*plan.Plan) {
	reached := reach{}
	for _, d := range pkg.Decls {
		reached.decl(d)
	}
	for _, r := range pkg.Roots {
		reached.decl(r.Decl)
	}
	for _, other := range ts.Others {
		for _, d := range other.Decls {
			if reached[d] {
				pkg.Imports = append(pkg.Imports, other)
				break
			}
		}
	}
	uses := map[*model.Decl]bool{}
	use := func(d *model.Decl) {
		if d.Package != pkg.ImportPath && !uses[d] {
			uses[d] = true
			pkg.Uses = append(pkg.Uses, d)
		}
	}
	for _, d := range pkg.Decls {
		for t := range d.Types() {
			for ; t != nil; t = t.Elem {
				if t.Kind == model.Named {
					use(t.Decl)
				}
			}
		}
	}
	for _, p := range plans {
		use(ts.of[p].Decl)
	}
	for _, r := range pkg.Roots {
		use(r.Decl)
	}
}

// ByMeaning finds the declared types of a package by what they mean, for the
// packages that refer to its schema.
func (ts *Types) ByMeaning() map[string]*model.Decl {
	out := map[string]*model.Decl{}
	for _, d := range ts.Declared {
		if p := d.Decl.Plan; ts.DeclOf(p) == d.Decl || ts.around[p] == d.Decl {
			out[meaning(ts.Plans.Info(d.Decl.Plan).Intersection)] = d.Decl
		}
	}
	return out
}

// meaning identifies an intersection in every graph that holds the same files.
func meaning(in intersect.Intersection) string {
	parts := make([]string, 0, len(in.Nodes)+len(in.Chosen))
	for _, n := range in.Nodes {
		parts = append(parts, n.Place()+"\n"+n.Scope)
	}
	for _, c := range in.Chosen {
		parts = append(parts, "without "+c.Keyword+" of "+c.Node.Place()+"\n"+c.Node.Scope)
	}
	sort.Strings(parts)
	return fmt.Sprintf("%s\n%d %v %d %v %v %s", strings.Join(parts, "\n"), in.Kinds, in.VerdictOnly, in.Ways, in.Apart, in.PassingOnly, in.Name)
}
