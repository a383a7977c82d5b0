// Package table prints a validate.Program as Go: a package variable that is a
// composite literal of constants and addresses, which the linker lays out, so
// that a generated package costs nothing at start-up. Only the emit stage
// imports it.
package table

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
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
	f.Add(declare(program, references(p.Model)))
	return []*gofile.File{f}
}

// declare returns the declaration of the variable.
func declare(p *validate.Program, refs refs) jen.Code {
	nodes := make([]jen.Code, len(p.Nodes))
	for i := range p.Nodes {
		printer := printer{refs: refs, node: &p.Nodes[i]}
		nodes[i] = gofile.Comment(strconv.Itoa(i)).Line().Add(printer.literal())
	}
	fields := []jen.Code{
		field("Resources", list(jen.Index().String(), quoted(p.Resources))),
		field("Nodes", jen.Index().Add(gofile.Validate.Dot("Node")).Add(lines(nodes...))),
	}
	if p.Checks != nil {
		fields = append(fields, field("Checks", jen.Op("&").Id(ChecksVariable)))
	}
	return jen.Add(gofile.Comment(Variable + " is the schema as a table, which package validate runs to list the violations of a document.")).Line().
		Var().Id(Variable).Op("=").Add(gofile.Validate.Dot("Program")).Add(lines(fields...))
}

// printer prints one node. It collects the fields that are not zero.
type printer struct {
	refs
	node   *validate.Node
	fields []jen.Code
}

func (p *printer) literal() jen.Code {
	n := p.node
	p.number("Resource", n.Resource)
	p.text("Pointer", n.Pointer)
	p.flag("Never", n.Never)
	if n.Types != 0 {
		p.add("Types", types(n.Types))
	}
	if n.Enum != nil {
		p.add("Enum", list(jen.Index().String(), quoted(n.Enum)))
	}
	p.text("Const", n.Const)
	p.numbers()
	p.strings()
	p.arrays()
	p.objects()
	p.inPlace()
	if n.Spelling != nil {
		var items []jen.Code
		for _, s := range n.Spelling {
			items = append(items, jen.Values(field("Keyword", gofile.Quote(s.Keyword)), field("As", gofile.Quote(s.As))))
		}
		p.add("Spelling", list(jen.Index().Add(gofile.Validate.Dot("Spelling")), items))
	}
	return p.values()
}

// fewFields is up to how many fields a node is printed on one line.
const fewFields = 3

func (p *printer) values() jen.Code {
	if len(p.fields) <= fewFields {
		return jen.Values(p.fields...)
	}
	return lines(p.fields...)
}

func (p *printer) numbers() {
	n := p.node
	p.text("Minimum", n.Minimum)
	p.text("Maximum", n.Maximum)
	p.text("ExclusiveMinimum", n.ExclusiveMinimum)
	p.text("ExclusiveMaximum", n.ExclusiveMaximum)
	p.text("MultipleOf", n.MultipleOf)
}

func (p *printer) strings() {
	n := p.node
	p.text("MinLength", n.MinLength)
	p.text("MaxLength", n.MaxLength)
	if n.Pattern.Matcher != nil {
		p.add("Pattern", p.printPattern(n.Pattern))
	}
	if n.Format.Check != nil {
		p.add("Format", jen.Add(gofile.Validate.Dot("Format")).Add(Format(n.Format.Name)))
	}
}

func (p *printer) arrays() {
	n := p.node
	p.ids("PrefixItems", n.PrefixItems)
	p.child("Items", n.Items)
	p.child("Contains", n.Contains)
	p.text("MinContains", n.MinContains)
	p.text("MaxContains", n.MaxContains)
	p.text("MinItems", n.MinItems)
	p.text("MaxItems", n.MaxItems)
	p.flag("UniqueItems", n.UniqueItems)
	p.child("UnevaluatedItems", n.UnevaluatedItems)
	p.flag("ContainsMarksEvaluated", n.ContainsMarksEvaluated)
}

func (p *printer) objects() {
	n := p.node
	p.properties("Properties", n.Properties)
	if n.PatternProperties != nil {
		var items []jen.Code
		for _, pp := range n.PatternProperties {
			items = append(items, jen.Values(field("Pattern", p.printPattern(pp.Pattern)), field("Node", gofile.Int(pp.Node))))
		}
		p.add("PatternProperties", list(jen.Index().Add(gofile.Validate.Dot("PatternProperty")), items))
	}
	p.child("AdditionalProperties", n.AdditionalProperties)
	p.child("PropertyNames", n.PropertyNames)
	p.child("UnevaluatedProperties", n.UnevaluatedProperties)
	if len(n.Required) > 0 {
		p.add("Required", list(jen.Index().String(), quoted(n.Required)))
	}
	if n.DependentRequired != nil {
		var items []jen.Code
		for _, d := range n.DependentRequired {
			items = append(items, jen.Values(field("Name", gofile.Quote(d.Name)),
				field("Required", jen.Index().String().Values(quoted(d.Required)...))))
		}
		p.add("DependentRequired", list(jen.Index().Add(gofile.Validate.Dot("DependentRequired")), items))
	}
	p.properties("DependentSchemas", n.DependentSchemas)
	p.text("MinProperties", n.MinProperties)
	p.text("MaxProperties", n.MaxProperties)
}

func (p *printer) inPlace() {
	n := p.node
	p.ids("AllOf", n.AllOf)
	p.ids("AnyOf", n.AnyOf)
	p.ids("OneOf", n.OneOf)
	p.child("Not", n.Not)
	p.child("If", n.If)
	p.child("Then", n.Then)
	p.child("Else", n.Else)
	if n.Refs != nil {
		var items []jen.Code
		for _, r := range n.Refs {
			fields := []jen.Code{field("Node", gofile.Int(r.Node))}
			if r.Keyword != "" {
				fields = append(fields, field("Keyword", gofile.Quote(r.Keyword)))
			}
			items = append(items, jen.Values(fields...))
		}
		p.add("Refs", list(jen.Index().Add(gofile.Validate.Dot("Ref")), items))
	}
}
