package window

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
)

// Records is a window over records together with all of them: what generated
// memories are made of. It tells of each record what the window held when the
// record's iteration came, also of one that is added late or once more.
type Records[K cmp.Ordered, T any] struct {
	window  *Window[K, T]
	history History[K, T]
	latest  Item[K, T] // of the greatest (Iteration, Key); none while history is empty
	total   int64
}

// Added is what adding a record came to.
type Added[K cmp.Ordered, T any] struct {
	Before []K // keys that the window held before the record's iteration
	Held   []K // keys that it held with it
	// Previous is the record of the iteration before; HasPrevious is false for the first.
	Previous    T
	HasPrevious bool
	Total       int64 // records there have been
	Left        T     // what the present window gave up; Gone is false where it gave up nothing
	Gone        bool
}

// NewRecords makes a window and fills it from items that were kept, in whatever
// order: they count as inserted in the order of their iterations. Of several
// with one key the last one counts. Items that could not be read make the error
// wrap [ErrSkipped]; the records are right for all the others. With any other
// error the result is nil.
func NewRecords[K cmp.Ordered, T any](config Config, kept iter.Seq2[Item[K, T], error]) (*Records[K, T], error) {
	r := &Records[K, T]{}
	var items []Item[K, T]
	var skipped []error
	if kept != nil {
		for item, err := range kept {
			if err == nil {
				_, err = rankOf(item, config.Policy, config.Capacity)
			}
			if err != nil {
				skipped = append(skipped, err)
				continue
			}
			items = append(items, item)
		}
	}
	slices.SortStableFunc(items, compareItems[K, T])
	for _, item := range items {
		item.Seq = 0
		r.history.Put(item)
		r.latest = item
	}
	r.total = int64(r.history.Len())
	var err error
	if r.window, err = New(config, r.history.All); err != nil {
		return nil, err
	}
	return r, skippedError(skipped)
}

func compareItems[K cmp.Ordered, T any](a, b Item[K, T]) int {
	return cmp.Or(cmp.Compare(a.Iteration, b.Iteration), cmp.Compare(a.Key, b.Key))
}

// CountAtLeast raises the number of records there have been, where some are
// known to have been deleted.
func (r *Records[K, T]) CountAtLeast(total int64) { r.total = max(r.total, total) }

// Add puts a record in, or in the place of the one with the same key. The
// error is that of [Window.Add]; then nothing has changed.
func (r *Records[K, T]) Add(item Item[K, T]) (Added[K, T], error) {
	old, replaces := r.history.Get(item.Key)
	item.Seq = r.history.seq + 1
	if replaces {
		item.Seq = old.Seq
	}
	newest := r.history.Len() == 0 || compareItems(r.latest, item) < 0
	var added Added[K, T]
	if newest {
		added.Before = r.keys()
	}
	left, gone, err := r.window.Add(item)
	if err != nil && !errors.Is(err, ErrSkipped) {
		return Added[K, T]{}, err
	}
	added.Left, added.Gone = left.Value, gone
	added.Previous, added.HasPrevious = r.previous(item, newest)
	r.history.Put(item)
	if !replaces {
		r.total++
	}
	added.Total = r.total
	if newest {
		r.latest = item
		added.Held = r.keys()
		return added, err
	}
	var before, held error
	added.Before, before = r.selected(func(other Item[K, T]) bool { return compareItems(other, item) < 0 })
	added.Held, held = r.selected(func(other Item[K, T]) bool { return compareItems(other, item) <= 0 })
	return added, errors.Join(err, before, held)
}

// previous finds the record before an item.
func (r *Records[K, T]) previous(item Item[K, T], newest bool) (record T, ok bool) {
	if newest {
		return r.latest.Value, r.history.Len() > 0
	}
	var best Item[K, T]
	for _, other := range r.history.items {
		if compareItems(other, item) < 0 && (!ok || compareItems(best, other) < 0) {
			best, ok = other, true
		}
	}
	return best.Value, ok
}

// keys are those that the window holds; never nil.
func (r *Records[K, T]) keys() []K {
	keys := make([]K, 0, r.window.Len())
	for item := range r.window.All() {
		keys = append(keys, item.Key)
	}
	return keys
}

// selected gives the keys that the window would hold of some records.
func (r *Records[K, T]) selected(among func(Item[K, T]) bool) ([]K, error) {
	var items []Item[K, T]
	for _, item := range r.history.items {
		if among(item) {
			items = append(items, item)
		}
	}
	picked, err := Select(items, r.window.config.Policy, r.window.config.Capacity, math.MaxInt64)
	if err != nil {
		return nil, fmt.Errorf("window: what it held then: %w", err)
	}
	keys := make([]K, 0, len(picked))
	for _, item := range picked {
		keys = append(keys, item.Key)
	}
	return keys, nil
}

// InContext returns what the window holds, in ascending order of keys.
func (r *Records[K, T]) InContext() []T {
	values := make([]T, 0, r.window.Len())
	for item := range r.window.All() {
		values = append(values, item.Value)
	}
	return values
}

// Get returns the record with that key, whether or not the window holds it.
func (r *Records[K, T]) Get(key K) (record T, ok bool) {
	item, ok := r.history.Get(key)
	return item.Value, ok
}

// Len returns the number of records.
func (r *Records[K, T]) Len() int { return r.history.Len() }

// Capacity returns Ω.
func (r *Records[K, T]) Capacity() int { return r.window.Capacity() }

// Policy returns the policy that the records were made with.
func (r *Records[K, T]) Policy() Policy { return r.window.Policy() }

// Resize changes the capacity and returns what left the window, as
// [Window.Resize] does; a larger one takes back what had left.
func (r *Records[K, T]) Resize(capacity int) ([]T, error) {
	left, err := r.window.Resize(capacity)
	var values []T
	for _, item := range left {
		values = append(values, item.Value)
	}
	return values, err
}
