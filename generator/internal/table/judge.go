package table

import (
	"reflect"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Judge decides values while generating: which of an enum are valid, whether a
// default is.
type Judge struct {
	program *validate.Program
	// beside has for nodes with a "oneOf" the node without it.
	beside map[int]int
	// listed has for nodes with a long "enum" the node without it: each of its
	// values is judged, and the evaluator compares with one after the other.
	listed map[int]list
	// alone is the program without what it imports, which judges by the nodes that do
	// not lead there: to join it with other programs takes time.
	alone *validate.Program
	leads map[int]bool
	// imported are the kinds of the values that what is imported judges. It admits null
	// where they have it.
	imported kind.Set
}

// list is a long enum, by JSON text, and the node that says the rest. An enum may be
// written as a union of constants.
type list struct {
	values map[string]bool
	rest   int
}

// longEnum is the length from which an enum is looked up.
const longEnum = 32

// constants are the texts that a union of constants admits: those that a single
// branch has where only one may hold. It is nil where many branches are something
// else than a string or an integer in digits, or one that may hold for one of those too
// where only one may.
func constants(p *validate.Program, branches []int, single bool) map[string]bool {
	count, others := map[string]int{}, 0
	for _, i := range branches {
		text := constant(p.Nodes[i])
		if hasOneSpelling(text) {
			count[text]++
			continue
		}
		if others++; others > longEnum || single && text != "null" && text != "true" && text != "false" {
			return nil
		}
	}
	values := map[string]bool{}
	for text, n := range count {
		values[text] = n == 1 || !single
	}
	return values
}

// constant is the value of a node that says nothing but a constant, "" for others.
func constant(node validate.Node) string {
	text := node.Const
	if hasOneSpelling(text) && node.Types&typesOf(text) != 0 {
		node.Types = 0
	}
	node.Const, node.Resource, node.Pointer, node.Spelling = "", 0, "", nil
	if !reflect.ValueOf(node).IsZero() {
		return ""
	}
	return text
}

// hasOneSpelling reports whether no other constant of the kind that is looked up is equal
// to that with a JSON text: to a string, or to an integer in digits. A value that is
// spelt otherwise, as 1.0, is not found, and left to the evaluator.
func hasOneSpelling(text string) bool {
	if text == "" || text == "-0" {
		return false
	}
	return text[0] == '"' || strings.Trim(strings.TrimPrefix(text, "-"), "0123456789") == ""
}

// typesOf are the types of such a constant.
func typesOf(text string) validate.Types {
	if text[0] == '"' {
		return validate.String
	}
	return validate.Integer | validate.Number
}

// NewJudge returns the judge of a program.
func NewJudge(p *validate.Program) *Judge {
	j := &Judge{beside: map[int]int{}, listed: map[int]list{}}
	var more []validate.Node
	add := func(node validate.Node) int {
		more = append(more, node)
		return len(p.Nodes) + len(more) - 1
	}
	for i, node := range p.Nodes {
		if len(node.OneOf) > 1 {
			bare := node
			bare.OneOf = nil
			j.beside[i] = add(bare)
		}
		if len(node.Enum) >= longEnum {
			rest := node
			rest.Enum = nil
			j.listed[i] = list{lists.Set(node.Enum), add(rest)}
			continue
		}
		rest := node
		var values map[string]bool
		switch {
		case len(node.OneOf) >= longEnum:
			values, rest.OneOf = constants(p, node.OneOf, true), nil
		case len(node.AnyOf) >= longEnum:
			values, rest.AnyOf = constants(p, node.AnyOf, false), nil
		}
		if values != nil {
			j.listed[i] = list{values, add(rest)}
		}
	}
	if j.program = p; len(more) > 0 {
		j.program = copyOf(p, len(more))
		j.program.Nodes = append(j.program.Nodes, more...)
	}
	if len(p.Imports) > 0 {
		j.alone = copyOf(j.program, 0)
		j.alone.Imports, j.leads = nil, leadOut(j.program)
		for _, i := range p.Imports {
			j.imported |= kind.OfTypes(p.Nodes[i.Node].Types)
		}
	}
	return j
}

// leadOut finds the nodes from which a value may be judged by an imported one.
func leadOut(p *validate.Program) map[int]bool {
	nodes := make([]int, len(p.Nodes))
	for i := range nodes {
		nodes[i] = i
	}
	out := lists.Of(p.Imports, func(i validate.Import) int { return i.Node })
	return components.Leading(nodes, func(i int) []int { return children(&p.Nodes[i]) }, out...)
}

// Accepts reports whether a value is valid against a node.
func (j *Judge) Accepts(node int, v *document.Node) bool {
	text := v.AppendJSON(nil)
	if l, ok := j.listed[node]; ok && l.values[string(text)] {
		node = l.rest
	}
	if j.alone != nil && (!j.leads[node] || !j.concernsImported(v)) {
		return validate.Holds(j.alone, node, text)
	}
	return validate.Holds(j.program, node, text)
}

// IsQuick reports whether the time of Accepts for a node does not grow with the schema:
// its constants are looked up, and it has no subschemas besides.
func (j *Judge) IsQuick(node int) bool {
	if l, ok := j.listed[node]; ok {
		node = l.rest
	}
	return len(children(&j.program.Nodes[node])) == 0
}

// concernsImported reports whether what is imported may judge a value, or a part of it.
func (j *Judge) concernsImported(v *document.Node) bool {
	return v.Kind == document.Object || kind.Of(v)&j.imported&^kind.Null != 0 || slices.ContainsFunc(v.Items, j.concernsImported)
}

// AcceptsBesideOneOf is Accepts but for the "oneOf" of the node itself: for who
// counts the branches that hold.
func (j *Judge) AcceptsBesideOneOf(node int, v *document.Node) bool {
	if bare, ok := j.beside[node]; ok {
		node = bare
	}
	return j.Accepts(node, v)
}
