// Package spending is what the budgets of generated packages have in common: it counts
// what the entries of documents spend, and adds them as long as their budget lasts.
// Only generated code imports it.
package spending

import (
	"errors"
	"fmt"
	"slices"

	"github.com/bindery-go/bindery/runtime/budget"
)

// Kind describes documents of the type D, whose entries are of the type E in a slice
// of the type S, and whose budgets follow from limits of the type L. Functions that the
// schema has no use for are nil.
type Kind[D any, S ~[]E, E, L any] struct {
	Name    string // of budgets of documents in a store
	At      string // JSON Pointer of the entries
	Entries func(x *D) (S, bool)
	Spent   func(entry *E) (budget.Amounts, error)
	Most    func(x *D, l L, most *Most)
	// Extend gives next, a copy of a document, other entries and what follows from them.
	// It does not write to objects that next shares with the document.
	Extend func(next *D, entries S) error
	// Size is how many bytes a document takes.
	Size func(x *D) (int64, error)
	// Exhaust writes into a document that a resource has run out; objects that x shares
	// with a copy of it stay as they are.
	Exhaust func(x *D, resource budget.Dimension)
	Leave   int64 // bytes that Add leaves free, to end the document in
	// Complete reports whether a document has come to its end, which it says by the member
	// at the JSON Pointer End; it takes no more entries then. Nil is for documents that
	// have no such member.
	Complete func(x *D) bool
	End      string

	Number   func(entry *E) (int64, bool)
	Renumber func(entry *E, n int64) // the entry may share objects with others
	Equal    func(a, b *E) bool
}

// oneMore is what each entry takes at least.
var oneMore = budget.Amounts{budget.Iterations: 1}

// Open makes the scope of a document's budget.
func (k *Kind[D, S, E, L]) Open(x *D, l L, parent *budget.Scope, name string) (*budget.Scope, error) {
	if x == nil {
		return nil, budget.ErrNoDocument
	}
	most := Most{limits: budget.Limits{}}
	if k.Most != nil {
		k.Most(x, l, &most)
	}
	if most.err != nil {
		return nil, most.err
	}
	scope, err := open(parent, name, most.limits)
	if err != nil {
		return nil, err
	}
	entries, _ := k.Entries(x)
	spent, err := Sum(k.At, entries, k.Spent)
	if err != nil {
		return nil, err
	}
	if spent[budget.Bytes], err = k.Size(x); err != nil {
		return nil, err
	}
	var beyond *budget.ExceededError
	if err := scope.Charge(spent.Beyond(scope.Used())); err != nil && !errors.As(err, &beyond) {
		return nil, err
	}
	return scope, nil
}

func open(parent *budget.Scope, name string, most budget.Limits) (*budget.Scope, error) {
	if parent == nil {
		return budget.New(name, most)
	}
	return parent.Child(name, most)
}

// Add appends an entry to a document. The document is changed as a whole or not at
// all, so it is made as a copy. Its size is that of the document once it says that it
// has run out of bytes, so that there is always room to say so.
func (k *Kind[D, S, E, L]) Add(scope *budget.Scope, x *D, entry E) error {
	if err := k.takesMore(scope, x); err != nil {
		return err
	}
	spent, err := k.Spent(&entry)
	if err != nil {
		return err
	}
	entries, _ := k.Entries(x)
	if k.Renumber != nil {
		k.Renumber(&entry, int64(len(entries))+1)
	}
	next := *x
	if err := k.Extend(&next, append(entries, entry)); err != nil {
		return err
	}
	closed := next
	if k.Exhaust != nil {
		k.Exhaust(&closed, budget.Bytes)
	}
	size, err := k.Size(&closed)
	if err != nil {
		return err
	}
	spent[budget.Bytes] = max(0, size-scope.Used()[budget.Bytes])
	reservation, err := scope.Reserve(budget.Amounts{budget.Iterations: 1, budget.Bytes: spent[budget.Bytes] + k.Leave})
	if err == nil {
		var beyond *budget.ExceededError
		err = reservation.Settle(spent)
		if err != nil && !errors.As(err, &beyond) {
			return errors.Join(err, reservation.Release())
		}
		*x = next
	}
	k.say(x, err)
	return err
}

// takesMore returns an error where a document takes no more entries, whatever room there
// is: it is nil, or complete. Where its budget has run out as well, the error wraps that
// too.
func (k *Kind[D, S, E, L]) takesMore(scope *budget.Scope, x *D) error {
	if x == nil {
		return budget.ErrNoDocument
	}
	if k.Complete == nil || !k.Complete(x) {
		return nil
	}
	room, err := scope.Reserve(oneMore)
	if err == nil {
		err = room.Release()
	}
	return errors.Join(fmt.Errorf("%s: %w: it has %s", k.Name, budget.ErrComplete, k.End), err)
}

// say writes into a document what an error says has run out.
func (k *Kind[D, S, E, L]) say(x *D, err error) {
	var beyond *budget.ExceededError
	if k.Exhaust != nil && errors.As(err, &beyond) {
		k.Exhaust(x, beyond.Dimension)
	}
}

// Reserve asks for room for one more entry of a document.
func (k *Kind[D, S, E, L]) Reserve(scope *budget.Scope, x *D) (budget.Reservation, error) {
	if err := k.takesMore(scope, x); err != nil {
		return budget.Reservation{}, err
	}
	reservation, err := scope.Reserve(oneMore)
	k.say(x, err)
	return reservation, err
}

// has reports whether a document has an entry, under its number or a later one.
func (k *Kind[D, S, E, L]) has(x *D, entry E) bool {
	if k.Number == nil {
		return false
	}
	first, ok := k.Number(&entry)
	if !ok || first < 1 {
		return false
	}
	entries, _ := k.Entries(x)
	for i := range entries {
		n, _ := k.Number(&entries[i])
		if n < first {
			continue
		}
		if k.Renumber(&entry, n); k.Equal(&entries[i], &entry) {
			return true
		}
	}
	return false
}

// Check is budget.Scope.Check for hard limits: soft ones only warn.
func Check(scope *budget.Scope) error {
	err := scope.Check()
	var beyond *budget.ExceededError
	if errors.As(err, &beyond) && beyond.Threshold == budget.Soft {
		return nil
	}
	return err
}

// Sum adds up what entries took; at is their JSON Pointer.
func Sum[S ~[]E, E any](at string, entries S, spent func(*E) (budget.Amounts, error)) (sum budget.Amounts, err error) {
	for i := range entries {
		one, err := spent(&entries[i])
		if err != nil {
			return sum, fmt.Errorf("%s/%d%w", at, i, err)
		}
		if sum, err = sum.Plus(one); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// Tokens are those in and out together.
func Tokens(sum budget.Amounts) (int64, error) {
	both, err := budget.Amounts{budget.TokensIn: sum[budget.TokensIn]}.Plus(budget.Amounts{budget.TokensIn: sum[budget.TokensOut]})
	return both[budget.TokensIn], err
}

// Count is how many entries have a member with one of some values.
func Count[S ~[]E, E any, V comparable](entries S, member func(*E) (V, bool), values ...V) (n int64) {
	for i := range entries {
		if v, ok := member(&entries[i]); ok && slices.Contains(values, v) {
			n++
		}
	}
	return n
}
