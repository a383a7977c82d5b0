package window_test

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/window"
)

func kept(items ...item) iter.Seq2[item, error] {
	return func(yield func(item, error) bool) {
		for _, it := range items {
			if !yield(it, nil) {
				return
			}
		}
	}
}

func records(t *testing.T, policy window.Policy, capacity int, items ...item) *window.Records[int64, string] {
	t.Helper()
	r, err := window.NewRecords(window.Config{Policy: policy, Capacity: capacity, Min: 1, Max: 10}, kept(items...))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRecordsReloadInAnyOrder(t *testing.T) {
	for _, policy := range []window.Policy{window.FIFO, window.Recency, window.RelevanceWeighted} {
		var items []item
		for _, i := range []int64{1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9} {
			items = append(items, record(i, 100+i, 1))
		}
		r := records(t, policy, 3, items...)
		if diff := cmp.Diff([]string{"record 10", "record 11", "record 12"}, r.InContext()); diff != "" {
			t.Errorf("%s: %s", policy, diff)
		}
	}
}

// TestRecordsReloadInOrderOfInsertion adds records in random order, some of them
// again, keeps each with its number, and reads them back in another order.
func TestRecordsReloadInOrderOfInsertion(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 12))
	for round := range 2000 {
		policy := []window.Policy{window.FIFO, window.Recency, window.RelevanceWeighted}[round%3]
		r := records(t, policy, 1+rng.IntN(5))
		stored := map[int64]item{}
		for _, i := range append(rng.Perm(12), rng.IntN(12), rng.IntN(12)) {
			it := record(int64(i), rng.Int64N(20), rng.Float64())
			added, err := r.Add(it)
			if err != nil {
				t.Fatal(err)
			}
			it.Seq = added.Seq
			stored[it.Key] = it
		}
		var items []item
		for _, it := range stored {
			items = append(items, it)
		}
		again := records(t, policy, r.Capacity(), items...)
		if diff := cmp.Diff(r.InContext(), again.InContext()); diff != "" {
			t.Fatalf("%s, round %d: %s", policy, round, diff)
		}
		for _, it := range []item{record(50, 3, 0.5), record(5, 3, 0.5), record(51, 3, 0.5)} {
			one, err := r.Add(it)
			if err != nil {
				t.Fatal(err)
			}
			other, err := again.Add(it)
			if diff := cmp.Diff(one, other); err != nil || diff != "" {
				t.Fatalf("%s, round %d, added %d: %v %s", policy, round, it.Key, err, diff)
			}
		}
	}
}

func TestRecordsWithoutNumbersCameFirst(t *testing.T) {
	numbered := func(iteration, seq int64) item {
		it := record(iteration, 0, 1)
		it.Seq = seq
		return it
	}
	r := records(t, window.FIFO, 3, numbered(1, 7), numbered(9, 0), numbered(2, 6), numbered(8, 0))
	if diff := cmp.Diff([]string{"record 1", "record 2", "record 9"}, r.InContext()); diff != "" {
		t.Error(diff)
	}
	if added, err := r.Add(record(8, 0, 1)); err != nil || added.Seq != 0 {
		t.Errorf("an old one again: %+v, %v", added, err)
	}
	if added, err := r.Add(record(0, 0, 1)); err != nil || added.Seq != 8 || added.Left != "record 9" {
		t.Errorf("a new one: %+v, %v", added, err)
	}
}

// TestRecordsAfterTheLastNumber adds to records that have used up the insertion
// numbers: what is added comes last, also when all are read back, or is refused.
func TestRecordsAfterTheLastNumber(t *testing.T) {
	kept := []item{record(3, 0, 1)}
	kept[0].Seq = math.MaxInt64
	r := records(t, window.FIFO, 2, kept...)
	for _, key := range []int64{2, 4, 1, 6, 5, 7} {
		it := record(key, 0, 1)
		added, err := r.Add(it)
		if below := key < kept[len(kept)-1].Key; below != errors.Is(err, window.ErrItem) || !below && err != nil {
			t.Fatalf("added %d after %d: %v", key, kept[len(kept)-1].Key, err)
		}
		if err == nil {
			it.Seq = added.Seq
			kept = append(kept, it)
		}
		var want []string
		for _, it := range kept[max(0, len(kept)-2):] {
			want = append(want, it.Value)
		}
		for how, r := range map[string]*window.Records[int64, string]{"": r, " and read back": records(t, window.FIFO, 2, kept...)} {
			if diff := cmp.Diff(want, r.InContext()); diff != "" {
				t.Errorf("added %d%s:\n%s", key, how, diff)
			}
		}
	}
	r = records(t, window.Recency, 2, kept[0])
	if _, err := r.Add(record(2, 0, 1)); err != nil {
		t.Errorf("where insertion does not count: %v", err)
	}
}

func TestWindowAfterTheLastNumber(t *testing.T) {
	pinned := item{Key: 9, Seq: math.MaxInt64}
	pinned.Pinned = true
	w, err := window.New[int64, string](window.Config{Policy: window.FIFO, Capacity: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := w.Add(pinned); err != nil {
		t.Fatal(err)
	}
	before := slices.Collect(w.All())
	if left, gone, err := w.Add(item{Key: 8}); gone || !errors.Is(err, window.ErrItem) {
		t.Errorf("added below the last: %v, %t, %v", left, gone, err)
	}
	if diff := cmp.Diff(before, slices.Collect(w.All())); diff != "" {
		t.Error(diff)
	}
	if left, gone, err := w.Add(item{Key: 10}); !gone || left.Seq != math.MaxInt64 || err != nil {
		t.Errorf("added above the last, beside one that is pinned: %v, %t, %v", left, gone, err)
	}
	if _, _, err := w.Add(item{Key: 10}); !errors.Is(err, window.ErrItem) {
		t.Errorf("one that has left comes again as new: %v", err)
	}
}

func TestRecordsRescore(t *testing.T) {
	r := records(t, window.RelevanceWeighted, 2)
	for i := range int64(5) {
		if _, err := r.Add(record(i, 0, 1)); err != nil {
			t.Fatal(err)
		}
	}
	about := func(word string) func(string) float64 {
		return func(value string) float64 {
			if strings.Contains(value, word) {
				return 100
			}
			return 1
		}
	}
	expect := func(want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, r.InContext()); diff != "" {
			t.Error(diff)
		}
	}
	left, err := r.Rescore(about("1"))
	if diff := cmp.Diff([]string{"record 3"}, left); err != nil || diff != "" {
		t.Errorf("%v %s", err, diff)
	}
	expect("record 1", "record 4")
	added, err := r.Add(record(10, 0, 0.001)) // what it scores itself does not count now
	if err != nil || added.Left != "record 4" {
		t.Errorf("%+v, %v", added, err)
	}
	if added, err = r.Add(record(2, 0, 1)); err != nil || !slices.Equal(added.Held, []int64{1, 2}) {
		t.Errorf("%+v, %v", added, err)
	}
	if _, err := r.Resize(1); err != nil {
		t.Fatal(err)
	}
	expect("record 10")
	if _, err := r.Rescore(func(string) float64 { return math.NaN() }); !errors.Is(err, window.ErrItem) {
		t.Error(err)
	}
	expect("record 10")
	if _, err := r.Rescore(nil); err != nil {
		t.Fatal(err)
	}
	expect("record 4")
}

func TestRecordsAddedOnceMore(t *testing.T) {
	r := records(t, window.FIFO, 3)
	for i := range int64(5) {
		if _, err := r.Add(record(i, i, 1)); err != nil {
			t.Fatal(err)
		}
	}
	for name, test := range map[string]struct {
		iteration    int64
		before, held []int64
		previous     string
	}{
		"the newest":       {4, []int64{1, 2, 3}, []int64{2, 3, 4}, "record 3"},
		"one long gone":    {1, []int64{0}, []int64{0, 1}, "record 0"},
		"the first of all": {0, []int64{}, []int64{0}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			added, err := r.Add(record(test.iteration, test.iteration, 1))
			if err != nil {
				t.Fatal(err)
			}
			want := window.Added[int64, string]{Before: test.before, Held: test.held, Previous: test.previous, HasPrevious: test.previous != "", Total: 5, Seq: test.iteration + 1}
			added.Left, added.Gone = "", false
			if diff := cmp.Diff(want, added); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff([]string{"record 2", "record 3", "record 4"}, r.InContext()); diff != "" {
				t.Errorf("it became new: %s", diff)
			}
		})
	}
}

func TestARecordThatMovesIsNotItsOwnPast(t *testing.T) {
	r := records(t, window.FIFO, 3)
	for i, step := range []struct {
		key, iteration int64
		previous       string
	}{{1, 1, ""}, {2, 5, "1 of 1"}, {2, 7, "1 of 1"}, {2, 3, "1 of 1"}, {3, 4, "2 of 3"}} {
		value := fmt.Sprint(step.key, " of ", step.iteration)
		added, err := r.Add(item{Key: step.key, Iteration: step.iteration, Value: value})
		if err != nil || added.Previous != step.previous {
			t.Errorf("step %d: %+v, %v", i, added, err)
		}
	}
}

func TestRecordsKeepCountOfTheDeleted(t *testing.T) {
	r := records(t, window.FIFO, 3, record(7, 7, 1))
	r.CountAtLeast(8)
	if added, err := r.Add(record(8, 8, 1)); err != nil || added.Total != 9 || r.Len() != 2 {
		t.Errorf("%+v, %v", added, err)
	}
}

func TestRecordsWithoutTheUnreadable(t *testing.T) {
	torn := errors.New("torn")
	bad := record(3, 3, math.NaN())
	r, err := window.NewRecords(window.Config{Policy: window.FIFO, Capacity: 3}, func(yield func(item, error) bool) {
		_ = yield(record(1, 1, 1), nil) && yield(item{}, torn) && yield(bad, nil) && yield(record(2, 2, 1), nil)
	})
	if !errors.Is(err, window.ErrSkipped) || !errors.Is(err, torn) || !errors.Is(err, window.ErrItem) || r == nil || r.Len() != 2 {
		t.Fatalf("%v, %v", r, err)
	}
	if _, err := window.NewRecords[int64, string](window.Config{Policy: window.FIFO, Capacity: 0}, nil); err == nil {
		t.Error("a capacity of 0")
	}
	if _, err := r.Add(bad); !errors.Is(err, window.ErrItem) || r.Len() != 2 {
		t.Errorf("%v", err)
	}
}

// TestRecordsAgainstTheModel adds records at random, early, late and again, and
// holds each answer against Select over the records there are.
func TestRecordsAgainstTheModel(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 60 {
		policy := []window.Policy{window.FIFO, window.Recency, window.RelevanceWeighted}[round%3]
		capacity := 1 + rng.IntN(5)
		r := records(t, policy, capacity)
		model := map[int64]item{}
		seq, next := int64(0), int64(0)
		for range 40 {
			iteration := next
			if rng.IntN(3) == 0 {
				iteration = rng.Int64N(next + 3)
			}
			next = max(next, iteration+1)
			it := record(iteration, rng.Int64N(20), rng.Float64())
			added, err := r.Add(it)
			if err != nil {
				t.Fatal(err)
			}
			if old, ok := model[iteration]; ok {
				it.Seq = old.Seq
			} else {
				seq++
				it.Seq = seq
			}
			model[iteration] = it
			upTo := func(last int64) []int64 {
				var items []item
				for _, other := range model {
					if other.Iteration <= last {
						items = append(items, other)
					}
				}
				picked, err := window.Select(items, policy, capacity, math.MaxInt64)
				if err != nil {
					t.Fatal(err)
				}
				ids := []int64{}
				for _, p := range picked {
					ids = append(ids, p.Key)
				}
				return ids
			}
			if diff := cmp.Diff([][]int64{upTo(iteration - 1), upTo(iteration)}, [][]int64{added.Before, added.Held}); diff != "" {
				t.Fatalf("%s, Ω %d, iteration %d: %s", policy, capacity, iteration, diff)
			}
			var inContext []string
			for _, key := range upTo(math.MaxInt64) {
				inContext = append(inContext, model[key].Value)
			}
			if diff := cmp.Diff(inContext, r.InContext()); diff != "" {
				t.Fatalf("%s, Ω %d: %s", policy, capacity, diff)
			}
			if added.Total != int64(len(model)) || slices.Contains(added.Before, iteration) {
				t.Fatalf("%+v", added)
			}
		}
	}
}
