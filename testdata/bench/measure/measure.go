// Package measure compares ways of doing the same work by their CPU time.
package measure

import (
	"encoding/json"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

// Contender is one way of doing a piece of work.
type Contender struct {
	Name string
	Run  func() bool // false: it failed
}

// Cost is what one run took: CPU time of the whole process, so that garbage
// collection counts and other users of the machine do not, and allocations.
type Cost struct {
	CPU    time.Duration
	Allocs float64
	Bytes  float64
}

// Comparison is what Compare found.
type Comparison struct {
	Costs []Cost // medians, of the contenders in their order
	// Spread is how much the control varied in the same rounds, see Spread. Where
	// that is more than Steady, the machine had other things to do.
	Spread float64
}

// Steady is how much the control may vary in a run that counts.
const Steady = 0.1

// Control is work that is the same in every run: encoding/json.Valid of a
// document of its own.
func Control() Contender {
	document := []byte("[" + strings.Repeat(`{"name":"a text of some length","count":12345.5,"list":[true,null,"\\n"]},`, 2_000) + "0]")
	return Contender{Name: "control", Run: func() bool { return json.Valid(document) }}
}

// Spread is the distance between the tenth and the ninetieth percentile of some
// times, through their median.
func Spread(times []time.Duration) float64 {
	if len(times) == 0 {
		return 0
	}
	times = slices.Sorted(slices.Values(times))
	last := len(times) - 1
	return float64(times[last-last/10]-times[last/10]) / float64(times[len(times)/2])
}

// Fewest is how many rounds there are at least. In a single one the collector and the
// pages that a heap needs first decide what a run takes, and nothing tells how steady
// the machine was.
const Fewest = 25

// Compare runs the contenders and the control in turn, round after round, Fewest times
// at least, and returns the median cost of a single run of each. Runs that take less
// than a few milliseconds are repeated within a round. The error names a contender that
// failed.
func Compare(rounds int, contenders []Contender) (Comparison, error) {
	rounds = max(rounds, Fewest)
	contenders = append(slices.Clip(contenders), Control())
	repeat := make([]int, len(contenders))
	costs := make([][]Cost, len(contenders))
	for i, c := range contenders {
		var err error
		if repeat[i], err = repetitions(c); err != nil {
			return Comparison{}, err
		}
	}
	for range rounds {
		for i, c := range contenders {
			cost, err := Once(c, repeat[i])
			if err != nil {
				return Comparison{}, err
			}
			costs[i] = append(costs[i], cost)
		}
	}
	last := len(contenders) - 1
	out := Comparison{Costs: make([]Cost, last)}
	for i, list := range costs[:last] {
		slices.SortFunc(list, func(x, y Cost) int { return int(x.CPU - y.CPU) })
		out.Costs[i] = list[len(list)/2]
	}
	control := make([]time.Duration, 0, rounds)
	for _, c := range costs[last] {
		control = append(control, c.CPU)
	}
	out.Spread = Spread(control)
	return out, nil
}

// shortest is how long the runs of one round take together at least.
const shortest = 20 * time.Millisecond

// repetitions finds how often c must run in a round. It is also the warm-up.
func repetitions(c Contender) (int, error) {
	for n := 1; ; n *= 2 {
		cost, err := Once(c, n)
		if err != nil || cost.CPU*time.Duration(n) >= shortest {
			return n, err
		}
	}
}

// Once measures n runs and returns the cost of one.
func Once(c Contender, n int) (Cost, error) {
	runtime.GC() // what the others left behind is not for c to collect
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := CPUTime()
	for range n {
		if !c.Run() {
			return Cost{}, fmt.Errorf("%s failed", c.Name)
		}
	}
	took := CPUTime() - start
	runtime.ReadMemStats(&after)
	return Cost{
		CPU:    took / time.Duration(n),
		Allocs: float64(after.Mallocs-before.Mallocs) / float64(n),
		Bytes:  float64(after.TotalAlloc-before.TotalAlloc) / float64(n),
	}, nil
}

// CPUTime is the CPU time of the process so far.
func CPUTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // it has no way to fail
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
