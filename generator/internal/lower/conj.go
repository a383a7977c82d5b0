package lower

import (
	"fmt"
	"sort"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// conj is a conjunction: an instance satisfies it when its kind is in kinds
// and it satisfies every node. Nodes are flat: what $ref, allOf and
// single-branch unions add in place stands in the list itself, each once.
type conj struct {
	nodes []*schema.Node
	kinds model.Kinds
	taken []choice
	// named keeps a conjunction apart that has a name of its own though it
	// says no more than another (a definition that is a bare allOf of others).
	named string
	// flat: no sum of kinds is made, because only the verdict counts or because
	// the value is kept as text.
	flat bool
	// ways is the number of ways to choose the branches that were merged with
	// what surrounds their unions; 0 where the conjunction is a schema as it
	// stands.
	ways int
	// apart: the nodes are checked one by one and the value is any JSON, see
	// mostMerged.
	apart bool
}

// mostWays bounds conj.ways. Unions whose branches hold the next union and add
// to it have as many types as there are ways to choose from all of them; beyond
// the bound such a union does not shape the type but is a check of it.
const mostWays = 8

// choice is a union that is already decided: its branch is among the nodes.
type choice struct {
	node    *schema.Node
	keyword string // "anyOf" or "oneOf"
}

func (c conj) has(n *schema.Node, keyword string) bool {
	for _, t := range c.taken {
		if t.node == n && t.keyword == keyword {
			return true
		}
	}
	return false
}

// key identifies a conjunction whatever the order in which it was met.
func (c conj) key() string {
	ids := make([]int, len(c.nodes))
	for i, n := range c.nodes {
		ids[i] = n.ID
	}
	sort.Ints(ids)
	var b []byte
	for _, id := range ids {
		b = append(strconv.AppendInt(b, int64(id), 10), ',')
	}
	b = strconv.AppendUint(append(b, 'k'), uint64(c.kinds), 10)
	marks := make([]string, len(c.taken))
	for i, t := range c.taken {
		marks[i] = fmt.Sprintf("t%d%s", t.node.ID, t.keyword)
	}
	sort.Strings(marks)
	for _, mark := range marks {
		b = append(b, mark...)
	}
	b = append(append(b, '@'), c.named...)
	b = strconv.AppendBool(append(b, ','), c.flat)
	b = strconv.AppendInt(append(b, 'w'), int64(c.ways), 10)
	return string(strconv.AppendBool(b, c.apart))
}

// flatten appends n and all that it applies in place without condition, in
// the order in which a reader meets it: what is referred to first, then the
// node's own keywords. A node that says nothing of its own is left out.
func (b *builder) flatten(nodes []*schema.Node, n *schema.Node) []*schema.Node {
	seen := map[*schema.Node]bool{}
	for _, m := range nodes {
		seen[m] = true
	}
	var visit func(n *schema.Node)
	visit = func(n *schema.Node) {
		if n == nil || seen[n] || n.Always {
			return
		}
		seen[n] = true
		for _, c := range inPlace(n) {
			visit(c)
		}
		if contributes(n, nil) {
			nodes = append(nodes, n)
		}
	}
	visit(n)
	return nodes
}

// inPlace lists the schemas that apply to the same instance without condition.
func inPlace(n *schema.Node) []*schema.Node {
	var out []*schema.Node
	for _, r := range n.Refs {
		out = append(out, r.Target)
	}
	out = append(out, n.AllOf...)
	if len(n.AnyOf) == 1 {
		out = append(out, n.AnyOf[0])
	}
	if len(n.OneOf) == 1 {
		out = append(out, n.OneOf[0])
	}
	return out
}

// contributes reports whether a node says anything of its own, beside what it
// applies in place and the unions that are decided.
func contributes(n *schema.Node, c *conj) bool { return n.Types != 0 || saysMore(n, c) }

// saysMore reports whether a node contributes more than its types.
func saysMore(n *schema.Node, c *conj) bool {
	union := func(branches []*schema.Node, keyword string) bool {
		return len(branches) > 1 && (c == nil || !c.has(n, keyword))
	}
	return n.Never || n.Enum != nil || n.Const != nil ||
		n.Minimum != "" || n.Maximum != "" || n.ExclusiveMinimum != "" || n.ExclusiveMaximum != "" || n.MultipleOf != "" ||
		n.MinLength != nil || n.MaxLength != nil || n.Pattern != nil || n.Format != "" || n.ContentEncoding != "" ||
		n.PrefixItems != nil || n.Items != nil || n.Contains != nil || n.MinItems != nil || n.MaxItems != nil ||
		n.UniqueItems || n.UnevaluatedItems != nil ||
		len(n.Properties) > 0 || len(n.PatternProperties) > 0 || n.AdditionalProperties != nil || n.PropertyNames != nil ||
		n.UnevaluatedProperties != nil || len(n.Required) > 0 || len(n.DependentRequired) > 0 || len(n.DependentSchemas) > 0 ||
		n.MinProperties != nil || n.MaxProperties != nil ||
		union(n.AnyOf, "anyOf") || union(n.OneOf, "oneOf") || n.Not != nil || n.If != nil
}

// withoutImplied drops the nodes that only name types where the others admit no
// other kind: "type: object" around a union of definitions must not keep them
// from being the definitions themselves.
func (b *builder) withoutImplied(c conj) conj {
	for i := 0; i < len(c.nodes) && len(c.nodes) > 1; i++ {
		n := c.nodes[i]
		if saysMore(n, &c) {
			continue
		}
		others := c
		others.nodes = append(append([]*schema.Node(nil), c.nodes[:i]...), c.nodes[i+1:]...)
		kinds := b.admitted(others)
		if kinds&^model.Kinds(analysis.KindsOf(n.Types)) != 0 || kinds&model.KindNumber != 0 && wantsInteger(n) && !anyNode(others.nodes, wantsInteger) {
			continue
		}
		c = others.settled()
		i = -1
	}
	return c
}

// wantsInteger reports whether the types of a node admit no other numbers.
func wantsInteger(n *schema.Node) bool {
	return n.Types&schema.Integer != 0 && n.Types&schema.Number == 0
}

// settled drops the nodes that say nothing once a union is decided.
func (c conj) settled() conj {
	kept := c
	kept.nodes, kept.taken = nil, nil
	for _, n := range c.nodes {
		if contributes(n, &c) {
			kept.nodes = append(kept.nodes, n)
		}
	}
	for _, t := range c.taken {
		for _, n := range kept.nodes {
			if n == t.node {
				kept.taken = append(kept.taken, t)
			}
		}
	}
	return kept
}

// resolve follows a schema that says nothing of its own and applies exactly
// one other in place, to the location that names it.
func (b *builder) resolve(n *schema.Node) *schema.Node {
	var way []*schema.Node
	for end := b.ends[n]; ; end = b.ends[n] {
		if end != nil {
			n = end
			break
		}
		next := standsFor(n)
		if next == nil || len(way) == 1<<16 { // in-place cycles were refused before
			break
		}
		way = append(way, n)
		n = next
	}
	for _, m := range way { // chains can be long, and each link is a definition
		b.ends[m] = n
	}
	return n
}

// standsFor is the one schema that n only refers to, nil where n says anything.
// A definition with a Go name is a type of its own; elsewhere the name is that of
// the field, not of what is referred to.
func standsFor(n *schema.Node) *schema.Node {
	if contributes(n, nil) || n.GoName != "" && isDefinition(n) {
		return nil
	}
	var only *schema.Node
	for _, c := range inPlace(n) {
		if c.Always || c == only {
			continue
		}
		if only != nil {
			return nil
		}
		only = c
	}
	return only
}

// planOf is the plan of what entries say together about one instance: a part
// of the value at parent, reached by token. It is nil where they say nothing.
func (b *builder) planOf(parent place, token string, entries ...*schema.Node) *model.Plan {
	var distinct []*schema.Node
	for _, e := range entries {
		if e == nil || e.Always {
			continue
		}
		if e = b.resolve(e); !e.Always && !contains(distinct, e) {
			distinct = append(distinct, e)
		}
	}
	if len(distinct) == 0 {
		return nil
	}
	c := conj{kinds: model.AllKinds}
	for _, e := range distinct {
		c.nodes = b.flatten(c.nodes, e)
	}
	at := parent.child(token)
	if len(distinct) == 1 {
		at = b.placeOf(distinct[0])
		if isDefinition(distinct[0]) && !contributes(distinct[0], nil) {
			c.named = at.key
		}
	}
	if len(c.nodes) == 0 {
		return nil
	}
	if c.apart = len(distinct) > 1 && b.mergesTooMany(c); c.apart {
		return b.planApart(c, at, distinct)
	}
	return b.plan(c, at)
}

func contains(nodes []*schema.Node, n *schema.Node) bool {
	for _, m := range nodes {
		if m == n {
			return true
		}
	}
	return false
}

// valueKinds are the kinds of values.
func valueKinds(values []*document.Node) model.Kinds {
	var k model.Kinds
	for _, v := range values {
		k |= valueKind(v)
	}
	return k
}

func valueKind(v *document.Node) model.Kinds { return model.Kinds(analysis.KindOf(v)) }
