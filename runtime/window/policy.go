package window

import (
	"cmp"
	"fmt"
	"math"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// Policy names the order in which items are kept. The values are those that
// schemas use for a window policy.
type Policy string

const (
	// FIFO keeps what was inserted last.
	FIFO Policy = "fifo"
	// Recency keeps what is newest by (Time, Iteration).
	Recency Policy = "recency"
	// RelevanceWeighted keeps the greatest Score × 2^(−age/capacity), where
	// age is counted in iterations.
	RelevanceWeighted Policy = "relevance_weighted"
)

// The largest iteration and capacity keep every sum of a rank inside int64.
const (
	maxIteration = 1 << 53
	maxCapacity  = 1 << 20
)

// rank is an item's place among the others: whether it is pinned, then what its
// policy compares. It depends on the item, the policy and the capacity only,
// never on the present iteration: all items age alike, so time changes no
// order. That is why a window can decide for good at Add what leaves.
type rank [4]int64

func (a *rank) below(b *rank) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return false
}

type entry[K cmp.Ordered, T any] struct {
	Item[K, T]
	rank rank
}

// worse reports whether e leaves before other. Equal ranks are decided by key,
// the smaller one leaving.
func (e *entry[K, T]) worse(other *entry[K, T]) bool {
	if e.rank == other.rank {
		return e.Key < other.Key
	}
	return e.rank.below(&other.rank)
}

// ranked is an item with its rank. Its relevance is what score says, or without
// that its own.
func ranked[K cmp.Ordered, T any](item Item[K, T], config Config, score func(T) float64) (entry[K, T], error) {
	e := entry[K, T]{Item: item}
	relevance := item.Score
	if score != nil {
		relevance = score(item.Value)
	}
	if item.Iteration < 0 || item.Iteration > maxIteration {
		return e, fmt.Errorf("%w: iteration %d of item %s is outside 0 to %d", ErrItem, item.Iteration, shown(item.Key), int64(maxIteration))
	}
	if !(relevance >= 0) || math.IsInf(relevance, 1) {
		return e, fmt.Errorf("%w: score %v of item %s is not a finite number of 0 or more", ErrItem, relevance, shown(item.Key))
	}
	if item.Pinned {
		e.rank[0] = 1
	}
	switch config.Policy {
	case FIFO:
		e.rank[1] = item.Seq
	case Recency:
		e.rank[1], e.rank[2], e.rank[3] = item.Time.Unix(), int64(item.Time.Nanosecond()), item.Iteration
	case RelevanceWeighted:
		e.rank[1], e.rank[2] = weight(relevance, item.Iteration, config.Capacity)
	}
	return e, nil
}

// weight orders items as score × 2^(−age/Ω) does, free of its underflow and
// of rounding that would depend on the present iteration. It is the product's
// binary logarithm times Ω, short of a term that all items share:
//
//	Ω·log2(score) + iteration
//
// split into its floor and the rest in units of 2^−53, so that scores that are
// equal or differ by a power of two tie exactly where the products tie.
func weight(score float64, iteration int64, capacity int) (major, minor int64) {
	if score == 0 {
		return math.MinInt64, 0
	}
	fraction, exponent := math.Frexp(score)
	rest := float64(capacity) * math.Log2(fraction)
	floor := math.Floor(rest)
	return int64(capacity)*int64(exponent) + iteration + int64(floor), int64((rest - floor) * (1 << 53))
}

// shown is a key as an error text has it: it may be as long as its record.
func shown(key any) string { return brief.Text(fmt.Sprint(key)) }
