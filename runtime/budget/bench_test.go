package budget_test

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/runtime/budget"
)

// BenchmarkReserve reserves and settles at the bottom of session > tree > task
// > step. The map insert beside it gives the scale of the machine.
func BenchmarkReserve(b *testing.B) {
	limits := budget.Limits{budget.TokensIn: {Hard: budget.Unlimited}, budget.CostNano: {Hard: 1 << 60, Soft: 1 << 59}}
	amounts := budget.Amounts{budget.TokensIn: 1, budget.CostNano: 1}
	for _, path := range []string{"session", "session/tree/task/step"} {
		scope, err := budget.New("session", limits)
		for _, name := range strings.Split(path, "/")[1:] {
			if err == nil {
				scope, err = scope.Child(name, limits)
			}
		}
		if err != nil {
			b.Fatal(err)
		}
		b.Run("reserve "+path, func(b *testing.B) {
			b.ReportAllocs()
			open := make([]budget.Reservation, 0, 1024)
			for b.Loop() {
				r, err := scope.Reserve(amounts)
				if err != nil {
					b.Fatal(err)
				}
				if open = append(open, r); len(open) == cap(open) {
					b.StopTimer()
					for _, r := range open {
						if err := r.Release(); err != nil {
							b.Fatal(err)
						}
					}
					open = open[:0]
					b.StartTimer()
				}
			}
		})
		b.Run("reserve and settle "+path, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r, err := scope.Reserve(amounts)
				if err != nil {
					b.Fatal(err)
				}
				if err := r.Settle(amounts); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("map insert", func(b *testing.B) {
		m := make(map[int64]budget.Amounts)
		b.ReportAllocs()
		for i := int64(0); b.Loop(); i++ {
			m[i] = amounts
			delete(m, i-10)
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	text := strings.Repeat("The window keeps what is most useful: 3 of 12 records, {\"omega\": 3}.\n", 100)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (budget.Estimate{}).CountTokens(text); err != nil {
			b.Fatal(err)
		}
	}
}
