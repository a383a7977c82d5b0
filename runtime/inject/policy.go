// Package inject makes of a document the one that may be given to a purpose: to a
// planner, a tool, the writer of an answer. What may go where is a Policy, which
// generated code has from x-bindery.inject.
//
// A policy works in this order: members that the purpose may not see are emptied;
// of lists go the elements that do not keep the list's rules, then those beyond
// its first few; lists of references are closed over what is left; what was chosen
// and what was left out is told in the document.
//
// Nothing is left out without a word where the policy names a place to tell it.
// The result depends on the document and the arguments alone, and applying a
// policy twice is applying it once. The time is that of reading the document once
// for each list.
package inject

import (
	"sync"

	"github.com/bindery-go/bindery/runtime/checks"
)

// Policy is what may go where. It is static data that must not change once it has
// been used, and must not be copied. Many goroutines may use it at once.
//
// The paths are those of package checks, from the document; those of elements
// start at the element, as 0/id.
type Policy struct {
	Purposes  []string
	Purpose   string   // the member that names the purpose, which is written; "" for none
	Arguments []string // what callers may give beside the purpose and the time
	Members   []Member // parents before what is in them
	Open      []Open
	Lists     []List // a list may speak of those before it as they were left
	Closures  []Closure
	Report    Reporting

	once    sync.Once
	queries queries
}

// Member is a member that not every purpose may see.
type Member struct {
	Path   string
	Denied []string    // the purposes that never see it
	When   []Condition // those that see it on condition
	Empty  string      // what takes its place, as JSON; "" removes it
}

// Condition holds where a purpose may see a member.
type Condition struct {
	Purpose  string
	Relation checks.Relation
}

// Open is an object whose members beside the declared ones not every purpose may
// see.
type Open struct {
	Path     string
	Declared []string
	Denied   []string
}

// List is an array, or an object by key, whose elements are chosen.
type List struct {
	Name    string // by which what became of elements is told, as facts/f1
	Of      []string
	ID      string // path from an element to its identifier; "" is its key or its index
	Rules   []Rule
	Order   []Order
	Top     *checks.Term // how many go in at most, in the order; nil or no value is all
	Conceal string       // path from an element to a text that must not reappear once the element is out
	Flags   []Flag
}

// Rule is a condition that elements must keep to go in.
type Rule struct {
	Name     string   // told of those that go in
	Else     string   // told of those that do not; "" is "not " and the name
	For      []string // the purposes that ask it; nil is all
	Relation checks.Relation
}

// Order is what elements are ordered by. Those without a value come last, equal
// ones in the order of the document.
type Order struct {
	By         checks.Term
	Descending bool
	Text       string // tells it
}

// Flag is a kind of conflict: elements for which a relation holds, or those that
// go in and have the same value.
type Flag struct {
	Name string
	When *checks.Relation
	Same *checks.Term
}

// Closure keeps a list of what is referred to: every identifier in use is in it
// once, and what nothing uses is not.
type Closure struct {
	Of   string // path of the array, or of the object by identifier
	ID   string // path from an element to its identifier; "" is its key
	Uses []Use
	// Texts names the members of a reference that describe it in free text, from
	// which the texts of elements that are left out are concealed.
	Texts []string
}

// Use is where identifiers are used.
type Use struct {
	Path string
	Add  string // an object to which the identifier is added where the list lacks it; "" for none
}

// Reporting is where a document tells what became of it; "" for nowhere.
type Reporting struct {
	Selected    Telling
	Omitted     Telling
	Told        []string // arrays of objects with item and reason that tell of omissions as well
	Conflicts   Telling
	ConflictIDs string // the member of a conflict that lists identifiers
	Filters     Filling
	Determinism Filling
}

// Telling is an array of texts, or of objects: with item and reason, a conflict
// with type and detail.
type Telling struct {
	Into  string
	Texts bool
}

// Filling is an object whose members tell the circumstances.
type Filling struct {
	Into string
	With []Named
}

// Named is a term of the document with its name.
type Named struct {
	Name string
	Term checks.Term
}

// queries is what a policy asks of documents.
type queries struct {
	members     *checks.Query // the conditions of all members, in order
	lists       [][]*checks.Query
	tops        []*checks.Query
	filters     *checks.Query
	determinism *checks.Query
}

func (p *Policy) prepare() {
	q := &p.queries
	q.members = &checks.Query{}
	for i := range p.Members {
		for j := range p.Members[i].When {
			q.members.Conditions = append(q.members.Conditions, p.Members[i].When[j].Relation)
		}
	}
	for i := range p.Lists {
		l := &p.Lists[i]
		var each []*checks.Query
		for _, of := range l.Of {
			each = append(each, l.query(of))
		}
		q.lists = append(q.lists, each)
		top := &checks.Query{}
		if l.Top != nil {
			top.Terms = []checks.Term{*l.Top}
		}
		q.tops = append(q.tops, top)
	}
	q.filters, q.determinism = p.Report.Filters.query(), p.Report.Determinism.query()
}

// query asks of the elements of a list the rules, then the flags; and what they
// are ordered by, then what flags compare.
func (l *List) query(of string) *checks.Query {
	q := &checks.Query{At: of + "/*"}
	for i := range l.Rules {
		q.Conditions = append(q.Conditions, l.Rules[i].Relation)
	}
	for i := range l.Order {
		q.Terms = append(q.Terms, l.Order[i].By)
	}
	for i := range l.Flags {
		if f := &l.Flags[i]; f.When != nil {
			q.Conditions = append(q.Conditions, *f.When)
		} else {
			q.Terms = append(q.Terms, *f.Same)
		}
	}
	return q
}

func (f *Filling) query() *checks.Query {
	q := &checks.Query{}
	for _, w := range f.With {
		q.Terms = append(q.Terms, w.Term)
	}
	return q
}
