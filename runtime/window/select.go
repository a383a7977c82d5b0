package window

import (
	"cmp"
	"math"
)

// Select returns the items that a window of that policy and capacity holds at
// iteration now, in ascending order of keys: a pure function that changes none
// of its arguments. Items of later iterations have not happened yet and are
// left out; of several items with one key the last one counts.
//
// The error wraps ErrPolicy, ErrItem or ErrPinned, or is a *CapacityError.
func Select[K cmp.Ordered, T any](items []Item[K, T], policy Policy, capacity int, now int64) ([]Item[K, T], error) {
	var history History[K, T]
	for _, item := range items {
		if item.Iteration <= now {
			history.Restore(item)
		}
	}
	w, err := New(Config{Policy: policy, Capacity: capacity, Max: math.MaxInt}, history.All)
	if err != nil {
		return nil, err
	}
	selected := make([]Item[K, T], 0, w.Len())
	for item := range w.All() {
		selected = append(selected, item)
	}
	return selected, nil
}
