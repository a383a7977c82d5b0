// Package table prints a validate.Program as Go: a package variable that is a
// composite literal of constants and addresses, which the linker lays out, so
// that a generated package costs nothing at start-up. Only the emit stage
// imports it.
package table

import (
	"fmt"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/table"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/dave/jennifer/jen"
)

// Variable is the name of the printed variable, ChecksVariable that of the
// relations between members, which the section checks prints.
const (
	Variable       = "schemaProgram"
	ChecksVariable = "schemaChecks"
)

// Emit returns the file with the variable.
func Emit(p *gofile.Package, program *validate.Program) []*gofile.File {
	f := p.NewFile("program.go")
	f.Add(declare(program, references(p.Model), Imports(p.Model)...))
	return []*gofile.File{f}
}

// declare returns the declaration of the variable.
func declare(p *validate.Program, refs refs, imports ...jen.Code) jen.Code {
	nodes := make([]jen.Code, len(p.Nodes))
	for i := range p.Nodes {
		nodes[i] = gofile.Comment(strconv.Itoa(i)).Line().Add(printer{refs}.node(&p.Nodes[i]))
	}
	fields := []jen.Code{
		field("Resources", list(jen.Index().String(), quoted(p.Resources))),
		field("Nodes", jen.Index().Add(gofile.Validate.Dot("Node")).Add(lines(nodes...))),
	}
	if p.Checks != nil {
		fields = append(fields, field("Checks", jen.Op("&").Id(ChecksVariable)))
	}
	fields = append(fields, imports...)
	return jen.Add(gofile.Comment(Variable + " is the schema as a table, which package validate runs to list the violations of a document.")).Line().
		Var().Id(Variable).Op("=").Add(gofile.Validate.Dot("Program")).Add(lines(fields...))
}

// Imports are the fields of the variable that say which schemas are in other packages.
func Imports(m *model.Package) []jen.Code {
	if len(m.Imported) == 0 {
		return nil
	}
	return []jen.Code{field("Imports", structs("Import", m.Imported, func(i model.ImportedNode) []jen.Code {
		return []jen.Code{node(i.Node), field("From", jen.Parens(jen.Op("*").Add(gofile.In(i.Decl, i.Decl.Name))).Parens(jen.Nil()))}
	}))}
}

// printer prints nodes.
type printer struct {
	refs
}

// fewFields is up to how many fields a node is printed on one line.
const fewFields = 3

func (p printer) node(n *validate.Node) jen.Code {
	var fields []jen.Code
	for name, value := range table.Fields(n) {
		fields = append(fields, field(name, p.value(value)))
	}
	if len(fields) <= fewFields {
		return jen.Values(fields...)
	}
	return lines(fields...)
}

// value prints the value of a field of a node.
func (p printer) value(value any) jen.Code {
	switch v := value.(type) {
	case string:
		return gofile.Quote(v)
	case bool:
		return jen.True()
	case int:
		return gofile.Int(v)
	case validate.Types:
		return types(v)
	case []string:
		return list(jen.Index().String(), quoted(v))
	case []int:
		return jen.Index().Int().Values(each(v, func(node int) jen.Code { return gofile.Int(node) })...)
	case *validate.Child:
		return jen.Op("&").Add(gofile.Validate.Dot("Child")).Values(node(v.Node))
	case validate.Pattern:
		return p.pattern(v)
	case validate.Format:
		return jen.Add(gofile.Validate.Dot("Format")).Add(Format(v.Name))
	case []validate.Property:
		return structs("Property", v, func(property validate.Property) []jen.Code {
			return []jen.Code{field("Name", gofile.Quote(property.Name)), node(property.Node)}
		})
	case []validate.PatternProperty:
		return structs("PatternProperty", v, func(property validate.PatternProperty) []jen.Code {
			return []jen.Code{field("Pattern", p.pattern(property.Pattern)), node(property.Node)}
		})
	case []validate.DependentRequired:
		return structs("DependentRequired", v, func(d validate.DependentRequired) []jen.Code {
			return []jen.Code{field("Name", gofile.Quote(d.Name)), field("Required", jen.Index().String().Values(quoted(d.Required)...))}
		})
	case []validate.Ref:
		return structs("Ref", v, func(r validate.Ref) []jen.Code {
			if r.Keyword == "" {
				return []jen.Code{node(r.Node)}
			}
			return []jen.Code{node(r.Node), field("Keyword", gofile.Quote(r.Keyword))}
		})
	case []validate.Spelling:
		return structs("Spelling", v, func(s validate.Spelling) []jen.Code {
			return []jen.Code{field("Keyword", gofile.Quote(s.Keyword)), field("As", gofile.Quote(s.As))}
		})
	}
	panic(fmt.Sprintf("table: a node has a field of type %T, which cannot be printed", value))
}
