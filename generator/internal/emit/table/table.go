// Package table prints a validate.Program: as text, which the generated package
// embeds and runtime/gen/embedded reads when it is first used, and the functions
// that the text refers to as Go. A table that is Go would cost a reader and the
// compiler a fifth of the package. Only the emit stage imports it.
package table

import (
	"github.com/bindery-go/bindery/generator/internal/emit/datafile"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/runtime/validate"
)

// The variables of a generated package: that of the program, of what the program
// is read from, of the embedded file, and of the relations between members, which
// the section checks prints.
const (
	Variable       = "schemaProgram"
	SourceVariable = "schemaSource"
	textVariable   = "programText"
	ChecksVariable = "schemaChecks"
)

// TextName is the name of the embedded file.
const TextName = "program" + gofile.DataExtension

// Emit returns the file of Go code and the text that it embeds, nil for none.
func Emit(p *gofile.Package, program *validate.Program) ([]*gofile.File, []byte) {
	f := p.NewFile("program.go")
	data := Declare(f, p, program)
	return []*gofile.File{f}, data
}

// Declare prints the variables into a file, and returns the text that it embeds, nil for
// none.
func Declare(f *gofile.File, p *gofile.Package, program *validate.Program) []byte {
	t := &text{program: program, matchers: Matchers(p.Model), format: map[string]int{}}
	data := p.Embed(f, textVariable, TextName, t.json())
	source := []jen.Code{gofile.Keyed("Text", jen.Op("&").Id(textVariable))}
	if len(p.Model.Patterns) > 0 {
		matchers := lists.Of(p.Model.Patterns, matcher)
		source = append(source, gofile.Keyed("Matchers", jen.Index().Add(gofile.Validate.Dot("Matcher")).Values(gofile.OnLines(matchers)...)))
	}
	if len(t.formats) > 0 {
		source = append(source, gofile.Keyed("Formats", jen.Index().Add(gofile.Validate.Dot("Format")).Values(gofile.OnLines(t.formats)...)))
	}
	f.Add(gofile.Comment(SourceVariable + " holds the schema as text, and the functions to which that refers by number."))
	f.Var().Id(SourceVariable).Op("=").Add(gofile.Embedded.Dot("Source")).Values(gofile.OnLines(source)...)
	f.Line()
	fields := []jen.Code{gofile.Keyed("Loader", jen.Op("&").Id(SourceVariable))}
	if program.Checks != nil {
		fields = append(fields, gofile.Keyed("Checks", jen.Op("&").Id(ChecksVariable)))
	}
	fields = append(fields, imports(p.Model)...)
	f.Add(gofile.Comment(Variable + " is the schema as a table, which package validate runs to list the violations of a document."))
	f.Var().Id(Variable).Op("=").Add(gofile.Validate.Dot("Program")).Values(fields...)
	f.Line()
	return data
}

// imports are the fields of the variable that say which schemas are in other
// packages.
func imports(m *model.Package) []jen.Code {
	if len(m.Imported) == 0 {
		return nil
	}
	list := make([]jen.Code, len(m.Imported))
	for i, imported := range m.Imported {
		from := gofile.In(imported.Decl, imported.Decl.Name)
		list[i] = jen.Values(gofile.Keyed("Node", gofile.Int(imported.Node)), gofile.Keyed("From", jen.Parens(jen.Op("*").Add(from)).Parens(jen.Nil())))
	}
	return []jen.Code{gofile.Keyed("Imports", jen.Index().Add(gofile.Validate.Dot("Import")).Values(gofile.OnLines(list)...))}
}

// Matchers numbers the patterns of a package by their text.
func Matchers(m *model.Package) map[string]int {
	numbers := make(map[string]int, len(m.Patterns))
	for i, pattern := range m.Patterns {
		numbers[pattern.Text] = i
	}
	return numbers
}

// matcher returns the validate.Matcher of a pattern: the function that the
// decoders use. It can say yes or no only, so a pattern that needs backtracking
// has a matcher of its own here, which can fail as well.
func matcher(p *plan.Pattern) jen.Code {
	if !p.TimesOut() {
		return gofile.Pattern.Dot("Func").Call(jen.Id(p.Func))
	}
	return jen.Op("&").Add(gofile.Backtrack.Dot("Regexp")).Values(gofile.Keyed("Text", gofile.Quote(p.Strategy.Backtracking)))
}

// text writes a program as JSON.
type text struct {
	program  *validate.Program
	matchers map[string]int // by the text of the pattern
	formats  []jen.Code
	format   map[string]int // the number by the name
}

// json has a line for each node, so that a change of a schema is a change of few
// lines.
func (t *text) json() []byte {
	w := &datafile.Writer{}
	w.Open('{')
	w.Member("resources").Texts(t.program.Resources)
	w.Member("nodes").List(len(t.program.Nodes), func(i int) {
		w.Line()
		t.node(w, &t.program.Nodes[i])
	})
	w.Close('}')
	return w.JSON()
}

func (t *text) formatOf(f validate.Format) int {
	i, ok := t.format[f.Name]
	if !ok {
		i = len(t.formats)
		t.format[f.Name] = i
		t.formats = append(t.formats, jen.Values(
			gofile.Keyed("Name", gofile.Quote(f.Name)), gofile.Keyed("Check", gofile.FormatCheck(f.Name).Index(jen.Index().Byte()))))
	}
	return i
}
