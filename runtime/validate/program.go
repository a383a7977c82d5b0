package validate

import (
	"sync"
	"time"

	"github.com/bindery-go/bindery/runtime/checks"
)

// Program is a set of schemas in the form that the evaluator runs. Its exported
// part is static data that must not change once the program has been used. A
// Program may be used by many goroutines at once; it must not be copied.
//
// References and in-place applicators must not lead from a node back to itself,
// and values must be valid JSON; generated programs are so.
type Program struct {
	// Nodes are the schema locations. Other fields refer to them by index.
	Nodes []Node
	// Resources are the canonical URIs of the schema resources, without
	// fragment. Node.Resource is an index into it.
	Resources []string
	// Checks are relations between members that hold beside the schema; nil for
	// none.
	Checks *checks.Set
	// Loader, where it is set, gives Nodes and Resources when the program is first
	// used.
	Loader Loader
	// Imports are the nodes whose schemas are those of other programs. When the
	// program is first used, the nodes of these follow its own.
	Imports []Import

	loading sync.Once
	once    sync.Once
	ready   *plans
	// nodes and resources are all, those of other programs included.
	nodes     []Node
	resources []string
}

// Loader reads the nodes and resources of a program from what it keeps them in.
type Loader interface {
	Load() ([]Node, []string)
}

// Types is a set of JSON types; the zero value is no constraint.
type Types uint8

// The members of Types. Number includes the integers; Integer alone admits the
// numbers without a fractional part, in whatever spelling.
const (
	Null Types = 1 << iota
	Boolean
	Integer
	Number
	String
	Array
	Object
)

// Node is one schema location. Keywords that are absent have the zero value.
// The fields follow the 2020-12 names; Spelling tells where the schema spells
// a keyword differently.
type Node struct {
	// Resource and Pointer give the absolute location of the schema: the
	// index of its resource and the JSON Pointer from the resource root.
	Resource int
	Pointer  string
	// Never is the schema false. The schema true is a node without keywords.
	Never bool

	Types Types
	// Enum and Const hold values as JSON text, in the schema's spelling. An
	// Enum that is empty and not nil admits nothing.
	Enum  []string
	Const string

	// Bounds are JSON numbers in the schema's spelling, "" when absent.
	Minimum, Maximum                   string
	ExclusiveMinimum, ExclusiveMaximum string
	MultipleOf                         string

	// Lengths and counts are non-negative integers in JSON spelling.
	MinLength, MaxLength string
	Pattern              Pattern
	Format               Format

	PrefixItems            []int
	Items                  *Child
	Contains               *Child
	MinContains            string // "" is 1
	MaxContains            string
	MinItems, MaxItems     string
	UniqueItems            bool
	UnevaluatedItems       *Child
	ContainsMarksEvaluated bool // 2020-12 Core section 11.2

	Properties                   []Property
	PatternProperties            []PatternProperty
	AdditionalProperties         *Child
	PropertyNames                *Child
	UnevaluatedProperties        *Child
	Required                     []string
	DependentRequired            []DependentRequired
	DependentSchemas             []Property
	MinProperties, MaxProperties string

	AllOf, AnyOf, OneOf []int
	Not                 *Child
	If, Then, Else      *Child
	Refs                []Ref

	Spelling []Spelling
}

// field is a field of a node.
type field struct {
	name   string            // the keyword, where it is one
	judges kinds             // of the values that a node with this field alone may refuse
	of     func(n *Node) any // its address
}

// fields has a row for each field of a node.
var fields = [...]field{
	{"resource", 0, func(n *Node) any { return &n.Resource }},
	{"at", 0, func(n *Node) any { return &n.Pointer }},
	{"never", everyKind, func(n *Node) any { return &n.Never }},
	{"type", indirectly, func(n *Node) any { return &n.Types }},
	{"enum", everyKind, func(n *Node) any { return &n.Enum }},
	{"const", everyKind, func(n *Node) any { return &n.Const }},
	{"minimum", numbers, func(n *Node) any { return &n.Minimum }},
	{"maximum", numbers, func(n *Node) any { return &n.Maximum }},
	{"exclusiveMinimum", numbers, func(n *Node) any { return &n.ExclusiveMinimum }},
	{"exclusiveMaximum", numbers, func(n *Node) any { return &n.ExclusiveMaximum }},
	{"multipleOf", numbers, func(n *Node) any { return &n.MultipleOf }},
	{"minLength", texts, func(n *Node) any { return &n.MinLength }},
	{"maxLength", texts, func(n *Node) any { return &n.MaxLength }},
	{"pattern", texts, func(n *Node) any { return &n.Pattern }},
	{"format", texts, func(n *Node) any { return &n.Format }},
	{"prefixItems", arrays, func(n *Node) any { return &n.PrefixItems }},
	{"items", arrays, func(n *Node) any { return &n.Items }},
	{"contains", arrays, func(n *Node) any { return &n.Contains }},
	{"minContains", 0, func(n *Node) any { return &n.MinContains }},
	{"maxContains", 0, func(n *Node) any { return &n.MaxContains }},
	{"minItems", arrays, func(n *Node) any { return &n.MinItems }},
	{"maxItems", arrays, func(n *Node) any { return &n.MaxItems }},
	{"uniqueItems", arrays, func(n *Node) any { return &n.UniqueItems }},
	{"unevaluatedItems", arrays, func(n *Node) any { return &n.UnevaluatedItems }},
	{"containsMarksEvaluated", 0, func(n *Node) any { return &n.ContainsMarksEvaluated }},
	{"properties", objects, func(n *Node) any { return &n.Properties }},
	{"patternProperties", objects, func(n *Node) any { return &n.PatternProperties }},
	{"additionalProperties", objects, func(n *Node) any { return &n.AdditionalProperties }},
	{"propertyNames", objects, func(n *Node) any { return &n.PropertyNames }},
	{"unevaluatedProperties", objects, func(n *Node) any { return &n.UnevaluatedProperties }},
	{"required", objects, func(n *Node) any { return &n.Required }},
	{"dependentRequired", objects, func(n *Node) any { return &n.DependentRequired }},
	{"dependentSchemas", objects, func(n *Node) any { return &n.DependentSchemas }},
	{"minProperties", objects, func(n *Node) any { return &n.MinProperties }},
	{"maxProperties", objects, func(n *Node) any { return &n.MaxProperties }},
	{"allOf", indirectly, func(n *Node) any { return &n.AllOf }},
	{"anyOf", indirectly, func(n *Node) any { return &n.AnyOf }},
	{"oneOf", indirectly, func(n *Node) any { return &n.OneOf }},
	{"not", indirectly, func(n *Node) any { return &n.Not }},
	{"if", indirectly, func(n *Node) any { return &n.If }},
	{"then", 0, func(n *Node) any { return &n.Then }},
	{"else", 0, func(n *Node) any { return &n.Else }},
	{"refs", indirectly, func(n *Node) any { return &n.Refs }},
	{"spelling", 0, func(n *Node) any { return &n.Spelling }},
}

// fieldsByName is made when the first program is read from its text.
var fieldsByName = sync.OnceValue(func() map[string]*field {
	m := make(map[string]*field, len(fields))
	for i := range fields {
		m[fields[i].name] = &fields[i]
	}
	return m
})

// Field returns the address of a field, by the name that it has where a program is
// kept as text: "at" for Pointer, "type" for Types, else the keyword. It is nil for
// a name that is not one. It serves those who read and write programs.
func (n *Node) Field(name string) any {
	f := fieldsByName()[name]
	if f == nil {
		return nil
	}
	return f.of(n)
}

// judges returns the kinds of the values that the keywords of a node judge.
func (n *Node) judges() kinds {
	var judged kinds
	for i := range fields {
		if f := &fields[i]; f.judges&^judged != 0 && isSet(f.of(n)) {
			judged |= f.judges
		}
	}
	return judged
}

// isSet reports whether the field at an address says anything.
func isSet(field any) bool {
	switch field := field.(type) {
	case *bool:
		return *field
	case *string:
		return *field != ""
	case *Types:
		return *field != 0
	case *[]string:
		return *field != nil
	case *[]int:
		return *field != nil
	case **Child:
		return *field != nil
	case *Pattern:
		return field.Matcher != nil // without one it matches everything
	case *Format:
		return field.Check != nil
	case *[]Property:
		return *field != nil
	case *[]PatternProperty:
		return *field != nil
	case *[]DependentRequired:
		return *field != nil
	case *[]Ref:
		return *field != nil
	}
	return true // to be judged, should it not be known
}

// Child refers to the schema of a keyword that takes one.
type Child struct {
	Node int
}

// Ref is a reference bound to its target.
type Ref struct {
	Node int
	// Keyword is "" for $ref, else "$dynamicRef" or "$recursiveRef".
	Keyword string
}

// Property is the schema of a member name.
type Property struct {
	Name string
	Node int
}

// PatternProperty is the schema of the member names that match a pattern.
type PatternProperty struct {
	Pattern Pattern
	Node    int
}

// DependentRequired lists the names that must accompany a name.
type DependentRequired struct {
	Name     string
	Required []string
}

// Pattern is a regular expression: its text in the schema and its compiled
// form. Without a Matcher it matches every text; the zero Pattern is none.
type Pattern struct {
	Text    string
	Matcher Matcher
}

// Matcher is a compiled pattern. Match looks for a match anywhere in text. The
// error is that of an engine which gives up, for example at its time limit;
// it becomes a [*PatternError].
type Matcher interface {
	Match(text []byte) (bool, error)
}

// Limited is a Matcher that may give up. The evaluator grants all matches of one
// document together the time that one may take; a match that has begun ends
// within its own limit.
type Limited interface {
	Matcher
	Limit() time.Duration
}

// Format is a format that asserts. The zero Format is none: a format that only
// annotates is not part of a program.
type Format struct {
	Name  string
	Check func(text []byte) bool
}

// Spelling tells how the schema spells a keyword of an older draft.
type Spelling struct {
	Keyword string // 2020-12 name
	As      string
}

// Location returns the absolute keyword location of a node (JSON Schema
// 2020-12 Core section 12.3.2).
func (p *Program) Location(node int) string {
	p.plans() // which may have to be loaded
	n := &p.nodes[node]
	return p.resources[n.Resource] + "#" + uriFragment(n.Pointer)
}
