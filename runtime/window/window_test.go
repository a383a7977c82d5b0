package window_test

import (
	"errors"
	"fmt"
	"iter"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/window"
)

type item = window.Item[int64, string]

// record is an item of an iteration, keyed by it, made at second number at.
func record(iteration, at int64, score float64) item {
	return item{Key: iteration, Iteration: iteration, Time: time.Unix(at, 0), Score: score, Value: fmt.Sprint("record ", iteration)}
}

func keys[K int64 | string](all iter.Seq[window.Item[K, string]]) []K {
	var keys []K
	for it := range all {
		keys = append(keys, it.Key)
	}
	return keys
}

func open(t *testing.T, policy window.Policy, capacity int, h *history) *window.Window[int64, string] {
	t.Helper()
	w, err := window.New(window.Config{Policy: policy, Capacity: capacity, Min: 1, Max: 10}, h.all)
	if err != nil {
		t.Fatal(err)
	}
	return w
}

func expect(t *testing.T, w *window.Window[int64, string], want ...int64) {
	t.Helper()
	if diff := cmp.Diff(want, keys(w.All())); diff != "" {
		t.Fatalf("window (-want +got):\n%s", diff)
	}
}

func TestReloadAfterTwelveHoldsTheLastThree(t *testing.T) {
	for _, policy := range []window.Policy{window.FIFO, window.Recency, window.RelevanceWeighted} {
		t.Run(string(policy), func(t *testing.T) {
			// In the order in which file names sort: 1, 10, 11, 12, 2, …
			var h history
			for _, i := range []int64{1, 10, 11, 12, 2, 3, 4, 5, 6, 7, 8, 9} {
				h.restore(record(i, 100+i, 1))
			}
			w := open(t, policy, 3, &h)
			expect(t, w, 10, 11, 12)

			left, gone, err := w.Add(h.put(record(13, 113, 1)))
			if err != nil || !gone || left.Key != 10 {
				t.Fatalf("Add(13): left %v, %v, %v; want item 10", left.Key, gone, err)
			}
			expect(t, w, 11, 12, 13)
		})
	}
}

func TestIterationZeroIsARecord(t *testing.T) {
	var h history
	w := open(t, window.FIFO, 3, &h)
	if _, gone, err := w.Add(h.put(record(0, 0, 1))); gone || err != nil {
		t.Fatal(gone, err)
	}
	expect(t, w, 0)
	for it := range w.All() {
		if it.Value != "record 0" {
			t.Fatal(it)
		}
	}
}

func TestGrowingTakesBackFromTheSource(t *testing.T) {
	var h history
	w := open(t, window.FIFO, 3, &h)
	for i := range int64(12) {
		if _, _, err := w.Add(h.put(record(i, i, 1))); err != nil {
			t.Fatal(err)
		}
	}
	expect(t, w, 9, 10, 11)
	if left, err := w.Resize(5); err != nil || len(left) != 0 {
		t.Fatal(left, err)
	}
	expect(t, w, 7, 8, 9, 10, 11)
	left, err := w.Resize(2)
	if err != nil {
		t.Fatal(err)
	}
	if len(left) != 3 || left[0].Key != 7 || left[2].Key != 9 {
		t.Fatalf("left %v", left)
	}
	expect(t, w, 10, 11)
}

func TestOneCorruptRecordCostsOnlyItself(t *testing.T) {
	torn := errors.New("iteration 2 is torn")
	source := func() iter.Seq2[item, error] {
		return func(yield func(item, error) bool) {
			for i := range int64(5) {
				var err error
				if i == 2 {
					err = torn
				}
				if !yield(record(i, i, 1), err) {
					return
				}
			}
		}
	}
	w, err := window.New(window.Config{Policy: window.FIFO, Capacity: 3}, source)
	if !errors.Is(err, window.ErrSkipped) || !errors.Is(err, torn) {
		t.Fatalf("err = %v", err)
	}
	expect(t, w, 1, 3, 4)
}

func TestCapacityStaysInItsBounds(t *testing.T) {
	for _, capacity := range []int{-1, 0, 11, 1 << 30} {
		_, err := window.New[int64, string](window.Config{Policy: window.FIFO, Capacity: capacity, Min: 1, Max: 10}, nil)
		var bad *window.CapacityError
		if !errors.As(err, &bad) || *bad != (window.CapacityError{Capacity: capacity, Min: 1, Max: 10}) {
			t.Errorf("capacity %d: %v", capacity, err)
		}
	}
	var h history
	w := open(t, window.FIFO, 3, &h)
	if _, err := w.Resize(11); err == nil || w.Capacity() != 3 {
		t.Errorf("Resize(11) = %v, capacity %d", err, w.Capacity())
	}
	if _, err := window.New[int64, string](window.Config{Policy: "lifo", Capacity: 3}, nil); !errors.Is(err, window.ErrPolicy) {
		t.Errorf("policy lifo: %v", err)
	}
}

func TestAddingAgainReplaces(t *testing.T) {
	var h history
	w := open(t, window.FIFO, 3, &h)
	for i := int64(8); i <= 12; i++ {
		w.Add(h.put(record(i, i, 1)))
	}
	again := record(11, 99, 1)
	again.Value = "second try"
	if left, gone, err := w.Add(h.put(again)); gone || err != nil {
		t.Fatalf("left %v, err %v", left, err)
	}
	expect(t, w, 10, 11, 12)
	for it := range w.All() {
		if it.Key == 11 && it.Value != "second try" {
			t.Fatalf("value %q", it.Value)
		}
	}
	// One that has left long ago does not become new by being added again.
	left, gone, err := w.Add(h.put(record(8, 99, 1)))
	if err != nil || !gone || left.Key != 8 {
		t.Fatalf("left %v, %v, %v; want item 8 itself", left.Key, gone, err)
	}
	expect(t, w, 10, 11, 12)
}

func TestReplacedByALowerRankGivesItsPlaceToTheBestOutside(t *testing.T) {
	var h history
	w := open(t, window.RelevanceWeighted, 2, &h)
	for i := range int64(4) {
		w.Add(h.put(record(i, i, 1)))
	}
	expect(t, w, 2, 3)
	left, gone, err := w.Add(h.put(record(3, 3, 0.01)))
	if err != nil || !gone || left.Key != 3 {
		t.Fatalf("left %v, %v, %v", left.Key, gone, err)
	}
	expect(t, w, 1, 2)
}

func TestPolicies(t *testing.T) {
	items := []item{
		{Key: 0, Iteration: 0, Seq: 4, Time: time.Unix(9, 5), Score: 1},
		{Key: 1, Iteration: 1, Seq: 3, Time: time.Unix(9, 5), Score: 0.25},
		{Key: 2, Iteration: 2, Seq: 2, Time: time.Unix(9, 4), Score: 0.5},
		{Key: 3, Iteration: 3, Seq: 1, Time: time.Time{}, Score: 0},
	}
	for _, c := range []struct {
		name   string
		policy window.Policy
		now    int64
		pin    int
		want   []int64
	}{
		{"fifo orders by insertion", window.FIFO, 3, -1, []int64{0, 1}},
		{"recency breaks equal times by iteration", window.Recency, 3, -1, []int64{0, 1}},
		// Ω 2: 1 × 2^(−3/2) = 0.354, 0.25 × 2^(−1) = 0.125, 0.5 × 2^(−1/2) = 0.354, 0.
		{"relevance halves every Ω iterations", window.RelevanceWeighted, 3, -1, []int64{0, 2}},
		{"pinned items stay", window.RelevanceWeighted, 3, 3, []int64{2, 3}},
		{"later iterations have not happened", window.FIFO, 1, -1, []int64{0, 1}},
		{"later iterations have not happened", window.RelevanceWeighted, 2, -1, []int64{0, 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			given := append([]item(nil), items...)
			if c.pin >= 0 {
				given[c.pin].Pinned = true
			}
			got, err := window.Select(given, c.policy, 2, c.now)
			if err != nil {
				t.Fatal(err)
			}
			var ids []int64
			for _, it := range got {
				ids = append(ids, it.Key)
			}
			if diff := cmp.Diff(c.want, ids); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTiesGoByKey(t *testing.T) {
	// 0.5 of now and 1 of Ω iterations ago weigh the same; with Ω = 3 the two
	// products differ in floating point.
	for _, now := range []int64{3, 10, 1000003} {
		items := []item{record(now, 0, 0.3), record(now-3, 0, 0.6)}
		got, err := window.Select(items, window.RelevanceWeighted, 3, now)
		if err != nil || len(got) != 2 {
			t.Fatal(err)
		}
		var h history
		h.restore(items...)
		h.restore(record(now-1, 0, 2), record(now-2, 0, 2))
		expect(t, open(t, window.RelevanceWeighted, 3, &h), now-2, now-1, now)
	}
}

func TestPinnedItemsNeverLeave(t *testing.T) {
	var h history
	w := open(t, window.FIFO, 2, &h)
	first := record(0, 0, 1)
	first.Pinned = true
	w.Add(h.put(first))
	for i := int64(1); i < 6; i++ {
		w.Add(h.put(record(i, i, 1)))
	}
	expect(t, w, 0, 5)
	second := record(6, 6, 1)
	second.Pinned = true
	if left, gone, err := w.Add(h.put(second)); err != nil || !gone || left.Key != 5 {
		t.Fatal(left, gone, err)
	}
	third := record(7, 7, 1)
	third.Pinned = true
	if _, _, err := w.Add(third); !errors.Is(err, window.ErrPinned) {
		t.Fatalf("a third pinned item in a window of two: %v", err)
	}
	expect(t, w, 0, 6)
	if _, err := w.Resize(1); !errors.Is(err, window.ErrPinned) {
		t.Fatalf("Resize(1) = %v", err)
	}
	expect(t, w, 0, 6)
	// Unpinned, the oldest gives way to what had left.
	if left, gone, err := w.Add(h.put(record(0, 0, 1))); err != nil || !gone || left.Key != 0 {
		t.Fatal(left, gone, err)
	}
	expect(t, w, 5, 6)
}

func TestBadItemsChangeNothing(t *testing.T) {
	nan := 0.0
	nan /= nan
	var h history
	w := open(t, window.FIFO, 2, &h)
	w.Add(record(1, 1, 1))
	for _, bad := range []item{{Key: 2, Iteration: -1}, {Key: 2, Score: nan}, {Key: 2, Score: -1}, {Key: 2, Iteration: 1<<53 + 1}} {
		if _, _, err := w.Add(bad); !errors.Is(err, window.ErrItem) {
			t.Errorf("%+v: %v", bad, err)
		}
		if _, err := window.Select([]item{bad}, window.FIFO, 2, 1<<62); !errors.Is(err, window.ErrItem) {
			t.Errorf("Select %+v: %v", bad, err)
		}
	}
	expect(t, w, 1)
}

func TestWithoutASourceNothingComesBack(t *testing.T) {
	w, err := window.New[string, string](window.Config{Policy: window.FIFO, Capacity: 2}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b", "c"} {
		w.Add(window.Item[string, string]{Key: key})
	}
	if _, err := w.Resize(3); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"b", "c"}, keys(w.All())); diff != "" {
		t.Error(diff)
	}
}
