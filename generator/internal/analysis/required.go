package analysis

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// names is a list of different names in the order of insertion.
type names struct {
	list []string
	has  map[string]bool
}

func (s *names) add(more []string) {
	if s.has == nil {
		s.has = make(map[string]bool, len(more))
	}
	for _, name := range more {
		if !s.has[name] {
			s.has[name] = true
			s.list = append(s.list, name)
		}
	}
}

// RequiredNames returns the members that every object accepted by n has, in the
// order of the source and without repeats. It may miss some.
func (a *Analysis) RequiredNames(n *schema.Node) []string {
	if known, ok := a.required[n]; ok {
		return known
	}
	var s names
	s.add(n.Required)
	for _, c := range n.Conjuncts() {
		s.add(a.RequiredNames(c))
	}
	for _, choice := range n.Choices() {
		s.add(a.requiredByAll(choice))
	}
	a.required[n] = s.list
	return s.list
}

// requiredByAll returns the members that every alternative of a choice which accepts
// objects requires.
func (a *Analysis) requiredByAll(choice schema.Choice) []string {
	var common []string
	first := true
	for _, alternative := range choice {
		if slices.ContainsFunc(alternative, func(n *schema.Node) bool { return a.Kinds(n)&kind.Object == 0 }) {
			continue
		}
		var s names
		for _, n := range alternative {
			s.add(a.RequiredNames(n))
		}
		if first {
			common, first = s.list, false
			continue
		}
		common = lists.Where(common, func(name string) bool { return s.has[name] })
	}
	return common
}
