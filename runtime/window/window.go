// Package window keeps the few most useful records of a growing sequence: the
// sliding memory window of capacity Ω that an agent's context is built from.
//
// The package knows nothing of any schema. Generated code imports it and wraps
// each record in an Item; handwritten code may do the same. An item is kept or
// dropped whole, so what must not be torn apart (a call and its result) belongs
// into one item.
//
// What holds at all times, for a window whose source yields every item ever
// added under its latest version:
//
//   - the window holds exactly what Select picks from all those items;
//   - it holds min(capacity, number of items) items, each key once, in
//     ascending order of keys: numbers as numbers, 9 before 10;
//   - every pinned item is held;
//   - it holds no more than its capacity in memory, whatever the source holds.
//
// Windows and records are for one goroutine at a time: even reading them needs
// a lock. All else here is safe for concurrent use.
package window

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// Item is a record with what the policies look at.
type Item[K cmp.Ordered, T any] struct {
	Key   K
	Value T

	// Seq is the number of the item's insertion, for FIFO. It is what has to be
	// kept with the item for a window that is read back to hold the same. With
	// zero, Add gives a new key the next number and a held key the one it has.
	// Behind math.MaxInt64 no number follows: new keys share it as long as they
	// ascend, since keys decide between equal numbers.
	// Items read back without a number count as inserted before all numbered
	// ones, in the order of their keys.
	Seq int64
	// Time is when the record was made, for Recency.
	Time time.Time
	// Iteration counts from zero.
	Iteration int64
	// Score is the record's relevance, 0 or more, for RelevanceWeighted. A
	// record that has none scores DefaultScore.
	Score float64
	// Pinned items never leave.
	Pinned bool
}

// DefaultScore is the relevance of a record that says nothing about its own.
const DefaultScore = 1.0

// Source yields all items, also those outside the window, each key once and in
// any order. An item that cannot be read is yielded as an error, and the next
// ones go on. A window asks its source only when an item has to come back.
type Source[K cmp.Ordered, T any] func() iter.Seq2[Item[K, T], error]

// Config says what to keep. Min and Max bound the capacity, as the schema's
// minimum and maximum do.
type Config struct {
	Policy   Policy
	Capacity int
	Min, Max int
}

var (
	// ErrItem is wrapped where an item's iteration or score is out of range, or
	// where no insertion number can say that it came last.
	ErrItem = errors.New("window: bad item")
	// ErrPinned is returned where more items are pinned than the window holds.
	ErrPinned = errors.New("window: more pinned items than the capacity")
	// ErrSkipped is wrapped where the source could not give some of its items.
	// The window is right for all the others.
	ErrSkipped = errors.New("window: unreadable items were left out")
	// ErrPolicy is wrapped where the policy is not one of the three.
	ErrPolicy = errors.New("window: unknown policy")
)

// CapacityError reports a capacity outside its bounds.
type CapacityError struct{ Capacity, Min, Max int }

func (e *CapacityError) Error() string {
	return fmt.Sprintf("window: capacity %d is outside %d to %d", e.Capacity, e.Min, e.Max)
}

func (c Config) check() error {
	if c.Policy != FIFO && c.Policy != Recency && c.Policy != RelevanceWeighted {
		return fmt.Errorf("%w %s", ErrPolicy, brief.Quote(string(c.Policy)))
	}
	low, high := max(c.Min, 1), maxCapacity
	if c.Max > 0 {
		high = min(c.Max, maxCapacity)
	}
	if c.Capacity < low || c.Capacity > high {
		return &CapacityError{c.Capacity, low, high}
	}
	return nil
}

// Window holds the items that are in context now. One goroutine uses it at a
// time.
type Window[K cmp.Ordered, T any] struct {
	config Config
	source Source[K, T]
	held   []entry[K, T] // in any order: All sorts them when it is asked
	newest inserted[K]   // of all that were given or seen
	score  func(T) float64
	pinned int
}

// New makes a window and fills it from the source. A nil source is one without
// items: such a window cannot take back what left it.
//
// The error is a *CapacityError, or wraps ErrPolicy or ErrPinned; then there is
// no window. With ErrSkipped there is one, filled from what could be read.
func New[K cmp.Ordered, T any](config Config, source Source[K, T]) (*Window[K, T], error) {
	w := &Window[K, T]{source: source}
	err := w.fill(config, nil)
	if err != nil && !errors.Is(err, ErrSkipped) {
		return nil, err
	}
	return w, err
}

// Capacity returns Ω.
func (w *Window[K, T]) Capacity() int { return w.config.Capacity }

// All yields what the window holds in ascending order of keys. The window is not
// to be changed meanwhile.
func (w *Window[K, T]) All() iter.Seq[Item[K, T]] {
	return func(yield func(Item[K, T]) bool) {
		slices.SortFunc(w.held, func(a, b entry[K, T]) int { return cmp.Compare(a.Key, b.Key) })
		for i := range w.held {
			if !yield(w.held[i].Item) {
				return
			}
		}
	}
}

// Add puts an item in, or in the place of the one with the same key, and
// returns the item that left, if one did. That is the added item itself when
// all others rank above it. Where an item is replaced by one of lower rank, the
// best item outside may come back from the source in its stead.
//
// The error wraps ErrItem, or is ErrPinned: then nothing has changed. With
// ErrSkipped the item is in, but the source could not be read in full.
//
// Once the window is full, Add does not allocate unless it has to ask the
// source. Its time grows with the capacity, not with the number of items ever
// added.
func (w *Window[K, T]) Add(item Item[K, T]) (left Item[K, T], gone bool, err error) {
	at, worst := w.find(item.Key)
	pinned := w.pinned
	if at >= 0 && w.held[at].Pinned {
		pinned--
	}
	if item.Pinned {
		pinned++
	}
	if pinned > w.config.Capacity {
		return left, false, ErrPinned
	}
	if item.Seq == 0 && at >= 0 {
		item.Seq = w.held[at].Seq
	} else if item.Seq == 0 {
		if item.Seq, err = w.following(item.Key); err != nil {
			return left, false, err
		}
	}
	added, err := ranked(item, w.config, w.score)
	if err != nil {
		return left, false, err
	}
	w.pinned = pinned
	w.newest = w.newest.or(item.Seq, item.Key)
	if at < 0 {
		left, gone = w.insert(worst, &added)
		return left, gone, nil
	}
	demoted := added.worse(&w.held[at])
	w.held[at] = added
	if !demoted || len(w.held) < w.config.Capacity {
		return left, false, nil
	}
	// All others still rank above what is outside: only this item can go.
	err = w.fill(w.config, w.score)
	if w.holds(item.Key) {
		return left, false, err
	}
	return item, true, err
}

// inserted is the insertion number of an item with its key, which decides between
// equal numbers. The zero value is that of none.
type inserted[K cmp.Ordered] struct {
	seq int64
	key K
}

// or is the later one of n and that of another item.
func (n inserted[K]) or(seq int64, key K) inserted[K] {
	if seq > n.seq || seq == n.seq && key > n.key {
		return inserted[K]{seq, key}
	}
	return n
}

// following is the insertion number of an item that comes after all others. Where
// none follows, the last one serves for a key above those that have it; another
// key would be taken for an earlier insertion, which matters where that is what
// counts.
func (w *Window[K, T]) following(key K) (int64, error) {
	if w.newest.seq < math.MaxInt64 {
		return w.newest.seq + 1, nil
	}
	if w.config.Policy == FIFO && key <= w.newest.key {
		return 0, fmt.Errorf("%w: no insertion number follows %d, which item %s has: give that a lower one, and %s can be added",
			ErrItem, w.newest.seq, shown(w.newest.key), shown(key))
	}
	return w.newest.seq, nil
}

// Resize changes the capacity and returns what left, in ascending order of
// keys. It selects anew from the source: a larger window takes back what left
// it, and a change of Ω changes the weights. On an error other than ErrSkipped
// the window is as it was.
func (w *Window[K, T]) Resize(capacity int) ([]Item[K, T], error) {
	config := w.config
	config.Capacity = capacity
	return w.reselect(config, w.score)
}

// Rescore judges the relevance of all items anew, as for another question: by
// score from now on, also of those that are added later, or with nil by their
// own Score again. It selects anew from the source and returns what left, in
// ascending order of keys. It calls score once for each item of the source.
//
// The error wraps ErrItem where score returns what is not a finite number of 0
// or more. On an error other than ErrSkipped the window is as it was.
func (w *Window[K, T]) Rescore(score func(T) float64) ([]Item[K, T], error) {
	return w.reselect(w.config, score)
}

// reselect fills the window anew and returns what left it.
func (w *Window[K, T]) reselect(config Config, score func(T) float64) ([]Item[K, T], error) {
	before := slices.Collect(w.All())
	err := w.fill(config, score)
	left := slices.DeleteFunc(before, func(item Item[K, T]) bool { return w.holds(item.Key) })
	return left, err
}

// find returns the places of the item with that key and of the worst item; −1
// for none.
func (w *Window[K, T]) find(key K) (at, worst int) {
	at, worst = -1, -1
	for i := range w.held {
		if w.held[i].Key == key {
			at = i
		}
		if worst < 0 || w.held[i].worse(&w.held[worst]) {
			worst = i
		}
	}
	return at, worst
}

func (w *Window[K, T]) holds(key K) bool {
	at, _ := w.find(key)
	return at >= 0
}

// insert puts e in, for the worst of those that are there and e when there
// would be one too many.
func (w *Window[K, T]) insert(worst int, e *entry[K, T]) (left Item[K, T], gone bool) {
	if len(w.held) < w.config.Capacity {
		w.held = append(w.held, *e)
		return left, false
	}
	if e.worse(&w.held[worst]) {
		return e.Item, true
	}
	left, w.held[worst] = w.held[worst].Item, *e
	return left, true
}

// fill selects the window's items anew, unless it returns an error other than
// ErrSkipped. An item that is wrong by itself is skipped; one that score says
// something impossible of is not.
func (w *Window[K, T]) fill(config Config, score func(T) float64) error {
	if err := config.check(); err != nil {
		return err
	}
	next := Window[K, T]{config: config, source: w.source, newest: w.newest, score: score}
	next.held = make([]entry[K, T], 0, min(config.Capacity, 16))
	var skipped []error
	for item, err := range w.known() {
		var e entry[K, T]
		if err == nil {
			if e, err = ranked(item, config, score); err != nil && score != nil {
				return err
			}
		}
		at, worst := next.find(item.Key)
		if err == nil && at >= 0 {
			err = fmt.Errorf("%w: the source has item %s twice", ErrItem, shown(item.Key))
		}
		if err != nil {
			skipped = append(skipped, err)
			continue
		}
		if item.Pinned {
			if next.pinned++; next.pinned > config.Capacity {
				return ErrPinned
			}
		}
		next.newest = next.newest.or(item.Seq, item.Key)
		next.insert(worst, &e)
	}
	*w = next
	return skippedError(skipped)
}

// known yields what the window holds and what else the source has. Where both
// have a key, the window's item is the newer one.
func (w *Window[K, T]) known() iter.Seq2[Item[K, T], error] {
	return func(yield func(Item[K, T], error) bool) {
		for i := range w.held {
			if !yield(w.held[i].Item, nil) {
				return
			}
		}
		if w.source == nil {
			return
		}
		for item, err := range w.source() {
			if (err != nil || !w.holds(item.Key)) && !yield(item, err) {
				return
			}
		}
	}
}

func skippedError(errs []error) error {
	if len(errs) == 0 {
		return nil
	}
	return fmt.Errorf("%w: %w", ErrSkipped, errors.Join(errs...))
}
