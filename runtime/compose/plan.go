// Package compose fits a document into a number of tokens: it applies the policy
// of package inject and then gives the room to what matters most, in the fullest
// form that there is room for. Generated code has its Plan from x-bindery.compose.
//
// The higher class of sections takes its room before the lower one, and within a
// section the element that is first in its order. Each goes in raw or, where that
// finds no room, in a shorter form of its section (quote, summary, ref), none below
// the section's floor; otherwise it is left out. Forms cut texts and drop what need
// not be there: they add nothing, and an element never says what its original did
// not.
//
// What became of everything is told in the document, and counts: the whole, reports
// included, is within the budget by the counter's count of the compact JSON. Where
// they would not fit, reports name the first few and count the others.
//
// The result depends on the document and the arguments alone. Composing what has
// been composed for the same purpose and time changes nothing, where the plan names
// a place for a digest.
//
// Composing takes time in proportion to the size of the document, whatever the
// budget, but for the sorting of n elements, which takes n log n comparisons. The
// document is traversed some thirty times; each element is formed once, and counted
// once for each form. Where references refer to others of their list in a chain, each
// link of the longest chain takes one more traversal.
package compose

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/inject"
)

// Plan is how a document is composed. It is static data that must not change once
// it has been used, and must not be copied. Many goroutines may use it at once.
type Plan struct {
	Policy     *inject.Policy
	MaxTokens  string // the member that says how many tokens there are
	PerSection string // the object that caps sections by name; "" for none
	Report     string // the object for max_tokens, used_tokens_est, section_usage, degradations and omissions
	Digest     string // the text member by which a composed document is known again; "" for none
	Scores     []Score
	Sections   []Section

	once    sync.Once
	queries [][]*checks.Query // by section and item path
	times   []*checks.Query   // by score
}

// Score is a member that tells how recent elements are: 1 for now, half for each
// half-life before.
type Score struct {
	Of       string // path of the elements
	Into     string // name of the member
	Time     checks.Term
	HalfLife time.Duration
}

// Section is a part of the document that has a budget.
type Section struct {
	Name    string
	Of      []string // the members that count against its cap
	Items   []Item
	Classes []Class
	Class   int // of purposes without a class of their own
	Order   []inject.Order
	// Strict: nothing goes in after one that found no room, nor in a fuller form
	// than one before it.
	Strict bool
	Floor  budget.Form
	Forms  []Form
	Like   string // the section whose elements it repeats: they go in as those do; "" for none
}

// Item is a path to what goes in or is left out one by one.
type Item struct {
	Path     string
	Keep     []string // members at the path that always stay
	Empty    string   // what takes the place of what is left out, as JSON; "" removes it
	Optional bool     // the list around is left out when nothing is in it
}

// Class is the class of a section for a purpose.
type Class struct {
	Purpose string
	Class   int
}

// Form is how elements of a section are shortened to a form; a form that is not
// there is that before it.
type Form struct {
	Form budget.Form
	Drop []string // names of members
	Cut  []Cut
}

// Cut cuts a text to its first words.
type Cut struct {
	Path   string // from the element
	Runes  int
	Marked bool // ends in an ellipsis; the words of somebody are not marked
}

// Report tells what became of a document.
type Report struct {
	inject.Report
	Budget budget.Report
}

// ErrNoBudget says that a document has no number of tokens.
var ErrNoBudget = errors.New("compose: the document does not say how many tokens there are")

// TooSmallError says that a document does not fit even without all that may be
// left out.
type TooSmallError struct{ Needs, Has int64 }

func (e *TooSmallError) Error() string {
	return fmt.Sprintf("compose: the document takes %d tokens without any content, but may have %d: allow more, or shorten what always stays", e.Needs, e.Has)
}

func (p *Plan) prepare() {
	for i := range p.Scores {
		p.times = append(p.times, &checks.Query{At: p.Scores[i].Of, Terms: []checks.Term{p.Scores[i].Time}})
	}
	for i := range p.Sections {
		s := &p.Sections[i]
		var each []*checks.Query
		for _, item := range s.Items {
			q := &checks.Query{At: item.Path}
			for k := range s.Order {
				q.Terms = append(q.Terms, s.Order[k].By)
			}
			each = append(each, q)
		}
		p.queries = append(p.queries, each)
	}
}

// class is the class of a section for a purpose.
func (s *Section) class(purpose string) int {
	for _, c := range s.Classes {
		if c.Purpose == purpose {
			return c.Class
		}
	}
	return s.Class
}
