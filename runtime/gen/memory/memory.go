// Package memory is what the memories of generated packages have in common: a window
// over records whose members say how they are judged, and take what came of adding
// them. Only generated code imports it.
package memory

import (
	"cmp"
	"fmt"
	"iter"

	"github.com/bindery-go/bindery/runtime/timefmt"
	"github.com/bindery-go/bindery/runtime/window"
)

// Kind describes records of the type R. Functions return false where a record does not
// say; those that the schema has no use for are nil.
type Kind[K cmp.Ordered, R any] struct {
	Window window.Config // what the zero Config stands for, and the bounds of the capacity

	Key       Member[R, K]
	Iteration Member[R, int64]
	Time      func(x *R) (timefmt.DateTime, bool)
	TimeText  func(x *R) (string, bool) // in place of Time
	Score     func(x *R) (float64, bool)
	Pinned    func(x *R) (bool, bool)
	Order     func(x *R) (int64, bool) // number of the insertion
	Total     func(x *R) (int64, bool) // records there had been, which will do for one never replaced
	Reward    func(x *R) (float64, bool)
	Errors    func(x *R) (int64, bool)
	// Fill writes into a record what came of adding it.
	Fill func(x *R, w Written[K])
}

// Member reads a member that every record has.
type Member[R, V any] struct {
	At   string // its JSON Pointer
	Read func(x *R) (V, bool)
}

func (m Member[R, V]) of(x *R) (V, error) {
	v, ok := m.Read(x)
	if !ok {
		return v, fmt.Errorf("%w: it has no %s", window.ErrItem, m.At)
	}
	return v, nil
}

// Config is what the user chooses; the zero value is what the schema says.
type Config[R any] struct {
	Capacity int
	Policy   window.Policy
	Score    func(*R) float64
	Pinned   func(*R) bool
}

// Written is what came of adding a record.
type Written[K cmp.Ordered] struct {
	Capacity     int
	Policy       window.Policy
	Held, Before []K // keys in the window with the record, and before it
	Total, Seq   int64
	Change       *Change // nil for the first record
}

// Change is how a record compares with the one before. It is an improvement when the
// reward is up, or equal with fewer errors. A record that says no reward is compared by
// its errors alone; one that says no errors has none.
type Change struct {
	Errors   int64
	Reward   float64
	Rewarded bool // both records say their reward
	Improved bool
}

// Memory is a window over records, with all of them.
type Memory[K cmp.Ordered, R any] struct {
	*window.Records[K, *R]
	kind   *Kind[K, R]
	config Config[R]
}

// New makes a memory of the records that were kept. The error wraps window.ErrSkipped
// where some could not be read; with any other there is none.
func New[K cmp.Ordered, R any](kind *Kind[K, R], config Config[R], kept iter.Seq2[*R, error]) (*Memory[K, R], error) {
	m := &Memory[K, R]{kind: kind, config: config}
	bounds := kind.Window
	bounds.Capacity = cmp.Or(config.Capacity, bounds.Capacity)
	bounds.Policy = cmp.Or(config.Policy, bounds.Policy)
	total := int64(0)
	items := func(yield func(window.Item[K, *R], error) bool) {
		if kept == nil {
			return
		}
		for x, err := range kept {
			var item window.Item[K, *R]
			if err == nil {
				item, err = m.item(x)
			}
			if kind.Total != nil {
				n, _ := kind.Total(x)
				total = max(total, n)
			}
			if !yield(item, err) {
				return
			}
		}
	}
	var err error
	if m.Records, err = window.NewRecords(bounds, items); m.Records == nil {
		return nil, err
	}
	m.CountAtLeast(total)
	return m, err
}

// Add puts a record in, or in the place of the one with its key, and fills it. It
// returns the record that left the window; nil for none.
func (m *Memory[K, R]) Add(x *R) (left *R, err error) {
	item, err := m.item(x)
	if err != nil {
		return nil, err
	}
	added, err := m.Records.Add(item)
	if err != nil {
		return nil, err
	}
	if m.kind.Fill != nil {
		w := Written[K]{Capacity: m.Capacity(), Policy: m.Policy(), Held: added.Held, Before: added.Before, Total: added.Total, Seq: added.Seq}
		if added.HasPrevious {
			w.Change = m.compare(added.Previous, x)
		}
		m.kind.Fill(x, w)
	}
	return added.Left, nil
}

// Get returns the record with a key, whether or not the window holds it; nil for none.
func (m *Memory[K, R]) Get(key K) *R {
	x, _ := m.Records.Get(key)
	return x
}

// item is a record as the window sees it.
func (m *Memory[K, R]) item(x *R) (item window.Item[K, *R], err error) {
	none := item
	k := m.kind
	item.Value, item.Score = x, window.DefaultScore
	if item.Key, err = k.Key.of(x); err != nil {
		return none, err
	}
	if item.Iteration, err = k.Iteration.of(x); err != nil {
		return none, err
	}
	if k.Time != nil {
		at, _ := k.Time(x)
		item.Time = at.Time()
	}
	if k.TimeText != nil {
		if text, ok := k.TimeText(x); ok {
			at, err := timefmt.ParseDateTime(text)
			if err != nil {
				return none, fmt.Errorf("%w: %w", window.ErrItem, err)
			}
			item.Time = at.Time()
		}
	}
	for _, number := range []func(*R) (int64, bool){k.Order, k.Total} {
		if number == nil {
			continue
		}
		if n, ok := number(x); ok {
			item.Seq = n
			break
		}
	}
	if m.config.Score != nil {
		item.Score = m.config.Score(x)
	} else if k.Score != nil {
		if v, ok := k.Score(x); ok {
			item.Score = v
		}
	}
	if m.config.Pinned != nil {
		item.Pinned = m.config.Pinned(x)
	} else if k.Pinned != nil {
		item.Pinned, _ = k.Pinned(x)
	}
	return item, nil
}

func (m *Memory[K, R]) compare(before, x *R) *Change {
	var c Change
	if errors := m.kind.Errors; errors != nil {
		was, _ := errors(before)
		is, _ := errors(x)
		c.Errors = is - was
	}
	if reward := m.kind.Reward; reward != nil {
		was, first := reward(before)
		is, second := reward(x)
		if c.Rewarded = first && second; c.Rewarded {
			c.Reward = is - was
		}
	}
	c.Improved = c.Errors < 0
	if c.Reward != 0 {
		c.Improved = c.Reward > 0
	}
	return &c
}
