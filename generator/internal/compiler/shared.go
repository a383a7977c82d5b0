package compiler

import (
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// unowned hints at schemas that several packages refer to and none owns: each of
// them makes types of its own.
func unowned(units []*unit) diag.Diagnostics {
	type use struct {
		by  *unit
		ref schema.Ref
	}
	users := map[string][]use{}
	for _, u := range units {
		for _, r := range u.foreignTypes() {
			users[r.Target.Pos.File] = append(users[r.Target.Pos.File], use{u, r})
		}
	}
	var ds diag.Diagnostics
	for file, list := range users {
		if len(list) < 2 {
			continue
		}
		d := diag.New(diag.UnownedSchema, list[0].ref.Pos, "%d packages have types of their own for what %s describes, since none is made of it", len(list), file)
		for _, l := range list {
			d = d.WithRelated(l.ref.Pos, "package %s refers to it", l.by.Name)
		}
		ds.Add(d)
	}
	return ds.Sorted()
}

// foreignTypes lists the first reference to each file that belongs to no package and
// whose types the package has to declare.
func (u *unit) foreignTypes() []schema.Ref {
	if u.graph == nil {
		return nil
	}
	var out []schema.Ref
	seen := map[string]bool{}
	for _, n := range u.graph.Nodes {
		if u.owner(u.lib, n) != u {
			continue
		}
		for _, r := range n.Refs {
			file := r.Target.Pos.File
			if !seen[file] && !r.Target.IsBuiltin() && declares(r.Target) && u.owner(u.lib, r.Target) == nil {
				seen[file] = true
				out = append(out, r)
			}
		}
	}
	return out
}

// declares reports whether a schema becomes a Go type that would better be one for all.
func declares(n *schema.Node) bool {
	return len(n.Properties) > 0 || n.Enum != nil || len(n.AnyOf)+len(n.OneOf) > 1
}
