package suite

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Variant is a schema that has the same meaning as that of a group. Its
// documents are named by URI; MainURI is the one to start from.
type Variant struct {
	Name      string
	Documents schema.Documents
}

// The URIs of the documents of variants.
const (
	MainURI  = "https://bindery.test/main.json"
	OtherURI = "https://bindery.test/other.json"
)

// Variants returns the schema itself, with the members in reverse order, behind
// a reference to another document, within allOf, and as a second resource in
// the same document.
func (g *Group) Variants() []Variant {
	list := []Variant{
		{"plain", schema.Documents{MainURI: g.Schema}},
		{"reversed", schema.Documents{MainURI: Reversed(g.Schema)}},
		{"behind $ref", schema.Documents{MainURI: refToOther(), OtherURI: g.Schema}},
		{"in allOf", schema.Documents{MainURI: inAllOf(), OtherURI: g.Schema}},
	}
	if embedded := g.Embedded(); embedded != nil {
		list = append(list, Variant{"second resource", schema.Documents{
			MainURI: object("allOf", array(refToOther()), g.Definitions(), object("other", embedded)),
		}})
	}
	return list
}

func refToOther() *document.Node { return object("$ref", text(OtherURI)) }

func inAllOf() *document.Node { return object("allOf", array(object(), refToOther())) }

// Definitions is the draft's keyword for definitions.
func (g *Group) Definitions() string {
	if g.Draft < schema.Draft2019 {
		return "definitions"
	}
	return "$defs"
}

// Embedded returns the schema as a resource that can stand in another, with the
// identifier OtherURI, or nil when it cannot be given one.
func (g *Group) Embedded() *document.Node {
	if g.Schema.Kind != document.Object || g.Schema.Get("$id") != nil || g.Schema.Get("id") != nil ||
		g.Draft < schema.Draft2019 && g.Schema.Get("$ref") != nil {
		return nil
	}
	id := "$id"
	if g.Draft == schema.Draft4 {
		id = "id"
	}
	s := g.Schema.Clone()
	s.Set(id, source.Pos{}, text(OtherURI))
	return s
}

// Reversed returns a copy of v with the members of all objects in reverse order.
func Reversed(v *document.Node) *document.Node {
	c := &document.Node{Kind: v.Kind, Pos: v.Pos, Bool: v.Bool, Text: v.Text}
	for _, item := range v.Items {
		c.Items = append(c.Items, Reversed(item))
	}
	for _, m := range slices.Backward(v.Members) {
		c.Set(m.Name, m.NamePos, Reversed(m.Value))
	}
	return c
}

func text(s string) *document.Node { return &document.Node{Kind: document.String, Text: s} }

func array(items ...*document.Node) *document.Node {
	return &document.Node{Kind: document.Array, Items: items}
}

// object returns an object of names and values in turn.
func object(members ...any) *document.Node {
	o := &document.Node{Kind: document.Object}
	for i := 0; i < len(members); i += 2 {
		o.Set(members[i].(string), source.Pos{}, members[i+1].(*document.Node))
	}
	return o
}
