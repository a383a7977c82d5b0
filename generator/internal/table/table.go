// Package table turns a graph of schemas into a validate.Program, the table of
// keywords that runtime/validate runs: in memory at once, for the commands that
// judge documents and for tests, and printed into generated packages by
// emit/table. Nodes of the table have the numbers of the graph's nodes.
package table

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/format/idn"
	"github.com/bindery-go/bindery/runtime/pattern/backtrack"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Build makes the table of a graph that has no errors, and compiles the patterns
// of its schemas. The diagnostics are of the patterns that cannot be used, each
// place once, warnings where no value is judged by them; the table, which is there in
// any case, says nothing about what those would decide.
func Build(g *schema.Graph, patterns *plan.Patterns) (*validate.Program, diag.Diagnostics) {
	b := builder{
		program:   &validate.Program{Nodes: make([]validate.Node, len(g.Nodes))},
		resources: map[string]int{},
		patterns:  patterns,
		isBad:     map[source.Pos]bool{},
	}
	for i, n := range g.Nodes {
		b.program.Nodes[i] = b.node(n)
	}
	b.lookApart(g)
	return b.program, b.found
}

// lookApart compiles the patterns of the schemas that the table does not have.
func (b *builder) lookApart(g *schema.Graph) {
	b.patterns = plan.NewPatterns() // of which nothing is printed
	before := len(b.found)
	for _, n := range g.Apart {
		if n.Pattern != nil {
			b.pattern(*n.Pattern, patternPos(n))
		}
		for _, p := range n.PatternProperties {
			b.pattern(p.Pattern, p.Pos)
		}
	}
	for i := range b.found[before:] {
		d := &b.found[before+i]
		*d = d.WithSeverity(diag.Warning)
	}
}

// patternPos is where the pattern of a node stands.
func patternPos(n *schema.Node) source.Pos {
	if text := n.Doc.Get("pattern"); text != nil {
		return text.Pos
	}
	return n.Pos
}

type builder struct {
	program   *validate.Program
	resources map[string]int
	patterns  *plan.Patterns
	found     diag.Diagnostics
	isBad     map[source.Pos]bool // places of patterns that cannot be used
}

func (b *builder) node(n *schema.Node) validate.Node {
	v := validate.Node{
		Resource: b.resource(n.BaseURI),
		Pointer:  n.Pointer,
		Never:    n.Never,

		ContainsMarksEvaluated: n.ContainsMarksEvaluated,
		Spelling:               spelling(n.KeywordNames),
		Refs:                   lists.Of(n.Refs, reference),
	}
	for keyword, from := range n.Fields() {
		if to := v.Field(keyword); to != nil { // annotations have no field there
			b.take(n, to, from)
		}
	}
	if len(v.PatternProperties) < len(n.PatternProperties) {
		v.AdditionalProperties = nil // what is additional nobody knows
	}
	return v
}

// take copies the field of a graph's node to that of a table's node.
func (b *builder) take(n *schema.Node, to, from any) {
	switch to := to.(type) {
	case *bool:
		*to = *from.(*bool)
	case *string:
		*to = text(from)
	case *validate.Types:
		*to = *from.(*schema.Types)
	case *[]string:
		*to = texts(from)
	case **validate.Child:
		*to = &validate.Child{Node: (*from.(**schema.Node)).ID}
	case *[]int:
		*to = ids(*from.(*[]*schema.Node))
	case *[]validate.Property:
		*to = properties(from)
	case *[]validate.DependentRequired:
		*to = lists.Of(*from.(*[]schema.DependentRequired), func(d schema.DependentRequired) validate.DependentRequired {
			return validate.DependentRequired(d)
		})
	case *validate.Format:
		*to = assertedFormat(n)
	case *validate.Pattern:
		*to, _ = b.pattern(**from.(**string), patternPos(n))
	case *[]validate.PatternProperty:
		for _, p := range *from.(*[]schema.PatternProperty) {
			if pattern, ok := b.pattern(p.Pattern, p.Pos); ok {
				*to = append(*to, validate.PatternProperty{Pattern: pattern, Node: p.Node.ID})
			}
		}
	default:
		panic(fmt.Sprintf("table: a node has a field of type %T", to))
	}
}

// text is a number, a count or a value as JSON.
func text(from any) string {
	switch from := from.(type) {
	case *string:
		return *from
	case **uint64:
		return strconv.FormatUint(**from, 10)
	}
	return (*from.(**document.Node)).String()
}

// texts are names, or values as JSON; none of them are not nil.
func texts(from any) []string {
	if names, ok := from.(*[]string); ok {
		return *names
	}
	list := []string{}
	for _, v := range *from.(*[]*document.Node) {
		list = append(list, v.String())
	}
	return list
}

// properties are schemas by the names of members.
func properties(from any) []validate.Property {
	if from, ok := from.(*[]schema.DependentSchema); ok {
		return lists.Of(*from, func(d schema.DependentSchema) validate.Property {
			return validate.Property{Name: d.Name, Node: d.Node.ID}
		})
	}
	return lists.Of(*from.(*[]schema.Property), func(p schema.Property) validate.Property { return validate.Property{Name: p.Name, Node: p.Node.ID} })
}

// pattern compiles a pattern, and reports one that cannot be used.
func (b *builder) pattern(text string, pos source.Pos) (out validate.Pattern, ok bool) {
	p, err := b.patterns.Compile(text)
	if err != nil {
		if !b.isBad[pos] { // a location can have several nodes
			b.isBad[pos] = true
			bad := diag.New(diag.BadPattern, pos, "%v", err)
			if instead := ecma.Instead(err); instead != "" {
				bad = bad.WithHelp("%s", instead)
			}
			b.found.Add(bad)
		}
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

func ids(nodes []*schema.Node) []int {
	return lists.Of(nodes, func(n *schema.Node) int { return n.ID })
}

func reference(r schema.Ref) validate.Ref {
	v := validate.Ref{Node: r.Target.ID, Keyword: r.Keyword}
	if v.Keyword == "$ref" {
		v.Keyword = ""
	}
	return v
}

func spelling(names map[string]string) []validate.Spelling {
	return lists.Of(slices.Sorted(maps.Keys(names)), func(keyword string) validate.Spelling {
		return validate.Spelling{Keyword: keyword, As: names[keyword]}
	})
}
