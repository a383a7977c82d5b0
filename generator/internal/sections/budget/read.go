package budget

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

var (
	spentResources = []Resource{TokensIn, TokensOut, CostUSD, WallTimeMS}
	totalResources = []Resource{TokensIn, TokensOut, Tokens, CostUSD, WallTimeMS, Iterations}
	mostResources  = []Resource{TokensIn, TokensOut, CostUSD, WallTimeMS, Iterations, Bytes}
)

// Read reads the budget.
func (s *Section) Read(r *section.Reader) {
	f, ok := r.Bindings.Open("budget")
	if !ok {
		return
	}
	b := &Budget{pos: f.Pos(), name: f.GoName("name"), entries: f.Member("entries", true), until: f.Member("until", false)}
	b.members.Write(&b.Number, f.Member("number", false), section.WholeNumber)
	b.Leave = f.Amount("leave", false).Number
	eachResource(r, f, "spent", spentResources, func(of Resource, m section.Bound) {
		if members := members(r, m.Value, m.Where); members != nil {
			b.Reads = append(b.Reads, &Read{Resource: of, Pointers: members})
		}
	})
	eachResource(r, f, "totals", totalResources, func(of Resource, m section.Bound) {
		if !section.IsMember(section.Text(m.Value)) {
			r.Bad(m.Value, m.Where, "the JSON Pointer of a member")
			return
		}
		b.Totals = append(b.Totals, &Total{Resource: of, Pointer: section.WordOf(m.Value)})
	})
	eachResource(r, f, "max", mostResources, func(of Resource, m section.Bound) {
		if amount := r.Amount(m.Value, m.Where); amount != (section.Amount{}) {
			b.Most = append(b.Most, &Most{Resource: of, Pos: m.NamePos, Written: amount})
		}
	})
	eachResource(r, f, "exhausted", mostResources, func(of Resource, m section.Bound) {
		b.Exhausted = append(b.Exhausted, &Exhausted{Resource: of, Writes: writes(r, m.Value, m.Where)})
	})
	for _, f := range f.List("counts") {
		c := &Count{IntoAt: f.Member("into", true), OfAt: f.Member("of", true), Values: section.Texts(f.Names("in", true))}
		b.Counts = append(b.Counts, c)
	}
	for _, m := range b.Most {
		s.limits.Check(r, m.Written)
	}
	s.written = b
}

// eachResource reads an object whose members are resources.
func eachResource(r *section.Reader, f *section.Fields, name string, resources []Resource, read func(of Resource, m section.Bound)) {
	names := lists.Of(resources, func(of Resource) string { return string(of) })
	for _, m := range f.Table(name) {
		if !slices.Contains(names, m.Name) {
			r.BadWord(m.Value, m.Where, "one of "+strings.Join(names, ", "), m.Name, names)
			continue
		}
		read(Resource(m.Name), m)
	}
}

// members reads a member or a list of them.
func members(r *section.Reader, node *document.Node, where string) []section.Word {
	list := section.Listed(node)
	members := section.MembersOf(list)
	if len(members) < len(list) || len(list) == 0 {
		r.Bad(node, where, "the JSON Pointer of a member, or a list of them")
		return nil
	}
	return members
}

func writes(r *section.Reader, node *document.Node, where string) []*Write {
	if node.Kind != document.Object {
		r.Bad(node, where, "an object of members and their values")
	}
	var list []*Write
	for _, m := range node.Members {
		if !section.IsMember(m.Name) || m.Value.Kind != document.String {
			r.Bad(m.Value, where+"."+m.Name, "a JSON Pointer with a text")
			continue
		}
		list = append(list, &Write{Pointer: section.KeyOf(m), Value: section.Word{Text: m.Value.Text, Pos: m.Value.Pos}})
	}
	return list
}
