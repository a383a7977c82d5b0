// Package compiler runs the stages in order: it reads schemas with their
// overlays and makes Go packages of them. It is a pure core that reads through
// an fs.FS and returns what it made.
//
// Package generator and tests import it.
package compiler

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"iter"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/docs"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/codec"
	"github.com/bindery-go/bindery/generator/internal/emit/compact"
	"github.com/bindery-go/bindery/generator/internal/emit/encode"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	emittable "github.com/bindery-go/bindery/generator/internal/emit/table"
	"github.com/bindery-go/bindery/generator/internal/emit/types"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/output"
	"github.com/bindery-go/bindery/generator/internal/overlay"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/spelling"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Files are generated files by slash path, relative to the configuration.
type Files map[string][]byte

// Result is what generation of one package gave.
type Result struct {
	Package  *model.Package
	Sections *sections.Sections
	Program  *validate.Program
	Graph    *schema.Graph
	Doc      *document.Node // the schema after its overlay
	Files    Files
}

// Generate makes the packages of the configuration that are asked for. One with
// errors, or that uses the types of such a one, has no files: those of the others
// are whole.
func Generate(ctx context.Context, w *workspace.Workspace, c config.Config) (Files, diag.Diagnostics) {
	refs := newReference(w, c)
	stages := hooks{lowered: (*unit).release, ends: true}
	if c.Docs != "" {
		stages = hooks{ready: func(u *unit) {
			u.page = refs.page(u)
			u.release()
		}}
	}
	units, ds := compile(ctx, w, c, stages)
	files, results := Files{}, make([]*Result, len(units))
	for i, u := range units {
		if u.Skip || u.hasFailed() || u.result == nil {
			continue
		}
		results[i] = u.result
		maps.Copy(files, u.result.Files)
	}
	ds.Add(strangers(w, c, results, files)...)
	ds.Add(skeletons(w, c, results, files)...)
	ds.Add(promptTemplates(w, c, results, files)...)
	if c.Docs != "" && !slices.Contains(results, nil) && !ds.HasErrors() {
		pages, found := write(units)
		ds.Add(found...)
		for name, text := range pages {
			files[path.Join(c.Docs, name)] = text
		}
	}
	return files, ds.Sorted()
}

// Compile is Generate with the stages' results, one for each package, nil
// where a package has errors. Packages are compiled side by side, stage by
// stage: each after those whose types it uses.
func Compile(ctx context.Context, w *workspace.Workspace, c config.Config) ([]*Result, diag.Diagnostics) {
	units, ds := compile(ctx, w, c, hooks{})
	return resultsOf(units), ds
}

func resultsOf(units []*unit) []*Result {
	return lists.Of(units, func(u *unit) *Result { return u.result })
}

// hooks are called between the stages; nil does nothing.
type hooks struct {
	lowered func(*unit) // there is nothing more to find out about the package
	ready   func(*unit) // it is going to be printed; all have been lowered
	// ends: the graph of a package may end where another one begins.
	ends bool
}

// compile is Compile with hooks.
func compile(ctx context.Context, w *workspace.Workspace, c config.Config, h hooks) ([]*unit, diag.Diagnostics) {
	units, ds := modelled(ctx, w, c, h)
	printing := stage(ctx, "print", len(units))
	each(units, func(i int) {
		if u := units[i]; u.result != nil && !u.Skip && !u.hasFailed() && ctx.Err() == nil {
			printing(u)
			if h.ready != nil {
				h.ready(u)
			}
			u.emit()
		}
	})
	for _, u := range units {
		switch {
		case !u.needed:
		case u.Skip: // its warnings are for those who ask for it
			ds.Add(slices.DeleteFunc(u.found, func(d diag.Diagnostic) bool { return d.Severity < diag.Error })...)
		default:
			ds.Add(u.found...)
		}
	}
	return units, ds.Sorted()
}

// modelled takes the packages of a configuration through all stages but the
// printing. The diagnostics are those between packages; each package has its own.
func modelled(ctx context.Context, w *workspace.Workspace, c config.Config, h hooks) ([]*unit, diag.Diagnostics) {
	c.Packages = slices.Clone(c.Packages) // they get their import paths
	w.Admit(c)
	units := make([]*unit, len(c.Packages))
	eachOf := func(units []*unit, f func(*unit)) {
		each(units, func(i int) {
			if ctx.Err() == nil {
				f(units[i])
			}
		})
	}
	for i := range units {
		units[i] = &unit{Package: &c.Packages[i]}
		if c.File != "" {
			units[i].config = w.Relative(c.Packages[i].Out, c.File)
		}
	}
	reading := stage(ctx, "read", len(units))
	eachOf(units, func(u *unit) { reading(u); u.readSchema(w) })
	lib := newLibrary(w, c.Overlays, units)
	for _, u := range units {
		u.needed, u.ends = !u.Skip, h.ends && u.mayEnd()
	}
	resolving, planning := stage(ctx, "resolve", len(units)), stage(ctx, "plan", len(units))
	for ask := lists.Where(units, func(u *unit) bool { return u.needed }); len(ask) > 0; {
		eachOf(ask, func(u *unit) { resolving(u); u.build(w, lib, c) })
		ask = require(lib, ask)
	}
	between := newImports(lib, units)
	ds := between.check(w)
	ds.Add(checkRefs(w, append(slices.Clip(c.Refs), lists.Concat(c.Packages, func(p config.Package) []config.Ref { return p.Refs })...))...)
	if !c.Chosen && !slices.ContainsFunc(units, func(u *unit) bool { return u.graph == nil }) {
		ds.Add(lib.patches.unused(lib)...)
	}
	if !ds.HasErrors() {
		between.inOrder(func(u *unit, imports []*model.Package) {
			if ctx.Err() == nil && u.needed {
				planning(u)
				u.lowerAll(imports, func() { u.build(w, lib, c) })
				if h.lowered != nil {
					h.lowered(u)
				}
			}
		})
		between.block()
		share(units)
		shareable(units)
	}
	return units, ds
}

// require finds the packages that are needed for others, which have been built, and
// not needed yet.
func require(lib *library, built []*unit) []*unit {
	var out []*unit
	for _, u := range built {
		for other := range u.references(lib) {
			if !other.needed {
				other.needed = true
				out = append(out, other)
			}
		}
	}
	return out
}

// unit is a package on its way through the stages. A stage does nothing where
// one before it has found an error.
type unit struct {
	*config.Package
	doc      *document.Node   // its schema, the first of several
	docs     []*document.Node // all of its schemas; none where one cannot be read
	lib      *library         // of all schemas, once it is built
	graph    *schema.Graph
	partial  *schema.Graph // graph, but also with errors, without what they are in
	sections *sections.Sections
	names    map[string]config.Name // by place
	program  *validate.Program      // of the graph alone
	result   *Result
	page     *docs.Page // of the reference, where there is one
	found    diag.Diagnostics
	unbuilt  int             // number of those from before the graph was built
	needed   bool            // asked for, or one of those uses its types
	ends     bool            // its graph may end at other packages
	entered  []string        // places in those that its plans have to know, but do not
	known    map[string]bool // places in those that it has to know, see borders.go
	config   string          // path of the configuration from the package's directory, "" for none
	blocked  bool            // it uses the types of a package that has failed
}

// hasFailed reports whether the package cannot be made, by its own fault or that of
// one whose types it uses.
func (u *unit) hasFailed() bool { return u.blocked || u.found.HasErrors() }

// release lets go what the emitters do not need. It is large: the graph of a package
// holds the schemas of all that it refers to.
func (u *unit) release() {
	u.doc, u.docs, u.graph, u.partial, u.program = nil, nil, nil, nil, nil
	if u.result != nil {
		u.result.Doc, u.result.Graph = nil, nil
	}
}

// each calls f for every index of a list, as many side by side as there are
// processors: what each holds meanwhile would add up.
func each[T any](list []T, f func(i int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range min(len(list), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(list); i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}

// readSchema reads the schemas and applies their overlays.
func (u *unit) readSchema(w *workspace.Workspace) {
	var docs []*document.Node
	for _, f := range u.Files() {
		doc, ds := readDocument(w, f.Schema, f.Pos)
		if f.Overlay != "" {
			patch, found := readOverlay(w, f.Overlay, f.OverlayPos)
			if ds.Add(found...); !ds.HasErrors() {
				doc, found = overlay.Apply(doc, patch)
				ds.Add(found...)
			}
		}
		u.found.Add(ds...)
		docs = append(docs, doc)
	}
	if !u.found.HasErrors() {
		u.doc, u.docs = docs[0], docs
	}
}

// build resolves the schema to a graph and reads its sections.
func (u *unit) build(w *workspace.Workspace, lib *library, c config.Config) {
	if u.doc == nil {
		return
	}
	u.lib, u.unbuilt = lib, len(u.found)
	graph, ds := resolve(w, lib, c, u)
	u.found.Add(ds...)
	// The schema has a meaning without what is wrong with its sections and with the names.
	read, found := sections.Read(u.doc, graph)
	u.found.Add(found...)
	for i, f := range u.Beside {
		u.found.Add(sections.None(u.docs[i+1], f.Schema, u.Schema)...)
	}
	given, found := overrides(u, graph)
	u.found.Add(found...)
	u.partial = graph
	if !ds.HasErrors() {
		u.graph, u.sections, u.names = graph, read, given
		u.found.Add(u.useGoTypes(w, lib)...)
	}
}

// resolve makes the graph of a package's schema.
func resolve(w *workspace.Workspace, lib *library, c config.Config, u *unit) (*schema.Graph, diag.Diagnostics) {
	refs := c.RefsOf(u.Package)
	mapper := workspace.NewURIMapper(w, &lib.Library, refs, u.Schema, u.doc)
	for i, f := range u.Beside {
		mapper.Add(f.Schema, u.docs[i+1])
	}
	loaders := schema.Loaders{mapper}
	for _, r := range refs {
		loaders = append(loaders, w.Directory(r))
	}
	options := schema.Options{
		Loader: loaders, Dialects: map[string]schema.Draft{}, Patch: lib.patch, Checked: &lib.checked,
		Reading: func(file string) (schema.Reading, bool) {
			of := u.Package
			if owner := lib.owner[file]; owner != nil && !u.Owns(file) {
				of = owner.Package // its types are read so
			}
			return schema.Reading{
				AssertFormat: c.Asserts(of), AssertFormats: strings.Join(c.AssertedFormats(of), ","),
				Strict: c.IsStrict(of), EvaluateSiblings: of.EvaluateSiblings,
			}, true
		},
		Border: u.border(lib, c),
		Others: func(file string) bool { return lib.owner[file] != nil && !u.Owns(file) },
	}
	options.Draft, _ = schema.ParseDraft(u.Dialect)
	for _, d := range c.Dialects {
		options.Dialects[strings.TrimSuffix(d.URI, "#")], _ = schema.ParseDraft(d.Draft)
	}
	mapper.Raise()
	for {
		options.Places = mapper.Places()
		graph, ds := schema.Build(u.entries(mapper.URI), options)
		if mapper.Raise() {
			continue
		}
		if c.AssertsByItself(u.Package) && !ds.HasErrors() {
			analysis.AssertTelling(graph)
		}
		return graph, ds
	}
}

// lower makes the program and the model, whose types may be those of imports.
func (u *unit) lower(imports []*model.Package) {
	if u.graph == nil {
		return
	}
	patterns := plan.NewPatterns()
	prog, bad := table.Build(u.graph, patterns)
	u.found.Add(bad...)
	prog.Imports = u.importedNodes()
	u.program = prog
	in := lower.Input{
		Graph: u.graph, Package: u.Name, ImportPath: u.ImportPath, Source: u.Schema, Overlay: u.Overlay,
		SchemaText: u.doc.AppendJSON(nil), RepairedText: repairedText(u.graph, u.doc),
		Overrides: goNames(u.names), Held: u.Held, HeldMembers: u.HeldMembers, HeldBranches: u.HeldBranches, HeldAlike: u.HeldAlike,
		Words: u.Words, ShortNames: u.ShortNames, HeldShort: u.HeldShort,
		Patterns: patterns, Judge: table.NewJudge(prog), Imports: imports, Codec: u.codec(), YAML: u.YAML,
		Numbers: model.Numbers{
			Sized: u.Integers == config.Sized, ExactIntegers: u.Integers == config.Exact, Exact: u.Numbers == config.Exact,
		},
		Optionals: u.Optionals,
		Style:     model.Style{Header: u.Header, Build: u.Build, SQL: u.SQL, Slog: u.Slog, OneFile: u.OneFile},
	}
	in.Style.Tags = lists.Of(u.Tags, func(t config.Tag) model.Tag { return model.Tag(t) })
	in.Beside = lists.Of(u.Beside, func(f config.SchemaFile) model.SchemaFile {
		return model.SchemaFile{Source: f.Schema, Overlay: f.Overlay}
	})
	for i, r := range u.Roots {
		in.Roots = append(in.Roots, lower.Root{Name: r.Name, Node: u.graph.Roots[i], Own: u.sections.Own(u.graph.Roots[i])})
	}
	types := lower.Begin(in)
	if d := types.TooLarge(); d != nil {
		u.found.Add(*d)
		return
	}
	u.sections.Lower(types)
	if u.entered = types.Entered(); u.entered != nil {
		return
	}
	types.Finish()
	u.sections.Finish(types)
	pkg, found := types.Package()
	lost := slices.ContainsFunc(u.found, func(d diag.Diagnostic) bool { return d.Code == diag.BadConfig })
	if !hasGoNames(u.Package) || lost || len(types.RefusedNames()) > 0 { // other names than before follow from that
		found = slices.DeleteFunc(found, func(d diag.Diagnostic) bool { return d.Code == diag.Renamed })
	}
	u.found.Add(found...)
	u.found.Add(unused(u.names, types.UnusedNames(), u.graph)...)
	u.found.Add(refused(u.names, types.RefusedNames())...)
	if u.found.HasErrors() {
		return
	}
	prog.Checks = u.sections.Checks.Set(u.graph.Roots)
	prog = table.Conjoin(prog, pkg.Conjunctions)
	u.result = &Result{Package: pkg, Sections: u.sections, Program: prog, Graph: u.graph, Doc: u.doc}
}

// repairedText is the schema as it is read, nil where that is as it is written.
func repairedText(g *schema.Graph, doc *document.Node) []byte {
	fixed := g.Repaired(doc)
	if fixed == doc || document.Equal(fixed, doc) {
		return nil // repairs of other files
	}
	return fixed.AppendJSON(nil)
}

// readDocument reads a file that the configuration or the command line names.
func readDocument(w *workspace.Workspace, name string, from source.Pos) (*document.Node, diag.Diagnostics) {
	var ds diag.Diagnostics
	if from.File == "" {
		w.NameOnCommandLine(name)
	}
	f, err := w.Read(name)
	switch {
	case err == nil:
		return document.Read(f)
	case errors.Is(err, fs.ErrNotExist):
		d := diag.New(diag.SchemaNotFound, from, "file %s does not exist", name)
		if scheme, _, ok := strings.Cut(name, ":/"); ok && (scheme == "http" || scheme == "https") {
			d = d.WithHelp("nothing is fetched from the network: save the schema as a file")
		} else if near := nearFile(w, name); near != "" {
			d = d.WithHelp("did you mean %s?", near)
		} else if _, err := w.Stat(".gitmodules"); err == nil {
			d = d.WithHelp("if it is of a submodule of git: git submodule update --init brings it")
		} else if from.File != "" {
			d = d.WithHelp("paths are relative to the directory of the configuration")
		} else {
			d = d.WithHelp("paths are relative to the working directory")
		}
		ds.Add(d)
	case errors.Is(err, schema.ErrOutside):
		ds.Add(diag.New(diag.OutsideProject, from, "%v", err).WithHelp("name the file that is meant, not a link to it"))
	default:
		d := diag.New(diag.SchemaUnreadable, from, "%v", err)
		if info, err := w.Stat(name); err == nil && info.IsDir() {
			d = d.WithHelp("name a file, or in the configuration a pattern: %s", path.Join(name, "*.yaml"))
		}
		ds.Add(d)
	}
	return nil, ds
}

// nearFile is the file that was probably meant by a name that no file has: one with
// almost that name beside it, or one of that name in a directory beside; "" for none.
func nearFile(w *workspace.Workspace, name string) string {
	if strings.ContainsAny(name, `*?[]{}\`) {
		return ""
	}
	dir, base := path.Split(path.Clean(name))
	beside, _ := w.Glob(dir + "*") // a directory that is not there has no files
	bases := lists.Of(beside, path.Base)
	if near := spelling.Nearest(base, bases); near != "" {
		return dir + near
	}
	for _, pattern := range []string{path.Join(dir, "*", base), path.Join(dir, "..", "*", base), path.Join(dir, "..", base)} {
		if found, _ := w.Glob(pattern); len(found) == 1 {
			return found[0]
		}
	}
	return ""
}

// entries lists the schemas to start from: the roots, then every named
// definition, so that each has its Go type whether or not a root reaches it. Of a
// file whose schemas may all be shared, it is the whole as well.
func (u *unit) entries(uri func(file string) string) []schema.Entry {
	var out []schema.Entry
	for _, r := range u.Roots {
		pointer := r.Pointer
		if pointer == "" || pointer[0] != '#' {
			pointer = "#" + pointer
		}
		out = append(out, schema.Entry{URI: uri(cmp.Or(r.File, u.Schema)) + pointer, Pos: r.Pos})
	}
	for i, f := range u.Files() {
		at := uri(f.Schema)
		if len(u.Roots) == 0 || len(u.Beside) > 0 {
			out = append(out, schema.Entry{URI: at + "#", Pos: f.Pos, Beside: true})
		}
		for _, keyword := range []string{"$defs", "definitions"} {
			defs := u.docs[i].Get(keyword)
			if defs == nil || defs.Kind != document.Object {
				continue
			}
			for _, m := range defs.Members {
				if m.Value.Kind == document.Object || m.Value.Kind == document.Bool {
					out = append(out, schema.Entry{URI: at + document.FormatFragment(keyword, m.Name), Pos: m.NamePos, Beside: true})
				}
			}
		}
	}
	return out
}

// hasGoNames reports whether the names that the configuration gives can stand in Go;
// where they cannot config.Check says so.
func hasGoNames(p *config.Package) bool {
	return names.IsPackage(p.Name) &&
		!slices.ContainsFunc(p.Roots, func(r config.Root) bool { return !names.IsExported(r.Name) }) &&
		!slices.ContainsFunc(p.Names, func(n config.Name) bool { return !names.IsExported(n.Name) })
}

// emit prints and renders the files of the package.
func (u *unit) emit() {
	if !hasGoNames(u.Package) {
		return // what is printed would not be valid Go
	}
	pkg := u.result.Package
	base := gofile.NewPackage(pkg)
	files := Files{}
	embed := func(name string, text []byte) {
		if text != nil {
			files[path.Join(u.Out, name)] = text
		}
	}
	emitters := []iter.Seq[*gofile.File]{types.Emit(base)}
	if pkg.Codec == model.Compact {
		code, texts := compact.Emit(base, u.result.Program)
		for name, text := range texts {
			embed(name, text)
		}
		emitters = append(emitters, slices.Values(code))
	} else {
		program, text := emittable.Emit(base, u.result.Program)
		embed(emittable.TextName, text)
		emitters = append(emitters, slices.Values(program), codec.Emit(base), encode.Emit(base))
	}
	for _, files := range u.sections.Printers(base) {
		emitters = append(emitters, later(files))
	}
	rendered := render(emitters...)
	if u.OneFile {
		rendered = joined(pkg.Name, rendered)
	}
	for _, r := range rendered {
		if r.err != nil {
			u.found.Addf(diag.Internal, source.InFile(u.Schema), "generated file %s is not valid Go: %v", r.name, r.err)
			continue
		}
		files[path.Join(u.Out, r.name)] = r.text
	}
	for _, page := range u.sections.Pages(base) {
		files[path.Join(u.Out, page.Name)] = page.Text
	}
	files[path.Join(u.Out, output.ManifestName)] = manifest(pkg, u.config, files).Encode()
	u.result.Files = files
}

// manifest lists what the package consists of.
func manifest(pkg *model.Package, config string, files Files) output.Manifest {
	m := output.Manifest{Schema: pkg.Source, Config: config, Names: pkg.Names, Members: pkg.Members, Branches: pkg.Branches, Alike: pkg.Alike, TypeNames: pkg.TypeNames}
	for _, d := range pkg.Decls {
		if d.Shared {
			m.Shared = append(m.Shared, d.Name)
			m.Interface = output.Interface
		}
		if d.Asked.Whole {
			if m.Entries == nil {
				m.Entries = map[string][]string{}
			}
			m.Entries[d.Name] = d.Asked.Names()
		}
	}
	for name := range files {
		m.Files = append(m.Files, path.Base(name))
	}
	return m
}
