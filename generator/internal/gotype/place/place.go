// Package place says where the types of generated code come from in the schema,
// and what they would be called after that: by the nearest definition or entry
// type above, and the path from there. Stages that name types import it.
package place

import (
	"cmp"
	"net/url"
	"path"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan/build"
	"github.com/bindery-go/bindery/generator/internal/plan/intersect"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Place says where a type comes from.
type Place struct {
	// Name is what the type wants to be called.
	Name string
	// Key identifies the place in the manifest and in the order of names.
	Key string
	// Schema is the nearest location of the schema, as [schema.Node.Place].
	Schema string
	// Entry is set for the place of an entry type.
	Entry bool
	// Node is the schema whose documentation the type takes; nil for none.
	Node *schema.Node
}

// Child is the place of what several schemas say together about one part of
// the value at p: no single location names it.
func (p Place) Child(token string) Place {
	return Place{Name: p.Name + token, Key: p.Key + "/" + token, Schema: p.Schema}
}

// Places finds the places of the schemas of a graph.
type Places struct {
	schemas   *intersect.Schemas
	overrides map[string]string       // Go names by place, from the configuration
	entries   map[*schema.Node]string // Go names of the entry types
	nodes     map[string]*schema.Node // by place, for titles
}

// New returns the places of a graph. Overrides maps places to the Go names that
// the configuration gives, entries has the Go names of the entry types.
func New(g *schema.Graph, schemas *intersect.Schemas, overrides map[string]string, entries map[*schema.Node]string) *Places {
	ps := &Places{schemas: schemas, overrides: overrides, entries: entries, nodes: map[string]*schema.Node{}}
	for _, n := range g.Nodes {
		if at := n.Place(); ps.nodes[at] == nil {
			ps.nodes[at] = n
		}
	}
	return ps
}

// Of returns the place of an origin.
func (ps *Places) Of(o *build.Origin) Place {
	switch {
	case o == nil:
		return Place{}
	case o.Entry != "":
		return Place{Name: o.Entry, Key: o.Node.Place(), Schema: o.Node.Place(), Entry: true, Node: o.Node}
	case o.Part.Branch != nil:
		return ps.ofBranch(o)
	case o.Node != nil:
		return ps.OfSchema(o.Node)
	case o.Part.Member != "":
		return ps.Of(o.Within).Child(cmp.Or(names.Exported(o.Part.Member), "Property"))
	case o.Part.Item != build.AnyItem:
		return ps.Of(o.Within).Child("Item" + strconv.Itoa(o.Part.Item))
	}
	return ps.Of(o.Within).Child("Item")
}

// ofBranch is the place of a branch of a union that takes what surrounds the
// union with it.
func (ps *Places) ofBranch(o *build.Origin) Place {
	union, branch := ps.Of(o.Within), o.Part.Branch
	if branch.Node == nil {
		return union.Child(kindsTitle(branch.Kinds))
	}
	p := union.Child(ps.Title(branch))
	if branch.Inline {
		p.Name = ps.OfSchema(o.Node).Name
		p.Key = union.Key + "/" + p.Name
	}
	p.Node = o.Node
	return p
}

// OfSchema is the place of a schema location. Its name is made from its
// pointer: from the nearest definition or entry above it downwards.
func (ps *Places) OfSchema(n *schema.Node) Place {
	p := Place{Key: n.Place(), Schema: n.Place(), Node: n}
	if p.Name = ps.given(p.Key, n); p.Name == "" {
		p.Name = ps.pathName(n)
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

// IsOverridden reports whether the configuration names the place.
func (ps *Places) IsOverridden(key string) bool { return ps.overrides[key] != "" }

// MemberOverride is the name that the configuration gives to a member of the
// objects at a place; "" for none.
func (ps *Places) MemberOverride(p Place, member string) string {
	return ps.overrides[document.AppendToken(p.Key+"/properties", member)]
}

// IsEntry reports whether an entry type is made of the schema.
func (ps *Places) IsEntry(n *schema.Node) bool { return ps.entries[n] != "" }

// Title names a branch of a union: by its title, its definition's or file's
// name, the kind that it alone can be, or its number.
func (ps *Places) Title(b *build.Branch) string {
	if b.Node == nil {
		if b.Integer {
			return "Integer"
		}
		return kindsTitle(b.Kinds)
	}
	n, e := b.Node, ps.schemas.Resolve(b.Node)
	if n.GoName != "" {
		return n.GoName
	}
	if name := cmp.Or(titleName(n), titleName(e)); name != "" && e.GoName == "" && !e.IsDefinition() {
		return name
	}
	if e.IsDefinition() || e.GoName != "" || ps.IsEntry(e) || e != n && e.FilePointer == "" {
		return ps.OfSchema(e).Name
	}
	switch {
	case b.Kinds == kind.Number && b.Integer:
		return "Integer"
	case b.Kinds.IsSingle():
		return b.Kinds.Word()
	}
	return "Option" + strconv.Itoa(b.Index+1)
}

// kindsTitle names a branch that is made for kinds of values.
func kindsTitle(k kind.Set) string { return cmp.Or(k.Word(), "Other") }

// pathName walks the pointer of n and joins the names of its parts. It starts
// anew at each definition and at each root, whose own name stands for the path
// up to there.
func (ps *Places) pathName(n *schema.Node) string {
	name := ps.fileName(n)
	at := n.Pos.File + "#"
	tokens := strings.Split(n.FilePointer, "/")[1:]
	if n.FilePointer == "" {
		tokens = nil
	}
	for i := 0; i < len(tokens); i++ {
		keyword, sub := tokens[i], ""
		above := ps.nodes[at]
		at += "/" + keyword
		if schema.TakesName(keyword) && i+1 < len(tokens) || schema.TakesIndex(keyword) && i+1 < len(tokens) && isIndex(tokens[i+1]) {
			i++
			sub = document.UnescapeToken(tokens[i])
			at += "/" + tokens[i]
		}
		here := ps.nodes[at]
		if (keyword == "oneOf" || keyword == "anyOf") && ps.isOnly(above, here) {
			keyword = "allOf" // no union: the branch is what the whole is
		}
		switch {
		case ps.given(at, here) != "":
			name = ps.given(at, here)
		case keyword == "$defs" || keyword == "definitions":
			name = definitionName(sub)
		default:
			name += partName(keyword, sub, here)
		}
	}
	return cmp.Or(name, "Schema")
}

// isOnly reports whether a branch is all that a union of n leaves, but for null.
func (ps *Places) isOnly(n, branch *schema.Node) bool {
	if n == nil {
		return false
	}
	for _, branches := range [][]*schema.Node{n.OneOf, n.AnyOf} {
		others := 0
		among := false
		for _, m := range branches {
			if m == branch {
				among = true
			} else if ps.schemas.Analysis.Kinds(m)&^kind.Null != 0 {
				others++
			}
		}
		if among {
			return others == 0
		}
	}
	return false
}

// fileName is the name of a file's root schema: the root's name where the root
// is an entry point, else its title, else the file's base name.
func (ps *Places) fileName(n *schema.Node) string {
	root := ps.nodes[n.Pos.File+"#"]
	if root != nil {
		if name := ps.given(n.Pos.File+"#", root); name != "" {
			return name
		}
		if name := titleName(root); name != "" {
			return name
		}
	}
	base := n.Pos.File[strings.LastIndexByte(n.Pos.File, '/')+1:]
	if dot := strings.IndexByte(base, '.'); dot > 0 {
		base = base[:dot]
	}
	return names.Exported(base)
}

// titleName is the name in a title, where the title is one: a short phrase.
func titleName(n *schema.Node) string {
	if len(n.Title) > 60 || strings.ContainsAny(n.Title, "\n\r") {
		return ""
	}
	return names.Exported(n.Title)
}

// definitionName is the name in a definition's key. Of a URL, which bundled
// schemas have there, it is the path: the host says nothing of the type.
func definitionName(key string) string {
	name := key
	if u, err := url.Parse(key); err == nil && u.Host != "" && len(u.Path) > 1 {
		name = u.Path
		if ext := path.Ext(name); ext == ".json" || ext == ".yaml" {
			name = strings.TrimSuffix(name, ext)
		}
		name += " " + u.Fragment
	}
	return cmp.Or(names.Exported(name), "Definition")
}

// partName names one step of a path.
func partName(keyword, sub string, n *schema.Node) string {
	switch keyword {
	case "properties":
		return cmp.Or(names.Exported(sub), "Property")
	case "items", "additionalItems", "unevaluatedItems", "prefixItems":
		return "Item" + sub
	case "additionalProperties", "unevaluatedProperties", "patternProperties":
		return "Value"
	case "oneOf", "anyOf":
		if n != nil {
			if title := titleName(n); title != "" {
				return title
			}
		}
		return "Option" + ordinal(sub)
	case "propertyNames":
		return "Name"
	case "allOf":
		return "" // its parts are merged
	case "dependentSchemas", "dependencies":
		return "With" + names.Exported(sub)
	}
	return names.Exported(keyword) + names.Exported(sub)
}

// ordinal counts from one, as people do.
func ordinal(index string) string {
	i, err := strconv.Atoi(index)
	if err != nil {
		return names.Exported(index)
	}
	return strconv.Itoa(i + 1)
}

func isIndex(s string) bool {
	_, err := strconv.ParseUint(s, 10, 31)
	return err == nil
}
