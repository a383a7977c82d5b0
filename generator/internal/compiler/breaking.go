package compiler

import (
	"context"
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/breaking"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/output"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// Base is the state of a configuration that changes are compared with.
type Base struct {
	Workspace *workspace.Workspace
	Config    config.Config
	// Label stands before the names of its files in diagnostics.
	Label string
	// Schema is the only file that differs from what it is now; "" where any may.
	Schema string
}

// Breaking reports what the configuration breaks of the base. Packages are the
// same that have the same directory. The base has to be free of errors; what it
// has is reported as an error of the run.
func Breaking(ctx context.Context, w *workspace.Workspace, c config.Config, base Base) diag.Diagnostics {
	old, ds := Compile(ctx, base.Workspace, base.Config)
	if ds.HasErrors() && base.Schema != "" {
		base.Config = withoutFailed(base.Config, base.Schema, old)
		old, ds = Compile(ctx, base.Workspace, base.Config)
	}
	if ds.HasErrors() {
		for i := range ds {
			ds[i].Help = "nothing can be compared with a state that has mistakes: name a later one"
		}
		return Labelled(base.Label, ds)
	}
	now, ds := Compile(ctx, w, c)
	if ds.HasErrors() {
		return ds
	}
	var found diag.Diagnostics
	for i, p := range base.Config.Packages {
		if p.Skip {
			continue
		}
		before := version(base.Workspace, p, old[i])
		before.Label = base.Label
		j := indexOf(c, p)
		if j < 0 {
			found.Add(diag.New(diag.PackageRemoved, source.InFile(p.Out), "the package %s in %s is gone", p.Name, p.Out).
				WithRelated(source.Pos{File: base.Label + p.Pos.File, Line: p.Pos.Line, Column: p.Pos.Column}, "it was made from this schema"))
			continue
		}
		if name := c.Packages[j].Name; name != p.Name {
			found.Add(diag.New(diag.APIRenamed, source.InFile(p.Out), "the package in %s is called %s now; it was %s", p.Out, name, p.Name).
				WithHelp("keep the name under package: in the configuration"))
		}
		found.Add(breaking.Compare(before, version(w, c.Packages[j], now[j]))...)
	}
	return found.Sorted()
}

// withoutFailed skips the packages that could not be compiled with the earlier version of a
// schema: they may refer to what it lacks. The packages of the schema itself stay.
func withoutFailed(c config.Config, schema string, made []*Result) config.Config {
	c.Packages = slices.Clone(c.Packages)
	for i := range c.Packages {
		p := &c.Packages[i]
		p.Skip = !p.IsOf(schema) && (made[i] == nil || made[i].Files == nil)
	}
	return c
}

// indexOf finds the package of a configuration that is written to the same
// directory as another.
func indexOf(c config.Config, p config.Package) int {
	return slices.IndexFunc(c.Packages, func(q config.Package) bool { return path.Clean(q.Out) == path.Clean(p.Out) })
}

// Labelled returns diagnostics with a label before the names of their files.
func Labelled(label string, ds diag.Diagnostics) diag.Diagnostics {
	return lists.Of(ds, func(d diag.Diagnostic) diag.Diagnostic {
		d.Pos.File = label + d.Pos.File
		return d
	})
}

// version is a package as package breaking looks at it.
func version(w *workspace.Workspace, p config.Package, r *Result) *breaking.Version {
	judge := table.NewJudge(r.Program)
	docs := map[string]*document.Node{}
	v := &breaking.Version{
		Graph:    r.Graph,
		Accepts:  func(n *schema.Node, doc *document.Node) bool { return judge.Accepts(n.ID, doc) },
		Files:    map[string][]byte{},
		Names:    r.Package.Names,
		Members:  r.Package.Members,
		Promises: r.Sections.Promises(),
		Steps:    r.Sections.Protocol.Positions(),
		At:       func(place string) (source.Pos, bool) { return find(w, docs, place) },
	}
	for i, root := range p.Roots {
		v.Entries = append(v.Entries, breaking.Entry{Name: root.Name, Pointer: root.Pointer, Node: r.Graph.Roots[i]})
	}
	for _, promise := range v.Promises {
		if n := lines(r.Graph, promise); n != nil {
			v.Entries = append(v.Entries, breaking.Entry{Name: "lines of " + promise.Key, Node: n})
		}
	}
	for name, data := range r.Files {
		if base := path.Base(name); base != output.ManifestName {
			v.Files[base] = data
		}
	}
	return v
}

// lines finds the schema of the lines that a promise speaks of: nil for other promises.
func lines(g *schema.Graph, p section.Promise) *schema.Node {
	if p.Kind != section.LinesPromise {
		return nil
	}
	var found *schema.Node
	for _, n := range g.Nodes {
		if n.FilePointer != section.Pointer(p.Of) {
			continue
		}
		if n.BaseURI == g.Roots[0].BaseURI {
			return n
		}
		if found == nil {
			found = n // a resource of its own in the file
		}
	}
	return found
}

// find returns the position of what a place such as "schemas/x.yaml#/$defs/a"
// names. Documents that have been read are in docs.
func find(w *workspace.Workspace, docs map[string]*document.Node, place string) (source.Pos, bool) {
	name, pointer, _ := strings.Cut(place, "#")
	doc, known := docs[name]
	if !known {
		if f, err := w.Read(name); err == nil {
			doc, _ = document.Read(f)
		}
		docs[name] = doc
	}
	tokens, err := document.ParsePointer(pointer)
	if err != nil || doc == nil {
		return source.Pos{}, false
	}
	n := doc.At(tokens...)
	if n == nil {
		return source.Pos{}, false
	}
	if m, ok := doc.MemberAt(tokens...); ok {
		return m.NamePos, true
	}
	return n.Pos, true
}
