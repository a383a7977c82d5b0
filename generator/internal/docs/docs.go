// Package docs makes the reference of generated packages for people: what each type
// holds and what is asked of it, with the limits, paths, relations and operations of
// its schema. A Page is the content; render.go writes it as Markdown and as HTML. Only
// the compiler imports it.
package docs

import (
	"bytes"
	"encoding/json"
	"iter"
	"path"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/document"
	jsonkind "github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Page is the reference of a package. Texts are raw.
type Page struct {
	Name       string // Go package name
	File       string // of the page, without extension
	ImportPath string
	Source     string // slash path of the schema
	Overlay    string
	Doc        []string // paragraphs
	Types      []*Type
	Topics     []section.Topic
}

// Type is a Go type.
type Type struct {
	Name       string
	Kind       string // "object", "enum" and the like
	Pointer    string
	IsEntry    bool
	Deprecated bool
	Doc        []string
	Is         []Part // of a type with an underlying one
	Rules      []Rule
	Members    []*Member
	Values     []Value // of an enum
	Variants   []Variant
	Examples   []string
}

// Part is a part of a type expression: text, or the name of a type with its place.
type Part struct {
	Text string
	File string // of the page that has the type, "" for this one
	Type string // "" for text
}

// Member is a member of an object, or a position of a tuple.
type Member struct {
	Name       string // of the member in JSON, "" for all others
	Go         string
	Type       []Part
	JSON       string // types of JSON
	Required   bool
	Deprecated bool
	Doc        []string
	Rules      []Rule
	Default    string
	Examples   []string
}

// Rule is a constraint: words, then code where it has some.
type Rule struct{ Words, Code string }

// Value is a value of an enum.
type Value struct{ JSON, Go, Doc string }

// Variant is one case of a union.
type Variant struct {
	Name string
	Type []Part
	Doc  string
}

// Input is what the reference of a package is made of.
type Input struct {
	Package *model.Package
	Graph   *schema.Graph
	Topics  []section.Topic
	// File names the page of a package by its import path, "" where it has none.
	File func(pkg *model.Package) string
}

// New makes the reference of a package.
func New(in Input) *Page {
	b := &builder{in: in, declared: map[int]*model.Decl{}}
	for _, d := range in.Package.Decls {
		if _, ok := b.declared[d.Node]; !ok {
			b.declared[d.Node] = d
		}
	}
	pkg := in.Package
	p := &Page{
		Name: pkg.Name, File: in.File(pkg), ImportPath: pkg.ImportPath, Source: pkg.Origin(), Overlay: pkg.Overlay,
		Doc: paragraphs(pkg.Doc), Topics: withoutEmpty(in.Topics),
	}
	decls := slices.Clone(pkg.Decls)
	slices.SortStableFunc(decls, func(a, c *model.Decl) int {
		if a.Root != c.Root {
			if a.Root {
				return -1
			}
			return 1
		}
		return strings.Compare(a.Name, c.Name)
	})
	for _, r := range pkg.Roots {
		if r.Imported {
			p.Types = append(p.Types, b.importedEntry(r))
		}
	}
	for _, d := range decls {
		p.Types = append(p.Types, b.typeOf(d))
	}
	return p
}

// withoutEmpty drops the columns in which no row has something.
func withoutEmpty(topics []section.Topic) []section.Topic {
	out := slices.Clone(topics)
	for i := range out {
		t := &out[i]
		var columns []string
		rows := make([][]section.Cell, len(t.Rows))
		for c, title := range t.Columns {
			if !slices.ContainsFunc(t.Rows, func(row []section.Cell) bool { return row[c].Text != "" }) {
				continue
			}
			columns = append(columns, title)
			for r, row := range t.Rows {
				rows[r] = append(rows[r], row[c])
			}
		}
		t.Columns, t.Rows = columns, rows
	}
	return out
}

type builder struct {
	in       Input
	declared map[int]*model.Decl // by the number of the node
}

// nodes are the schemas that a type stands for.
func (b *builder) nodes(id int) []*schema.Node {
	graph := b.in.Graph.Nodes
	if id < len(graph) {
		return []*schema.Node{graph[id]}
	}
	var out []*schema.Node
	if i := id - len(graph); i < len(b.in.Package.Conjunctions) {
		for _, n := range b.in.Package.Conjunctions[i].Nodes {
			out = append(out, b.nodes(n)...)
		}
	}
	return out
}

var kinds = map[model.DeclKind]string{
	model.Struct: "object", model.Enum: "enum", model.Defined: "", model.Tuple: "tuple", model.Union: "one of several types", model.NullableRoot: "nullable",
}

// importedEntry is an entry type that is a type of another package.
func (b *builder) importedEntry(r *model.Root) *Type {
	return &Type{
		Name: r.Name, Pointer: b.in.Graph.Nodes[r.Node].Place(), IsEntry: true, Deprecated: r.Deprecated, Doc: paragraphs(r.Doc),
		Is: b.parts(model.NamedType(r.Decl)),
	}
}

func (b *builder) typeOf(d *model.Decl) *Type {
	of := b.nodes(d.Node)
	t := &Type{
		Name: d.Name, Kind: kinds[d.Kind], Pointer: d.Pointer, IsEntry: d.Root, Deprecated: d.Deprecated, Doc: paragraphs(d.Doc),
		Rules: b.rules(of, d),
	}
	if d.Underlying != nil {
		t.Is = b.parts(d.Underlying)
	}
	for _, n := range of {
		t.Examples = append(t.Examples, lists.Of(n.Examples, indented)...)
	}
	for i, f := range d.Fields {
		t.Members = append(t.Members, b.member(d, f, i, of))
	}
	for _, x := range d.Maps() {
		doc := "All members that are not listed."
		if x.Pattern != nil {
			doc = "The members whose names match " + x.Pattern.Text + "."
		}
		t.Members = append(t.Members, &Member{Go: x.Name, Type: b.parts(x.Type()), Doc: []string{doc}})
	}
	if d.KeepsOthers {
		t.Members = append(t.Members, &Member{Go: model.NonObject, Type: b.parts(model.ValueType()), Doc: []string{"A value that is no object, in place of the members."}})
	}
	if d.Rest != nil {
		t.Members = append(t.Members, &Member{Go: d.Rest.Name, Type: b.parts(d.Rest.Type()), Doc: []string{"The items after these."}})
	}
	for _, v := range d.Enum {
		t.Values = append(t.Values, Value{JSON: v.JSON, Go: v.Name, Doc: v.Doc})
	}
	for _, v := range d.Variants {
		variant := Variant{Name: v.Name, Doc: v.Doc, Type: []Part{{Text: "null"}}}
		if v.Type != nil {
			variant.Type = b.parts(v.Type)
		}
		t.Variants = append(t.Variants, variant)
	}
	return t
}

func (b *builder) member(d *model.Decl, f *model.Field, index int, of []*schema.Node) *Member {
	m := &Member{
		Name: f.JSON, Go: f.Name, Type: b.parts(f.Type), Deprecated: f.Deprecated, Doc: paragraphs(f.Doc),
		Required: f.Presence == model.Required || f.Presence == model.RequiredNullable,
	}
	if f.Default != nil {
		m.Default = f.Default.String()
	}
	var schemas []*schema.Node // of those that always apply
	for n := range applied(of) {
		if d.Kind == model.Tuple {
			if index < len(n.PrefixItems) {
				schemas = append(schemas, n.PrefixItems[index])
			}
			continue
		}
		for _, p := range n.Properties {
			if p.Name == f.JSON {
				schemas = append(schemas, p.Node)
			}
		}
	}
	m.JSON = jsonTypes(schemas)
	m.Rules = b.rules(schemas, nil)
	for _, n := range schemas {
		m.Examples = append(m.Examples, lists.Of(n.Examples, (*document.Node).String)...)
	}
	return m
}

// applied visits schemas and all that always apply together with them.
func applied(of []*schema.Node) iter.Seq[*schema.Node] {
	return components.Reached(func(n *schema.Node) []*schema.Node {
		return append(slices.Clip(n.AllOf), lists.Of(n.Refs, func(r schema.Ref) *schema.Node { return r.Target })...)
	}, of...)
}

// jsonTypes names the types of JSON that the "type" of schemas admits.
func jsonTypes(of []*schema.Node) string {
	for n := range applied(of) {
		if n.Types != 0 {
			names := jsonkind.TypeNames(n.Types)
			slices.Reverse(names) // null last
			return strings.Join(names, " or ")
		}
	}
	return ""
}

// parts writes a type expression.
func (b *builder) parts(t *model.Type) []Part {
	return lists.Of(t.Parts(), func(p model.TypePart) Part {
		switch {
		case p.Decl != nil:
			return b.named(p.Decl)
		case p.Custom != nil:
			return Part{Text: p.Custom.PackageName() + "." + p.Text}
		case p.Import != "":
			return Part{Text: path.Base(p.Import) + "." + p.Text}
		}
		return Part{Text: p.Text}
	})
}

func (b *builder) named(d *model.Decl) Part {
	for _, other := range b.in.Package.Imports {
		if d.Package != "" && d.Package == other.ImportPath && d.Package != b.in.Package.ImportPath {
			return Part{Text: other.Name + "." + d.Name, File: b.in.File(other), Type: d.Name}
		}
	}
	return Part{Text: d.Name, Type: d.Name}
}

// paragraphs parts prose at its empty lines.
func paragraphs(text string) []string {
	var out []string
	for _, p := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

// indented is a value as JSON, indented.
func indented(v *document.Node) string {
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(v.String()), "", "  "); err != nil {
		return v.String()
	}
	return b.String()
}
