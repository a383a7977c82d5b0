package lower

import (
	"fmt"
	"sort"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// adopt puts the types of other packages in the place of those that were made
// here for schemas which these packages own: a reference into the schema of
// another package uses that package's Go type. The plans stay, for what they
// tell about the branches of unions, but their functions only call the methods
// of the type.
func (b *builder) adopt() {
	theirs := map[*model.Decl]*model.Decl{}
	for _, d := range b.declared {
		c, ok := b.conjOf[d.decl.Plan]
		if !ok || d.decl.Root || declOf(d.decl.Plan) != d.decl {
			continue
		}
		if t := b.theirs(d, c); t != nil {
			theirs[d.decl] = t
		}
	}
	if len(theirs) == 0 {
		return
	}
	for d := range theirs {
		d.Plan.Foreign = true
	}
	r := renaming(theirs)
	for _, p := range b.order {
		r.typ(p.Type)
	}
	for _, d := range b.declared {
		r.decl(d.decl)
	}
}

// theirs finds the type that the owner of a declaration's place, or of all that
// it says, has for the same meaning: it can have been met at a place here that
// only refers there.
func (b *builder) theirs(d *declaration, c conj) *model.Decl {
	nodes := c.nodes
	if d.place.node != nil {
		nodes = append([]*schema.Node{d.place.node}, nodes...)
	}
	for _, n := range nodes {
		if owner := b.owner(n); owner != nil {
			if t := owner.ByMeaning[meaning(c)]; t != nil {
				return t
			}
		}
	}
	return nil
}

// owner is the other package that a schema belongs to, nil where it is this
// one's or no package's.
func (b *builder) owner(n *schema.Node) *model.Package {
	for _, p := range b.in.Imports {
		if n.Pos.File == p.Source || n.Pos.File == p.Overlay {
			return p
		}
	}
	return nil
}

// renaming maps declarations to those of other packages.
type renaming map[*model.Decl]*model.Decl

func (r renaming) typ(t *model.Type) {
	for ; t != nil; t = t.Elem {
		if t.Kind == model.Named && r[t.Decl] != nil {
			t.Decl = r[t.Decl]
		}
		r.typ(t.Key)
	}
}

func (r renaming) decl(d *model.Decl) {
	for t := range typesIn(d) {
		r.typ(t)
	}
}

// imports notes the packages whose types this one's are made of, and those of
// their types that this package's code reads and writes itself.
func (b *builder) imports(pkg *model.Package, plans []*model.Plan) {
	reached := reach{}
	for _, d := range pkg.Decls {
		reached.decl(d)
	}
	for _, other := range b.in.Imports {
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
		for t := range typesIn(d) {
			for ; t != nil; t = t.Elem {
				if t.Kind == model.Named {
					use(t.Decl)
				}
			}
		}
	}
	for _, p := range plans {
		if p.Foreign {
			use(p.Type.Decl)
		}
	}
}

// byMeaning finds the declared types of a package by what they mean.
func (b *builder) byMeaning() map[string]*model.Decl {
	out := map[string]*model.Decl{}
	for _, d := range b.declared {
		if c, ok := b.conjOf[d.decl.Plan]; ok && declOf(d.decl.Plan) == d.decl {
			out[meaning(c)] = d.decl
		}
	}
	return out
}

// meaning identifies a conjunction in every graph that holds the same files.
func meaning(c conj) string {
	parts := make([]string, 0, len(c.nodes)+len(c.taken)+1)
	for _, n := range c.nodes {
		parts = append(parts, location(n)+"\n"+n.Scope)
	}
	for _, t := range c.taken {
		parts = append(parts, "without "+t.keyword+" of "+location(t.node)+"\n"+t.node.Scope)
	}
	sort.Strings(parts)
	return fmt.Sprintf("%s\n%d %v %d %v %s", strings.Join(parts, "\n"), c.kinds, c.flat, c.ways, c.apart, c.named)
}
