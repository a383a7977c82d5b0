package checkpoint_test

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
)

// grown is a store with a thread of n checkpoints.
type grown struct {
	checkpoint.Store
	ids []checkpoint.ID
}

var state = bytes.Repeat([]byte("memory! "), 128)

func grow(tb testing.TB, store checkpoint.Store, n int) *grown {
	g := &grown{Store: store}
	for range n {
		if err := g.put(tb); err != nil {
			tb.Fatal(err)
		}
	}
	return g
}

func (g *grown) head() (id checkpoint.ID) {
	if n := len(g.ids); n > 0 {
		id = g.ids[n-1]
	}
	return id
}

func (g *grown) put(tb testing.TB) error {
	id, err := g.Put(tb.Context(), "t", g.head(), checkpoint.Checkpoint{State: state})
	g.ids = append(g.ids, id)
	return err
}

func (g *grown) list(tb testing.TB, r checkpoint.Range) error {
	for _, err := range g.List(tb.Context(), "t", r) {
		if err != nil {
			return err
		}
	}
	return nil
}

// operations are what must not take longer as the thread grows.
var operations = []struct {
	name string
	do   func(g *grown, tb testing.TB) error
}{
	{"get-latest", func(g *grown, tb testing.TB) error {
		_, err := g.Get(tb.Context(), "t", "")
		return err
	}},
	{"get-old", func(g *grown, tb testing.TB) error {
		_, err := g.Get(tb.Context(), "t", g.ids[len(g.ids)/3])
		return err
	}},
	{"list-10", func(g *grown, tb testing.TB) error { return g.list(tb, checkpoint.Range{Limit: 10, NoState: true}) }},
	{"put-writes", func(g *grown, tb testing.TB) error {
		return g.PutWrites(tb.Context(), "t", g.head(), 0, checkpoint.Write{Task: "a", Data: state})
	}},
	{"put", func(g *grown, tb testing.TB) error { return g.put(tb) }},
}

// TestMemstoreCostsDoNotGrowWithTheHistory counts allocations; those of filestore
// have a test there, which counts what the disk does.
func TestMemstoreCostsDoNotGrowWithTheHistory(t *testing.T) {
	for _, n := range []int{100, 1000, 10_000} {
		g := grow(t, memstore.New(nil), n)
		for _, op := range operations {
			allocations := testing.AllocsPerRun(50, func() {
				if err := op.do(g, t); err != nil {
					t.Fatal(err)
				}
			})
			if allocations > 20 {
				t.Errorf("%d checkpoints: %s makes %v allocations", n, op.name, allocations)
			}
		}
	}
}

// BenchmarkGrowth times what a thread of 100, 1,000 and 10,000 checkpoints makes
// of each operation: the three results of one are to be alike.
func BenchmarkGrowth(b *testing.B) {
	stores := []struct {
		name string
		open func() (checkpoint.Store, error)
	}{
		{"memstore", func() (checkpoint.Store, error) { return memstore.New(nil), nil }},
		{"filestore", func() (checkpoint.Store, error) { return filestore.Open(b.TempDir()) }},
	}
	for _, s := range stores {
		b.Run(s.name, func(b *testing.B) {
			for _, n := range []int{100, 1000, 10_000} {
				b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
					store, err := s.open()
					if err != nil {
						b.Fatal(err)
					}
					benchmarkOperations(b, grow(b, store, n))
				})
			}
		})
	}
}

func benchmarkOperations(b *testing.B, g *grown) {
	for _, op := range operations {
		b.Run(op.name, func(b *testing.B) {
			for b.Loop() {
				if err := op.do(g, b); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkManyWrites saves the writes of 10, 100 and 1,000 tasks of one step: ten
// times as many take ten times as long, but for a logarithm.
func BenchmarkManyWrites(b *testing.B) {
	for _, n := range []int{10, 100, 1000} {
		b.Run(fmt.Sprint("filestore/n=", n), func(b *testing.B) {
			store, err := filestore.Open(b.TempDir())
			if err != nil {
				b.Fatal(err)
			}
			g := grow(b, store, 1)
			for b.Loop() {
				for i := range n {
					if err := g.PutWrites(b.Context(), "t", g.head(), 0, checkpoint.Write{Task: "a", Index: i, Data: state}); err != nil {
						b.Fatal(err)
					}
				}
				if err := g.put(b); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
