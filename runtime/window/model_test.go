package window_test

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/window"
)

// model is the plainest possible window: all items, sorted anew at each look.
// Its arithmetic is exact where the window's is fast.
type model struct {
	policy   window.Policy
	capacity int
	items    map[int64]item
}

// weight is score × 2^(iteration/Ω) exactly, as score^Ω × 2^iteration: scores
// are multiples of 1/16 up to 2 and iterations small, so an int64 holds it.
func weight(it item, capacity int) int64 {
	w := int64(1)
	for range capacity {
		w *= int64(it.Score * 16)
	}
	return w << it.Iteration
}

func (m *model) window() []int64 {
	all := make([]item, 0, len(m.items))
	for _, it := range m.items {
		all = append(all, it)
	}
	slices.SortFunc(all, func(b, a item) int {
		c := 0
		switch {
		case a.Pinned != b.Pinned:
			if a.Pinned {
				return 1
			}
			return -1
		case m.policy == window.FIFO:
			c = int(a.Seq - b.Seq)
		case m.policy == window.Recency:
			if c = a.Time.Compare(b.Time); c == 0 {
				c = int(a.Iteration - b.Iteration)
			}
		case m.policy == window.RelevanceWeighted:
			c = cmp.Compare(weight(a, m.capacity), weight(b, m.capacity))
		}
		if c == 0 {
			c = int(a.Key - b.Key)
		}
		return c
	})
	keys := make([]int64, 0, m.capacity)
	for _, it := range all[:min(len(all), m.capacity)] {
		keys = append(keys, it.Key)
	}
	slices.Sort(keys)
	return keys
}

func (m *model) pinned() (n int) {
	for _, it := range m.items {
		if it.Pinned {
			n++
		}
	}
	return n
}

// TestWindowAgainstModel tries ten times as many operations with BINDERY_EXHAUSTIVE, as
// in CI.
func TestWindowAgainstModel(t *testing.T) {
	operations := 100_000
	if os.Getenv("BINDERY_EXHAUSTIVE") != "" {
		operations = 1_000_000
	}
	random := rand.New(rand.NewPCG(6, 1))
	policies := []window.Policy{window.FIFO, window.Recency, window.RelevanceWeighted}
	for done := 0; done < operations; {
		m := &model{policy: policies[random.IntN(3)], capacity: 1 + random.IntN(5), items: map[int64]item{}}
		var h history
		w := open(t, m.policy, m.capacity, &h)
		after := m.window()
		for range 200 {
			done++
			before := after
			if random.IntN(20) == 0 {
				capacity := 1 + random.IntN(5)
				_, err := w.Resize(capacity)
				if (err != nil) != (m.pinned() > capacity) {
					t.Fatalf("operation %d: Resize(%d) with %d pinned: %v", done, capacity, m.pinned(), err)
				}
				if err == nil {
					m.capacity = capacity
					after = m.window()
				}
			} else {
				key := random.Int64N(12)
				old, found := m.items[key]
				it := item{
					Key: key, Iteration: random.Int64N(12), Score: float64(random.IntN(33)) / 16,
					Time: time.Unix(random.Int64N(6), 0), Pinned: random.IntN(12) == 0,
				}
				pinned := m.pinned()
				if it.Pinned && !(found && old.Pinned) && pinned == m.capacity {
					if _, _, err := w.Add(it); err == nil {
						t.Fatalf("operation %d: pinned item %d of %d", done, pinned+1, m.capacity)
					}
					continue
				}
				it = h.put(it)
				m.items[key] = it
				left, gone, err := w.Add(it)
				if err != nil {
					t.Fatal(err)
				}
				after = m.window()
				all := append(slices.Clone(before), key)
				wantGone := slices.ContainsFunc(all, func(k int64) bool { return !slices.Contains(after, k) })
				if gone != wantGone || gone && (slices.Contains(after, left.Key) || !slices.Contains(all, left.Key)) {
					t.Fatalf("operation %d: %v + %d = %v, but Add says %d left: %v", done, before, key, after, left.Key, gone)
				}
			}
			if got := keys(w.All()); !slices.Equal(got, after) {
				t.Fatalf("operation %d, %s: window %v, model %v of %v", done, m.policy, got, after, m.items)
			}
		}
		var all []item
		for it := range h.all() {
			all = append(all, it)
		}
		selected, err := window.Select(all, m.policy, m.capacity, math.MaxInt64)
		if err != nil || !slices.EqualFunc(selected, m.window(), func(it item, key int64) bool { return it.Key == key }) {
			t.Fatalf("Select = %v, %v; model %v", selected, err, m.window())
		}
	}
}

// FuzzRelevance compares pairs of items with exact arithmetic, whatever their
// scores and iterations.
func FuzzRelevance(f *testing.F) {
	f.Add(0.5, int64(10), 1.0, int64(7), 3)
	f.Add(0.3, int64(1_000_003), 0.6, int64(1_000_000), 3)
	f.Add(5e-324, int64(40_000), 1.0, int64(0), 10)
	f.Add(math.MaxFloat64, int64(0), 1.0, int64(3072), 3)
	f.Add(0.0, int64(100_000), 5e-324, int64(0), 1)
	f.Fuzz(func(t *testing.T, scoreA float64, iterationA int64, scoreB float64, iterationB int64, capacity int) {
		usable := func(score float64, iteration int64) bool {
			return score >= 0 && !math.IsInf(score, 1) && iteration >= 0 && iteration < 1<<17
		}
		if capacity < 1 || capacity > 16 || !usable(scoreA, iterationA) || !usable(scoreB, iterationB) {
			t.Skip("2026-11-28: no scores and iterations that a window takes")
		}
		// Keys are such that a tie goes to b.
		a, b := record(0, 0, scoreA), record(1, 0, scoreB)
		a.Iteration, b.Iteration = iterationA, iterationB
		exact := func(it item) *big.Float {
			x := new(big.Float).SetPrec(4096).SetFloat64(it.Score)
			p := new(big.Float).SetPrec(4096).SetInt64(1)
			for range capacity {
				p.Mul(p, x)
			}
			return p.SetMantExp(p, int(it.Iteration))
		}
		x, y := exact(a), exact(b)
		// Below the precision of one logarithm only exact ties are certain.
		if c := x.Cmp(y); c != 0 {
			difference := new(big.Float).Sub(x, y)
			difference.Abs(difference)
			if difference.Cmp(new(big.Float).Mul(y, big.NewFloat(1e-12))) < 0 {
				t.Skip("2026-11-28: a tie within the precision of a logarithm, which has no certain order")
			}
		}
		want := int64(1)
		if x.Cmp(y) > 0 {
			want = 0
		}
		got, err := window.Select([]item{a, b}, window.RelevanceWeighted, 1, math.MaxInt64)
		if capacity > 1 {
			// Heavier fillers leave room for one of the two.
			items := []item{a, b}
			for i := range capacity - 1 {
				filler := record(int64(2+i), 0, 1)
				filler.Pinned = true
				items = append(items, filler)
			}
			got, err = window.Select(items, window.RelevanceWeighted, capacity, math.MaxInt64)
		}
		if err != nil || got[0].Key != want {
			t.Fatalf("%v at %d against %v at %d with Ω %d: kept %v, %v", scoreA, iterationA, scoreB, iterationB, capacity, got[0].Key, err)
		}
	})
}
