package budget_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/bindery-go/bindery/runtime/budget"
)

// modelScope is the plainest possible scope: it adds up lists when asked.
type modelScope struct {
	parent *modelScope
	limits budget.Limits
	spent  []budget.Amounts
	below  []*modelScope // reservations and closed scopes are found through these
	scope  *budget.Scope
	open   []*modelReservation
}

type modelReservation struct {
	scope   *modelScope
	amounts budget.Amounts
	real    budget.Reservation
}

func (m *modelScope) sum() (used, reserved budget.Amounts) {
	for _, s := range m.spent {
		for d := range used {
			used[d] += s[d]
		}
	}
	for _, r := range m.open {
		for d := range reserved {
			reserved[d] += r.amounts[d]
		}
	}
	for _, b := range m.below {
		u, r := b.sum()
		for d := range used {
			used[d] += u[d]
			reserved[d] += r[d]
		}
	}
	return used, reserved
}

func (m *modelScope) fits(a budget.Amounts) bool {
	for s := m; s != nil; s = s.parent {
		used, reserved := s.sum()
		for d, limit := range s.limits {
			if used[d]+reserved[d]+a[d] > limit.Hard {
				return false
			}
		}
	}
	return true
}

// TestScopesAgainstModel tries ten times as many operations with BINDERY_EXHAUSTIVE, as
// in CI.
func TestScopesAgainstModel(t *testing.T) {
	operations := 100_000
	if os.Getenv("BINDERY_EXHAUSTIVE") != "" {
		operations = 1_000_000
	}
	random := rand.New(rand.NewPCG(6, 2))
	limits := func() budget.Limits {
		l := budget.Limits{}
		for _, d := range []budget.Dimension{budget.TokensIn, budget.CostNano, budget.Iterations} {
			if random.IntN(2) == 0 {
				l[d] = budget.Limit{Hard: random.Int64N(120)}
			}
		}
		return l
	}
	amounts := func() (a budget.Amounts) {
		a[budget.TokensIn], a[budget.CostNano], a[budget.Iterations] = random.Int64N(15), random.Int64N(8), random.Int64N(2)
		return a
	}
	for done := 0; done < operations; {
		root := &modelScope{limits: limits()}
		root.scope = must[*budget.Scope](t)(budget.New("root", root.limits))
		scopes := []*modelScope{root}
		var open []*modelReservation
		names := []string{"a", "b", "c", "d", "e", "f"}
		for range 50 {
			done++
			m := scopes[random.IntN(len(scopes))]
			switch op := random.IntN(10); {
			case op == 0 && len(scopes) <= len(names):
				child := &modelScope{parent: m, limits: limits()}
				child.scope = must[*budget.Scope](t)(m.scope.Child(names[len(scopes)-1], child.limits))
				m.below = append(m.below, child)
				scopes = append(scopes, child)
			case op == 1 && random.IntN(4) == 0:
				m.scope.Close() // changes nothing that is counted
			case op <= 5:
				a := amounts()
				r, err := m.scope.Reserve(a)
				var exceeded *budget.ExceededError
				switch {
				case m.fits(a) != (err == nil) || err != nil && !errors.As(err, &exceeded):
					t.Fatalf("operation %d: Reserve(%v): %v, fits %v", done, a, err, m.fits(a))
				case err == nil:
					mr := &modelReservation{m, a, r}
					m.open = append(m.open, mr)
					open = append(open, mr)
				}
			case len(open) > 0:
				i := random.IntN(len(open))
				r := open[i]
				open = slices.Delete(open, i, i+1)
				actual := r.amounts
				if op == 6 {
					actual = amounts()
				} else if op == 7 {
					actual = budget.Amounts{}
				}
				r.scope.open = slices.DeleteFunc(r.scope.open, func(x *modelReservation) bool { return x == r })
				r.scope.spent = append(r.scope.spent, actual)
				over := false
				for s := r.scope; s != nil; s = s.parent {
					used, reserved := s.sum()
					for d, limit := range s.limits {
						over = over || actual[d] > r.amounts[d] && used[d]+reserved[d] > limit.Hard
					}
				}
				err := r.real.Settle(actual)
				if over != (err != nil) {
					t.Fatalf("operation %d: Settle(%v of %v): %v, over %v", done, actual, r.amounts, err, over)
				}
				if err := r.real.Release(); !errors.Is(err, budget.ErrSettled) {
					t.Fatalf("operation %d: ended twice: %v", done, err)
				}
			}
			used, reserved := m.sum()
			if m.scope.Used() != used || m.scope.Reserved() != reserved {
				t.Fatalf("operation %d: %s has %v and %v, model %v and %v", done, m.scope.Path(), m.scope.Used(), m.scope.Reserved(), used, reserved)
			}
		}
	}
}
