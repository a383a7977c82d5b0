package compiler

import (
	"maps"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/gotype/declare"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections"
	"github.com/bindery-go/bindery/runtime/validate"
)

// The graph of a package ends where its schema only refers to a definition of another
// package: the type, its checks and the rows of the table are in that package. Else
// the last of a chain of packages would stand in the graphs of all others. Whether a
// definition can be used so shows when its package is lowered, which comes first. A
// graph that ends at one which cannot is built again.

// mayEnd reports whether the graph of a package may end at others: nothing looks for
// places behind them.
func (u *unit) mayEnd() bool {
	return u.doc != nil && !sections.Has(u.doc) && len(u.Names) == 0 && len(u.Types) == 0
}

// border tells where the graph of a package may end; nil for nowhere.
func (u *unit) border(lib *library, c config.Config) func(file, pointer string) bool {
	if !u.ends || len(u.Refs) > 0 {
		return nil
	}
	lib.whole.Lock()
	whole := maps.Clone(lib.whole.places)
	lib.whole.Unlock()
	return func(file, pointer string) bool {
		owner, at := lib.owner[file], file+"#"+pointer
		return owner != nil && !u.Owns(file) && len(owner.Refs) == 0 && !whole[at] && !u.known[at] &&
			c.AssertsByItself(u.Package) == c.AssertsByItself(owner.Package)
	}
}

// lowerAll lowers a package, after building its graph again where it ends at
// definitions of which more has to be known.
func (u *unit) lowerAll(imports []*model.Package, build func()) {
	again := func() {
		u.found, u.graph = u.found[:u.unbuilt], nil
		build()
	}
	for u.opaque(imports) {
		again()
	}
	if u.lower(imports); u.entered == nil {
		return
	}
	u.known = map[string]bool{}
	for u.entered != nil || u.opaque(imports) {
		for _, at := range u.entered {
			u.known[at] = true
		}
		u.entered = nil
		again()
		if !u.opaque(imports) {
			u.lower(imports)
		}
	}
}

// opaque reports whether the graph ends at definitions that are no types of their
// packages, or that these read in another way. It keeps other graphs from doing so.
func (u *unit) opaque(imports []*model.Package) bool {
	if u.graph == nil || !u.ends {
		return false
	}
	found := false
	for _, n := range u.graph.Nodes {
		if !n.Imported {
			continue
		}
		if d := declare.Definition(n, imports); d.Meaning == lower.MeaningOf(n) {
			n.Types = d.Kinds.Types()
			continue
		}
		found = true
		u.lib.whole.Lock()
		u.lib.whole.places[n.Place()] = true
		u.lib.whole.Unlock()
	}
	return found
}

// importedNodes are the nodes of the package's table whose schemas are in the tables
// of others.
func (u *unit) importedNodes() []validate.Import {
	imported := lists.Where(u.graph.Nodes, func(n *schema.Node) bool { return n.Imported })
	return lists.Of(imported, func(n *schema.Node) validate.Import {
		return validate.Import{Node: n.ID, From: schemaOf{u.owner(u.lib, n), n.Place()}}
	})
}

// schemaOf is the schema of a definition in the table of its package.
type schemaOf struct {
	owner *unit
	place string
}

// SchemaNode returns the table and the number of the definition in it.
func (s schemaOf) SchemaNode() (*validate.Program, int) {
	return s.owner.result.Program, *s.owner.result.Package.Definitions[s.place].Decl.Definition
}
