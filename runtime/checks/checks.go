// Package checks holds documents against what their members owe each other: the
// relations that a schema's x-bindery.checks declares and that JSON Schema cannot
// say, such as a total that is the sum of its parts or an identifier that
// another list must have. Generated code imports it through package validate.
//
// A relation that lacks an operand holds: where a member must be there, Present
// says so. An absent member and null count alike.
//
// The time of a check grows with the document, not with the number of pairs in
// it; of a document only the members that some rule speaks of are kept.
package checks

import (
	"slices"
	"sync"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Set is the rules of a schema. Its exported part is static data that must not
// change once the set has been used. A Set may be used by many goroutines at
// once; it must not be copied.
type Set struct {
	Rules []Rule

	once sync.Once
	all  map[int]*program // by root
	// firm are the rules that do not only warn, strict those of them that a document
	// alone must keep, because they name no arguments; warning are the others.
	firm, strict, warning map[int]*program
}

// Rule is one relation between members of a document.
type Rule struct {
	Name string // what violations call it
	Root int    // the schema whose documents it is for, as in validate.Program
	// At is the path of the places where the relation is to hold, "" for the
	// document. Other paths start there or, with a slash, at the document.
	At       string
	When     *Relation // holds where the rule applies; nil is everywhere
	Relation Relation
	Message  string // instead of the one that tells what is wrong; "" for none
	Warning  bool
}

// Kind says what a relation asks.
type Kind uint8

// The kinds, with what they ask of their terms. A time is a date-time or a date
// (RFC 3339), which is the whole day in UTC: a moment is not after the day that it
// is in, nor before it.
const (
	Equal    Kind = iota // all are equal JSON values; numbers within Within of the first
	Differ               // the two are not equal
	AtMost               // the first number is not above the second
	AtLeast              // the first number is not below the second
	Less                 // the first number is below the second
	More                 // the first number is above the second
	Before               // the first time is before the second; see below
	NotAfter             // the first time is not after the second
	In                   // each value of the first is one of the second
	Shares               // some value of the first is one of the second
	Index                // each value of the first is an index, from From on, into the array of the second; an absent one has no elements
	Unique               // no two values are equal; with By, no two have equal values there
	Ordered              // the values do not descend: numbers, date-times, or other texts
	Sequence             // the values are From, From + 1 and so on
	Typed                // the first is of a type that Types has for the text of the second
	Present              // each is there
	Absent               // none is there
	All                  // each relation of Of holds
	Any                  // one of Of holds
	Not                  // the one of Of does not hold
)

// Relation is what is asked of some terms.
type Relation struct {
	Kind       Kind
	Terms      []Term
	By         []string            // Unique, Ordered: what counts of a value, as paths that start there
	From       int64               // Index, Sequence
	Strictly   bool                // Ordered: equal neighbours do not pass either
	Descending bool                // Ordered: from the greatest to the least
	Within     string              // Equal: how much numbers may differ, as a JSON number; "" for not at all
	Types      map[string][]string // Typed: JSON types by text; a text that it lacks stands for itself if it is one
	Of         []Relation          // All, Any, Not
}

// Func computes a value from those of other terms.
type Func uint8

// The functions. None of those on numbers has a value where no operand has one.
const (
	Value        Func = iota // the values at Path, or Const
	Sum                      // of all numbers
	Difference               // the first less the second
	Product                  // of all numbers
	Least                    // of all numbers
	Greatest                 // of all numbers
	Count                    // how many values there are
	Length                   // characters of a string, elements of an array, members of an object
	First                    // of the terms that has a value
	Names                    // of the members of the objects at Path
	Milliseconds             // from the first time to the second, of dates from midnight
	Seconds                  // from the first time to the second
	Argument                 // the text that the caller gives under the name in Path
)

// Term is a value or several: those at a path, a constant, or what a function
// makes of others.
type Term struct {
	Func  Func
	Path  string
	Const string // JSON text
	Args  []Term
}

// Violation is a rule that a document does not keep.
type Violation struct {
	Rule    *Rule
	Message string
	At      Place   // the value at fault
	Related []Place // what it should agree with
}

// Place is that of a value in a document.
type Place struct {
	InstanceLocation string // a JSON Pointer
	Offset           int    // in bytes, of the value
}

// Arguments are texts that a document must agree with and that stand outside of
// it, such as the identifiers in the path of its file, by name.
type Arguments map[string]string

// For reports whether the set has a rule for documents of a root.
func (s *Set) For(root int) bool {
	if s == nil {
		return false
	}
	s.prepare()
	return s.all[root] != nil
}

// Hold reports whether a document of a root keeps all rules but those that
// only warn. The document is valid JSON.
func (s *Set) Hold(root int, data []byte) bool {
	in := jsonscan.Get(data)
	defer in.Release()
	s.Track(root, in)
	return s.HoldRead(root, in)
}

// Track makes in, which is about to read a document of a root, keep what HoldRead
// has use for.
func (s *Set) Track(root int, in *jsonscan.Scanner) {
	s.prepare()
	s.strict[root].track(in)
}

// HoldRead is Hold for the document of in, after Track. What in has not read, it
// reads.
func (s *Set) HoldRead(root int, in *jsonscan.Scanner) bool {
	s.prepare()
	p := s.strict[root]
	if p == nil {
		return true
	}
	e := evaluators.Get().(*evaluator)
	defer e.release()
	e.readFrom(in)
	for i := range p.rules {
		if !e.rule(&p.rules[i], nil) {
			return false
		}
	}
	return true
}

// Violations calls yield with each violation of a document, rule by rule, until
// it returns false. The document is valid JSON.
func (s *Set) Violations(root int, data []byte, arguments Arguments, yield func(Violation) bool) {
	s.prepare()
	s.all[root].run(data, nil, arguments, yield)
}

// Faults is Violations of the rules that do not only warn. Where tell is not nil
// it tells a scanner what is in the document, see [jsonscan.Scanner.Opened].
func (s *Set) Faults(root int, data []byte, tell func(in *jsonscan.Scanner), arguments Arguments, yield func(Violation) bool) {
	s.prepare()
	s.firm[root].run(data, tell, arguments, yield)
}

// Warnings is Faults for the rules that only warn.
func (s *Set) Warnings(root int, data []byte, tell func(in *jsonscan.Scanner), arguments Arguments, yield func(Violation) bool) {
	s.prepare()
	s.warning[root].run(data, tell, arguments, yield)
}

// track makes in keep what the rules are about; a nil program has none.
func (p *program) track(in *jsonscan.Scanner) {
	if p != nil {
		in.Watch(p.watch)
	}
}

// run judges a document; a nil program has no rules.
func (p *program) run(data []byte, tell func(in *jsonscan.Scanner), arguments Arguments, yield func(Violation) bool) {
	if p == nil {
		return
	}
	in := jsonscan.Get(data)
	defer in.Release()
	if p.track(in); tell != nil {
		tell(in)
	}
	e := evaluators.Get().(*evaluator)
	defer e.release()
	e.readFrom(in)
	e.arguments = arguments
	for i := range p.rules {
		if r := &p.rules[i]; arguments.have(r.arguments) && !e.rule(r, yield) {
			return
		}
	}
}

// have reports whether all names are given.
func (a Arguments) have(names []string) bool {
	for _, name := range names {
		if _, ok := a[name]; !ok {
			return false
		}
	}
	return true
}

// arguments are the names of the arguments that a rule needs.
func (r *Rule) arguments() []string {
	names := r.Relation.Arguments()
	if r.When != nil {
		names = append(names, r.When.Arguments()...)
	}
	return names
}

// Arguments are the names of the arguments that a relation speaks of.
func (r *Relation) Arguments() (names []string) {
	for i := range r.Terms {
		names = append(names, r.Terms[i].Arguments()...)
	}
	for i := range r.Of {
		names = append(names, r.Of[i].Arguments()...)
	}
	return names
}

// Arguments are the names of the arguments that a term speaks of.
func (t *Term) Arguments() (names []string) {
	if t.Func == Argument {
		return []string{t.Path}
	}
	for i := range t.Args {
		names = append(names, t.Args[i].Arguments()...)
	}
	return names
}

// NeedsArguments reports whether a rule is about something that stands outside
// of the document: it applies only where all of that is given.
func (r *Rule) NeedsArguments() bool { return len(r.arguments()) > 0 }

// prepare makes the programs.
func (s *Set) prepare() {
	s.once.Do(func() {
		s.all, s.firm, s.strict, s.warning = map[int]*program{}, map[int]*program{}, map[int]*program{}, map[int]*program{}
		for i := range s.Rules {
			r := &s.Rules[i]
			add(s.all, r)
			if r.Warning {
				add(s.warning, r)
				continue
			}
			add(s.firm, r)
			if len(r.arguments()) == 0 {
				add(s.strict, r)
			}
		}
		for _, programs := range []map[int]*program{s.all, s.firm, s.strict, s.warning} {
			for _, p := range programs {
				p.finish()
			}
		}
	})
}

func add(programs map[int]*program, r *Rule) {
	p := programs[r.Root]
	if p == nil {
		p = newProgram()
		programs[r.Root] = p
	}
	p.rules = append(p.rules, p.compile(r))
}

// Types are the JSON types that Typed knows.
var Types = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

// typeNamed is the JSON type that a text names, nil for none.
func typeNamed(text []byte) []string {
	i := slices.IndexFunc(Types, func(name string) bool { return name == string(text) })
	if i < 0 {
		return nil
	}
	return Types[i : i+1]
}
