// Package yaml makes generated packages read and write their documents as YAML
// too, where bindery.yaml says so. It reads no section of the schema.
package yaml

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Section is the reading and writing of YAML of one schema.
type Section struct {
	section.Base
	roots []*root
}

// root is a root type and the Go name of its parser.
type root struct {
	*model.Root
	parse string
}

// New makes the section of a schema.
func New() *Section { return &Section{} }

// Lower asks for the names of the parsers.
func (s *Section) Lower(t *lower.Types) {
	if !t.HasYAML() {
		return
	}
	for _, n := range t.RootSchemas() {
		r := &root{Root: t.Root(n)}
		t.WantFunc(&r.parse, "yaml#parse:"+r.Name, "Parse"+r.Name+"YAML", "reads "+r.Name+" from YAML")
		s.roots = append(s.roots, r)
	}
}

// Files prints yaml.go; there is none without YAML.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	decls := lists.Where(p.Model.Decls, func(d *model.Decl) bool {
		return p.Model.MethodsOf(d).YAML || len(s.roots) > 0 && d.Kind != model.Enum && d.Kind != model.Defined
	})
	if len(s.roots) == 0 && len(decls) == 0 {
		return nil
	}
	f := p.NewFile("yaml.go")
	for _, r := range s.roots {
		t := gofile.In(r.Decl, r.Decl.Name)
		f.Declare(r.parse+" is Parse"+r.Name+" for a YAML document, whose plain scalars are those of the core schema of YAML 1.2. "+
			"The places of errors are in the YAML text; an error of syntax is a *yamldoc.SyntaxError.",
			jen.Func().Id(r.parse).Params(gofile.Data()).Params(jen.Op("*").Add(t.Clone()), jen.Error()).Block(
				jen.Return(gofile.YAMLDoc.Dot("Parse").Call(jen.Id("data"), jen.Id("Parse"+r.Name)))))
	}
	for _, d := range decls {
		methods(f, d)
	}
	return []*gofile.File{f}
}

// methods prints what gopkg.in/yaml.v3 calls. A field that is called as the method would
// be keeps the name.
func methods(f *gofile.File, d *model.Decl) {
	if !d.HasField("UnmarshalYAML") {
		f.Declare("UnmarshalYAML reads x from a node of gopkg.in/yaml.v3 with the checks of its schema.",
			jen.Func().Params(jen.Id("x").Op("*").Id(d.Name)).Id("UnmarshalYAML").Params(jen.Id("node").Op("*").Add(gofile.YAMLDoc.Dot("Node"))).Error().Block(
				jen.Return(gofile.YAMLDoc.Dot("Unmarshal").Call(jen.Id("node"), jen.Id("x").Dot("UnmarshalJSON")))))
	}
	if !d.HasField("MarshalYAML") {
		f.Declare("MarshalYAML writes x for gopkg.in/yaml.v3. It does not check the schema.",
			jen.Func().Params(jen.Id("x").Id(d.Name)).Id("MarshalYAML").Params().Params(jen.Any(), jen.Error()).Block(
				jen.Return(gofile.YAMLDoc.Dot("Marshal").Call(jen.Id("x").Dot("MarshalJSON")))))
	}
}
