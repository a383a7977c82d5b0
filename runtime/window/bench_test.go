package window_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/window"
)

// BenchmarkAdd adds ever new records to a full window. The map insert beside
// it gives the scale of the machine.
func BenchmarkAdd(b *testing.B) {
	start := time.Unix(1_700_000_000, 0)
	for _, policy := range []window.Policy{window.FIFO, window.Recency, window.RelevanceWeighted} {
		for _, capacity := range []int{3, 10} {
			b.Run(fmt.Sprintf("%s/%d", policy, capacity), func(b *testing.B) {
				w, err := window.New[int64, *int](window.Config{Policy: policy, Capacity: capacity}, nil)
				if err != nil {
					b.Fatal(err)
				}
				value := new(int)
				b.ReportAllocs()
				for i := int64(0); b.Loop(); i++ {
					it := window.Item[int64, *int]{Key: i, Iteration: i, Value: value, Time: start.Add(time.Duration(i)), Score: float64(i%7) / 7}
					if _, _, err := w.Add(it); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
	b.Run("map insert", func(b *testing.B) {
		m := make(map[int64]window.Item[int64, *int])
		b.ReportAllocs()
		for i := int64(0); b.Loop(); i++ {
			m[i] = window.Item[int64, *int]{Key: i, Iteration: i}
			delete(m, i-10)
		}
	})
}
