package build

import (
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

var arrayKeywords = schema.KeywordSet("prefixItems", "items", "contains", "minContains", "maxContains", "minItems", "maxItems", "uniqueItems")

// arrayChecks joins the checks of arrays; nil where there is none.
func (b *Builder) arrayChecks(at *Origin, in intersect.Intersection) *plan.Array {
	var out plan.Array
	for _, n := range in.Nodes {
		out.MinItems = larger(out.MinItems, n.MinItems)
		out.MaxItems = smaller(out.MaxItems, n.MaxItems)
		out.Unique = out.Unique || n.UniqueItems
		if n.Contains != nil {
			c := plan.Contains{Plan: b.condition(n.Contains, kind.All), Min: n.LeastContained(), Max: n.MaxContains}
			if c.Min > 0 || c.Max != nil {
				out.Contains = append(out.Contains, c)
			}
		}
	}
	prefix := b.schemas.Prefix(in)
	for i := range prefix {
		out.Prefix = append(out.Prefix, b.part(at, Part{Item: i}, b.schemas.ItemSchemas(in, i)...))
	}
	out.Items = b.part(at, Part{Item: AnyItem}, b.schemas.ItemSchemas(in, prefix)...)
	out.MinItems = positive(out.MinItems)
	return unlessZero(out)
}
