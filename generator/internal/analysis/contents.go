package analysis

import (
	"encoding/binary"

	"github.com/bindery-go/bindery/generator/internal/fieldkey"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Content is what a schema says, wherever it stands: schemas of one graph with equal
// contents say the same of their values, and of the parts of them also with the same
// titles and descriptions. A larger schema has a larger content.
type Content struct {
	id   int
	Size int // of the schema: the number of those that it is made of
}

// Contents finds the contents of the schemas of a graph. What is referred to counts as
// itself, not as what it says.
func Contents(g *schema.Graph) map[*schema.Node]Content {
	c := &contents{of: map[*schema.Node]Content{}, ids: map[string]int{}}
	for _, n := range g.Nodes {
		c.content(n)
	}
	return c.of
}

type contents struct {
	of  map[*schema.Node]Content
	ids map[string]int // by key
}

var fields = fieldkey.Of[schema.Node]()

func (c *contents) content(n *schema.Node) Content {
	if known, ok := c.of[n]; ok {
		return known
	}
	size := 1
	key := fields(nil, n, func(key []byte, part *schema.Node) []byte {
		if part == nil {
			return binary.AppendUvarint(key, 0)
		}
		content := c.content(part)
		size += content.Size
		key = binary.AppendUvarint(key, uint64(content.id))
		key = fieldkey.AppendText(key, part.Title)
		return fieldkey.AppendText(key, part.Description)
	})
	key = fieldkey.AppendText(key, n.Dialect.URI)
	key = fieldkey.AppendText(key, n.Scope)
	for _, r := range n.Refs {
		key = binary.AppendUvarint(key, uint64(r.Target.ID))
	}
	id, met := c.ids[string(key)]
	if !met {
		id = len(c.ids) + 1
		c.ids[string(key)] = id
	}
	c.of[n] = Content{id, size}
	return c.of[n]
}
