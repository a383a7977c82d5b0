package lint

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/validate"
)

// place is where the values of a schema stand in a document: under names that it
// declares, and others that are made up.
type place struct {
	root  int // the schema of the document
	steps []checks.Step
}

// element is the step to an element of an array. That to a member of a map has no
// name.
var element = checks.Step{Any: true, Name: "0"}

// mostPlaces bounds the places that are looked at of a schema which is referred to
// from many.
const mostPlaces = 4

// places finds for each schema some places of its values in documents of the
// entries. The entries themselves have none: their relations belong to the
// program.
func places(entries []*schema.Node) map[*document.Node][]place {
	found := map[*document.Node][]place{}
	visits := map[*schema.Node]int{}
	type visit struct {
		node *schema.Node
		place
	}
	queue := lists.Of(entries, func(n *schema.Node) visit { return visit{n, place{root: n.ID}} })
	for i := 0; i < len(queue); i++ {
		n, at := queue[i].node, queue[i].place
		if n == nil || visits[n] == mostPlaces {
			continue
		}
		visits[n]++
		if len(at.steps) > 0 {
			found[n.Doc] = append(found[n.Doc], at)
		}
		below := func(child *schema.Node, step checks.Step) {
			queue = append(queue, visit{child, place{at.root, append(slices.Clip(at.steps), step)}})
		}
		for _, m := range n.Properties {
			below(m.Node, checks.Step{Name: m.Name})
		}
		for _, m := range n.PatternProperties {
			below(m.Node, checks.Step{Any: true})
		}
		below(n.AdditionalProperties, checks.Step{Any: true})
		if len(n.PrefixItems) == 0 {
			below(n.Items, element)
		}
		for _, c := range n.InPlace() {
			queue = append(queue, visit{c, at})
		}
	}
	return found
}

// related judges a value by the relations among what lies within its place: in a
// document that has nothing else.
func (l *linter) related(code diag.Code, n *schema.Node, value *document.Node) {
	told := map[string]bool{}
	for _, at := range l.places[n.Doc] {
		set := &checks.Set{}
		for _, rule := range l.program.Checks.Rules {
			if rule.Root == at.root && !told[rule.Name] && isWithin(&rule, at.steps) {
				rule.Root = 0
				set.Rules = append(set.Rules, rule)
			}
		}
		if len(set.Rules) == 0 {
			continue
		}
		p := &validate.Program{Resources: []string{""}, Nodes: []validate.Node{{}}, Checks: set}
		for _, name := range l.violations(code, p, 0, at.document(value), value.Pos) {
			told[name] = true
		}
	}
}

// document is a document that has a value at a place, and nothing else.
func (p place) document(value *document.Node) *document.Node {
	for _, step := range slices.Backward(p.steps) {
		outer := &document.Node{Kind: document.Object, Pos: value.Pos}
		switch {
		case step == element:
			outer.Kind, outer.Items = document.Array, []*document.Node{value}
		case step.Any:
			outer.Set("*", value.Pos, value)
		default:
			outer.Set(step.Name, value.Pos, value)
		}
		value = outer
	}
	return value
}

// isWithin reports whether all that a rule speaks of lies within one value at a
// place.
func isWithin(rule *checks.Rule, steps []checks.Step) bool {
	at, err := checks.ParsePath(rule.At)
	if err != nil || rule.NeedsArguments() {
		return false
	}
	within := func(text string) bool {
		p, err := checks.ParsePath(text)
		whole, ok := p.From(at)
		if err != nil || !ok || len(whole.Steps) < len(steps) || p.Key && len(whole.Steps) == len(steps) {
			return false
		}
		same := 0 // steps that lead to the same element as those of at
		if p.Up >= 0 {
			same = len(at.Steps) - p.Up
		}
		for i, step := range steps {
			own := whole.Steps[i]
			if own.Deep || own.Any != step.Any || !own.Any && own.Name != step.Name || own.Any && i >= same {
				return false
			}
		}
		return true
	}
	relations := []checks.Relation{rule.Relation}
	if rule.When != nil {
		relations = append(relations, *rule.When)
	}
	for len(relations) > 0 {
		r := relations[0]
		relations = append(relations[1:], r.Of...)
		terms := slices.Clone(r.Terms)
		for i := 0; i < len(terms); i++ {
			t := terms[i]
			terms = append(terms, t.Args...)
			if t.Const == "" && len(t.Args) == 0 && !within(t.Path) {
				return false
			}
		}
	}
	return true
}
