package compiler

import (
	"cmp"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/output"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// imports says which packages of a configuration use the Go types of which
// others: those whose schemas their own refer to.
type imports struct {
	units []*unit
	at    map[*unit]map[*unit]source.Pos // the first reference from one to another
	list  map[*unit][]*unit              // what each imports, in the order of the configuration
}

// newImports finds the references between packages in their graphs.
func newImports(lib *library, units []*unit) *imports {
	im := &imports{units: units, at: map[*unit]map[*unit]source.Pos{}, list: map[*unit][]*unit{}}
	order := map[*unit]int{}
	for i, u := range units {
		order[u] = i
	}
	for _, u := range units {
		im.at[u] = u.references(lib)
		im.list[u] = slices.SortedFunc(maps.Keys(im.at[u]), func(a, b *unit) int { return order[a] - order[b] })
	}
	return im
}

// references maps the packages whose schemas that of u refers to to the first
// reference to each.
func (u *unit) references(lib *library) map[*unit]source.Pos {
	out := map[*unit]source.Pos{}
	if u.graph == nil {
		return out
	}
	for _, n := range u.graph.Nodes {
		if from := u.owner(lib, n); from != nil && from != u {
			continue // where that package leads is its own affair
		}
		for _, r := range n.Refs {
			to := u.owner(lib, r.Target)
			if to == nil || to == u {
				continue
			}
			if _, met := out[to]; !met {
				out[to] = r.Pos
			}
		}
	}
	return out
}

// block marks the packages that use types of one that has failed, in turn.
func (im *imports) block() {
	for again := true; again; {
		again = false
		for _, u := range im.units {
			if !u.blocked && slices.ContainsFunc(im.of(u), (*unit).hasFailed) {
				u.blocked, again = true, true
			}
		}
	}
}

// owner is the package that a node of u's graph belongs to, nil for none.
func (u *unit) owner(lib *library, n *schema.Node) *unit {
	if u.Owns(n.Pos.File) {
		return u // another package of the same schema may come first for others
	}
	return lib.owner[n.Pos.File]
}

// of lists the packages that u imports, in the order of the configuration.
func (im *imports) of(u *unit) []*unit { return im.list[u] }

// check reports imports that Go does not allow, and gives the packages that
// import others, or are imported, their import paths.
func (im *imports) check(w *workspace.Workspace) diag.Diagnostics {
	ds := im.cycles()
	if ds.HasErrors() {
		return ds
	}
	for _, u := range im.units {
		// What is wrong with the directory alone, CheckConfig says.
		full := w.ImportPath(u.Out)
		if why := config.Unimportable(full); full != "" && why != "" && config.Unimportable(path.Join("m", u.Out)) == "" {
			ds.Addf(diag.NoImportPath, u.OutPos, "%q cannot be an import path: %s", full, why)
		}
		for _, other := range im.of(u) {
			u.ImportPath = cmp.Or(u.ImportPath, w.ImportPath(u.Out))
			other.ImportPath = cmp.Or(other.ImportPath, w.ImportPath(other.Out))
			var d diag.Diagnostic
			switch {
			case other.ImportPath == "":
				d = diag.New(diag.NoImportPath, other.OutPos, "no go.mod says what the import path of %s is", other.Out)
			case !mayImport(u.ImportPath, other.ImportPath):
				d = diag.New(diag.NoImportPath, other.OutPos, "%s is internal: %s cannot import it", other.ImportPath, cmp.Or(u.ImportPath, u.Out))
			default:
				continue
			}
			ds.Add(d.WithRelated(im.at[u][other], "package %s uses its types", u.Name))
		}
	}
	return ds
}

// mayImport reports whether the package from may import pkg (cmd/go, "Internal
// Directories").
func mayImport(from, pkg string) bool {
	at := strings.LastIndex("/"+pkg+"/", "/internal/")
	return at < 0 || strings.HasPrefix("/"+from+"/", path.Clean(("/" + pkg)[:at])+"/")
}

// cycles reports packages that would import each other.
func (im *imports) cycles() diag.Diagnostics {
	var ds diag.Diagnostics
	done := map[*unit]bool{}
	var chain []*unit
	var visit func(u *unit)
	visit = func(u *unit) {
		for i, open := range chain {
			if open == u {
				ds.Add(im.cycle(chain[i:]))
				return
			}
		}
		if done[u] {
			return
		}
		chain = append(chain, u)
		for _, other := range im.of(u) {
			visit(other)
		}
		chain = chain[:len(chain)-1]
		done[u] = true
	}
	for _, u := range im.units {
		visit(u)
	}
	return ds
}

// cycle reports packages of which each refers to the schema of the next, and the
// last to that of the first.
func (im *imports) cycle(chain []*unit) diag.Diagnostic {
	names := lists.Of(append(slices.Clip(chain), chain[0]), func(u *unit) string { return u.Name })
	last := len(chain) - 1
	d := diag.New(diag.PackageCycle, im.at[chain[last]][chain[0]],
		"the packages %s refer to each other's schemas, and Go packages cannot import each other", strings.Join(names, " → "))
	for i, u := range chain[:last] {
		d = d.WithRelated(im.at[u][chain[i+1]], "package %s refers to the schema of package %s", u.Name, chain[i+1].Name)
	}
	return d
}

// inOrder calls f for every package with the models of those that it imports,
// which are made before. There must be no cycle.
func (im *imports) inOrder(f func(u *unit, models []*model.Package)) {
	done := map[*unit]chan struct{}{}
	for _, u := range im.units {
		done[u] = make(chan struct{})
	}
	var wg sync.WaitGroup
	places := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, u := range im.units {
		wg.Go(func() {
			defer close(done[u])
			for _, other := range im.of(u) {
				<-done[other]
			}
			places <- struct{}{}
			defer func() { <-places }()
			f(u, im.models(u))
		})
	}
	wg.Wait()
}

// models lists the models of the packages that u imports, and of those that
// these import: their types are in its graph as well.
func (im *imports) models(u *unit) []*model.Package {
	var out []*model.Package
	for other := range components.Reached(im.of, im.of(u)...) {
		if other.result != nil {
			out = append(out, other.result.Package)
		}
	}
	return out
}

// share marks the types that other packages read and write, or whose schemas their tables
// refer to, so that they get the methods for it. Where not all packages can tell, what is
// on disk of the others may need what it needed before.
func share(units []*unit) {
	unknown := slices.ContainsFunc(units, func(u *unit) bool { return !u.needed || u.hasFailed() })
	for _, u := range units {
		if u.result != nil && unknown {
			for _, d := range u.result.Package.Decls {
				d.Shared = slices.Contains(u.HeldShared, d.Name)
				d.Asked = held(u, d)
			}
		}
	}
	for _, u := range units {
		if u.result == nil {
			continue
		}
		for _, d := range u.result.Package.Uses {
			d.Shared = true
		}
		for _, n := range u.result.Package.Imported {
			n.Decl.Shared = true
		}
		for _, r := range u.result.Package.Roots {
			if r.Imported {
				r.Decl.Asked = r.Decl.Asked.And(u.result.Package.EntryMethods())
			}
		}
	}
}

// held are the methods that a type had for other packages whose entry type it is when its
// package was last generated.
func held(u *unit, d *model.Decl) model.Methods {
	names, asked := u.HeldEntries[d.Name]
	if !asked {
		return model.Methods{}
	}
	return model.MethodsNamed(names)
}

// shareable reports the packages that are not asked for and whose code, as it was last
// generated, lacks what those that are asked for need of its types.
func shareable(units []*unit) {
	at := lists.By(units, func(u *unit) string { return u.ImportPath })
	for _, u := range units {
		if u.result == nil || u.Skip || u.hasFailed() {
			continue
		}
		told := map[*unit]bool{}
		for _, d := range u.result.Package.Uses {
			other := at[d.Package]
			if other == nil || !other.Skip || told[other] {
				continue
			}
			lacks := ""
			switch {
			case !slices.Contains(other.HeldShared, d.Name):
				lacks = "no other package used it when they were generated, if they were"
			case other.HeldInterface < output.Interface:
				lacks = "they were generated by an earlier release"
			case d.Asked.And(held(other, d)) != held(other, d):
				lacks = "since then another package has it as an entry type, or wants more methods of those"
			default:
				continue
			}
			told[other] = true
			u.found.Add(diag.New(diag.StalePackage, u.NamePos, "package %s uses the type %s of package %s, whose files have no methods for that: %s",
				u.Name, d.Name, other.Name, lacks).WithHelp("generate it as well: bindery generate --only %s --only %s", other.Name, u.Name))
		}
	}
}
