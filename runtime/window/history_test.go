package window_test

import (
	"iter"
	"maps"
	"slices"
)

// history is a source that keeps every item in memory under its latest version.
type history struct {
	items map[int64]item
	seq   int64
}

// put numbers the item as a new one, or as the one whose place it takes, and
// keeps it.
func (h *history) put(it item) item {
	it.Seq = h.seq + 1
	if old, found := h.items[it.Key]; found {
		it.Seq = old.Seq
	}
	h.restore(it)
	return it
}

// restore keeps items as they are.
func (h *history) restore(items ...item) {
	if h.items == nil {
		h.items = make(map[int64]item)
	}
	for _, it := range items {
		h.seq = max(h.seq, it.Seq)
		h.items[it.Key] = it
	}
}

func (h *history) all() iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		for _, key := range slices.Sorted(maps.Keys(h.items)) {
			if !yield(h.items[key], nil) {
				return
			}
		}
	}
}
