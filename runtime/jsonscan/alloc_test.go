package jsonscan

import "testing"

func TestEnsure(t *testing.T) {
	s := Get([]byte("{}"))
	defer s.Release()
	var p *struct{ a, b int }
	Ensure(s, 0, &p).a = 1
	Ensure(s, 0, &p).b = 2
	if p.a != 1 || p.b != 2 {
		t.Errorf("got %v", *p)
	}
}

func TestNewGivesZeroValuesOfTheirOwn(t *testing.T) {
	type pair struct{ a, b int }
	seen := map[any]bool{}
	for range 3 { // the pool gives the same scanner again
		s := Get([]byte("{}"))
		for i := range 40 {
			x, y := New[pair](s, 1), New[string](s, 7)
			if *x != (pair{}) || *y != "" || seen[x] || seen[y] {
				t.Fatalf("allocation %d: %v, %q, seen before: %v %v", i, *x, *y, seen[x], seen[y])
			}
			*x, *y = pair{i, i}, "x"
			seen[x], seen[y] = true, true
		}
		s.Release()
	}
}

// Two packages that read one document number their structs independently.
func TestNewTellsKindsApart(t *testing.T) {
	s := Get([]byte("{}"))
	defer s.Release()
	for i := range 40 {
		if x, y := New[int64](s, 0), New[float64](s, 0); *x != 0 || *y != 0 {
			t.Fatalf("allocation %d: %d, %g", i, *x, *y)
		} else {
			*x, *y = 1, 1
		}
	}
}

func TestNewAllocatesSeveralAtOnce(t *testing.T) {
	s := Get([]byte("{}"))
	defer s.Release()
	for range fewAlone {
		New[[4]int](s, 0)
	}
	allocations := testing.AllocsPerRun(10, func() {
		for range blockLen {
			New[[4]int](s, 0)
		}
	})
	if allocations != 1 {
		t.Errorf("%v allocations for %d values", allocations, blockLen)
	}
}

func TestReleaseLetsGoOfBlocks(t *testing.T) {
	s := Get([]byte("{}"))
	for range 2 * fewAlone {
		New[int](s, 3)
	}
	s.Release()
	for i, a := range s.allocators {
		if a != (allocator{}) {
			t.Errorf("kind %d keeps %v", i, a)
		}
	}
}
