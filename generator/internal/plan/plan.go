// Package plan has the checks that decide whether a value is valid, worked out
// from the schemas that speak of it: what the straight-line code of a generated
// package is printed from. It is data, with what follows from it: which plans are
// the same ([Key]) and which one uses which ([Plan.Uses]).
//
// Its subpackages make plans; the stages that choose Go types for them and the
// emitters read them.
package plan

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Plan is the checks of an intersection of schemas, sorted by the kinds of
// values that they speak of.
//
// A value satisfies the plan when its kind is in Kinds, it satisfies the checks
// of its kind, Enum if there is one, Union if there is one, and every WholeValue
// check. Fields tagged `key:"-"` have no part in that: plans that differ in them
// alone accept the same values.
type Plan struct {
	ID    int      `key:"-"` // in the order in which plans were asked for
	Nodes []int    `key:"-"` // the nodes of the graph that contribute
	Kinds kind.Set // empty: nothing is valid
	// NonNull is set for a nullable value: null is valid, and what is not null
	// is decided by NonNull alone (no check is set here).
	NonNull *Plan

	Number *Number
	String *String
	Array  *Array
	Object *Object
	Enum   []*document.Node // nil: none; the only values that are valid, kinds already in Kinds
	Union  *Union
	// WholeValue checks read the span of the value again after the other checks
	// have passed (so its syntax is known to be right).
	WholeValue []Check
	// Imported is the place of the schema of another package that has all other
	// checks, "" for none.
	Imported string
}

// AcceptsAnything reports whether every JSON value is valid. A nil plan accepts
// anything.
func (p *Plan) AcceptsAnything() bool {
	return p == nil || p.Kinds == kind.All && p.NonNull == nil &&
		p.Number == nil && p.String == nil && p.Array == nil && p.Object == nil &&
		p.Enum == nil && p.Union == nil && len(p.WholeValue) == 0 && p.Imported == ""
}

// AcceptsNothing reports whether no value is valid.
func (p *Plan) AcceptsNothing() bool { return p != nil && p.Kinds == 0 }

// IsEnum reports whether the listed values are all that the plan speaks of.
func (p *Plan) IsEnum() bool {
	return p.Enum != nil && p.Union == nil && len(p.WholeValue) == 0 && p.Imported == ""
}

// WithoutNull is the plan of what is not null.
func (p *Plan) WithoutNull() *Plan {
	if p != nil && p.NonNull != nil {
		return p.NonNull
	}
	return p
}

// Number is the checks of a number; texts are JSON numbers, "" absent.
type Number struct {
	Integer          bool
	Min, Max         string
	MinExcl, MaxExcl bool
	MultipleOf       []string
}

// String is the checks of a string. Lengths count code points.
type String struct {
	MinLength, MaxLength *uint64
	Patterns             []*Pattern
	Formats              []string // asserted and known
}

// Array is the checks of an array. Item i is checked by Prefix[i], or by Items
// after the prefix; a nil plan accepts anything.
type Array struct {
	Prefix             []*Plan
	Items              *Plan
	MinItems, MaxItems *uint64
	Unique             bool
	Contains           []Contains
}

// Contains bounds the number of items that satisfy Plan.
type Contains struct {
	Plan *Plan
	Min  uint64
	Max  *uint64
}

// Object is the checks of an object.
type Object struct {
	// Members are the names known when generating: declared, required or
	// named by a dependency. Their plans include every pattern that matches
	// the name and every additionalProperties that reaches it.
	Members []*Member
	// Additional says how each remaining name is checked, once for each schema
	// that has a say.
	Additional                   []Additional
	MinProperties, MaxProperties *uint64
	Names                        []*Plan // propertyNames: plans over the name as a string
	Dependent                    []Dependent
}

// IsMemberwise reports whether an object needs no more than that its members are there
// and satisfy their plans.
func (o *Object) IsMemberwise() bool {
	anything := func(a Additional) bool {
		return a.Rest.AcceptsAnything() && lists.Every(a.Patterns, func(p PatternPlan) bool { return p.Plan.AcceptsAnything() })
	}
	return lists.Every(o.Additional, anything) && o.MinProperties == nil && o.MaxProperties == nil && len(o.Names) == 0 && len(o.Dependent) == 0
}

// Member is one known name.
type Member struct {
	Name     string
	Required bool
	Plan     *Plan // nil: anything; one that accepts nothing: the name may not occur
	Index    int   `key:"-"` // in Members
}

// Additional checks a name that is no Member: by the plans of the patterns that
// match it, or by Rest when none does. A nil Rest accepts anything.
type Additional struct {
	Patterns []PatternPlan
	Rest     *Plan
}

// PatternPlan is a pattern over names and the plan of their values.
type PatternPlan struct {
	Pattern *Pattern // nil: every name
	Plan    *Plan    // nil: anything
}

// Dependent: when Name is there, Required must be (all are Members).
type Dependent struct {
	Name     string
	Required []string
}

// Union decides a value by its branches. Each branch's plan includes what
// surrounds the union.
type Union struct {
	// One: exactly one branch must hold (oneOf); otherwise at least one.
	One      bool
	Branches []*Branch
	// Discriminator, when set, is a member whose constant tells the branches
	// apart.
	Discriminator string
	// MemberNames tell the branches apart that accept objects, of which bit i stands for
	// the i-th; nil where they do not. It follows from the branches.
	MemberNames *jsonscan.MemberNames `key:"-"`
	// Objects: of two branches the first holds objects, the second what is none,
	// which may be anything. One Go type holds both, and objects alone as well.
	Objects bool
}

// Branch is one branch of a union.
type Branch struct {
	Plan *Plan
	// Kinds is what the branch can accept at most.
	Kinds kind.Set
	// Tags are the values of the union's discriminator by which the branch is
	// chosen; nil for a branch that accepts others as well, or none.
	Tags []*document.Node
	// Refused are tags of other branches that a branch without Tags refuses.
	Refused []*document.Node
	// Disjoint: no other branch can hold together with this one once it is
	// chosen by kind (and by tag), so no other needs to be tried.
	Disjoint bool
}

// HasTag reports whether a branch may hold for an object whose discriminator has the
// value, which is a tag of some branch of the union.
func (b *Branch) HasTag(tag *document.Node) bool {
	if len(b.Tags) == 0 {
		return !document.Contains(b.Refused, tag)
	}
	return document.Contains(b.Tags, tag)
}

// Rule is what a check of a whole value demands.
type Rule uint8

// The rules.
const (
	AnyOf            Rule = iota + 1 // at least one of Plans
	OneOf                            // exactly one of Plans
	Not                              // not Plans[0]
	If                               // Plans[0] ? Plans[1] : Plans[2]; nil plans accept anything
	DependentSchemas                 // Name there: Plans[0]
	Evaluate                         // the evaluator decides node Node (unevaluated* on a condition)
)

// Check is one check of a whole value.
type Check struct {
	Rule  Rule
	Kinds kind.Set // kinds of values that it speaks of
	Plans []*Plan
	Name  string // DependentSchemas
	Node  int    // Evaluate
	// Disjoint (OneOf): Plans cannot hold together.
	Disjoint bool
}

// OnlyValue is the plan of every value of an object whose members all follow
// one plan: the one that additionalProperties gives to all, or that a single
// pattern gives which matches every name, or when no other name is admitted. It is
// nil where values differ or may be anything. Members for which except reports
// true follow another.
func (o *Object) OnlyValue(except func(*Member) bool) *Plan {
	if len(o.Additional) != 1 {
		return nil
	}
	only := o.Additional[0].Rest
	switch patterns := o.Additional[0].Patterns; len(patterns) {
	case 0:
	case 1:
		if patterns[0].Pattern != nil && !only.AcceptsNothing() {
			return nil
		}
		only = patterns[0].Plan
	default:
		return nil
	}
	for _, m := range o.Members {
		if !except(m) && m.Plan != only && !m.Plan.AcceptsNothing() {
			return nil
		}
	}
	return only
}

// Trimmed is a, or nil where it accepts everything.
func (a *Additional) Trimmed() *Additional {
	if a.Rest == nil && lists.Every(a.Patterns, func(p PatternPlan) bool { return p.Plan == nil }) {
		return nil
	}
	return a
}
