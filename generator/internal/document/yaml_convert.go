package document

import (
	"fmt"

	"gopkg.in/yaml.v3"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// What the aliases of one file may add to it. Real files use a few; "billion
// laughs" files go beyond any limit.
const (
	maxAliasNodes = 100_000
	maxAliasText  = 16 << 20 // bytes
)

// yamlConverter makes nodes of the nodes of yaml.v3.
type yamlConverter struct {
	file        *source.File
	places      *yamlPlaces
	anchored    map[*yaml.Node]*yamlAnchor
	diagnostics diag.Diagnostics

	aliasNodes, aliasText int
	exhausted             bool // the aliases have gone beyond their limit
}

// yamlAnchor is the value of an anchor; node is nil while it is being read.
type yamlAnchor struct {
	pos  source.Pos
	node *Node
	size size
}

// size measures a value with all that is in it.
type size struct {
	nodes  int
	text   int // bytes of strings, numbers and names
	height int // levels of arrays and objects
}

func (s *size) add(inner size) {
	s.nodes += inner.nodes
	s.text += inner.text
	s.height = max(s.height, inner.height+1)
}

// node converts a value inside depth arrays and objects. Where that fails it
// reports why and returns null, so that the rest of the file is still read.
func (c *yamlConverter) node(n *yaml.Node, depth int) (*Node, size) {
	if n.Kind == yaml.AliasNode {
		return c.alias(n, depth)
	}
	node, measure := &Node{Pos: c.places.pos(n)}, size{nodes: 1}
	var anchor *yamlAnchor
	if n.Anchor != "" {
		anchor = &yamlAnchor{pos: node.Pos}
		c.anchored[n] = anchor
	}
	switch n.Kind {
	case yaml.ScalarNode:
		c.scalar(n, node)
		measure.text = len(node.Text)
	case yaml.SequenceNode, yaml.MappingNode:
		switch {
		case depth >= MaxDepth:
			c.tooDeep(node.Pos)
		case n.Kind == yaml.SequenceNode:
			c.sequence(n, node, &measure, depth)
		default:
			c.mapping(n, node, &measure, depth)
		}
	}
	if anchor != nil {
		anchor.node, anchor.size = node, measure
	}
	return node, measure
}

func (c *yamlConverter) tooDeep(pos source.Pos) {
	c.diagnostics.Addf(diag.TooDeep, pos, "values are nested deeper than %d levels", MaxDepth)
}

// alias returns a copy of the value that the alias stands for.
func (c *yamlConverter) alias(n *yaml.Node, depth int) (*Node, size) {
	pos := c.places.pos(n)
	missing := &Node{Pos: pos}
	if c.exhausted {
		return missing, size{nodes: 1}
	}
	// An anchor stands before its aliases, so it has been met.
	anchor := c.anchored[n.Alias]
	switch {
	case anchor.node == nil:
		c.diagnostics.Add(diag.New(diag.AliasCycle, pos, "alias *%.80s stands inside the value it names", n.Value).
			WithRelated(anchor.pos, "the value begins here"))
		return missing, size{nodes: 1}
	case depth+anchor.size.height > MaxDepth:
		c.tooDeep(pos)
		return missing, size{nodes: 1}
	}
	c.aliasNodes += anchor.size.nodes
	c.aliasText += anchor.size.text
	if c.aliasNodes > maxAliasNodes || c.aliasText > maxAliasText {
		c.exhausted = true
		c.diagnostics.Addf(diag.AliasBomb, pos, "aliases expand to more than %d values or %d MB of text", maxAliasNodes, maxAliasText>>20)
		return missing, size{nodes: 1}
	}
	return anchor.node.Clone(), anchor.size
}

func (c *yamlConverter) sequence(n *yaml.Node, node *Node, measure *size, depth int) {
	node.Kind = Array
	c.checkTag(n, node.Pos, "!!seq")
	measure.height = 1
	for _, item := range n.Content {
		value, inner := c.node(item, depth+1)
		node.Items = append(node.Items, value)
		measure.add(inner)
	}
}

// yamlEntry is one entry of a mapping: a member, or what a merge key brings.
type yamlEntry struct {
	member Member
	merged []*Node // mappings, the first of which counts most
}

func (c *yamlConverter) mapping(n *yaml.Node, node *Node, measure *size, depth int) {
	node.Kind = Object
	c.checkTag(n, node.Pos, "!!map")
	measure.height = 1

	entries := make([]yamlEntry, 0, len(n.Content)/2)
	// The members written here, to find repeated names and to let them win
	// over merged ones wherever the merge key stands.
	local := &Node{Kind: Object}
	var mergeKey *Member
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		m, ok := c.key(key, depth)
		before := len(c.diagnostics)
		v, inner := c.node(value, depth+1)
		failed := c.exhausted || len(c.diagnostics) > before
		measure.add(inner)
		measure.text += len(m.Name)
		if !ok {
			continue
		}
		m.Value = v
		if isMergeKey(key) {
			if mergeKey != nil {
				c.diagnostics.Add(duplicateName(*mergeKey, m.NamePos))
				continue
			}
			mergeKey = &m
			if !failed { // else what is missing has been reported
				entries = append(entries, yamlEntry{merged: c.mergeSources(v)})
			}
			continue
		}
		if first, ok := local.appendMember(m); !ok {
			c.diagnostics.Add(duplicateName(local.Members[first], m.NamePos))
			continue
		}
		entries = append(entries, yamlEntry{member: m})
	}
	if mergeKey == nil {
		node.Members, node.index = local.Members, local.index
		return
	}
	for _, e := range entries {
		if e.merged == nil {
			node.appendMember(e.member)
		}
		for _, from := range e.merged {
			for _, m := range from.Members {
				if local.find(m.Name) < 0 {
					node.appendMember(m) // kept unless an earlier mapping has it
				}
			}
		}
	}
}

// isMergeKey reports whether a key is the merge key and not the string "<<".
func isMergeKey(key *yaml.Node) bool {
	return key.Kind == yaml.ScalarNode && key.Tag == "!!merge"
}

// mergeSources returns the mappings that a merge key brings in. They are inside
// the tree already (as the value of the key) and belong to nobody else.
func (c *yamlConverter) mergeSources(value *Node) []*Node {
	switch value.Kind {
	case Object:
		return []*Node{value}
	case Array:
		for _, item := range value.Items {
			if item.Kind != Object {
				c.diagnostics.Addf(diag.BadMerge, item.Pos, "merge key << takes mappings; this is of type %s", item.Kind)
				return []*Node{}
			}
		}
		return append([]*Node{}, value.Items...)
	}
	c.diagnostics.Addf(diag.BadMerge, value.Pos, "merge key << takes a mapping or a list of mappings; this is of type %s", value.Kind)
	return []*Node{}
}

// key returns a member without its value. The name of a scalar that is no
// string is its text: 1, true and null are names like others.
func (c *yamlConverter) key(key *yaml.Node, depth int) (m Member, ok bool) {
	m.NamePos = c.places.pos(key)
	if key.Kind == yaml.AliasNode {
		key = key.Alias
	} else if key.Kind != yaml.ScalarNode || key.Anchor != "" {
		c.node(key, depth+1) // for the anchors that aliases may name
	}
	if key.Kind != yaml.ScalarNode {
		c.diagnostics.Addf(diag.BadKey, m.NamePos, "a key must be a scalar; this is a %s", map[yaml.Kind]string{
			yaml.SequenceNode: "list", yaml.MappingNode: "mapping",
		}[key.Kind])
		return m, false
	}
	m.Name = key.Value
	return m, true
}

// checkTag reports a tag of a collection other than the one it has anyway.
func (c *yamlConverter) checkTag(n *yaml.Node, pos source.Pos, own string) {
	if n.Style&yaml.TaggedStyle == 0 || n.Tag == own {
		return
	}
	switch n.Tag {
	case "!!str", "!!int", "!!float", "!!bool", "!!null", "!!binary", "!!seq", "!!map":
		c.diagnostics.Addf(diag.BadTag, pos, "tag %s does not fit a %s", n.Tag, map[string]string{"!!seq": "list", "!!map": "mapping"}[own])
	default:
		c.unknownTag(n, pos)
	}
}

func (c *yamlConverter) unknownTag(n *yaml.Node, pos source.Pos) {
	c.diagnostics.Addf(diag.UnknownTag, pos, "tag %s is passed over", fmt.Sprintf("%.60q", n.Tag))
}
