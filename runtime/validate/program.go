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

	once  sync.Once
	ready *plans
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
	n := &p.Nodes[node]
	return p.Resources[n.Resource] + "#" + uriFragment(n.Pointer)
}
