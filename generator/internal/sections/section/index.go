package section

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/lower"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Property is one member of a "properties" keyword, somewhere in the schema.
type Property struct {
	Name    string
	Pointer string // JSON Pointer of its schema; behind its file and # where that is another
	Owner   *Object
	node    func() *document.Node
}

// Node is the schema of a property, with what its references say.
func (p *Property) Node() *document.Node { return p.node() }

// Object is a schema with properties.
type Object struct {
	Name    string // of the $defs entry it is in, "" for the root; of the file where that is another
	Pointer string
	Node    *document.Node
}

// Index knows the properties of a schema by name, in source order.
type Index struct {
	doc        *document.Node
	graph      *schema.Graph // nil where it is not known
	Properties []*Property
	defs       []*Object
	Title      string // the schema's name in snake case, without the word schema
	// InSections are the properties of what looks like a schema but is a
	// section. They describe no document, so nothing is measured by them, but
	// a placeholder may mean one.
	InSections []*Property
	// Elsewhere gives the properties that schemas of the document have from other files.
	// Their pointers say where they would stand if the schemas had them themselves.
	Elsewhere func() []*Property
	// Abroad gives the properties of all schemas of other files that values of documents
	// have, or parts of them.
	Abroad  func() []*Property
	objects []*Object
}

// where subschemas are in a schema. Sections use the words of every draft, so
// there is no need to tell the drafts apart.
var (
	schemaMaps  = []string{"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
	schemaLists = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	schemas     = []string{"items", "additionalItems", "additionalProperties", "unevaluatedProperties", "unevaluatedItems",
		"contains", "propertyNames", "not", "if", "then", "else"}
)

func newIndex(doc *document.Node, graph *schema.Graph) *Index {
	x := &Index{doc: doc, graph: graph}
	x.Elsewhere = sync.OnceValue(x.elsewhere)
	x.Abroad = sync.OnceValue(x.abroad)
	root := &Object{Node: doc}
	x.enter(doc, root)
	known := len(x.Properties)
	if IsKind(doc, document.Object) {
		for _, m := range doc.Members {
			if !schema.IsKeyword(m.Name) && IsKind(m.Value.Get("properties"), document.Object) {
				x.enter(m.Value, &Object{Name: m.Name, Pointer: "/" + document.EscapeToken(m.Name), Node: m.Value})
			}
		}
	}
	x.Properties, x.InSections = x.Properties[:known:known], x.Properties[known:]
	x.Title = strings.TrimSuffix(Snake(Text(doc.Get("title"))), "_schema")
	return x
}

func (x *Index) enter(node *document.Node, at *Object) {
	if !IsKind(node, document.Object) {
		return
	}
	x.objects = append(x.objects, at)
	for _, m := range node.Members {
		here := at.Pointer + "/" + document.EscapeToken(m.Name)
		switch {
		case slices.Contains(schemaMaps, m.Name) && m.Value.Kind == document.Object:
			for _, sub := range m.Value.Members {
				below := &Object{Name: at.Name, Pointer: document.AppendToken(here, sub.Name), Node: sub.Value}
				switch m.Name {
				case "properties":
					x.Properties = append(x.Properties, x.Property(sub.Name, below.Pointer, sub.Value, at))
				case "$defs", "definitions":
					below.Name = sub.Name
					x.defs = append(x.defs, below)
				}
				x.enter(sub.Value, below)
			}
		case slices.Contains(schemaLists, m.Name) && m.Value.Kind == document.Array:
			for i, sub := range m.Value.Items {
				x.enter(sub, &Object{Name: at.Name, Pointer: here + "/" + strconv.Itoa(i), Node: sub})
			}
		case slices.Contains(schemas, m.Name):
			x.enter(m.Value, &Object{Name: at.Name, Pointer: here, Node: m.Value})
		}
	}
}

// isReached reports whether a reference leads to a place of the schema, or it is an entry
// type, so that what stands there is a schema.
func (x *Index) isReached(at *document.Node) bool { return x.graph != nil && x.graph.NodeOf(at) != nil }

// Property is a property with a schema of the document.
func (x *Index) Property(name, pointer string, node *document.Node, owner *Object) *Property {
	return &Property{name, pointer, owner, sync.OnceValue(func() *document.Node { return x.resolve(node) })}
}

func (x *Index) elsewhere() (found []*Property) {
	for _, at := range x.objects {
		n := x.nodeOf(at.Node)
		if n == nil {
			continue
		}
		for part := range components.Reached((*schema.Node).Conjuncts, n) {
			if x.isHere(part) {
				continue
			}
			for _, p := range part.Properties {
				pointer := document.AppendToken(at.Pointer+"/properties", p.Name)
				found = append(found, &Property{p.Name, pointer, at, sync.OnceValue(func() *document.Node { return x.joined(p.Node) })})
			}
		}
	}
	return found
}

func (x *Index) abroad() (found []*Property) {
	for _, n := range x.nodesAbroad() {
		owner := objectAbroad(n)
		for _, p := range n.Properties {
			found = append(found, &Property{p.Name, p.Node.Place(), owner, sync.OnceValue(func() *document.Node { return x.joined(p.Node) })})
		}
	}
	return found
}

// nodesAbroad are the schemas of other files, each once.
func (x *Index) nodesAbroad() []*schema.Node {
	if x.graph == nil {
		return nil
	}
	met := map[string]bool{}
	return lists.Where(x.graph.Nodes, func(n *schema.Node) bool {
		again := met[n.Place()]
		met[n.Place()] = true
		return !again && !x.isHere(n)
	})
}

// objectAbroad is a schema of another file, by the definition that it is in or the file.
func objectAbroad(n *schema.Node) *Object {
	name := strings.TrimSuffix(path.Base(n.Pos.File), path.Ext(n.Pos.File))
	tokens, _ := document.ParsePointer(n.FilePointer)
	for i := 1; i < len(tokens); i++ {
		if tokens[i-1] == "$defs" || tokens[i-1] == "definitions" {
			name = tokens[i]
		}
	}
	return &Object{name, n.Place(), n.Doc}
}

func (x *Index) nodeOf(node *document.Node) *schema.Node {
	if x.graph == nil {
		return nil
	}
	return x.graph.NodeOf(node)
}

// isHere reports whether a schema is a part of the document.
func (x *Index) isHere(n *schema.Node) bool {
	tokens, err := document.ParsePointer(n.FilePointer)
	here := x.nodeOf(x.doc.At(tokens...))
	return err == nil && here != nil && here.Place() == n.Place()
}

// resolve gives a schema with all that its references and its allOf say of the same
// value, wherever they lead. What the graph does not know, as what looks like a schema in
// a section, has references inside the document alone.
func (x *Index) resolve(node *document.Node) *document.Node {
	if n := x.nodeOf(node); n != nil {
		return x.joined(n)
	}
	return x.refer(node)
}

// joined is what several schemas say of a value, as one: of a keyword that several have,
// the first.
func (x *Index) joined(n *schema.Node) *document.Node {
	parts := lists.Where(slices.Collect(components.Reached(func(n *schema.Node) []*schema.Node {
		return append(n.Conjuncts(), besideNull(n)...)
	}, n)), func(part *schema.Node) bool { return IsKind(part.Doc, document.Object) && !part.SiblingsHidden })
	if len(parts) == 1 {
		return parts[0].Doc
	}
	out := &document.Node{Kind: document.Object, Pos: n.Pos}
	for _, part := range parts {
		for _, m := range part.Doc.Members {
			if out.Get(m.Name) == nil && !slices.Contains([]string{"$ref", "allOf", "anyOf", "oneOf"}, m.Name) {
				out.Set(m.Name, m.NamePos, m.Value)
			}
		}
	}
	return out
}

// besideNull gives the branch of a union that has no other one but null.
func besideNull(n *schema.Node) []*schema.Node {
	for _, union := range [][]*schema.Node{n.AnyOf, n.OneOf} {
		rest := lists.Where(union, func(b *schema.Node) bool { return b.Types != schema.Null })
		if len(rest) == 1 && len(union) == 2 {
			return rest
		}
	}
	return nil
}

// local gives the value at a reference "#/…", and the tokens that lead there.
func (x *Index) local(reference string) (tokens []string, node *document.Node) {
	fragment, local := strings.CutPrefix(reference, "#")
	tokens, err := document.ParseFragment(fragment)
	if !local || err != nil {
		return nil, nil
	}
	return tokens, x.doc.At(tokens...)
}

// refer follows references inside the document; a long or circular chain ends where it is.
func (x *Index) refer(node *document.Node) *document.Node {
	for range 16 {
		_, target := x.local(Text(node.Get("$ref")))
		if target == nil {
			return node
		}
		node = target
	}
	return node
}

// At gives the schema at a reference "#/…" of x-bindery, with references followed.
func (x *Index) At(reference string) (pointer string, node *document.Node, ok bool) {
	tokens, node := x.local(reference)
	return document.FormatPointer(tokens...), x.resolve(node), node != nil
}

// Target gives what properties of the schema at a reference have as their Pointer: it may
// be in another file that the schema leads to, whose path is relative to the schema's and
// written as in $ref.
func (x *Index) Target(reference string) (target string, ok bool) {
	file, fragment, _ := strings.Cut(reference, "#")
	if file == "" {
		target, _, ok = x.At(reference)
		return target, ok
	}
	tokens, err := document.ParseFragment(fragment)
	name, fileErr := url.PathUnescape(file)
	target = path.Join(path.Dir(x.doc.Pos.File), name) + "#" + document.FormatPointer(tokens...)
	return target, cmp.Or(err, fileErr) == nil && slices.ContainsFunc(x.nodesAbroad(), func(n *schema.Node) bool { return n.Place() == target })
}

// Named gives the properties of a name that satisfy a condition.
func Named(properties []*Property, name string, fits func(*Property) bool) []*Property {
	return lists.Where(properties, func(p *Property) bool { return fold(p.Name) == fold(name) && fits(p) })
}

// Types gives the names under "type", null left out.
func Types(node *document.Node) []string {
	t := node.Get("type")
	if t == nil {
		return nil
	}
	return slices.DeleteFunc(lists.Of(Listed(t), Text), func(s string) bool { return s == "null" })
}

// IsType reports whether a schema admits values of one type, null aside, and that type.
func IsType(node *document.Node, name string) bool { return slices.Equal(Types(node), []string{name}) }

// IsMap reports whether a schema has members whose names it does not know.
func IsMap(node *document.Node) bool {
	return IsType(node, "object") && (IsKind(node.Get("additionalProperties"), document.Object) || node.Get("patternProperties") != nil)
}

// EnumBinding is a property whose values are the keys of a section.
type EnumBinding struct {
	Pointer string
	// Values are the enum's spellings of the keys, in the order of the keys.
	Values []string
}

// Find gives the Go type of the enum and its constants for the keys; nil without one.
func (b *EnumBinding) Find(t *lower.Types) (*model.Decl, []string) {
	if b == nil {
		return nil, nil
	}
	return t.Enum(b.Pointer, b.Values)
}

// EnumOf finds the property whose enum has all keys, whatever their hyphens
// and underscores, in the schema or else in other files. Of several, all must be the
// same enum.
func (x *Index) EnumOf(keys []string) *EnumBinding {
	found, ok := enumOf(keys, x.Properties)
	if found == nil && ok {
		found, _ = enumOf(keys, x.Abroad())
	}
	return found
}

// enumOf is EnumOf for some properties; ok is false where several differ.
func enumOf(keys []string, properties []*Property) (found *EnumBinding, ok bool) {
	var values *document.Node
	for _, p := range properties {
		enum := p.Node().Get("enum")
		if !IsKind(enum, document.Array) {
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
			return nil, false
		}
	}
	return found, true
}

// Recursive gives the $defs entries whose values hold others of their kind.
func (x *Index) Recursive() []*Object {
	return lists.Where(x.defs, func(def *Object) bool {
		for n := range components.Reached(x.below, x.below(def.Node)...) {
			if n == def.Node {
				return true
			}
		}
		return false
	})
}

// RecursiveAbroad gives those of other files.
func (x *Index) RecursiveAbroad() []*Object {
	recursive := lists.Where(x.nodesAbroad(), func(n *schema.Node) bool {
		return n.IsDefinition() && slices.Contains(slices.Collect(components.Reached((*schema.Node).Children, n.Children()...)), n)
	})
	return lists.Of(recursive, objectAbroad)
}

// below is what a value holds and refers to, but for definitions.
func (x *Index) below(n *document.Node) []*document.Node {
	out := slices.Clone(n.Items)
	for _, m := range n.Members {
		if m.Name != "$defs" && m.Name != "definitions" {
			out = append(out, m.Value)
		}
	}
	if target := x.refer(n); target != n { // one in another file is not followed
		out = append(out, target)
	}
	return out
}
