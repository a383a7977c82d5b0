package section

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// property is one member of a "properties" keyword, somewhere in the schema.
type property struct {
	Name    string
	Pointer string         // JSON Pointer of its schema
	Node    *document.Node // its schema, behind local references
	owner   *object
}

// object is a schema with properties.
type object struct {
	name    string // of the $defs entry it is in, "" for the root
	pointer string
	node    *document.Node
}

// index knows the properties of a schema by name, in source order.
type index struct {
	doc        *document.Node
	properties []*property
	defs       []*object
	title      string // the schema's name in snake case, without the word schema
	// inSections are the properties of what looks like a schema but is a
	// section. They describe no document, so nothing is measured by them, but
	// a placeholder may mean one.
	inSections []*property
}

// where subschemas are in a schema. Sections use the words of every draft, so
// there is no need to tell the drafts apart.
var (
	schemaMaps  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
	schemaLists = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	schemas     = []string{"items", "additionalItems", "additionalProperties", "unevaluatedProperties", "unevaluatedItems",
		"contains", "propertyNames", "not", "if", "then", "else"}
)

func newIndex(doc *document.Node) *index {
	x := &index{doc: doc}
	root := &object{node: doc}
	x.enter(doc, root)
	known := len(x.properties)
	if isKind(doc, document.Object) {
		for _, m := range doc.Members {
			if !schema.IsKeyword(m.Name) && isKind(m.Value.Get("properties"), document.Object) {
				x.enter(m.Value, &object{name: m.Name, pointer: "/" + document.EscapeToken(m.Name), node: m.Value})
			}
		}
	}
	x.properties, x.inSections = x.properties[:known:known], x.properties[known:]
	x.title = strings.TrimSuffix(snake(text(doc.Get("title"))), "_schema")
	return x
}

func (x *index) enter(node *document.Node, at *object) {
	if !isKind(node, document.Object) {
		return
	}
	for _, m := range node.Members {
		here := at.pointer + "/" + document.EscapeToken(m.Name)
		switch {
		case slices.Contains(schemaMaps, m.Name) && m.Value.Kind == document.Object:
			for _, sub := range m.Value.Members {
				below := &object{name: at.name, pointer: document.AppendToken(here, sub.Name), node: sub.Value}
				switch m.Name {
				case "properties":
					x.properties = append(x.properties, &property{sub.Name, below.pointer, x.resolve(sub.Value), at})
				case "$defs", "definitions":
					below.name = sub.Name
					x.defs = append(x.defs, below)
				}
				x.enter(sub.Value, below)
			}
		case slices.Contains(schemaLists, m.Name) && m.Value.Kind == document.Array:
			for i, sub := range m.Value.Items {
				x.enter(sub, &object{name: at.name, pointer: here + "/" + strconv.Itoa(i), node: sub})
			}
		case slices.Contains(schemas, m.Name):
			x.enter(m.Value, &object{name: at.name, pointer: here, node: m.Value})
		}
	}
}

// resolve follows references inside the document; a long or circular chain ends where it is.
func (x *index) resolve(node *document.Node) *document.Node {
	for range 16 {
		fragment, local := strings.CutPrefix(text(node.Get("$ref")), "#")
		if !local {
			return node
		}
		tokens, err := document.ParseFragment(fragment)
		if err != nil {
			return node
		}
		target := x.doc.At(tokens...)
		if target == nil {
			return node
		}
		node = target
	}
	return node
}

// at gives the schema at a reference "#/…" of x-bindery, with references followed.
func (x *index) at(reference string) (pointer string, node *document.Node, ok bool) {
	fragment, local := strings.CutPrefix(reference, "#")
	tokens, err := document.ParseFragment(fragment)
	if !local || err != nil {
		return "", nil, false
	}
	node = x.doc.At(tokens...)
	return document.FormatPointer(tokens...), x.resolve(node), node != nil
}

// named gives the properties of a name that satisfy a condition.
func named(properties []*property, name string, fits func(*property) bool) []*property {
	var found []*property
	for _, p := range properties {
		if fold(p.Name) == fold(name) && fits(p) {
			found = append(found, p)
		}
	}
	return found
}

// types gives the names under "type", null left out.
func types(node *document.Node) []string {
	var names []string
	t := node.Get("type")
	if isKind(t, document.Array) {
		for _, item := range t.Items {
			names = append(names, text(item))
		}
	} else if t != nil {
		names = append(names, text(t))
	}
	return slices.DeleteFunc(names, func(s string) bool { return s == "null" })
}

// isType says whether a schema admits values of one type, null aside, and that type.
func isType(node *document.Node, name string) bool { return slices.Equal(types(node), []string{name}) }

// isMap says whether a schema has members whose names it does not know.
func isMap(node *document.Node) bool {
	return isType(node, "object") && (isKind(node.Get("additionalProperties"), document.Object) || node.Get("patternProperties") != nil)
}

// nullable says whether a schema admits null by its type or by "nullable".
func nullable(node *document.Node) bool {
	t := node.Get("type")
	if mark := node.Get("nullable"); isKind(mark, document.Bool) && mark.Bool {
		return true
	}
	return isKind(t, document.Array) && slices.ContainsFunc(t.Items, func(n *document.Node) bool { return text(n) == "null" })
}

// EnumBinding is a property whose values are the keys of a section.
type EnumBinding struct {
	Pointer string
	// Values are the enum's spellings of the keys, in the order of the keys.
	Values []string
}

// enumOf finds the property whose enum has all keys, whatever their hyphens
// and underscores. Of several, all must be the same enum.
func (x *index) enumOf(keys []string) *EnumBinding {
	var found *EnumBinding
	var values *document.Node
	for _, p := range x.properties {
		enum := p.Node.Get("enum")
		if !isKind(enum, document.Array) {
			continue
		}
		b := &EnumBinding{Pointer: p.Pointer}
		for _, key := range keys {
			at := slices.IndexFunc(enum.Items, func(v *document.Node) bool {
				return v.Kind == document.String && fold(v.Text) == fold(key)
			})
			if at >= 0 {
				b.Values = append(b.Values, enum.Items[at].Text)
			}
		}
		switch {
		case len(b.Values) < len(keys) || len(keys) == 0:
		case found == nil:
			found, values = b, enum
		case !document.Equal(values, enum):
			return nil
		}
	}
	return found
}

// recursive gives the $defs entries whose values hold others of their kind.
func (x *index) recursive() []*object {
	var found []*object
	for _, def := range x.defs {
		if x.reaches(def.node, def.node, map[*document.Node]bool{}) {
			found = append(found, def)
		}
	}
	return found
}

func (x *index) reaches(from, to *document.Node, seen map[*document.Node]bool) bool {
	if from == nil || seen[from] || from.Kind != document.Object && from.Kind != document.Array {
		return false
	}
	seen[from] = true
	if from.Get("$ref") != nil {
		if target := x.resolve(from); target == to || target != from && x.reaches(target, to, seen) {
			return true
		}
	}
	for _, m := range from.Members {
		if m.Name != "$defs" && m.Name != "definitions" && x.reaches(m.Value, to, seen) {
			return true
		}
	}
	return slices.ContainsFunc(from.Items, func(n *document.Node) bool { return x.reaches(n, to, seen) })
}
