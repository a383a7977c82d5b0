package document

import (
	"encoding/base64"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/runtime/yamldoc"
)

// scalar fills node with the value of a scalar: by its tag if it has one, as a
// string if it is quoted or a block, by the core schema otherwise.
func (c *yamlConverter) scalar(n *yaml.Node, node *Node) {
	node.Kind, node.Text = String, n.Value
	if n.Style&yaml.TaggedStyle != 0 {
		c.tagged(n, node)
		return
	}
	if n.Style != 0 || c.hasNonSpecificTag(node.Pos.Offset) {
		return
	}
	c.plain(n, node)
}

// hasNonSpecificTag reports whether the node at offset has the tag "!", which
// makes any scalar a string (YAML 1.2.2 section 6.9.1) and which yaml.v3 forgets.
func (c *yamlConverter) hasNonSpecificTag(offset int) bool {
	text := string(c.file.Data[offset:min(offset+1, len(c.file.Data))])
	if text == "&" { // the anchor may come before the tag
		rest := c.file.Data[offset:]
		end := strings.IndexAny(string(rest[:min(len(rest), 256)]), " \t")
		if end < 0 {
			return false
		}
		text = strings.TrimLeft(string(rest[end:min(len(rest), 256)]), " \t")
	}
	return strings.HasPrefix(text, "!")
}

// plain resolves an untagged plain scalar.
func (c *yamlConverter) plain(n *yaml.Node, node *Node) {
	switch n.Value {
	case "", "~":
		node.Kind, node.Text = Null, ""
		return
	case "null", "Null", "NULL":
		node.Kind, node.Text = Null, n.Value // an enum of strings may mean the word
		return
	case "true", "True", "TRUE", "false", "False", "FALSE":
		node.Kind, node.Text = Bool, ""
		node.Bool = n.Value[0] == 't' || n.Value[0] == 'T'
		return
	}
	if strings.IndexByte("+-.0123456789", n.Value[0]) < 0 {
		return
	}
	if yamldoc.IsInfinite(n.Value) {
		c.diagnostics.Addf(diag.NotInJSON, node.Pos, "JSON has no number %s", n.Value)
		return
	}
	c.number(n.Value, node)
}

// number makes node a number if the text is one by the core schema.
func (c *yamlConverter) number(text string, node *Node) bool {
	json, ok, err := yamldoc.Number(text)
	if err != nil {
		c.diagnostics.Addf(diag.TooLarge, node.Pos, "%v", err)
	}
	if ok {
		node.Kind, node.Text = Number, json
	}
	return ok
}

// tagged resolves a scalar with an explicit tag.
func (c *yamlConverter) tagged(n *yaml.Node, node *Node) {
	fits := true
	switch n.Tag {
	case "!!str", "!!timestamp": // JSON writes a time as a string
	case "!!null":
		fits = n.Value == "" || n.Value == "~" || strings.EqualFold(n.Value, "null")
		node.Kind, node.Text = Null, ""
	case "!!bool":
		c.plain(n, node)
		fits = node.Kind == Bool
	case "!!int":
		isWhole := strings.HasPrefix(n.Value, "0x") || !strings.ContainsAny(n.Value, ".eE")
		fits = isWhole && c.number(n.Value, node)
	case "!!float":
		if yamldoc.IsInfinite(n.Value) {
			c.diagnostics.Addf(diag.NotInJSON, node.Pos, "JSON has no number %s", n.Value)
			return
		}
		fits = c.number(n.Value, node)
	case "!!binary":
		// The line breaks belong to the layout of the file, not to the text.
		node.Text = strings.Join(strings.Fields(n.Value), "")
		_, err := base64.StdEncoding.DecodeString(node.Text)
		fits = err == nil
	case "!!seq", "!!map":
		fits = false
	default:
		c.unknownTag(n, node.Pos)
	}
	if !fits {
		c.diagnostics.Addf(diag.BadTag, node.Pos, "%s does not fit its tag %s", shorten(n.Value), n.Tag)
	}
}
