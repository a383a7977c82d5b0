package lint

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/analysis"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// partners are keywords that do nothing without one of others beside them (2020-12 Core
// section 10.2.2, Validation sections 6.4.4 and 8.4).
var partners = []struct {
	keyword string
	needs   []string
}{
	{"then", []string{"if"}},
	{"else", []string{"if"}},
	{"if", []string{"then", "else"}},
	{"minContains", []string{"contains"}},
	{"maxContains", []string{"contains"}},
	{"contentSchema", []string{"contentMediaType"}},
}

// effects reports keywords that can change no verdict as they stand.
func (l *linter) effects(n *schema.Node) {
	if n.SiblingsHidden {
		return // which is reported of each
	}
	for _, p := range partners {
		if m, ok := n.Doc.Member(p.keyword); ok && n.Dialect.Has(p.keyword) && !slices.ContainsFunc(p.needs, func(name string) bool { return n.Doc.Get(name) != nil }) {
			l.ineffective(m, "%s has no effect without %s", p.keyword, strings.Join(p.needs, " or "))
		}
	}
	if m, ok := n.Doc.Member("additionalItems"); ok && n.Dialect.Has("additionalItems") {
		if items := n.Doc.Get("items"); items == nil || items.Kind != document.Array {
			l.ineffective(m, "additionalItems has no effect without items that is a list")
		}
	}
	if n.ReadOnly && n.WriteOnly {
		l.ineffective(at(n, "writeOnly"), "readOnly and writeOnly exclude each other")
	}
	seen := document.Set{}
	for _, v := range n.Examples {
		if !seen.Add(v) {
			l.ineffective(document.Member{NamePos: v.Pos}, "the example has no effect: the same stands before it")
		}
	}
	l.bounds(n)
	l.branches(n)
	if n.Types == 0 {
		l.ofListed(n)
	}
}

func (l *linter) ineffective(m document.Member, format string, args ...any) {
	l.found.Addf(diag.IneffectiveKeyword, m.NamePos, format, args...)
}

// bounds reports the weaker of two bounds of one side.
func (l *linter) bounds(n *schema.Node) {
	for _, side := range []struct {
		inclusive, exclusive string
		of, beyond           string
		sign                 int
	}{
		{"minimum", "exclusiveMinimum", n.Minimum, n.ExclusiveMinimum, 1},
		{"maximum", "exclusiveMaximum", n.Maximum, n.ExclusiveMaximum, -1},
	} {
		a, b := analysis.Rational(side.of), analysis.Rational(side.beyond)
		if a == nil || b == nil || n.Dialect.Draft == schema.Draft4 {
			continue
		}
		weak, strong, value := side.inclusive, side.exclusive, side.beyond
		if a.Cmp(b)*side.sign > 0 {
			weak, strong, value = side.exclusive, side.inclusive, side.of
		}
		l.ineffective(at(n, weak), "%s has no effect beside %s %s", weak, strong, value)
	}
}

// branches reports branches that no value of the types beside them can satisfy, those
// that are written twice, and those that make the others needless.
func (l *linter) branches(n *schema.Node) {
	for _, list := range [][]*schema.Node{n.AllOf, n.AnyOf} {
		for i, b := range list {
			if slices.ContainsFunc(list[:i], func(other *schema.Node) bool { return document.Equal(other.Doc, b.Doc) }) {
				l.found.Addf(diag.IneffectiveKeyword, b.Pos, "the branch has no effect: the same stands before it")
			}
		}
	}
	for _, b := range n.AnyOf {
		if b.Always && len(n.AnyOf) > 1 {
			l.found.Addf(diag.IneffectiveKeyword, b.Pos, "every value satisfies this branch, so that the others of anyOf have no effect")
		}
	}
	if n.Types == 0 || l.analysis.Empty(n) {
		return
	}
	for _, b := range slices.Concat(n.AnyOf, n.OneOf) {
		if !l.analysis.Empty(b) && l.analysis.Kinds(b)&kind.OfTypes(n.Types) == 0 {
			l.found.Addf(diag.IneffectiveKeyword, b.Pos, "no value that has the type beside the branches satisfies this one")
		}
	}
}

// ofListed reports keywords for other types than those of the listed values.
func (l *linter) ofListed(n *schema.Node) {
	var listed kind.Set
	switch {
	case n.Const != nil:
		listed = kind.Of(n.Const)
	case len(n.Enum) > 0:
		listed = kind.OfAll(n.Enum)
	default:
		return
	}
	for _, m := range n.Doc.Members {
		if t := n.Dialect.AppliesTo(m.Name); t != 0 && kind.OfTypes(t)&listed == 0 && n.Dialect.Fits(m.Name, m.Value) {
			names := kind.TypeNames(t)
			l.ineffective(m, "%s is for %ss, and no listed value is one", m.Name, names[len(names)-1])
		}
	}
}
