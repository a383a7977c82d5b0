package window

import (
	"cmp"
	"errors"
	"iter"
	"maps"
	"math"
	"slices"
)

// Select returns the items that a window of that policy and capacity holds at
// iteration now, in ascending order of keys: a pure function that changes none
// of its arguments. Items of later iterations have not happened yet and are
// left out; of several items with one key the last one counts.
//
// The error wraps ErrPolicy, ErrItem or ErrPinned, or is a *CapacityError. It
// takes time in proportion to the number of items times the capacity.
func Select[K cmp.Ordered, T any](items []Item[K, T], policy Policy, capacity int, now int64) ([]Item[K, T], error) {
	latest := make(map[K]Item[K, T])
	for _, item := range items {
		if item.Iteration <= now {
			latest[item.Key] = item
		}
	}
	w, err := New(Config{Policy: policy, Capacity: capacity}, sorted(latest))
	if err != nil {
		return nil, err
	}
	return slices.Collect(w.All()), nil
}

// sorted makes a source of a map, in ascending order of keys.
func sorted[K cmp.Ordered, T any](items map[K]Item[K, T]) Source[K, T] {
	return func() iter.Seq2[Item[K, T], error] {
		return func(yield func(Item[K, T], error) bool) {
			for _, key := range slices.Sorted(maps.Keys(items)) {
				if !yield(items[key], nil) {
					return
				}
			}
		}
	}
}

// Records is a window over records together with all of them: what generated
// memories are made of. It tells of each record what the window held when the
// record's iteration came, also of one that is added late or once more. One
// goroutine uses it at a time.
//
// It holds all n records in memory. Adding the next record takes time in
// proportion to the capacity, and so does InContext but for a logarithm; one that
// is late or replaces another, NewRecords, Rescore and Resize look at all n, and
// at the window for each.
type Records[K cmp.Ordered, T any] struct {
	window *Window[K, T]
	items  map[K]Item[K, T]
	latest Item[K, T] // of the greatest (Iteration, Key); none while items is empty
	total  int64
}

// Added is what adding a record came to.
type Added[K cmp.Ordered, T any] struct {
	Before []K // keys that the window held before the record's iteration
	Held   []K // keys that it held with it
	// Previous is the record of the iteration before; HasPrevious is false for the first.
	Previous    T
	HasPrevious bool
	Total       int64 // records there have been
	// Seq is the number of the record's insertion, to be kept with it for
	// NewRecords: a replaced one does not become new. It is 0 for one that was
	// kept without.
	Seq  int64
	Left T // what the present window gave up; Gone is false where it gave up nothing
	Gone bool
}

// NewRecords makes a window and fills it from items that were kept, in whatever
// order. They count as inserted in the order of their Seq; those without one
// before all others, in the order of their iterations. Of several with one key
// the last one counts. Items that could not be read make the error
// wrap [ErrSkipped]; the records are right for all the others. With any other
// error the result is nil.
func NewRecords[K cmp.Ordered, T any](config Config, kept iter.Seq2[Item[K, T], error]) (*Records[K, T], error) {
	r := &Records[K, T]{items: make(map[K]Item[K, T])}
	var skipped []error
	if kept != nil {
		for item, err := range kept {
			if err == nil {
				_, err = ranked(item, config, nil)
			}
			if err != nil {
				skipped = append(skipped, err)
				continue
			}
			r.items[item.Key] = item
		}
	}
	r.number()
	var err error
	if r.window, err = New(config, sorted(r.items)); err != nil {
		return nil, err
	}
	return r, skippedError(skipped)
}

func compareItems[K cmp.Ordered, T any](a, b Item[K, T]) int {
	return cmp.Or(cmp.Compare(a.Iteration, b.Iteration), cmp.Compare(a.Key, b.Key))
}

// number gives those of the kept items that have no insertion number one below
// all that were ever given, and finds the latest.
func (r *Records[K, T]) number() {
	items := slices.SortedFunc(maps.Values(r.items), compareItems[K, T])
	before := int64(-len(items))
	for _, item := range items {
		if item.Seq <= 0 {
			item.Seq = before
			r.items[item.Key] = item
			before++
		}
		r.latest = item
	}
	r.total = int64(len(items))
}

// CountAtLeast raises the number of records there have been, where some are
// known to have been deleted.
func (r *Records[K, T]) CountAtLeast(total int64) { r.total = max(r.total, total) }

// Add puts a record in, or in the place of the one with the same key. The
// error is that of [Window.Add]; then nothing has changed.
func (r *Records[K, T]) Add(item Item[K, T]) (Added[K, T], error) {
	var added Added[K, T]
	old, replaces := r.items[item.Key]
	if item.Seq = old.Seq; !replaces {
		seq, err := r.window.following(item.Key)
		if err != nil {
			return added, err
		}
		item.Seq = seq
	}
	newest := !replaces && (len(r.items) == 0 || compareItems(r.latest, item) < 0)
	if newest { // as most are: there is no need to select anew
		added.Before = keys(slices.Collect(r.window.All()))
		added.Previous, added.HasPrevious = r.latest.Value, len(r.items) > 0
	}
	left, gone, err := r.window.Add(item)
	if err != nil {
		return Added[K, T]{}, err
	}
	if !replaces {
		r.total++
	}
	r.items[item.Key], r.latest = item, item
	added.Left, added.Gone, added.Total, added.Seq = left.Value, gone, r.total, max(item.Seq, 0)
	if newest {
		added.Held = keys(slices.Collect(r.window.All()))
		return added, nil
	}
	var past []Item[K, T]
	var previous Item[K, T]
	for _, other := range r.items {
		if compareItems(r.latest, other) < 0 {
			r.latest = other
		}
		if compareItems(other, item) >= 0 {
			continue
		}
		past = append(past, other)
		if !added.HasPrevious || compareItems(previous, other) < 0 {
			previous, added.HasPrevious = other, true
		}
	}
	added.Previous = previous.Value
	before, err := r.selected(past)
	held, heldErr := r.selected(append(past, item))
	added.Before, added.Held = keys(before), keys(held)
	return added, errors.Join(err, heldErr)
}

// selected are the items that the window would hold of some.
func (r *Records[K, T]) selected(items []Item[K, T]) ([]Item[K, T], error) {
	if score := r.window.score; score != nil {
		items = slices.Clone(items)
		for i := range items {
			items[i].Score = score(items[i].Value)
		}
	}
	return Select(items, r.window.config.Policy, r.window.config.Capacity, math.MaxInt64)
}

// keys is never nil.
func keys[K cmp.Ordered, T any](items []Item[K, T]) []K {
	keys := make([]K, len(items))
	for i, item := range items {
		keys[i] = item.Key
	}
	return keys
}

func values[K cmp.Ordered, T any](items []Item[K, T]) []T {
	values := make([]T, len(items))
	for i, item := range items {
		values[i] = item.Value
	}
	return values
}

// Rescore judges the relevance of all records anew, as for another question, and
// returns what left the window, as [Window.Rescore] does: by score from now on,
// or with nil by the Score of each again.
func (r *Records[K, T]) Rescore(score func(T) float64) ([]T, error) {
	left, err := r.window.Rescore(score)
	return values(left), err
}

// InContext returns what the window holds, in ascending order of keys.
func (r *Records[K, T]) InContext() []T { return values(slices.Collect(r.window.All())) }

// Get returns the record with that key, whether or not the window holds it.
func (r *Records[K, T]) Get(key K) (record T, ok bool) {
	item, ok := r.items[key]
	return item.Value, ok
}

// Len returns the number of records.
func (r *Records[K, T]) Len() int { return len(r.items) }

// Capacity returns Ω.
func (r *Records[K, T]) Capacity() int { return r.window.Capacity() }

// Policy returns the policy that the records were made with.
func (r *Records[K, T]) Policy() Policy { return r.window.config.Policy }

// Resize changes the capacity and returns what left the window, as
// [Window.Resize] does; a larger one takes back what had left.
func (r *Records[K, T]) Resize(capacity int) ([]T, error) {
	left, err := r.window.Resize(capacity)
	return values(left), err
}
