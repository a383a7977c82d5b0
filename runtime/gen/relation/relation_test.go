package relation

import (
	"fmt"
	"math"
	"testing"
)

func TestSet(t *testing.T) {
	var set Set[string]
	for i := range 100 {
		v := fmt.Sprint("v", i)
		if set.Has(v) || !set.Add(v) || !set.Has(v) {
			t.Fatalf("%s is in the set before it is added, or not after", v)
		}
		for k := range i + 1 {
			if set.Add(fmt.Sprint("v", k)) {
				t.Fatalf("v%d is new, with %d values", k, i+1)
			}
		}
	}
}

func TestSum(t *testing.T) {
	for _, tt := range []struct {
		add      []int64
		n        int64
		some, ok bool
	}{
		{nil, 0, false, true},
		{[]int64{0}, 0, true, true},
		{[]int64{3, -4}, -1, true, true},
		{[]int64{math.MaxInt64, 0}, math.MaxInt64, true, true},
		{[]int64{math.MaxInt64, 1, -1}, math.MaxInt64, true, false},
		{[]int64{math.MinInt64, -1}, math.MaxInt64, true, false},
	} {
		var sum Sum
		for _, n := range tt.add {
			sum.Add(n)
		}
		if n, some, ok := sum.Total(), sum.IsSome(), sum.Fits(); n != tt.n || some != tt.some || ok != tt.ok {
			t.Errorf("%v: %d, %v, %v", tt.add, n, some, ok)
		}
	}
}

func Example() {
	var seen Set[string]
	for _, id := range []string{"a", "b", "a"} {
		fmt.Println(seen.Add(id))
	}
	// Output:
	// true
	// true
	// false
}
