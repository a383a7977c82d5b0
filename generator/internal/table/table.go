// Package table turns a graph of schemas into a validate.Program, the table of
// keywords that runtime/validate runs: in memory at once, for the commands that
// judge documents and for tests, and printed into generated packages by
// emit/table. Nodes of the table have the numbers of the graph's nodes.
package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/format/idn"
	"github.com/bindery-go/bindery/runtime/pattern/backtrack"
	"github.com/bindery-go/bindery/runtime/validate"
)

// PatternError is a pattern that cannot be used.
type PatternError struct {
	Pos source.Pos
	Err error
}

// Error returns the place and what is wrong.
func (e *PatternError) Error() string { return fmt.Sprintf("%s: %v", e.Pos, e.Err) }

// Unwrap returns what is wrong.
func (e *PatternError) Unwrap() error { return e.Err }

// PatternErrors is the error of Build.
type PatternErrors []*PatternError

// Error returns one line for each.
func (list PatternErrors) Error() string {
	var b strings.Builder
	for i, e := range list {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(e.Error())
	}
	return b.String()
}

// Build makes the table of a graph that has no errors, and compiles the patterns
// of its schemas. Its own error is of type PatternErrors and has every pattern
// that cannot be used; the table, which is there in any case, says nothing about
// what those would decide.
func Build(g *schema.Graph, patterns *plan.Patterns) (*validate.Program, error) {
	b := builder{
		program:   &validate.Program{Nodes: make([]validate.Node, len(g.Nodes))},
		resources: map[string]int{},
		patterns:  patterns,
	}
	for i, n := range g.Nodes {
		b.program.Nodes[i] = b.node(n)
	}
	if len(b.bad) > 0 {
		return b.program, b.bad
	}
	return b.program, nil
}

type builder struct {
	program   *validate.Program
	resources map[string]int
	patterns  *plan.Patterns
	bad       PatternErrors
}

func (b *builder) node(n *schema.Node) validate.Node {
	v := validate.Node{
		Resource: b.resource(n.BaseURI),
		Pointer:  n.Pointer,
		Never:    n.Never,

		Types: n.Types,
		Enum:  texts(n.Enum),

		Minimum: n.Minimum, Maximum: n.Maximum,
		ExclusiveMinimum: n.ExclusiveMinimum, ExclusiveMaximum: n.ExclusiveMaximum,
		MultipleOf: n.MultipleOf,

		MinLength: count(n.MinLength), MaxLength: count(n.MaxLength),
		Format: assertedFormat(n),

		PrefixItems: ids(n.PrefixItems), Items: child(n.Items),
		Contains: child(n.Contains), MinContains: count(n.MinContains), MaxContains: count(n.MaxContains),
		MinItems: count(n.MinItems), MaxItems: count(n.MaxItems), UniqueItems: n.UniqueItems,
		UnevaluatedItems: child(n.UnevaluatedItems), ContainsMarksEvaluated: n.ContainsMarksEvaluated && n.Contains != nil,

		AdditionalProperties: child(n.AdditionalProperties), PropertyNames: child(n.PropertyNames),
		UnevaluatedProperties: child(n.UnevaluatedProperties),
		Required:              n.Required,
		MinProperties:         count(n.MinProperties), MaxProperties: count(n.MaxProperties),

		AllOf: ids(n.AllOf), AnyOf: ids(n.AnyOf), OneOf: ids(n.OneOf),
		Not: child(n.Not), If: child(n.If), Then: child(n.Then), Else: child(n.Else),

		Spelling: spelling(n.KeywordNames),
	}
	if n.Const != nil {
		v.Const = n.Const.String()
	}
	for _, p := range n.Properties {
		v.Properties = append(v.Properties, validate.Property{Name: p.Name, Node: p.Node.ID})
	}
	for _, d := range n.DependentSchemas {
		v.DependentSchemas = append(v.DependentSchemas, validate.Property{Name: d.Name, Node: d.Node.ID})
	}
	for _, d := range n.DependentRequired {
		v.DependentRequired = append(v.DependentRequired, validate.DependentRequired(d))
	}
	for _, r := range n.Refs {
		v.Refs = append(v.Refs, reference(r))
	}
	b.addPatterns(&v, n)
	return v
}

// addPatterns compiles the patterns of a node.
func (b *builder) addPatterns(v *validate.Node, n *schema.Node) {
	if n.Pattern != nil {
		pos := n.Pos
		if text := n.Doc.Get("pattern"); text != nil {
			pos = text.Pos
		}
		v.Pattern, _ = b.pattern(*n.Pattern, pos)
	}
	for _, p := range n.PatternProperties {
		pattern, ok := b.pattern(p.Pattern, p.Pos)
		if !ok {
			v.AdditionalProperties = child(nil) // what is additional nobody knows
			continue
		}
		v.PatternProperties = append(v.PatternProperties, validate.PatternProperty{Pattern: pattern, Node: p.Node.ID})
	}
}

// pattern compiles a pattern, and reports one that cannot be used.
func (b *builder) pattern(text string, pos source.Pos) (out validate.Pattern, ok bool) {
	p, err := b.patterns.Compile(text)
	if err != nil {
		b.bad = append(b.bad, &PatternError{pos, err})
		return out, false
	}
	out.Text = text
	if p.Strategy.Kind != ecma.Always {
		out.Matcher = matcher{p.Strategy}
		if p.TimesOut() {
			out.Matcher = limited{matcher{p.Strategy}}
		}
	}
	return out, true
}

// matcher runs a pattern as the generated code would.
type matcher struct{ strategy *ecma.Strategy }

func (m matcher) Match(text []byte) (bool, error) { return m.strategy.Match(string(text)) }

// limited is a matcher that may give up.
type limited struct{ matcher }

// Limit is the time that a match may take.
func (limited) Limit() time.Duration { return backtrack.DefaultTimeout }

func (b *builder) resource(uri string) int {
	i, ok := b.resources[uri]
	if !ok {
		i = len(b.program.Resources)
		b.resources[uri] = i
		b.program.Resources = append(b.program.Resources, uri)
	}
	return i
}

// assertedFormat returns the format of a node that asserts it, if there is a
// checker for it: unknown formats never fail (2020-12 Validation section 7.2.2).
func assertedFormat(n *schema.Node) validate.Format {
	if n.Format == "" || !n.FormatAsserts {
		return validate.Format{}
	}
	check, ok := idn.Lookup[[]byte](n.Format)
	if !ok {
		return validate.Format{}
	}
	return validate.Format{Name: n.Format, Check: check}
}

// texts returns values as JSON; nil stays nil.
func texts(values []*document.Node) []string {
	if values == nil {
		return nil
	}
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = v.String()
	}
	return list
}

func count(n *uint64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatUint(*n, 10)
}

func child(n *schema.Node) *validate.Child {
	if n == nil {
		return nil
	}
	return &validate.Child{Node: n.ID}
}

func ids(nodes []*schema.Node) []int {
	var list []int
	for _, n := range nodes {
		list = append(list, n.ID)
	}
	return list
}

func reference(r schema.Ref) validate.Ref {
	v := validate.Ref{Node: r.Target.ID, Keyword: r.Keyword}
	if v.Keyword == "$ref" {
		v.Keyword = ""
	}
	return v
}

func spelling(names map[string]string) []validate.Spelling {
	var list []validate.Spelling
	for keyword, as := range names {
		list = append(list, validate.Spelling{Keyword: keyword, As: as})
	}
	slices.SortFunc(list, func(a, b validate.Spelling) int { return strings.Compare(a.Keyword, b.Keyword) })
	return list
}
