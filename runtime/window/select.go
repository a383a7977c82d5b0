package window

import (
	"cmp"
	"fmt"
	"slices"
)

// Select returns the items that a window of that policy and capacity holds at
// iteration now, in ascending order of keys: a pure function that changes none
// of its arguments. Items of later iterations have not happened yet and are
// left out; of several items with one key the last one counts.
//
// The error wraps ErrPolicy, ErrItem or ErrPinned, or is a *CapacityError.
func Select[K cmp.Ordered, T any](items []Item[K, T], policy Policy, capacity int, now int64) ([]Item[K, T], error) {
	if err := (Config{Policy: policy, Capacity: capacity}).check(); err != nil {
		return nil, err
	}
	byKey := func(a, b entry[K, T]) int { return cmp.Compare(a.Key, b.Key) }
	entries := make([]entry[K, T], 0, len(items))
	for _, item := range items {
		if item.Iteration > now {
			continue
		}
		r, err := rankOf(item, policy, capacity)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry[K, T]{item, r})
	}
	slices.Reverse(entries) // so that the stable sort puts the last of a key first
	slices.SortStableFunc(entries, byKey)
	entries = slices.CompactFunc(entries, func(a, b entry[K, T]) bool { return byKey(a, b) == 0 })

	slices.SortFunc(entries, func(a, b entry[K, T]) int {
		switch {
		case worse(&b, &a):
			return -1
		case worse(&a, &b):
			return 1
		}
		return 0
	})
	if len(entries) > capacity {
		if entries[capacity].Pinned {
			return nil, fmt.Errorf("%w of %d", ErrPinned, capacity)
		}
		entries = entries[:capacity]
	}
	slices.SortFunc(entries, byKey)
	selected := make([]Item[K, T], len(entries))
	for i := range entries {
		selected[i] = entries[i].Item
	}
	return selected, nil
}
