package schema

import (
	"cmp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/custom"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/validate"
)

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
	place       string `key:"-"` // both, see Place
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

// keyword is a keyword in a range of drafts. A keyword that changed its meaning
// has a row for each.
type keyword struct {
	name       string
	vocabulary Vocabulary
	from, to   Draft
	shape      shape             // of its value, which also says where subschemas live in it
	applies    Types             // the types that it speaks of
	field      func(n *Node) any // the address of what a node keeps of it; nil where no row can say it
}

// Of the types that a keyword speaks of, beside single ones.
const (
	anyType Types = 0
	numbers       = Integer | Number
)

// keywords is all that is known of keywords. The order within a vocabulary is
// that of the specification's sections and shows in the built-in meta-schemas.
//
// "$defs" is read in every draft: schemas of older drafts use it, and there is
// nothing else it could mean. "definitions" and "dependencies" go on after
// draft 7 for compatibility, as the later meta-schemas have it.
var keywords = []keyword{
	{"id", Core, Draft4, Draft4, shapeURIReference, anyType, nil},
	{"$id", Core, Draft6, Draft7, shapeURIReference, anyType, nil},
	{"$id", Core, Draft2019, Draft2020, shapeResourceURI, anyType, nil},
	{"$schema", Core, Draft4, Draft2020, shapeURI, anyType, nil},
	{"$ref", Core, Draft4, Draft2020, shapeURIReference, anyType, nil},
	{"$anchor", Core, Draft2019, Draft2020, shapeAnchor, anyType, nil},
	{"$dynamicRef", Core, Draft2020, Draft2020, shapeURIReference, anyType, nil},
	{"$dynamicAnchor", Core, Draft2020, Draft2020, shapeAnchor, anyType, nil},
	{"$recursiveRef", Core, Draft2019, Draft2019, shapeURIReference, anyType, nil},
	{"$recursiveAnchor", Core, Draft2019, Draft2019, shapeBool, anyType, nil},
	{"$vocabulary", Core, Draft2019, Draft2020, shapeVocabulary, anyType, nil},
	{"$comment", Core, Draft7, Draft2020, shapeString, anyType, func(n *Node) any { return &n.Comment }},
	{"$defs", Core, Draft4, Draft2020, shapeSchemaMap, anyType, nil},
	{"definitions", Core, Draft4, Draft2020, shapeSchemaMap, anyType, nil},

	{"prefixItems", Applicator, Draft2020, Draft2020, shapeSchemaArray, Array, func(n *Node) any { return &n.PrefixItems }},
	{"items", Applicator, Draft4, Draft2019, shapeItems, Array, func(n *Node) any { return &n.Items }},
	{"items", Applicator, Draft2020, Draft2020, shapeSchema, Array, func(n *Node) any { return &n.Items }},
	{"additionalItems", Applicator, Draft4, Draft4, shapeSchemaOrBool, Array, nil},
	{"additionalItems", Applicator, Draft6, Draft2019, shapeSchema, Array, nil},
	{"contains", Applicator, Draft6, Draft2020, shapeSchema, Array, func(n *Node) any { return &n.Contains }},
	{"additionalProperties", Applicator, Draft4, Draft4, shapeSchemaOrBool, Object, func(n *Node) any { return &n.AdditionalProperties }},
	{"additionalProperties", Applicator, Draft6, Draft2020, shapeSchema, Object, func(n *Node) any { return &n.AdditionalProperties }},
	{"properties", Applicator, Draft4, Draft2020, shapeSchemaMap, Object, func(n *Node) any { return &n.Properties }},
	{"patternProperties", Applicator, Draft4, Draft2020, shapeSchemaMap, Object, func(n *Node) any { return &n.PatternProperties }},
	{"dependentSchemas", Applicator, Draft2019, Draft2020, shapeSchemaMap, Object, func(n *Node) any { return &n.DependentSchemas }},
	{"dependencies", Applicator, Draft4, Draft2020, shapeDependencies, Object, nil},
	{"propertyNames", Applicator, Draft6, Draft2020, shapeSchema, Object, func(n *Node) any { return &n.PropertyNames }},
	{"if", Applicator, Draft7, Draft2020, shapeSchema, anyType, func(n *Node) any { return &n.If }},
	{"then", Applicator, Draft7, Draft2020, shapeSchema, anyType, func(n *Node) any { return &n.Then }},
	{"else", Applicator, Draft7, Draft2020, shapeSchema, anyType, func(n *Node) any { return &n.Else }},
	{"allOf", Applicator, Draft4, Draft2020, shapeSchemaArray, anyType, func(n *Node) any { return &n.AllOf }},
	{"anyOf", Applicator, Draft4, Draft2020, shapeSchemaArray, anyType, func(n *Node) any { return &n.AnyOf }},
	{"oneOf", Applicator, Draft4, Draft2020, shapeSchemaArray, anyType, func(n *Node) any { return &n.OneOf }},
	{"not", Applicator, Draft4, Draft2020, shapeSchema, anyType, func(n *Node) any { return &n.Not }},

	{"unevaluatedItems", Applicator, Draft2019, Draft2019, shapeSchema, Array, func(n *Node) any { return &n.UnevaluatedItems }},
	{"unevaluatedProperties", Applicator, Draft2019, Draft2019, shapeSchema, Object, func(n *Node) any { return &n.UnevaluatedProperties }},
	{"unevaluatedItems", Unevaluated, Draft2020, Draft2020, shapeSchema, Array, func(n *Node) any { return &n.UnevaluatedItems }},
	{"unevaluatedProperties", Unevaluated, Draft2020, Draft2020, shapeSchema, Object, func(n *Node) any { return &n.UnevaluatedProperties }},

	{"type", Validation, Draft4, Draft2020, shapeTypes, anyType, func(n *Node) any { return &n.Types }},
	{"const", Validation, Draft6, Draft2020, shapeAny, anyType, func(n *Node) any { return &n.Const }},
	{"enum", Validation, Draft4, Draft2020, shapeArray, anyType, func(n *Node) any { return &n.Enum }},
	{"multipleOf", Validation, Draft4, Draft2020, shapePositiveNumber, numbers, func(n *Node) any { return &n.MultipleOf }},
	{"maximum", Validation, Draft4, Draft2020, shapeNumber, numbers, func(n *Node) any { return &n.Maximum }},
	{"exclusiveMaximum", Validation, Draft4, Draft4, shapeBool, numbers, nil},
	{"exclusiveMaximum", Validation, Draft6, Draft2020, shapeNumber, numbers, func(n *Node) any { return &n.ExclusiveMaximum }},
	{"minimum", Validation, Draft4, Draft2020, shapeNumber, numbers, func(n *Node) any { return &n.Minimum }},
	{"exclusiveMinimum", Validation, Draft4, Draft4, shapeBool, numbers, nil},
	{"exclusiveMinimum", Validation, Draft6, Draft2020, shapeNumber, numbers, func(n *Node) any { return &n.ExclusiveMinimum }},
	{"maxLength", Validation, Draft4, Draft2020, shapeCount, String, func(n *Node) any { return &n.MaxLength }},
	{"minLength", Validation, Draft4, Draft2020, shapeCount, String, func(n *Node) any { return &n.MinLength }},
	{"pattern", Validation, Draft4, Draft2020, shapePattern, String, func(n *Node) any { return &n.Pattern }},
	{"maxItems", Validation, Draft4, Draft2020, shapeCount, Array, func(n *Node) any { return &n.MaxItems }},
	{"minItems", Validation, Draft4, Draft2020, shapeCount, Array, func(n *Node) any { return &n.MinItems }},
	{"uniqueItems", Validation, Draft4, Draft2020, shapeBool, Array, func(n *Node) any { return &n.UniqueItems }},
	{"maxContains", Validation, Draft2019, Draft2020, shapeCount, Array, func(n *Node) any { return &n.MaxContains }},
	{"minContains", Validation, Draft2019, Draft2020, shapeCount, Array, func(n *Node) any { return &n.MinContains }},
	{"maxProperties", Validation, Draft4, Draft2020, shapeCount, Object, func(n *Node) any { return &n.MaxProperties }},
	{"minProperties", Validation, Draft4, Draft2020, shapeCount, Object, func(n *Node) any { return &n.MinProperties }},
	{"required", Validation, Draft4, Draft4, shapeNames, Object, func(n *Node) any { return &n.Required }},
	{"required", Validation, Draft6, Draft2020, shapeStrings, Object, func(n *Node) any { return &n.Required }},
	{"dependentRequired", Validation, Draft2019, Draft2020, shapeStringsMap, Object, func(n *Node) any { return &n.DependentRequired }},

	{"title", MetaData, Draft4, Draft2020, shapeString, anyType, func(n *Node) any { return &n.Title }},
	{"description", MetaData, Draft4, Draft2020, shapeString, anyType, func(n *Node) any { return &n.Description }},
	{"default", MetaData, Draft4, Draft2020, shapeAny, anyType, func(n *Node) any { return &n.Default }},
	{"deprecated", MetaData, Draft2019, Draft2020, shapeBool, anyType, func(n *Node) any { return &n.Deprecated }},
	{"readOnly", MetaData, Draft7, Draft2020, shapeBool, anyType, func(n *Node) any { return &n.ReadOnly }},
	{"writeOnly", MetaData, Draft7, Draft2020, shapeBool, anyType, func(n *Node) any { return &n.WriteOnly }},
	{"examples", MetaData, Draft6, Draft2020, shapeArray, anyType, func(n *Node) any { return &n.Examples }},

	{"format", FormatAnnotation | FormatAssertion, Draft4, Draft2020, shapeString, anyType, func(n *Node) any { return &n.Format }},

	{"contentEncoding", Content, Draft7, Draft2020, shapeString, String, func(n *Node) any { return &n.ContentEncoding }},
	{"contentMediaType", Content, Draft7, Draft2020, shapeString, String, func(n *Node) any { return &n.ContentMediaType }},
	{"contentSchema", Content, Draft2019, Draft2020, shapeSchema, String, nil},
}

// IsKeyword reports whether name is a keyword of any draft. The other members
// of a schema's root are sections (package section).
func IsKeyword(name string) bool {
	return slices.ContainsFunc(keywords, func(k keyword) bool { return k.name == name })
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
