package window

import (
	"cmp"
	"iter"
	"maps"
	"slices"
)

// History keeps every item in memory under its latest version: a source for
// windows over sequences that fit there. The zero value is empty and ready.
type History[K cmp.Ordered, T any] struct {
	items map[K]Item[K, T]
	seq   int64
}

// Put keeps the item and returns it with its insertion number, ready for
// Window.Add: the next number for a new key, the old one for a key that is
// there, so that adding a record again does not make it new. An item that
// brings a number keeps it.
func (h *History[K, T]) Put(item Item[K, T]) Item[K, T] {
	old, found := h.items[item.Key]
	switch {
	case item.Seq != 0:
	case found:
		item.Seq = old.Seq
	default:
		item.Seq = h.seq + 1
	}
	h.put(item)
	return item
}

// Restore keeps items that were read back, in whatever order, as they are:
// those without an insertion number come before all others, by their keys.
func (h *History[K, T]) Restore(items ...Item[K, T]) {
	for _, item := range items {
		h.put(item)
	}
}

func (h *History[K, T]) put(item Item[K, T]) {
	if h.items == nil {
		h.items = make(map[K]Item[K, T])
	}
	h.seq = max(h.seq, item.Seq)
	h.items[item.Key] = item
}

// Len returns the number of items.
func (h *History[K, T]) Len() int { return len(h.items) }

// Get returns the item with that key.
func (h *History[K, T]) Get(key K) (Item[K, T], bool) {
	item, ok := h.items[key]
	return item, ok
}

// All yields the items in ascending order of keys; it is a Source.
func (h *History[K, T]) All() iter.Seq2[Item[K, T], error] {
	return func(yield func(Item[K, T], error) bool) {
		for _, key := range slices.Sorted(maps.Keys(h.items)) {
			if !yield(h.items[key], nil) {
				return
			}
		}
	}
}
