package build

import (
	"iter"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

var (
	numberKeywords = schema.KeywordSet("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
	stringKeywords = schema.KeywordSet("minLength", "maxLength", "pattern", "format")
)

// numberChecks joins the checks of numbers; nil where there is none.
func numberChecks(s *intersect.Schemas, in intersect.Intersection) *plan.Number {
	if in.Either != nil {
		return numberChecksOfAll(s, in.Either)
	}
	var out plan.Number
	var low, high bound
	for _, n := range in.Nodes {
		out.Integer = out.Integer || intersect.WantsInteger(n) || unitesIntegers(s, n, in)
		low = tighter(tighter(low, bound{n.Minimum, false}, 1), bound{n.ExclusiveMinimum, true}, 1)
		high = tighter(tighter(high, bound{n.Maximum, false}, -1), bound{n.ExclusiveMaximum, true}, -1)
		if n.MultipleOf != "" {
			out.MultipleOf = append(out.MultipleOf, n.MultipleOf)
		}
	}
	out.Min, out.MinExcl = low.text, low.text != "" && low.exclusive
	out.Max, out.MaxExcl = high.text, high.text != "" && high.exclusive
	return unlessZero(out)
}

// numberChecksOfAll are the checks that numbers pass which satisfy one of several lists of
// schemas: the loosest of each.
func numberChecksOfAll(s *intersect.Schemas, either [][]*schema.Node) *plan.Number {
	var all *plan.Number
	for checks := range numbersOf(s, either) {
		if checks == nil {
			return nil
		}
		if all == nil {
			all = &plan.Number{Integer: checks.Integer, Min: checks.Min, MinExcl: checks.MinExcl, Max: checks.Max, MaxExcl: checks.MaxExcl}
			continue
		}
		low := looser(bound{all.Min, all.MinExcl}, bound{checks.Min, checks.MinExcl}, 1)
		high := looser(bound{all.Max, all.MaxExcl}, bound{checks.Max, checks.MaxExcl}, -1)
		all.Integer = all.Integer && checks.Integer
		all.Min, all.MinExcl, all.Max, all.MaxExcl = low.text, low.exclusive, high.text, high.exclusive
	}
	if all == nil {
		return nil
	}
	return unlessZero(*all)
}

// numbersOf goes through the checks of the lists of schemas that admit numbers.
func numbersOf(s *intersect.Schemas, either [][]*schema.Node) iter.Seq[*plan.Number] {
	return func(yield func(*plan.Number) bool) {
		for _, nodes := range either {
			if s.Kinds(intersect.Intersection{Nodes: nodes, Kinds: kind.All})&kind.Number == 0 {
				continue
			}
			checks := numberChecks(s, intersect.Intersection{Nodes: nodes})
			if slices.ContainsFunc(nodes, listsIntegers) {
				checks = &plan.Number{Integer: true}
			}
			if !yield(checks) {
				return
			}
		}
	}
}

// listsIntegers reports whether a schema lists values of which all numbers are integers
// that int64 holds.
func listsIntegers(n *schema.Node) bool {
	values := n.Enum
	if n.Const != nil {
		values = []*document.Node{n.Const}
	}
	return values != nil && areIntegers(values)
}

// haveOneNumberType reports whether lists of schemas want numbers of one Go type: what
// float64 or int64 cannot hold of the values of another would be refused.
func haveOneNumberType(s *intersect.Schemas, either [][]*schema.Node) bool {
	type wanted struct{ integer, unsigned bool }
	var first *wanted
	for checks := range numbersOf(s, either) {
		var w wanted
		if checks != nil {
			w.integer, w.unsigned = checks.Integer, checks.Integer && IsUnsigned(checks)
		}
		if first == nil {
			first = &w
		}
		if w != *first {
			return false
		}
	}
	return true
}

// unitesIntegers reports whether an undecided union of n has branches for
// numbers and all of these want integers.
func unitesIntegers(s *intersect.Schemas, n *schema.Node, in intersect.Intersection) bool {
	return slices.ContainsFunc(intersect.UnionsOf(n), func(u intersect.Union) bool {
		some := false
		for _, branch := range u.Branches {
			if s.Analysis.Kinds(branch)&kind.Number == 0 {
				continue
			}
			some = true
			if !slices.ContainsFunc(intersect.Flatten(nil, branch), intersect.WantsInteger) {
				return false
			}
		}
		return some && !in.Chose(u)
	})
}

// stringChecks joins the checks of strings; nil where there is none.
func stringChecks(in intersect.Intersection, patterns *plan.Patterns) *plan.String {
	var out plan.String
	for _, n := range in.Nodes {
		out.MinLength = larger(out.MinLength, n.MinLength)
		out.MaxLength = smaller(out.MaxLength, n.MaxLength)
		if n.Pattern != nil {
			if p := patterns.Use(*n.Pattern); p != nil && !slices.Contains(out.Patterns, p) {
				out.Patterns = append(out.Patterns, p)
			}
		}
		if n.Format != "" && n.FormatAsserts && analysis.KnownFormat(n.Format) && !slices.Contains(out.Formats, n.Format) {
			out.Formats = append(out.Formats, n.Format)
		}
	}
	out.MinLength = positive(out.MinLength)
	return unlessZero(out)
}
