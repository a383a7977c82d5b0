package memory_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/gen/memory"
	"github.com/bindery-go/bindery/runtime/window"
)

type note struct {
	ID     string
	Turn   int64
	At     string
	Weight float64
	Kept   []string
}

var notes = memory.Kind[string, note]{
	Window:    window.Config{Capacity: 2, Policy: window.Recency},
	Key:       memory.Member[note, string]{At: "/id", Read: func(x *note) (string, bool) { return x.ID, x.ID != "" }},
	Iteration: memory.Member[note, int64]{At: "/turn", Read: func(x *note) (int64, bool) { return x.Turn, x.Turn >= 0 }},
	TimeText:  func(x *note) (string, bool) { return x.At, x.At != "" },
	Score:     func(x *note) (float64, bool) { return x.Weight, x.Weight > 0 },
	Reward:    func(x *note) (float64, bool) { return x.Weight, x.Weight > 0 },
	Fill:      func(x *note, w memory.Written[string]) { x.Kept = w.Held },
}

func Example() {
	m, err := memory.New(&notes, memory.Config[note]{}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	at := time.Date(2025, 1, 2, 3, 4, 5, 0, time.UTC)
	for i, id := range []string{"a", "b", "c"} {
		x := &note{ID: id, Turn: int64(i), At: at.AddDate(0, 0, i).Format(time.RFC3339)}
		left, err := m.Add(x)
		fmt.Println(x.Kept, left != nil, err)
	}
	// Output:
	// [a] false <nil>
	// [a b] false <nil>
	// [b c] true <nil>
}

func TestAdd_notAnItem(t *testing.T) {
	m, err := memory.New(&notes, memory.Config[note]{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, x := range map[string]*note{
		"window: bad item: it has no /id":   {},
		"window: bad item: it has no /turn": {ID: "a", Turn: -1},
		`window: bad item: `:                {ID: "a", At: "today"},
	} {
		if _, err := m.Add(x); !errors.Is(err, window.ErrItem) || err.Error()[:len(want)] != want || x.Kept != nil {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestNew_chosen(t *testing.T) {
	m, err := memory.New(&notes, memory.Config[note]{
		Capacity: 1, Policy: window.RelevanceWeighted,
		Score: func(x *note) float64 { return float64(x.Turn) }, Pinned: func(x *note) bool { return x.ID == "a" },
	}, func(yield func(*note, error) bool) { yield(&note{ID: "a"}, nil) })
	if err != nil {
		t.Fatal(err)
	}
	if left, err := m.Add(&note{ID: "b", Turn: 9}); err != nil || left == nil || left.ID != "b" || m.Get("a") == nil || m.Get("c") != nil {
		t.Errorf("%v left, %v", left, err)
	}
	if _, err := memory.New(&notes, memory.Config[note]{Capacity: -1}, nil); err == nil {
		t.Error("a negative capacity is taken")
	}
}

func TestAdd_change(t *testing.T) {
	var got *memory.Change
	kind := notes
	kind.Errors = func(x *note) (int64, bool) { return x.Turn, true }
	kind.Iteration = memory.Member[note, int64]{At: "/turn", Read: func(*note) (int64, bool) { return 1, true }}
	kind.Fill = func(_ *note, w memory.Written[string]) { got = w.Change }
	for name, test := range map[string]struct {
		before, x note
		want      memory.Change
	}{
		"reward up":               {note{Weight: 1, Turn: 1}, note{Weight: 3, Turn: 2}, memory.Change{Errors: 1, Reward: 2, Rewarded: true, Improved: true}},
		"reward down":             {note{Weight: 3, Turn: 2}, note{Weight: 1, Turn: 1}, memory.Change{Errors: -1, Reward: -2, Rewarded: true}},
		"equal reward":            {note{Weight: 1, Turn: 2}, note{Weight: 1, Turn: 1}, memory.Change{Errors: -1, Rewarded: true, Improved: true}},
		"equal reward and errors": {note{Weight: 1, Turn: 1}, note{Weight: 1, Turn: 1}, memory.Change{Rewarded: true}},
		"no reward":               {note{Weight: 1, Turn: 2}, note{Turn: 1}, memory.Change{Errors: -1, Improved: true}},
	} {
		m, err := memory.New(&kind, memory.Config[note]{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		test.before.ID, test.x.ID = "a", "b"
		if _, err := m.Add(&test.before); err != nil || got != nil {
			t.Errorf("%s: the first record: %+v, %v", name, got, err)
		}
		if _, err := m.Add(&test.x); err != nil || got == nil || *got != test.want {
			t.Errorf("%s: %+v, %v, want %+v", name, got, err, test.want)
		}
	}
}

func TestNew_total(t *testing.T) {
	var got memory.Written[string]
	kind := notes
	kind.Order = func(x *note) (int64, bool) { return x.Turn, x.Turn > 0 }
	kind.Total = func(x *note) (int64, bool) { return 10 * x.Turn, x.Turn > 0 }
	kind.Fill = func(_ *note, w memory.Written[string]) { got = w }
	m, err := memory.New(&kind, memory.Config[note]{}, func(yield func(*note, error) bool) {
		_ = yield(&note{ID: "b", Turn: 4}, nil) && yield(&note{ID: "a", Turn: 3}, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := m.Add(&note{ID: "c"}); err != nil || got.Total != 41 {
		t.Errorf("%+v, %v: the records that were kept say that there had been 40", got, err)
	}

	// Without an order the total is the number of a record's insertion.
	kind.Order = nil
	m, err = memory.New(&kind, memory.Config[note]{Policy: window.FIFO, Capacity: 1}, func(yield func(*note, error) bool) {
		_ = yield(&note{ID: "b", Turn: 4}, nil) && yield(&note{ID: "a", Turn: 3}, nil)
	})
	if err != nil || len(m.InContext()) != 1 || m.InContext()[0].ID != "b" {
		t.Errorf("%v, %v", m.InContext(), err)
	}
}
