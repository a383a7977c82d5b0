package suite

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// OtherURI is the identifier of what Embedded returns.
const OtherURI = "https://bindery.test/other.json"

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
	s.Set(id, source.Pos{}, &document.Node{Kind: document.String, Text: OtherURI})
	return s
}

// Reversed returns a copy of v with the members of all objects in reverse order.
func Reversed(v *document.Node) *document.Node {
	c := &document.Node{Kind: v.Kind, Pos: v.Pos, Bool: v.Bool, Text: v.Text, Items: lists.Of(v.Items, Reversed)}
	for _, m := range slices.Backward(v.Members) {
		c.Set(m.Name, m.NamePos, Reversed(m.Value))
	}
	return c
}
