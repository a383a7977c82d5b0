package bench

import (
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"
)

// contender is one way of doing a piece of work.
type contender struct {
	name string
	run  func() bool // false: it failed
}

// cost is what one run took: CPU time of the whole process, so that garbage
// collection counts and other users of the machine do not, and allocations.
type cost struct {
	cpu    time.Duration
	allocs float64
	bytes  float64
}

// compare runs the contenders in turn, round after round, and returns the
// median cost of a single run of each. Runs that take less than a few
// milliseconds are repeated within a round.
func compare(b *testing.B, contenders []contender) []cost {
	b.Helper()
	repeat := make([]int, len(contenders))
	for i, c := range contenders {
		repeat[i] = repetitions(b, c)
	}
	rounds := make([][]cost, len(contenders))
	for range b.N {
		for i, c := range contenders {
			rounds[i] = append(rounds[i], measure(b, c, repeat[i]))
		}
	}
	medians := make([]cost, len(contenders))
	for i, list := range rounds {
		slices.SortFunc(list, func(x, y cost) int { return int(x.cpu - y.cpu) })
		medians[i] = list[len(list)/2]
	}
	return medians
}

// shortest is how long the runs of one round take together at least.
const shortest = 20 * time.Millisecond

// repetitions finds how often c must run in a round. It is also the warm-up.
func repetitions(b *testing.B, c contender) int {
	for n := 1; ; n *= 2 {
		if took := measure(b, c, n).cpu * time.Duration(n); took >= shortest {
			return n
		}
	}
}

func measure(b *testing.B, c contender, n int) cost {
	runtime.GC() // what the others left behind is not for c to collect
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := cpuTime()
	for range n {
		if !c.run() {
			b.Fatalf("%s failed", c.name)
		}
	}
	took := cpuTime() - start
	runtime.ReadMemStats(&after)
	return cost{
		cpu:    took / time.Duration(n),
		allocs: float64(after.Mallocs-before.Mallocs) / float64(n),
		bytes:  float64(after.TotalAlloc-before.TotalAlloc) / float64(n),
	}
}

// cpuTime is the CPU time of the process so far.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
