package checks

import (
	"sync"
	"time"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Query asks the same of each place of a document: which of some relations hold
// there, and what some terms come to. It serves code that chooses among values,
// as injection does.
//
// Its relations are conditions. They do not hold where an operand is missing or
// cannot be compared, as a text that is no date-time with one: what is to be
// chosen has to show that it may be.
//
// A Query may be used by many goroutines at once; it must not be changed once it
// has been used, nor copied.
type Query struct {
	At         string // the path of the places, "" for the document
	Conditions []Relation
	Terms      []Term

	once       sync.Once
	watch      jsonscan.Watch
	at         path
	conditions []*relation
	terms      []term
}

// Answer is what a Query finds at one place. Its slices are valid until the next.
type Answer struct {
	Holds  []bool   // by condition
	Values []string // the first value of each term as JSON, "" for none
}

// Answers calls yield for each place of a document, in the document's order,
// until it returns false. The document is valid JSON.
func (q *Query) Answers(data []byte, arguments Arguments, yield func(Answer) bool) {
	q.once.Do(q.prepare)
	in := jsonscan.Get(data)
	defer in.Release()
	in.Watch(q.watch)
	e := evaluators.Get().(*evaluator)
	defer e.release()
	e.readFrom(in)
	e.arguments = arguments
	answer := Answer{make([]bool, len(q.conditions)), make([]string, len(q.terms))}
	places := e.search(0, q.at.steps)
	for _, at := range places {
		c := &check{evaluator: e, at: at, asks: true, again: len(places) > 1}
		for i, r := range q.conditions {
			answer.Holds[i] = c.holds(r)
		}
		for i := range q.terms {
			o, ok := c.first(&q.terms[i])
			answer.Values[i] = ""
			if ok {
				answer.Values[i] = string(o.json())
			}
		}
		if !yield(answer) {
			return
		}
	}
}

func (q *Query) prepare() {
	p := newProgram()
	q.at = p.path(q.At, Path{Up: -1})
	for i := range q.Conditions {
		q.conditions = append(q.conditions, p.relation(&q.Conditions[i], q.at.Path))
	}
	for i := range q.Terms {
		q.terms = append(q.terms, p.term(&q.Terms[i], q.at.Path))
	}
	p.finish()
	q.watch = p.watch
}

// Order compares two JSON values: numbers as such, date-times and dates as
// instants, other texts by code points; ok is false where they cannot be compared.
func Order(a, b string) (n int, ok bool) {
	if a == "" || b == "" {
		return 0, false
	}
	return order(&operand{text: []byte(a)}, &operand{text: []byte(b)})
}

// Key is a text that two JSON values share where they are equal.
func Key(value string) string { return keyOf([]byte(value)) }

// Instant is the moment that a JSON value names as a date-time, or at which the
// date that it names begins, in UTC.
func Instant(value string) (t time.Time, ok bool) { return instant(operand{text: []byte(value)}) }
