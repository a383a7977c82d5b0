// Package steps keeps the Go file in which users write the steps of a protocol.
// It is written once; later only the methods that the schema has gained are
// appended, wherever in the package the user has moved the others. What the user
// wrote is parsed and never printed again. Only the compiler imports it.
package steps

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// FileName is the file that methods are appended to.
const FileName = "steps.go"

// Input is a directory of the user's and the generated package that its code
// implements the operations of.
type Input struct {
	Dir   string         // slash path, as diagnostics name it
	Files []*source.File // its Go files, tests and generated ones excepted
	// Package is the name of the directory's package where it has no file yet.
	Package string
	// Generated is the name of the package with the operations. It is imported by
	// its ImportPath, or, where the directory is its own, declares the names Own.
	Generated  string
	Operations []*protocol.Operation
	ImportPath string
	Own        []string
	Helpers    []section.Helper // of the package, which comments name where they fit a step
}

// Update returns the file's new text, nil where nothing is missing or where the
// diagnostics have an error.
func Update(in Input) ([]byte, diag.Diagnostics) {
	user, ds := parse(in)
	if ds.HasErrors() {
		return nil, ds
	}
	u := &update{user: user, in: in, out: newAppendix(user, in), ds: ds}
	names := map[string]bool{}
	for _, op := range in.Operations {
		names[op.Interface] = true
		u.operation(op)
	}
	u.reportUncalled()
	for _, impl := range user.asserted {
		if !names[impl.of] {
			gone := diag.New(diag.StepRemoved, impl.pos, "package %s has no operation with the interface %s any more", in.Generated, impl.of)
			u.ds.Add(gone.WithHelp("move what is still needed to another operation, then delete %s", impl.typeName))
		}
	}
	if u.ds.HasErrors() {
		return nil, u.ds
	}
	text, err := u.out.text()
	if err != nil {
		u.ds.Addf(diag.Internal, source.InFile(in.Dir+"/"+FileName), "the steps to append are no Go: %v", err)
	}
	return text, u.ds
}

// Declared lists the names that the Go files of a generated package declare.
func Declared(files map[string][]byte) []string {
	names := []string{} // not nil: there is such a package
	for _, name := range slices.Sorted(maps.Keys(files)) {
		parsed, err := parser.ParseFile(token.NewFileSet(), name, files[name], parser.SkipObjectResolution)
		if err != nil {
			continue // the manifest
		}
		for _, decl := range parsed.Decls {
			names = append(names, declaredBy(decl)...)
		}
	}
	return names
}

// declaredBy lists the names that a declaration adds to the package block.
func declaredBy(decl ast.Decl) []string {
	if f, ok := decl.(*ast.FuncDecl); ok {
		if f.Recv != nil {
			return nil
		}
		return []string{f.Name.Name}
	}
	var names []string
	for _, spec := range decl.(*ast.GenDecl).Specs {
		switch s := spec.(type) {
		case *ast.TypeSpec:
			names = append(names, s.Name.Name)
		case *ast.ValueSpec:
			for _, name := range s.Names {
				names = append(names, name.Name)
			}
		}
	}
	return names
}

// update is one run over a user's package.
type update struct {
	user  *userPackage
	in    Input
	out   *appendix
	ds    diag.Diagnostics
	types []*stepsType
}

// stepsType is a type of the user's for the steps of one operation or several.
type stepsType struct {
	name       string
	operations []string
	wanted     map[string]bool // the methods that the operations call
	missing    []string        // of these
}

// stepsType is what is known of a type of this name.
func (u *update) stepsType(name string) *stepsType {
	t := lists.First(u.types, func(t *stepsType) bool { return t.name == name })
	if t == nil {
		t = &stepsType{name: name, wanted: map[string]bool{}}
		u.types = append(u.types, t)
	}
	return t
}

// operation appends what the user's type for the operation lacks, and the type
// itself where there is none.
func (u *update) operation(op *protocol.Operation) {
	impl := u.user.implementation(op)
	if impl == nil {
		impl = u.begin(op)
	}
	t := u.stepsType(impl.typeName)
	t.operations = append(t.operations, op.Name)
	wanted := map[string]*protocol.Method{}
	var missing []string
	complete := u.user.embeds(impl.typeName, op.Interface, u.in)
	for _, m := range op.Methods {
		again := t.wanted[m.Name]
		t.wanted[m.Name], wanted[m.Name] = true, m
		if have := u.user.method(impl.typeName, m.Name); have == nil && (complete || again) {
			continue // of another operation, it is appended already
		} else if have == nil {
			missing = append(missing, m.Name)
		} else if problem := u.differs(have, m); problem != "" {
			u.ds.Addf(diag.StepChanged, have.pos, "%s.%s must now be %s", impl.typeName, m.Name, problem)
		}
	}
	if foreign := u.user.foreign(impl.typeName); foreign != "" && len(missing) > 0 {
		u.ds.Addf(diag.StepUnknown, impl.pos, "%s embeds %s, so nothing is appended; unless that has them, it lacks %s",
			impl.typeName, foreign, strings.Join(missing, ", "))
	} else {
		for _, name := range missing {
			u.out.method(impl, wanted[name])
		}
	}
	t.missing = append(t.missing, missing...)
}

// reportUncalled reports the methods of steps that no operation of their type calls.
func (u *update) reportUncalled() {
	for _, t := range u.types {
		whose := t.operations[0] + " has no step"
		if len(t.operations) > 1 {
			whose = "none of " + strings.Join(t.operations, ", ") + " has a step"
		}
		for _, have := range u.user.methods[t.name] {
			if t.wanted[have.name] || !have.isStep {
				continue
			}
			d := diag.New(diag.StepRemoved, have.pos, "%s for the method %s of %s", whose, have.name, t.name)
			if len(t.missing) > 0 {
				d = d.WithHelp("if the step was renamed, move the method's body to the new one (%s), then delete the method", strings.Join(t.missing, ", "))
			}
			u.ds.Add(d)
		}
	}
}

// begin appends a type for an operation that has none.
func (u *update) begin(op *protocol.Operation) *implementation {
	prefix := exported(u.in.Generated)
	impl := &implementation{of: op.Interface, data: op.Data}
	impl.typeName = u.user.free(op.Steps, prefix+op.Steps)
	impl.receiver = impl.typeName
	declare := !u.user.types[op.Data] || u.user.used[op.Data]
	if declare {
		impl.data = u.user.free(op.Data, prefix+op.Data)
	}
	u.out.operation(op, impl, declare)
	return impl
}

// signature is what a method of a form gives, and a skeleton of it to begin with. In
// results and body %s is the name of the runtime's package.
type signature struct{ results, body, todo string }

// count is the number of results.
func (s signature) count() int { return 1 + strings.Count(s.results, ",") }

var signatures = map[protocol.Form]signature{
	protocol.StepForm:      {"error", "return %s.ErrNotWritten", "return nil once the step is done"},
	protocol.ConditionForm: {"(bool, error)", "return false, %s.ErrNotWritten", "return whether the branch is taken, and nil"},
	protocol.ItemsForm:     {"(%s.Items, error)", "return nil, %s.ErrNotWritten", "return %s.List of the items"},
	protocol.CountForm:     {"(int, error)", "return 0, %s.ErrNotWritten", "return how often it goes round at most, and nil"},
	protocol.StepsForm:     {"steps", "panic(%s.ErrNotWritten)", "return what has the steps of "},
}

// in is the signature in a file that calls the runtime's package so.
func (s signature) in(runtime string) signature {
	name := func(text string) string { return strings.ReplaceAll(text, "%s", runtime) }
	return signature{name(s.results), name(s.body), name(s.todo)}
}

// differs says what a method must be, where it has another form.
func (u *update) differs(have *method, m *protocol.Method) string {
	params, s := 3, signatures[m.Form].in("protocol")
	if m.Param != "" {
		params = 4
	}
	if m.Form == protocol.StepsForm {
		params = 0
	}
	if have.params == params && (m.Form == protocol.StepsForm || have.results == s.count()) {
		return ""
	}
	names := []string{"ctx", "call", "data", m.Param}
	return fmt.Sprintf("%s(%s) %s", m.Name, strings.Join(names[:params], ", "), s.results)
}

// exported makes the name of a package the beginning of an exported one.
func exported(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// free returns the first of the names that the package does not declare, else
// the last with underscores.
func (p *userPackage) free(names ...string) string {
	at := slices.IndexFunc(names, func(name string) bool { return !p.declared[name] })
	name := names[len(names)-1]
	if at >= 0 {
		name = names[at]
	}
	for p.declared[name] {
		name += "_"
	}
	p.declared[name] = true
	return name
}
