package intersect

import "github.com/bindery-go/bindery/generator/internal/schema"

// Prefix is the number of items that have schemas of their own, or that are
// evaluated without being named here: in branches that all have a prefix.
func (s *Schemas) Prefix(in Intersection) int {
	prefix := 0
	for _, n := range in.Nodes {
		prefix = max(prefix, len(n.PrefixItems))
		if cover := s.ItemCoverage(n); cover != nil && !cover.All {
			prefix = max(prefix, cover.Prefix)
		}
	}
	return prefix
}

// ItemSchemas lists the schemas that have a say on item i.
func (s *Schemas) ItemSchemas(in Intersection, i int) []*schema.Node {
	var out []*schema.Node
	for _, n := range in.Nodes {
		if i < len(n.PrefixItems) {
			out = append(out, n.PrefixItems[i])
		} else if n.Items != nil {
			out = append(out, n.Items)
		}
		if cover := s.ItemCoverage(n); cover != nil && i >= cover.Prefix && !cover.All {
			out = append(out, n.UnevaluatedItems)
		}
	}
	return out
}
