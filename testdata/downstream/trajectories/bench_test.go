package trajectories

import (
	"strings"
	"testing"

	"example.com/agentmemory/gen/trajectory"
)

// BenchmarkNearTheSizeLimit takes what is done at each step of a trajectory of
// almost 10 MB; encoding it beside gives the scale of the machine.
func BenchmarkNearTheSizeLimit(b *testing.B) {
	x := trajectory.NewTrajectory()
	for range 99 {
		iteration := new(trajectory.TAOIteration)
		iteration.Thought.Content = strings.Repeat("It follows from the line before, as \"said\". ", 2000)
		x.Iterations = append(x.Iterations, *iteration)
	}
	limits := trajectory.DefaultLimits()
	last := trajectory.TAOIteration{}
	report := func(b *testing.B, f func() error) {
		b.ReportAllocs()
		for b.Loop() {
			if err := f(); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.Run("MarshalJSON", func(b *testing.B) {
		report(b, func() error { _, err := x.MarshalJSON(); return err })
	})
	b.Run("Limits.Check", func(b *testing.B) {
		report(b, func() error { return limits.Check(x) })
	})
	b.Run("Budget.Add", func(b *testing.B) {
		report(b, func() error {
			copied := *x
			budget, err := trajectory.OpenBudget(&copied, limits, nil, "trajectory")
			if err != nil {
				return err
			}
			return budget.Add(&copied, last)
		})
	})
}
