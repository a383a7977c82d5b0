package compiler

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lint"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections"
	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Validator validates documents without generated code.
type Validator struct {
	w    *workspace.Workspace
	prog *validate.Program
	node int
	// limits are those of the schema; nil for none.
	limits *limits.Section
}

// NewValidator builds the validator of a package's first root. It is nil where
// the diagnostics have an error.
func NewValidator(w *workspace.Workspace, c config.Config, p config.Package) (*Validator, diag.Diagnostics) {
	w.Admit(config.Config{Refs: c.Refs, Packages: append(slices.Clip(c.Packages), p)})
	u := &unit{Package: &p}
	u.readSchema(w)
	ds := u.found
	if u.doc == nil {
		return nil, ds
	}
	// References meet the schemas of the other packages after their overlays.
	var others []*unit
	for i := range c.Packages {
		if other := &c.Packages[i]; other.Schema != p.Schema || len(other.Beside) > 0 {
			others = append(others, &unit{Package: other})
		}
	}
	each(others, func(i int) { others[i].readSchema(w) })
	graph, found := resolve(w, newLibrary(w, c.Overlays, append(others, u)), c, u)
	ds.Add(found...)
	if ds.HasErrors() {
		return nil, ds
	}
	prog, bad := table.Build(graph, plan.NewPatterns())
	if ds.Add(bad...); ds.HasErrors() {
		return nil, ds
	}
	read, found := sections.Read(u.doc, graph)
	ds.Add(found...)
	read.Checks.Verify(graph.Roots, func(d diag.Diagnostic) { ds.Add(d) })
	if ds.HasErrors() {
		return nil, ds
	}
	prog.Checks = read.Checks.Set(graph.Roots)
	ds.Add(lint.Vacuous(graph.Roots[0])...)
	return &Validator{w: w, prog: prog, node: graph.Roots[0].ID, limits: limitsOf(u, graph)}, ds
}

// limitsOf finds what the limits of a schema bound; nil where its types cannot be
// made alone, and so nobody can tell.
func limitsOf(u *unit, graph *schema.Graph) *limits.Section {
	read, _ := sections.Read(u.doc, graph)
	alone := &unit{Package: u.Package, doc: u.doc, docs: u.docs, graph: graph, sections: read}
	if alone.lower(nil); alone.result == nil {
		return nil
	}
	return read.Limits
}

// AnyDocument is the validator of documents that need only be JSON or YAML.
func AnyDocument(w *workspace.Workspace) *Validator {
	return &Validator{w: w, prog: &validate.Program{Nodes: make([]validate.Node, 1), Resources: []string{""}}}
}

// ValidatorAt is the validator of a node of the program.
func (r *Result) ValidatorAt(w *workspace.Workspace, node int) *Validator {
	return &Validator{w: w, prog: r.Program, node: node}
}

// ValidatorOf is the validator of the values of a type; nil where no schema is
// that of the type alone.
func (r *Result) ValidatorOf(w *workspace.Workspace, d *model.Decl) *Validator {
	if d.Plan == nil || len(d.Plan.Nodes) == 0 {
		return nil
	}
	return r.ValidatorAt(w, d.Plan.Nodes[0])
}

// Validate judges a file: one document, or one a line where the extension says so. The error
// is one of reading the file.
func (v *Validator) Validate(name, extension string) (diag.Diagnostics, error) {
	v.w.NameOnCommandLine(name)
	f, err := v.w.Read(name)
	if err != nil {
		return nil, err
	}
	return v.Judge(f, extension), nil
}

// ValidateText judges text that is not a file of the workspace, such as the standard
// input, under a name.
func (v *Validator) ValidateText(name, extension string, text []byte) diag.Diagnostics {
	v.w.NameOnCommandLine(name)
	f := source.NewFile(name, text)
	v.w.Add(f)
	return v.Judge(f, extension)
}

// Judge judges a file: one document, or one a line where the extension says so.
func (v *Validator) Judge(f *source.File, extension string) diag.Diagnostics {
	var ds diag.Diagnostics
	isYAML := extension == ".yaml" || extension == ".yml"
	if f.BOMLen() > 0 && !isYAML { // as generated code judges (RFC 8259 section 8.1)
		ds.Add(diag.New(diag.SyntaxError, f.Start(), "a byte order mark stands before the JSON text").
			WithHelp("save the file as UTF-8 without a byte order mark"))
		return ds
	}
	if document.IsLines(extension) {
		for line := range document.Lines(f) {
			v.JudgeLine(&ds, f, line)
		}
		return ds
	}
	doc, found := document.Read(f)
	for _, d := range found {
		if strings.Contains(d.Help, "schema") || strings.Contains(d.Help, "$") {
			d.Help = "" // how to fix a schema; this is a document
		}
		ds.Add(d)
	}
	if doc == nil || found.HasErrors() {
		return ds
	}
	if v.limits != nil {
		for _, b := range v.limits.Breaches(doc) {
			ds.Addf(diag.LimitCrossed, b.Pos, "%s: %s", b.Name, b.Breach)
		}
	}
	err := table.Violations(v.prog, v.node, doc, func(l table.Located) { report(&ds, l) })
	var undecided *table.Undecided
	switch {
	case err == nil:
	case errors.As(err, &undecided):
		reportUndecided(&ds, undecided.Pos, undecided.PatternError)
	default:
		ds.Addf(diag.InvalidDocument, doc.Pos, "%v", err)
	}
	return ds
}

// JudgeLine judges one line of a JSON Lines file straight from its bytes, so
// that files of any length take memory for one document.
func (v *Validator) JudgeLine(ds *diag.Diagnostics, f *source.File, line document.Line) {
	list := func(violations []validate.Violation, warning bool) {
		for _, violation := range violations {
			related := lists.Of(violation.Related, func(r validate.Place) source.Pos { return f.At(line.Pos.Line, r.Column) })
			report(ds, table.Located{Violation: violation, Pos: f.At(line.Pos.Line, violation.Column), Related: related, Warning: warning})
		}
	}
	err := validate.Check(v.prog, v.node, line.JSON)
	defer func() { list(validate.Warnings(v.prog, v.node, line.JSON), true) }()
	var invalid *validate.Error
	var syntax *validate.SyntaxError
	var undecided *validate.PatternError
	switch {
	case err == nil:
	case errors.As(err, &invalid):
		list(invalid.Violations, false)
	case errors.As(err, &syntax):
		ds.Addf(diag.SyntaxError, f.At(line.Pos.Line, syntax.Column), "%s", syntax.Message)
	case errors.As(err, &undecided):
		reportUndecided(ds, f.At(line.Pos.Line, undecided.Column), undecided)
	default:
		ds.Addf(diag.InvalidDocument, line.Pos, "%v", err)
	}
}

func report(ds *diag.Diagnostics, l table.Located) {
	d := diag.New(diag.InvalidDocument, l.Pos, "%s: %s (%s)", cmp.Or(shown(l.InstanceLocation), "the document"), l.Message, shown(l.KeywordLocation))
	for i, pos := range l.Related {
		d = d.WithRelated(pos, "%s", cmp.Or(shown(l.Violation.Related[i].InstanceLocation), "the document"))
	}
	if l.Warning {
		d = d.WithSeverity(diag.Warning)
	}
	ds.Add(d)
}

// reportUndecided places a pattern that took too long at the text: the document is
// neither valid nor invalid, and may not pass.
func reportUndecided(ds *diag.Diagnostics, pos source.Pos, e *validate.PatternError) {
	ds.Add(diag.New(diag.InvalidDocument, pos, "%s: it was not decided whether the pattern %s matches: %v",
		cmp.Or(shown(e.InstanceLocation), "the document"), shown(e.Pattern), e.Err).
		WithHelp("rewrite the pattern without repetitions inside of repetitions"))
}

// shown is a location as a message has it: without its middle when it is long,
// for a document may nest deep and its names may be as long as it is.
func shown(pointer string) string {
	const half = 100
	if len(pointer) <= 2*half {
		return pointer
	}
	return strings.ToValidUTF8(pointer[:half], "") + "…" + strings.ToValidUTF8(pointer[len(pointer)-half:], "")
}
