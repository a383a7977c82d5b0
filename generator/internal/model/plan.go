package model

import "github.com/bindery-go/bindery/generator/internal/document"

// Kinds is a set of JSON kinds of an instance.
type Kinds uint8

// The kinds. There is one kind of numbers: that a number must be an integer
// is a check (NumberChecks.Integer).
const (
	KindNull Kinds = 1 << iota
	KindBool
	KindNumber
	KindString
	KindArray
	KindObject

	AllKinds = KindNull | KindBool | KindNumber | KindString | KindArray | KindObject
)

// Plan is the checks of a conjunction of schema locations, digested per JSON
// kind, and the Go type that holds what passes them. It is the unit of code:
// a plan with Func set is a function valid<Func> (flag mode) and, when Decodes
// is set, decode<Func>; a plan without is printed where it is used.
//
// An instance satisfies the plan when its kind is in Kinds, it satisfies the
// checks of its kind, Enum if there is one, Union if there is one, and every
// Residual. Fields tagged `key:"-"` have no part in that: plans that differ in
// them alone accept the same values.
type Plan struct {
	ID    int    `key:"-"`
	Func  string `key:"-"`
	Nodes []int  `key:"-"` // the graph nodes that contribute, for comments and Holds
	Kinds Kinds  // 0: nothing is valid
	// Any: every JSON value is valid; there is nothing to check.
	Any bool
	// NonNull is set for a nullable value: null is valid, and what is not null
	// is decided by NonNull alone (no check is set here; Type is NonNull.Type,
	// held through Pointer or Nullable). Every other plan that accepts null
	// beside another kind has the Type Value or a Union with a null variant.
	NonNull *Plan
	Type    *Type `key:"-"`
	Decodes bool  `key:"-"` // a decoder for it is needed (else only flag mode)

	Number *NumberChecks
	String *StringChecks
	Array  *ArrayChecks
	Object *ObjectChecks
	Enum   []*document.Node // nil: none; the only values that are valid, kinds already in Kinds
	Union  *UnionChecks
	// Residual checks need the whole value: they re-read its span after the
	// other checks have passed (so its syntax is known to be right).
	Residual []Residual
	// Memo: the plan could be asked about one value again and again, so its
	// verdicts are remembered by offset to keep time linear in the document.
	Memo bool `key:"-"`
	// MemoScalars: also those on values that hold no others.
	MemoScalars bool `json:",omitempty" key:"-"`
	// Foreign: the type is declared by another package, whose methods read it.
	Foreign bool `json:",omitempty" key:"-"`
	// ValidAs and DecodeAs are plans whose functions serve this one as well:
	// they say the same, DecodeAs also fills the same Go type. Nil: its own.
	ValidAs, DecodeAs *Plan `json:"-" key:"-"`
}

// Never reports whether the plan admits nothing.
func (p *Plan) Never() bool { return p != nil && p.Kinds == 0 && !p.Any }

// Free reports whether the plan admits everything, as no plan does.
func (p *Plan) Free() bool { return p == nil || p.Any }

// NumberChecks are the checks of a number; texts are JSON numbers, "" absent.
type NumberChecks struct {
	Integer          bool
	Min, Max         string
	MinExcl, MaxExcl bool
	MultipleOf       []string
}

// StringChecks are the checks of a string. Lengths count code points.
type StringChecks struct {
	MinLength, MaxLength *uint64
	Patterns             []*Pattern
	Formats              []string // asserted and known
}

// ArrayChecks are the checks of an array. Item i is checked by Prefix[i], or
// by Items after the prefix; a nil plan admits anything.
type ArrayChecks struct {
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

// ObjectChecks are the checks of an object.
type ObjectChecks struct {
	// Members are the names known when generating: declared, required or
	// named by a dependency. Their plans include every pattern that matches
	// the name and every additionalProperties that reaches it.
	Members []*Member
	// Others says how each remaining name is checked, once for each schema
	// that has a say.
	Others                       []Others
	MinProperties, MaxProperties *uint64
	Names                        []*Plan // propertyNames: plans over the name as a string
	Dependent                    []Dependent
}

// Member is one known name. Bit is its index in the set of seen names.
type Member struct {
	Name     string
	Bit      int `key:"-"`
	Required bool
	Plan     *Plan  // nil: anything; Kinds == 0: the name may not occur
	Field    *Field `key:"-"` // nil: the value goes to Extra
}

// Others checks a name that is no Member: the plans of the patterns that match
// it, or Rest when none does. A nil Rest admits anything.
type Others struct {
	Patterns []PatternPlan
	Rest     *Plan
}

// PatternPlan is a pattern over names and the plan of their values.
type PatternPlan struct {
	Pattern *Pattern
	Plan    *Plan // nil: anything
}

// Dependent: when Name is there, Required must be (all are Members).
type Dependent struct {
	Name     string
	Required []string
}

// UnionChecks decide a value by its branches. Each branch's plan includes what
// surrounds the union.
type UnionChecks struct {
	// One: exactly one branch must hold (oneOf); otherwise at least one.
	One      bool
	Branches []*Branch
	// Tag, when set, is a member whose constant tells the branches apart.
	Tag string
}

// Branch is one branch of a union.
type Branch struct {
	Plan *Plan
	// Kinds is what the branch can accept at most.
	Kinds Kinds
	// Tags are the values of UnionChecks.Tag by which the branch is chosen; nil
	// for a branch that admits others as well, or none.
	Tags []*document.Node
	// Disjoint: no other branch can hold together with this one once it is
	// chosen by kind (and by tag), so no other needs to be tried.
	Disjoint bool
	// Variant is the index in the union type's Variants, -1 for none.
	Variant int `key:"-"`
}

// ResidualKind is the kind of a residual check.
type ResidualKind uint8

// The residual checks.
const (
	AnyOf            ResidualKind = iota + 1 // at least one of Plans
	OneOf                                    // exactly one of Plans
	Not                                      // not Plans[0]
	If                                       // Plans[0] ? Plans[1] : Plans[2]; nil plans admit anything
	DependentSchemas                         // Name there: Plans[0]
	Holds                                    // the evaluator decides node Node (conditional unevaluated*)
)

// Residual is one check of a whole value.
type Residual struct {
	Kind  ResidualKind
	Kinds Kinds // kinds of instances that it speaks of
	Plans []*Plan
	Name  string // DependentSchemas
	Node  int    // Holds
	// Disjoint (OneOf): Plans cannot hold together.
	Disjoint bool
}

// Simplified is r without the plans that decide nothing, because they admit
// anything or nothing. The zero Residual always holds.
func (r Residual) Simplified() Residual {
	switch r.Kind {
	case AnyOf, OneOf:
		var kept []*Plan
		for _, p := range r.Plans {
			if p.Free() && r.Kind == AnyOf {
				return Residual{}
			}
			if !p.Never() {
				kept = append(kept, p)
			}
		}
		r.Plans = kept
	case Not:
		if r.Plans[0].Never() {
			return Residual{}
		}
	case If:
		return r.simplifiedIf()
	case DependentSchemas:
		if r.Plans[0].Free() {
			return Residual{}
		}
	}
	return r
}

func (r Residual) simplifiedIf() Residual {
	switch {
	case r.Plans[0].Free():
		r.Plans = []*Plan{nil, r.Plans[1], nil}
	case r.Plans[0].Never():
		r.Plans = []*Plan{nil, r.Plans[2], nil}
	}
	switch yes, no := r.Plans[1], r.Plans[2]; {
	case yes.Free() && no.Free():
		return Residual{}
	case r.Plans[0].Free() && yes.Never(), yes.Never() && no.Never():
		r.Kind, r.Plans = AnyOf, nil
	case yes.Never() && no.Free():
		r.Kind, r.Plans = Not, r.Plans[:1]
	case yes.Free() && no.Never():
		r.Kind, r.Plans = AnyOf, r.Plans[:1]
	}
	return r
}

// Never reports whether the check, once simplified, fails for every value of
// its kinds.
func (r Residual) Never() bool {
	switch r.Kind {
	case AnyOf, OneOf:
		return len(r.Plans) == 0
	case Not:
		return r.Plans[0].Free()
	}
	return false
}

// OnlyValue is the plan of every value of an object whose members all follow
// one plan: the one that additionalProperties gives to all, or that a single
// pattern gives when no other name is admitted. It is nil where values differ
// or may be anything.
func (o *ObjectChecks) OnlyValue() *Plan {
	if len(o.Others) != 1 {
		return nil
	}
	only := o.Others[0].Rest
	switch len(o.Others[0].Patterns) {
	case 0:
	case 1:
		if only == nil || only.Kinds != 0 {
			return nil
		}
		only = o.Others[0].Patterns[0].Plan
	default:
		return nil
	}
	for _, m := range o.Members {
		if m.Field == nil && m.Plan != only && (m.Plan == nil || m.Plan.Kinds != 0) {
			return nil
		}
	}
	return only
}

// Trimmed is o, or nil where it admits everything.
func (o *Others) Trimmed() *Others {
	if o.Rest != nil {
		return o
	}
	for _, p := range o.Patterns {
		if p.Plan != nil {
			return o
		}
	}
	return nil
}
