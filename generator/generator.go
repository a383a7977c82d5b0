// Package generator is the compiler: it reads schemas with their overlays and
// writes Go packages. It is a pure core that reads through an fs.FS and returns
// what it made; cmd/bindery does the rest. The stages are the packages below
// it, each with one reason to exist; this package only runs them in order.
package generator

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/bindery-go/bindery/generator/diag"
	"github.com/bindery-go/bindery/generator/document"
	"github.com/bindery-go/bindery/generator/emit/bindings"
	"github.com/bindery-go/bindery/generator/emit/codec"
	"github.com/bindery-go/bindery/generator/emit/data"
	"github.com/bindery-go/bindery/generator/emit/encode"
	"github.com/bindery-go/bindery/generator/emit/gofile"
	"github.com/bindery-go/bindery/generator/emit/limits"
	"github.com/bindery-go/bindery/generator/emit/paths"
	emitprogram "github.com/bindery-go/bindery/generator/emit/program"
	"github.com/bindery-go/bindery/generator/emit/protocol"
	"github.com/bindery-go/bindery/generator/emit/types"
	"github.com/bindery-go/bindery/generator/flowchart"
	"github.com/bindery-go/bindery/generator/lower"
	"github.com/bindery-go/bindery/generator/model"
	"github.com/bindery-go/bindery/generator/output"
	"github.com/bindery-go/bindery/generator/overlay"
	"github.com/bindery-go/bindery/generator/program"
	"github.com/bindery-go/bindery/generator/schema"
	"github.com/bindery-go/bindery/generator/section"
	"github.com/bindery-go/bindery/generator/source"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Package is one Go package to generate.
type Package struct {
	Schema     string // slash path of the schema, relative to the configuration
	Overlay    string // "" for none
	Name       string // Go package name
	ImportPath string // "" when unknown
	Out        string // directory, relative to the configuration
	Roots      []Root
	Names      []Name
	// Steps is the directory in which the user writes steps; "" for none.
	Steps string
	// Pos, OverlayPos and the like are where the configuration says so.
	Pos, OverlayPos, NamePos, OutPos, StepsPos source.Pos
	// Held are the names of the package as it was last generated.
	Held        map[string]string
	HeldMembers map[string]map[string]string
}

// Root is an entry type: its Go name and the JSON Pointer of its schema ("#"
// for the root).
type Root struct {
	Name    string
	Pointer string
	Pos     source.Pos
}

// Name is the Go name of what a JSON Pointer ("#/properties/a") leads to.
type Name struct {
	Pointer, Name string
	Pos           source.Pos
}

// Ref maps a URI prefix to a directory of schemas.
type Ref struct{ Prefix, Dir string }

// Config is all that generation depends on beside the files.
type Config struct {
	Packages     []Package
	Refs         []Ref
	Ignore       []Ignore
	AssertFormat bool
	Strict       bool // no repairs of quirks
}

// Files are generated files by slash path, relative to the configuration.
type Files map[string][]byte

// Result is what generation of one package gave.
type Result struct {
	Package *model.Package
	Program *validate.Program
	Graph   *schema.Graph
	Doc     *document.Node // the schema after its overlay
	Files   Files
}

// Generate makes every package of the configuration. When the diagnostics
// have an error the files are incomplete and must not be written.
func Generate(ctx context.Context, w *Workspace, c Config) (Files, diag.Diagnostics) {
	results, ds := Compile(ctx, w, c)
	files := Files{}
	for _, r := range results {
		if r == nil {
			continue
		}
		for name, data := range r.Files {
			files[name] = data
		}
	}
	ds.Add(skeletons(w, c, results, files)...)
	return files, ds.Sorted()
}

// Compile is Generate with the stages' results, one for each package, nil
// where a package has errors. Packages are compiled side by side.
func Compile(ctx context.Context, w *Workspace, c Config) ([]*Result, diag.Diagnostics) {
	docs := make([]*document.Node, len(c.Packages))
	results := make([]*Result, len(c.Packages))
	found := make([]diag.Diagnostics, len(c.Packages))
	each(c.Packages, func(i int) {
		docs[i], found[i] = readSchema(w, &c.Packages[i])
	})
	lib := newLibrary(c.Packages, docs)
	each(c.Packages, func(i int) {
		if docs[i] == nil || ctx.Err() != nil {
			return
		}
		result, more := compile(w, lib, c, &c.Packages[i], docs[i])
		results[i] = result
		found[i].Add(more...)
	})
	var ds diag.Diagnostics
	for _, d := range found {
		ds.Add(d...)
	}
	return results, ds.Sorted()
}

// each calls f for every index of a list, side by side.
func each[T any](list []T, f func(i int)) {
	var wg sync.WaitGroup
	for i := range list {
		wg.Go(func() { f(i) })
	}
	wg.Wait()
}

// build resolves the schema of a package to a graph.
func build(w *Workspace, lib *library, c Config, p *Package, doc *document.Node) (*schema.Graph, diag.Diagnostics) {
	space := newURISpace(w, lib, p.Schema, doc)
	loaders := schema.Loaders{space}
	for _, r := range c.Refs {
		loaders = append(loaders, w.directory(r))
	}
	options := schema.Options{Loader: loaders, AssertFormat: c.AssertFormat, Strict: c.Strict}
	space.raise()
	for {
		options.Places = space.places()
		graph, ds := schema.Build(entriesOf(space.uri(p.Schema), doc, p), options)
		if !space.raise() {
			return graph, ds
		}
	}
}

// compile runs the stages for one package.
func compile(w *Workspace, lib *library, c Config, p *Package, doc *document.Node) (*Result, diag.Diagnostics) {
	graph, ds := build(w, lib, c, p, doc)
	sections, found := section.Read(doc)
	ds.Add(found...)
	names, found := overrides(p, doc)
	ds.Add(found...)
	if ds.HasErrors() {
		return nil, ds
	}
	prog, err := program.Build(graph)
	if err != nil {
		ds.Addf(diag.Internal, source.InFile(p.Schema), "%v", err)
		return nil, ds
	}
	in := lower.Input{
		Graph: graph, Package: p.Name, ImportPath: p.ImportPath, Source: p.Schema, Overlay: p.Overlay,
		SchemaText: doc.AppendJSON(nil), Sections: sections, Overrides: names, Held: p.Held, HeldMembers: p.HeldMembers,
		Judge: program.NewJudge(prog),
	}
	for i, r := range p.Roots {
		in.Roots = append(in.Roots, lower.Root{Name: r.Name, Node: graph.Roots[i]})
	}
	pkg, found := lower.Package(in)
	ds.Add(found...)
	if ds.HasErrors() {
		return nil, ds
	}
	prog = program.Conjoin(prog, pkg.Conjunctions)
	files, found := emit(pkg, prog, p)
	ds.Add(found...)
	return &Result{Package: pkg, Program: prog, Graph: graph, Doc: doc, Files: files}, ds
}

// readSchema reads a schema and applies its overlay; the node is nil where the
// diagnostics have an error.
func readSchema(w *Workspace, p *Package) (*document.Node, diag.Diagnostics) {
	doc, ds := readDocument(w, p.Schema, p.Pos)
	var patch *document.Node
	if p.Overlay != "" {
		var found diag.Diagnostics
		patch, found = readDocument(w, p.Overlay, p.OverlayPos)
		ds.Add(found...)
	}
	if ds.HasErrors() {
		return nil, ds
	}
	if patch != nil {
		var found diag.Diagnostics
		doc, found = overlay.Apply(doc, patch)
		ds.Add(found...)
		if ds.HasErrors() {
			return nil, ds
		}
	}
	return doc, ds
}

// readDocument reads a file that the configuration or the command line names.
func readDocument(w *Workspace, name string, asked source.Pos) (*document.Node, diag.Diagnostics) {
	var ds diag.Diagnostics
	f, err := w.Read(name)
	switch {
	case err == nil:
		return document.Read(f)
	case errors.Is(err, fs.ErrNotExist):
		ds.Addf(diag.SchemaNotFound, asked, "there is no file %s", name)
	default:
		ds.Addf(diag.SchemaUnreadable, asked, "%v", err)
	}
	return nil, ds
}

// entriesOf lists the schemas to start from: the roots, then every named
// definition, so that each has its Go type whether or not a root reaches it.
func entriesOf(uri string, doc *document.Node, p *Package) []schema.Entry {
	var out []schema.Entry
	for _, r := range p.Roots {
		pointer := r.Pointer
		if pointer == "" || pointer[0] != '#' {
			pointer = "#" + pointer
		}
		out = append(out, schema.Entry{URI: uri + pointer, Pos: r.Pos})
	}
	for _, keyword := range []string{"$defs", "definitions"} {
		defs := doc.Get(keyword)
		if defs == nil || defs.Kind != document.Object {
			continue
		}
		for _, m := range defs.Members {
			if m.Value.Kind == document.Object || m.Value.Kind == document.Bool {
				out = append(out, schema.Entry{URI: uri + document.FormatFragment(keyword, m.Name), Pos: m.NamePos})
			}
		}
	}
	return out
}

// overrides maps the places that the configuration names to their Go names. A
// place lies in the schema or, where the overlay has brought it in, there.
func overrides(p *Package, doc *document.Node) (map[string]string, diag.Diagnostics) {
	out := map[string]string{}
	var ds diag.Diagnostics
	for _, n := range p.Names {
		tokens, err := document.ParseFragment(strings.TrimPrefix(n.Pointer, "#"))
		if err != nil || doc.At(tokens...) == nil {
			ds.Addf(diag.BadConfig, n.Pos, "the schema has nothing at %s", n.Pointer)
			continue
		}
		for _, file := range []string{p.Schema, p.Overlay} {
			out[file+"#"+document.FormatPointer(tokens...)] = n.Name
		}
	}
	return out, ds
}

// emit prints and renders the files of a package.
func emit(pkg *model.Package, prog *validate.Program, p *Package) (Files, diag.Diagnostics) {
	base := gofile.NewPackage(pkg)
	rendered := render(
		types.Emit(base),
		codec.Emit(base),
		encode.Emit(base),
		later(func() []*gofile.File { return emitprogram.Emit(base, prog) }),
		later(func() []*gofile.File { return protocol.Emit(base) }),
		later(func() []*gofile.File { return limits.Emit(base) }),
		later(func() []*gofile.File { return paths.Emit(base) }),
		later(func() []*gofile.File { return bindings.Emit(base) }),
		later(func() []*gofile.File { return data.Emit(base) }),
	)
	files := Files{}
	var ds diag.Diagnostics
	for _, r := range rendered {
		if r.err != nil {
			ds.Addf(diag.Internal, source.InFile(p.Schema), "generated file %s is no Go: %v", r.name, r.err)
			continue
		}
		files[path.Join(p.Out, r.name)] = r.text
	}
	if page := flowchart.Page(pkg); page != nil {
		files[path.Join(p.Out, flowchart.PageName)] = page
	}
	files[path.Join(p.Out, output.ManifestName)] = manifest(pkg, files).Encode()
	return files, ds
}

// manifest lists what the package consists of.
func manifest(pkg *model.Package, files Files) output.Manifest {
	m := output.Manifest{Schema: pkg.Source, Names: pkg.Names, Members: pkg.Members}
	for name := range files {
		m.Files = append(m.Files, path.Base(name))
	}
	return m
}
