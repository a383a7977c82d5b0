package protocol_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	. "github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

// metered counts the bytes that go to a store.
type metered struct {
	*memory
	written, largest int
}

func (m *metered) Put(ctx context.Context, thread string, parent checkpoint.ID, c checkpoint.Checkpoint) (checkpoint.ID, error) {
	m.written += len(c.State)
	m.largest = max(m.largest, len(c.State))
	return m.memory.Put(ctx, thread, parent, c)
}

// held counts the bytes that a store has.
func (m *metered) held(t *testing.T) (bytes int) {
	t.Helper()
	for thread, err := range m.Threads(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		for c, err := range m.List(t.Context(), thread.Name, checkpoint.Range{}) {
			if err != nil {
				t.Fatal(err)
			}
			bytes += len(c.State)
		}
	}
	return bytes
}

// TestItemsAreWrittenOnce: what a loop over n items writes grows with n, and not
// with its square.
func TestItemsAreWrittenOnce(t *testing.T) {
	written := map[int]int{}
	for _, n := range []int{50, 500, 5000} {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf("item %d %s", i, strings.Repeat("x", 70)))
		}
		store := &metered{memory: newMemory()}
		sum := 0
		_, err := do(t.Context(), "op", nil, []Option{WithRun(store, "r")}, func(r *run) {
			r.ForEach("for_each_x", items(list...), func() {
				r.Step("a", func(_ context.Context, c *Call, _ *trace) error {
					item, err := Item[string](c, "for_each_x")
					sum += len(item)
					return err
				})
			})
		})
		if err != nil || sum < n*70 {
			t.Fatal(sum, err)
		}
		written[n] = store.written
		if left := store.held(t); left > 20_000 {
			t.Errorf("%d bytes are left of %d items", left, n)
		}
	}
	if written[500] > 12*written[50] || written[5000] > 12*written[500] {
		t.Errorf("bytes written: %v", written)
	}
}

// TestNestedLoopsOverManyItems crash at every put.
func TestNestedLoopsOverManyItems(t *testing.T) {
	large := strings.Repeat("x", 5000)
	driver := func(r *run) {
		r.ForEach("for_each_x", items("1"+large, "2"+large), func() {
			r.ForEach("for_each_y", items("a"+large, "b"+large, "c"), func() {
				r.Step("s", func(_ context.Context, c *Call, d *trace) error {
					x, errX := Item[string](c, "for_each_x")
					y, errY := Item[string](c, "for_each_y")
					d.Ran = append(d.Ran, x[:1]+y[:1])
					return errors.Join(errX, errY)
				})
			})
			r.ForEach("for_each_z", items("z"+large), func() { r.Step("z", ok) })
			r.Step("sub", func(ctx context.Context, c *Call, d *trace) error {
				_, err := do(ctx, "inner", d, []Option{c.Sub()}, func(r *run) {
					r.ForEach("for_each_w", items("w"+large), func() { r.Step("w", ok) })
				})
				return err
			})
		})
	}
	const want = "1a 1b 1c z w 2a 2b 2c z w"
	for stop := 1; ; stop++ {
		store := newMemory()
		store.stopAt = stop
		var d trace
		_, err := do(t.Context(), "op", &d, []Option{WithRun(store, "r")}, driver)
		if err == nil {
			if stop < 20 {
				t.Errorf("only %d puts", stop)
			}
			return
		}
		if !errors.Is(err, errCrash) {
			t.Fatal(err)
		}
		if _, err := do(t.Context(), "op", &d, []Option{WithRun(store, "r")}, driver); err != nil || strings.Join(d.Ran, " ") != want {
			t.Fatalf("put %d: %q, %v", stop, d.Ran, err)
		}
		for thread, err := range store.Threads(t.Context()) {
			if err != nil || thread.Name != "r" {
				t.Errorf("put %d: left is %q, %v", stop, thread.Name, err)
			}
		}
	}
}

// TestARunLeavesFewRecords unless it is told to keep them.
func TestARunLeavesFewRecords(t *testing.T) {
	type data struct{ Text string }
	for _, test := range []struct {
		opts      []Option
		atMost    int // times the data
		atLeast   int
		inBetween int
	}{
		{nil, 4, 1, 4}, {[]Option{WithHistory(5)}, 10, 5, 10}, {[]Option{WithHistory(0)}, 21, 21, 21},
	} {
		store := &metered{memory: newMemory()}
		d := data{strings.Repeat("x", 100_000)}
		_, err := do(t.Context(), "op", &d, append(test.opts, WithRun(store, "r")), func(r *protocolgen.Run[data]) {
			for range 20 {
				r.Step("a", func(context.Context, *Call, *data) error {
					if held := store.held(t); held > test.inBetween*101_000 {
						t.Errorf("%d bytes on the way", held)
					}
					return nil
				})
			}
		})
		if left := store.held(t); err != nil || left > test.atMost*101_000 || left < test.atLeast*100_000 {
			t.Errorf("%d bytes are left, %v", left, err)
		}
	}
}

// BenchmarkSteps tells what a durable step costs as runs grow: in number of steps
// done, and in size of the data.
func BenchmarkSteps(b *testing.B) {
	type data struct{ Text string }
	for _, size := range []int{100, 10_000, 1_000_000} {
		b.Run(fmt.Sprintf("data=%d", size), func(b *testing.B) {
			d := data{strings.Repeat("x", size)}
			_, err := do(b.Context(), "op", &d, []Option{WithRun(newMemory(), "r")}, func(r *protocolgen.Run[data]) {
				r.For("for_i", func(context.Context, *Call, *data) (int, error) { return b.N, nil }, func() {
					r.Step("a", func(context.Context, *Call, *data) error { return nil })
				})
			})
			if err != nil {
				b.Fatal(err)
			}
		})
	}
}
