package schema

import (
	"cmp"

	"github.com/bindery-go/bindery/generator/internal/custom"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Graph is a resolved set of schemas: every schema location that can be
// reached from the roots, with every reference bound to its target.
type Graph struct {
	// Nodes lists all nodes; Nodes[i].ID == i. The order is that of first
	// reach from Roots, depth first, in source order: it never depends on a map.
	Nodes []*Node
	// Roots are the nodes of the entry points asked for, in the asked order.
	Roots []*Node

	// repaired maps schema objects with quirks to those that are read in their
	// place.
	repaired map[*document.Node]*document.Node
}

// Repaired returns a document of the graph with all its repairs, which is how the
// graph reads it: the document itself where there are none.
func (g *Graph) Repaired(doc *document.Node) *document.Node {
	if len(g.repaired) == 0 {
		return doc
	}
	if fixed := g.repaired[doc]; fixed != nil {
		doc = fixed
	}
	out := &document.Node{Kind: doc.Kind, Pos: doc.Pos, Bool: doc.Bool, Text: doc.Text}
	for _, item := range doc.Items {
		out.Items = append(out.Items, g.Repaired(item))
	}
	for _, m := range doc.Members {
		out.Set(m.Name, m.NamePos, g.Repaired(m.Value))
	}
	return out
}

// Types is a set of JSON types, as the table of the runtime has it. The zero
// value means that the schema does not constrain the type (no "type" keyword).
type Types = validate.Types

// The members of Types. Integer is listed beside Number because "type":
// "integer" admits a part of the numbers only.
const (
	Null    = validate.Null
	Boolean = validate.Boolean
	Integer = validate.Integer
	Number  = validate.Number
	String  = validate.String
	Array   = validate.Array
	Object  = validate.Object
)

// Node is one schema location with its keywords digested by its dialect and
// vocabularies: a keyword that its dialect does not know, or that a draft 7
// $ref hides, is not here. A location that is reached under two different
// dynamic scopes that matter to it has one Node for each (JSON Schema 2020-12
// Core section 8.2.3.2), so no reference is left to be resolved at run time.
//
// The fields tagged `key:"-"` are where a schema stands and what it is only said to
// be: schemas that agree in all others say the same.
type Node struct {
	ID      int            `key:"-"`
	Doc     *document.Node `key:"-"` // the schema's object or boolean
	Pos     source.Pos     `key:"-"`
	Dialect *Dialect       `key:"-"`
	// BaseURI is the canonical URI of the node's resource without fragment.
	// Pointer is the JSON Pointer from the resource root ("" at the root).
	// File and FilePointer say where it lies in the file.
	BaseURI     string `key:"-"`
	Pointer     string `key:"-"`
	FilePointer string `key:"-"`
	// Scope tells apart the nodes of one location: what the dynamic anchors
	// that matter to it mean here, "" where none does.
	Scope string

	// SiblingsHidden tells that a "$ref" hides all other keywords.
	SiblingsHidden bool

	// Imported tells that the graph ends here: the schema is the type of another
	// package, and the node has its place, its type, which is "object", and its
	// annotations.
	Imported bool

	// Always and Never tell the boolean schemas. {} is Always as well.
	Always, Never bool

	// Annotations.
	Title, Description string `key:"-"`
	Comment            string `key:"-"`
	Default            *document.Node
	Examples           []*document.Node `key:"-"`
	Deprecated         bool
	ReadOnly           bool
	WriteOnly          bool
	ContentEncoding    string
	ContentMediaType   string
	GoName             string         // x-go-name, or goJSONSchema's identifier
	GoExtension        *document.Node // goJSONSchema
	EnumNames          []string       // x-enum-varnames, beside Enum
	// GoType is the user's type for the values: x-go-type, goJSONSchema's type or
	// what the configuration says; nil for none. GoTypePos is where that is said.
	GoType    *custom.Type
	GoTypePos source.Pos `key:"-"`
	// FormatType is what the configuration says of Format.
	FormatType *custom.Type
	GoTags     map[string]string // struct tags that x-oapi-codegen-extra-tags or goJSONSchema ask for
	GoPointer  bool              // goJSONSchema's pointer: a required member is held by a pointer

	goType, goImport *document.Node // x-go-type and x-go-type-import as written

	// Any type.
	Types Types
	Enum  []*document.Node // nil: no enum; empty and not nil: nothing is valid
	Const *document.Node

	// Numbers: texts in JSON number spelling, "" when absent. Draft 4's
	// boolean exclusive bounds are turned into ExclusiveMinimum/Maximum.
	Minimum, Maximum, ExclusiveMinimum, ExclusiveMaximum, MultipleOf string

	// Strings. Lengths are in code points.
	MinLength, MaxLength *uint64
	Pattern              *string
	Format               string
	FormatAsserts        bool // format is an assertion here (dialect, vocabulary or option)

	// Arrays. Items applies to the items after PrefixItems; the array form of
	// "items" of the older drafts is PrefixItems, their "additionalItems" is Items.
	PrefixItems            []*Node
	Items                  *Node
	Contains               *Node
	MinContains            *uint64 // nil: 1
	MaxContains            *uint64
	MinItems, MaxItems     *uint64
	UniqueItems            bool
	UnevaluatedItems       *Node
	ContainsMarksEvaluated bool // 2020-12 only (Core section 11.2)

	// Objects, in source order.
	Properties            []Property
	PatternProperties     []PatternProperty
	AdditionalProperties  *Node
	PropertyNames         *Node
	UnevaluatedProperties *Node
	Required              []string
	DependentRequired     []DependentRequired
	DependentSchemas      []DependentSchema
	MinProperties         *uint64
	MaxProperties         *uint64

	// In-place applicators.
	AllOf, AnyOf, OneOf []*Node
	Not                 *Node
	If, Then, Else      *Node // Then and Else are nil without If
	// Refs are the bound references of this node: $ref, $dynamicRef and
	// $recursiveRef, in this order, at most one each.
	Refs []Ref

	// KeywordNames maps the field of this struct to the keyword as it is
	// spelt in the source where that differs from the 2020-12 name (for
	// example "items" for PrefixItems, "dependencies" for DependentSchemas,
	// "minimum" for a draft 4 exclusive bound). Nil when nothing differs.
	KeywordNames map[string]string `key:"-"`

	// Alike is the schema of the same content whose Go type is the type of this one as
	// well, where it speaks of a value alone; nil for none. Package place chooses it.
	Alike *Node `key:"-"`

	says Keywords `key:"-"`
}

// Property is one entry of "properties".
type Property struct {
	Name string
	Pos  source.Pos `key:"-"` // of the name
	Node *Node
}

// PatternProperty is one entry of "patternProperties".
type PatternProperty struct {
	Pattern string
	Pos     source.Pos `key:"-"`
	Node    *Node
}

// DependentRequired is one entry of "dependentRequired".
type DependentRequired struct {
	Name     string
	Required []string
}

// DependentSchema is one entry of "dependentSchemas".
type DependentSchema struct {
	Name string
	Node *Node
}

// Ref is a bound reference.
type Ref struct {
	Keyword string     // "$ref", "$dynamicRef" or "$recursiveRef"
	Text    string     `key:"-"` // as written
	Target  *Node      `key:"-"`
	Pos     source.Pos `key:"-"`
}

// Location returns the absolute keyword location of the node (JSON Schema
// 2020-12 Core section 12.3.2): base URI, "#" and the pointer.
func (n *Node) Location() string { return n.BaseURI + "#" + n.Pointer }

// Keyword returns the keyword of a field of Node as the source spells it.
func (n *Node) Keyword(name string) string {
	if s, ok := n.KeywordNames[name]; ok {
		return s
	}
	return name
}

// LeastContained returns how many items have to satisfy "contains"; 0 without it.
func (n *Node) LeastContained() uint64 {
	switch {
	case n.Contains == nil:
		return 0
	case n.MinContains == nil:
		return 1
	}
	return *n.MinContains
}

// Documentation returns what the schema says of itself: its description, else
// its title.
func (n *Node) Documentation() string { return cmp.Or(n.Description, n.Title) }
