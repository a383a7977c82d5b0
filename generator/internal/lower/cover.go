package lower

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// coverage is what n evaluates of an object beside its unevaluatedProperties.
// It is nil when n has none, or when the answer depends on the instance, so
// that only the evaluator can tell (JSON Schema 2020-12 Core section 11.3).
func (b *builder) coverage(n *schema.Node) *analysis.PropertyCoverage {
	if cover := b.anyCoverage(n); cover != nil && cover.Static {
		return cover
	}
	return nil
}

// anyCoverage is coverage even where it depends on the instance.
func (b *builder) anyCoverage(n *schema.Node) *analysis.PropertyCoverage {
	if n.UnevaluatedProperties == nil || n.UnevaluatedProperties.Always {
		return nil
	}
	cover := b.covers[n]
	if cover == nil {
		k := b.analysis.PropertyCoverage(n)
		cover = &k
		b.covers[n] = cover
	}
	return cover
}

// covered reports whether a member of that name is among what is evaluated.
func (b *builder) covered(cover *analysis.PropertyCoverage, name string) bool {
	if cover.All {
		return true
	}
	if _, found := slices.BinarySearch(cover.Names, name); found {
		return true
	}
	return slices.ContainsFunc(cover.Patterns, func(p string) bool { return b.matches(p, name) })
}

// itemCoverage is coverage for the items of an array and unevaluatedItems.
func (b *builder) itemCoverage(n *schema.Node) *analysis.ItemCoverage {
	if n.UnevaluatedItems == nil || n.UnevaluatedItems.Always {
		return nil
	}
	if k := b.analysis.ItemCoverage(n); k.Static {
		return &k
	}
	return nil
}
