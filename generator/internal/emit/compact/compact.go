// Package compact prints the code of packages whose codec is compact: for each
// type the same functions and methods as the fast codec has, each of one line,
// a list of what runtime/gen/compact needs to know of the Go types, and the types
// as text, which the package embeds. It decides nothing;
// only the facade imports it.
package compact

import (
	"github.com/bindery-go/bindery/generator/internal/emit/codec"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/table"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/runtime/validate"
)

// TextName is the name of the embedded file.
const TextName = "codec" + gofile.DataExtension

// The variables of a generated package: that of the embedded file, and what the
// runtime is given.
const (
	textVariable  = "codecText"
	typesVariable = "codecs"
)

// Emit returns the file of Go code and the texts that it embeds by the names of their
// files: of the types, and of the table.
func Emit(p *gofile.Package, program *validate.Program) ([]*gofile.File, map[string][]byte) {
	e := &emitter{model: p.Model, types: newTypes(p.Model), matchers: table.Matchers(p.Model), flat: model.Flatness{}}
	f := p.NewFile("codec.go")
	texts := map[string][]byte{TextName: p.Embed(f, textVariable, TextName, e.text())}
	e.variables(f)
	texts[table.TextName] = table.Declare(f, p, program)
	for i, root := range e.model.Roots {
		e.root(f, root, i == 0)
	}
	for _, d := range e.model.Decls {
		e.methods(f, d)
	}
	for _, pattern := range e.model.Patterns {
		if !pattern.TimesOut() {
			f.Add(codec.Matcher(pattern), jen.Line())
		}
	}
	return []*gofile.File{f}, texts
}

type emitter struct {
	model    *model.Package
	types    *types
	matchers map[string]int // the numbers of patterns by their text
	flat     model.Flatness
}

// variables prints what the runtime is given.
func (e *emitter) variables(f *gofile.File) {
	if len(e.model.Roots) > 0 {
		f.Add(codec.Supported())
		f.Line()
	}
	f.Commentf("%s has what only Go can say of the types that %s tells of.", typesVariable, textVariable)
	f.Var().Id(typesVariable).Op("=").Add(gofile.Compact.Dot("Package")).Values(gofile.OnLines([]jen.Code{
		gofile.Keyed("Text", jen.Op("&").Id(textVariable)),
		gofile.Keyed("Source", jen.Op("&").Id(table.SourceVariable)),
		gofile.Keyed("Program", jen.Op("&").Id(table.Variable)),
		gofile.Keyed("Types", jen.Index().Any().Values(gofile.OnLines(e.types.inGo())...)),
	})...)
	f.Line()
}
