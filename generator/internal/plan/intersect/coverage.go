package intersect

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// PropertyCoverage is what n evaluates of an object beside its unevaluatedProperties.
// It is nil when n has none, or when the answer depends on the instance, so
// that only the evaluator can tell (JSON Schema 2020-12 Core section 11.3).
func (s *Schemas) PropertyCoverage(n *schema.Node) *analysis.PropertyCoverage {
	if cover := s.anyCoverage(n); cover != nil && cover.Static {
		return cover
	}
	return nil
}

// anyCoverage is PropertyCoverage even where it depends on the instance.
func (s *Schemas) anyCoverage(n *schema.Node) *analysis.PropertyCoverage {
	if n.UnevaluatedProperties == nil || n.UnevaluatedProperties.Always {
		return nil
	}
	cover := s.covers[n]
	if cover == nil {
		k := s.Analysis.PropertyCoverage(n)
		cover = &k
		s.covers[n] = cover
	}
	return cover
}

// isCovered reports whether a member of that name is among what is evaluated.
func (s *Schemas) isCovered(cover *analysis.PropertyCoverage, name string) bool {
	return cover.All || s.names(cover.Names, cover.Patterns, name)
}

// mayBeCovered reports whether a member of that name is among what is evaluated of some
// objects.
func (s *Schemas) mayBeCovered(cover *analysis.PropertyCoverage, name string) bool {
	return cover.MayAll || s.names(cover.AtMost, cover.AtMostPatterns, name)
}

// names reports whether a name is among sorted ones, or matches a pattern.
func (s *Schemas) names(sorted, patterns []string, name string) bool {
	if _, found := slices.BinarySearch(sorted, name); found {
		return true
	}
	return slices.ContainsFunc(patterns, func(p string) bool { return s.Patterns.Matches(p, name) })
}

// ItemCoverage is PropertyCoverage for the items of an array and unevaluatedItems.
func (s *Schemas) ItemCoverage(n *schema.Node) *analysis.ItemCoverage {
	if n.UnevaluatedItems == nil || n.UnevaluatedItems.Always {
		return nil
	}
	if k := s.Analysis.ItemCoverage(n); k.Static {
		return &k
	}
	return nil
}
