// Package place says where the types of generated code come from in the schema,
// and what they would be called after that: by the nearest definition or entry
// type above, and the path from there. Stages that name types import it.
package place

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Place says where a type comes from.
type Place struct {
	// Name is what the type wants to be called.
	Name string
	// Ends are the names that it could have instead where they are those of no other
	// type: the ends of its path that begin with a member, the shortest first.
	Ends []string
	// Key identifies the place in the manifest and in the order of names.
	// Was is the key that it had when the package was last generated.
	Key, Was string
	// Schema is the nearest location of the schema, as [schema.Node.Place].
	Schema string
	// Entry is set for the place of an entry type.
	Entry bool
	// Node is the schema whose documentation the type takes; nil for none. Near is the
	// schema at or around the place.
	Node, Near *schema.Node
	// Others are names for where another type has the wanted one. Depth is the number of
	// steps from what the place is called after, 0 for a definition; it and then Rank order
	// the places that want the same name: the least has it.
	Others      []string
	Depth, Rank int
	// Given is set where the configuration names the place.
	Given bool
	// Repeated is set for another type of the same place.
	Repeated bool
	// part is what no single location names, by the words of its name.
	part string
}

// Text is where a type comes from in the words of the schema's author.
func (p Place) Text() string {
	text := p.Schema
	switch {
	case p.Node != nil && strings.HasPrefix(p.Node.Place(), p.Schema):
		text = p.Node.Place()
	case p.Node != nil:
		text = p.Node.Place() + " in " + p.Schema
	case p.part != "":
		text = p.part + " of " + p.Schema
	}
	if p.Repeated {
		return "another type of " + text
	}
	return text
}

// Child is the place of what several schemas say together about one part of
// the value at p: no single location names it.
func (p Place) Child(token string) Place {
	return Place{
		Name: names.Bounded(p.Name + token), Ends: bounded(p.Ends, token), Others: bounded(p.Others, token), Depth: p.Depth + 1, Rank: p.Rank,
		Key: p.Key + "/" + token, Was: p.Was + "/" + token, Schema: p.Schema, Near: p.Near, part: p.part + token,
	}
}

// bounded adds a token to each of some names.
func bounded(list []string, token string) []string {
	return lists.Of(list, func(name string) string { return names.Bounded(name + token) })
}

// Repeat is the place of the nth type of the same place, which is of some kinds
// of its values only.
func (p Place) Repeat(n int, kinds kind.Set) Place {
	p.Key += "~" + strconv.Itoa(n)
	p.Was += "~" + strconv.Itoa(n)
	p.Others = append([]string{p.Name + cmp.Or(kinds.Word(), "Any")}, p.Others...)
	p.Repeated = true
	return p
}

// Places finds the places of the schemas of a graph.
type Places struct {
	Words     names.Words
	schemas   *intersect.Schemas
	overrides map[string]string       // Go names by place, from the configuration
	entries   map[*schema.Node]string // Go names of the entry types
	nodes     map[string]*schema.Node // by place, for titles
	used      map[string]bool         // overrides that have had an effect
	labels    *labels
	own       map[string]bool // files of the package and of its entry types
	several   bool            // schemas of the package
	known     map[*schema.Node]Place
	ways      map[*schema.Node][]step            // to nodes
	shared    map[*schema.Node]*shared           // by the schema whose type it is
	patterns  map[*schema.Node]map[string]string // see patternWord
	held      HeldTypes
	byPlace   []heldType                             // held, by place
	only      map[*schema.Node]map[*schema.Node]bool // see isOnly
}

// Input is what the places of a graph and their names are made of.
type Input struct {
	Graph   *schema.Graph
	Schemas *intersect.Schemas
	// Words says how words are spelt.
	Words names.Words
	// Overrides maps places to the Go names that the configuration gives.
	Overrides map[string]string
	// Entries has the Go names of the entry types.
	Entries map[*schema.Node]string
	// Files are the schemas that the package is made of.
	Files []string
	// Held are the labels of branches when the package was last generated.
	Held Branches
	// HeldTypes are the types that it had then.
	HeldTypes HeldTypes
}

// New returns the places of a graph.
func New(in Input) *Places {
	ps := &Places{
		Words: in.Words, schemas: in.Schemas, overrides: in.Overrides, entries: in.Entries, nodes: map[string]*schema.Node{},
		own: map[string]bool{}, used: map[string]bool{}, known: map[*schema.Node]Place{}, ways: map[*schema.Node][]step{}, shared: map[*schema.Node]*shared{},
		patterns: map[*schema.Node]map[string]string{}, held: in.HeldTypes,
		only: map[*schema.Node]map[*schema.Node]bool{},
	}
	for n := range in.Entries {
		ps.own[n.Pos.File] = true
	}
	if ps.several = len(in.Files) > 1; ps.several || len(in.Entries) == 0 {
		for _, f := range in.Files {
			ps.own[f] = true
		}
	}
	for _, n := range in.Graph.Nodes {
		if at := n.Place(); ps.nodes[at] == nil {
			ps.nodes[at] = n
		}
	}
	ps.labels = newLabels(ps, in.Graph, in.Held)
	return ps
}

// Of returns the place of an origin.
func (ps *Places) Of(o *build.Origin) Place {
	switch {
	case o == nil:
		return Place{}
	case o.Entry != "":
		p := ps.OfSchema(o.Node)
		p.Name, p.Ends, p.Entry = o.Entry, nil, true
		return p
	case o.Part.Branch != nil:
		return ps.ofBranch(o)
	case o.Node != nil:
		return ps.OfSchema(o.Node)
	case o.Part.Member != "":
		word := ps.partName("properties", o.Part.Member)
		p := ps.Of(o.Within).Child(word)
		p.Ends = append([]string{word}, p.Ends...)
		return p
	case o.Part.Item != build.AnyItem:
		return ps.Of(o.Within).Child("Item" + strconv.Itoa(o.Part.Item))
	}
	return ps.Of(o.Within).Child("Item")
}

// ofBranch is the place of a branch of a union that takes what surrounds the
// union with it.
func (ps *Places) ofBranch(o *build.Origin) Place {
	union, branch := ps.Of(o.Within), o.Part.Branch
	p := union.Child(ps.Title(branch))
	if branch.Node == nil {
		return p
	}
	if branch.Inline {
		if name := ps.given(branch.Node.Place(), branch.Node); name != "" {
			p.Name, p.Ends, p.Depth = name, nil, 0
		}
	}
	p.Node = o.Node
	return p
}

// OfSchema is the place of a schema location. Its name is made from its
// pointer: from the nearest definition or entry above it downwards.
func (ps *Places) OfSchema(n *schema.Node) Place {
	if p, ok := ps.known[n]; ok {
		return p
	}
	p := ps.find(n)
	ps.known[n] = p
	return p
}

// find is OfSchema for a node that has not been asked for yet.
func (ps *Places) find(n *schema.Node) Place {
	p := Place{Schema: n.Place(), Node: n, Near: n, Given: ps.IsOverridden(n)}
	steps := ps.steps(n)
	from, name := ps.start(steps, n)
	within, rest, ends, key, was := ps.path(n, steps, from)
	p.Ends, p.Key, p.Was = ends, key, was
	inline := lists.Where(steps[from:], ps.addsToName)
	p.Depth, p.Rank = len(inline), ps.rank(n, steps[:from])
	if within != nil {
		name, p.Others = within.name, []string{within.own + rest}
		p.Rank++
	} else {
		p.Others = slices.Clip(ps.others(n, steps, from, name, rest))
	}
	p.Name = cmp.Or(name+rest, "Schema")
	if role := roleOf(inline); role != "" {
		p.Others = append(p.Others, p.Name+role)
	}
	if rest != "" { // the other names are somebody's choice
		p.Name, p.Ends, p.Others = names.Bounded(p.Name), bounded(p.Ends, ""), bounded(p.Others, "")
	}
	return p
}

// given is the name that an override, x-go-name or an entry gives to the
// location at; "" where none does.
func (ps *Places) given(at string, n *schema.Node) string {
	if name, ok := ps.overrides[at]; ok {
		return name
	}
	if n == nil {
		return ""
	}
	return cmp.Or(n.GoName, ps.entries[n])
}

// IsOverridden reports whether the configuration names the schema.
func (ps *Places) IsOverridden(n *schema.Node) bool { return ps.overrides[n.Place()] != "" }

// FieldName is the name that the configuration gives to the field of a member with
// a schema; "" for none.
func (ps *Places) FieldName(n *schema.Node) string { return ps.use(n.Place()) }

// ConstantName is the name that the configuration gives to the constant of a value
// below a schema, and the place of that; "" for none.
func (ps *Places) ConstantName(n *schema.Node, tokens ...string) (name, at string) {
	at = n.Place()
	for _, token := range tokens {
		at = document.AppendToken(at, token)
	}
	return ps.use(at), at
}

// use is the name that the configuration gives to what stands at a place, which
// thereby has an effect.
func (ps *Places) use(at string) string {
	name := ps.overrides[at]
	if name != "" {
		ps.used[at] = true
	}
	return name
}

// Unused lists the places, sorted, that the configuration names and where nothing
// is that has a Go name: no constant, field or variant, and none of the types at
// the given schemas, nor what these are called after.
func (ps *Places) Unused(types []*schema.Node) []string {
	for _, n := range types {
		if n == nil {
			continue
		}
		ps.use(n.Place())
		ps.use(n.Pos.File + "#")
		for _, s := range ps.steps(n) {
			ps.use(s.at)
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(ps.overrides)), func(at string) bool { return ps.used[at] })
}

// IsEntry reports whether an entry type is made of the schema.
func (ps *Places) IsEntry(n *schema.Node) bool { return ps.entries[n] != "" }

// Title names a branch of a union: see [labels], or by its kinds.
func (ps *Places) Title(b *build.Branch) string {
	switch {
	case b.Node != nil:
		return ps.labels.label(b.Node)
	case b.Integer:
		return "Integer"
	}
	return cmp.Or(b.Kinds.Word(), "Other") // made for kinds of values
}
