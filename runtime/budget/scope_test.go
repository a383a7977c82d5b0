package budget_test

import (
	"encoding/json"
	"errors"
	"math"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/budget"
)

func tokens(n int64) budget.Amounts { return budget.Amounts{budget.TokensIn: n} }

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// tree makes session > tree > task with token limits of 100, 80 and 50.
func tree(t *testing.T) (session, tree, task *budget.Scope) {
	t.Helper()
	limits := func(n int64) budget.Limits { return budget.Limits{budget.TokensIn: {Hard: n, Soft: n / 2}} }
	session = must[*budget.Scope](t)(budget.New("session", limits(100)))
	tree = must[*budget.Scope](t)(session.Child("tree", limits(80)))
	task = must[*budget.Scope](t)(tree.Child("task", limits(50)))
	return session, tree, task
}

func TestReservingCountsInEveryAncestorOrInNone(t *testing.T) {
	session, tree, task := tree(t)
	r := must[budget.Reservation](t)(task.Reserve(tokens(50)))
	for _, s := range []*budget.Scope{session, tree, task} {
		if got := s.Reserved(); got != tokens(50) {
			t.Errorf("%s: %v reserved", s.Path(), got)
		}
	}
	other := must[*budget.Scope](t)(tree.Child("other", nil))
	_, err := other.Reserve(tokens(31))
	want := &budget.ExceededError{Scope: "session/tree", Dimension: budget.TokensIn, Threshold: budget.Hard, Limit: 80, Reserved: 50, Requested: 31}
	var exceeded *budget.ExceededError
	if !errors.As(err, &exceeded) || *exceeded != *want {
		t.Fatalf("got %v, want %v", err, want)
	}
	if other.Reserved() != (budget.Amounts{}) || session.Reserved() != tokens(50) {
		t.Error("a refused reservation left something behind")
	}
	if err := r.Settle(tokens(20)); err != nil {
		t.Fatal(err)
	}
	if session.Used() != tokens(20) || session.Reserved() != (budget.Amounts{}) || task.Remaining(budget.TokensIn) != 30 {
		t.Errorf("used %v, reserved %v, task has %d left", session.Used(), session.Reserved(), task.Remaining(budget.TokensIn))
	}
}

func TestSpendingAboveTheLimitIsRecordedAndSaid(t *testing.T) {
	session, _, task := tree(t)
	r := must[budget.Reservation](t)(task.Reserve(tokens(10)))
	err := r.Settle(tokens(120))
	var exceeded *budget.ExceededError
	if !errors.As(err, &exceeded) || exceeded.Scope != "session/tree/task" || exceeded.Used != 120 {
		t.Fatalf("got %v", err)
	}
	if session.Used() != tokens(120) || task.Remaining(budget.TokensIn) != 0 {
		t.Errorf("used %v, %d left", session.Used(), task.Remaining(budget.TokensIn))
	}
	if _, err := task.Reserve(tokens(1)); !errors.As(err, &exceeded) {
		t.Errorf("reserving with nothing left: %v", err)
	}
	for _, a := range []budget.Amounts{{}, {budget.Iterations: 1}} { // of a dimension without a limit
		if _, err := task.Reserve(a); !errors.As(err, &exceeded) || exceeded.Dimension != budget.TokensIn {
			t.Errorf("reserving %v beyond the limit: %v", a, err)
		}
	}
	// The limits as such are still to be seen by whoever did not Settle.
	if err := task.Check(); !errors.As(err, &exceeded) || exceeded.Threshold != budget.Hard {
		t.Errorf("Check = %v", err)
	}
}

func TestSoftThresholdWarnsOnceCrossed(t *testing.T) {
	session, _, task := tree(t)
	r := must[budget.Reservation](t)(task.Reserve(tokens(25)))
	if err := task.Check(); err != nil {
		t.Fatalf("at the threshold: %v", err)
	}
	must[budget.Reservation](t)(task.Reserve(tokens(1)))
	var exceeded *budget.ExceededError
	if err := task.Check(); !errors.As(err, &exceeded) || exceeded.Threshold != budget.Soft || exceeded.Scope != "session/tree/task" || exceeded.Limit != 25 {
		t.Fatalf("above the threshold: %v", err)
	}
	if err := session.Check(); err != nil {
		t.Fatalf("session has used 26 of 50: %v", err)
	}
	r.Release()
	if err := task.Check(); err != nil {
		t.Fatal(err)
	}
}

func TestReservationEndsOnce(t *testing.T) {
	_, _, task := tree(t)
	r := must[budget.Reservation](t)(task.Reserve(tokens(10)))
	again := r
	if err := r.Settle(tokens(10)); err != nil {
		t.Fatal(err)
	}
	must[budget.Reservation](t)(task.Reserve(tokens(5))) // takes the same slot
	for _, err := range []error{r.Settle(tokens(1)), r.Release(), again.Release(), (budget.Reservation{}).Release()} {
		if !errors.Is(err, budget.ErrSettled) {
			t.Errorf("got %v", err)
		}
	}
	if task.Used() != tokens(10) || task.Reserved() != tokens(5) {
		t.Errorf("used %v, reserved %v", task.Used(), task.Reserved())
	}
}

func TestHostileAmounts(t *testing.T) {
	free := must[*budget.Scope](t)(budget.New("free", nil))
	child := must[*budget.Scope](t)(free.Child("child", nil))
	if _, err := child.Reserve(tokens(-1)); !errors.Is(err, budget.ErrNegative) {
		t.Error(err)
	}
	r := must[budget.Reservation](t)(child.Reserve(tokens(math.MaxInt64 - 1)))
	if _, err := free.Reserve(tokens(2)); !errors.Is(err, budget.ErrOverflow) {
		t.Error(err)
	}
	if err := free.Charge(tokens(2)); !errors.Is(err, budget.ErrOverflow) {
		t.Error(err)
	}
	if err := r.Settle(tokens(-5)); !errors.Is(err, budget.ErrNegative) {
		t.Error(err)
	}
	if err := free.Charge(tokens(1)); err != nil {
		t.Error(err)
	}
	if err := r.Settle(tokens(math.MaxInt64)); !errors.Is(err, budget.ErrOverflow) {
		t.Error(err)
	}
	if err := r.Settle(tokens(3)); err != nil { // the failed attempts left it open
		t.Error(err)
	}
	if free.Used() != tokens(4) {
		t.Error(free.Used())
	}
	for _, limits := range []budget.Limits{
		{budget.Bytes: {Hard: -1}}, {budget.Bytes: {Hard: 3, Soft: 4}}, {budget.Bytes: {Hard: 3, Soft: -1}}, {200: {Hard: 1}},
	} {
		if s, err := budget.New("s", limits); err == nil || s != nil {
			t.Errorf("limits %v: %v", limits, err)
		}
	}
	for _, name := range []string{"", "a/b"} {
		if _, err := free.Child(name, nil); !errors.Is(err, budget.ErrName) {
			t.Errorf("name %q: %v", name, err)
		}
	}
}

func TestClosedScopesLeaveTheTreeNotTheBill(t *testing.T) {
	session, _, task := tree(t)
	step := must[*budget.Scope](t)(task.Child("step", nil))
	r := must[budget.Reservation](t)(step.Reserve(tokens(10)))
	task.Close()
	session.Close() // a root stays
	if len(session.State().Children[0].Children) != 0 {
		t.Errorf("state %+v", session.State())
	}
	if err := r.Settle(tokens(7)); err != nil || session.Used() != tokens(7) || session.Reserved() != tokens(0) {
		t.Errorf("%v: used %v, reserved %v", err, session.Used(), session.Reserved())
	}
}

func TestStateSurvivesARestart(t *testing.T) {
	session, _, task := tree(t)
	if err := session.Charge(budget.Amounts{budget.CostNano: 12_345, budget.WallTime: 1}); err != nil {
		t.Fatal(err)
	}
	must[budget.Reservation](t)(task.Reserve(tokens(10)))
	if err := must[budget.Reservation](t)(task.Reserve(tokens(10))).Settle(tokens(6)); err != nil {
		t.Fatal(err)
	}
	saved := must[[]byte](t)(json.Marshal(session.State()))
	const want = `{"name":"session","limits":{"tokens_in":{"soft":50,"hard":100}},` +
		`"used":{"cost_nano_usd":12345,"tokens_in":6,"wall_time_ns":1},"reserved":{"tokens_in":10},` +
		`"children":[{"name":"tree","limits":{"tokens_in":{"soft":40,"hard":80}},"used":{"tokens_in":6},"reserved":{"tokens_in":10},` +
		`"children":[{"name":"task","limits":{"tokens_in":{"soft":25,"hard":50}},"used":{"tokens_in":6},"reserved":{"tokens_in":10}}]}]}`
	if diff := cmp.Diff(want, string(saved)); diff != "" {
		t.Fatal(diff)
	}
	for _, c := range []struct {
		name        string
		interrupted budget.Interrupted
		used        int64
	}{
		{"interrupted work is charged", budget.ChargeInterrupted, 16},
		{"interrupted work runs again", budget.ReleaseInterrupted, 6},
	} {
		t.Run(c.name, func(t *testing.T) {
			var state budget.State
			if err := json.Unmarshal(saved, &state); err != nil {
				t.Fatal(err)
			}
			restored := must[*budget.Scope](t)(budget.Restore(state, c.interrupted))
			tree := must[*budget.Scope](t)(restored.Child("tree", nil))
			task := must[*budget.Scope](t)(tree.Child("task", budget.Limits{budget.TokensIn: {Hard: 60}}))
			for _, s := range []*budget.Scope{restored, tree, task} {
				if s.Used()[budget.TokensIn] != c.used || s.Reserved() != (budget.Amounts{}) {
					t.Errorf("%s: %v used, %v reserved", s.Path(), s.Used(), s.Reserved())
				}
			}
			if got := task.Remaining(budget.TokensIn); got != 60-c.used {
				t.Errorf("%d left", got)
			}
		})
	}
}

func TestInconsistentStatesAreRefused(t *testing.T) {
	deep := budget.State{Name: "s"}
	for range 200 {
		deep = budget.State{Name: "s", Children: []budget.State{deep}}
	}
	for name, state := range map[string]budget.State{
		"no name":                  {},
		"negative":                 {Name: "s", Used: tokens(-1)},
		"overflow":                 {Name: "s", Used: tokens(math.MaxInt64), Reserved: tokens(1)},
		"child used more":          {Name: "s", Used: tokens(5), Children: []budget.State{{Name: "a", Used: tokens(3)}, {Name: "b", Used: tokens(3)}}},
		"children used more (sum)": {Name: "s", Children: []budget.State{{Name: "a", Used: tokens(math.MaxInt64)}, {Name: "b", Used: tokens(math.MaxInt64)}}},
		"name twice":               {Name: "s", Children: []budget.State{{Name: "a"}, {Name: "a"}}},
		"too deep":                 deep,
	} {
		if s, err := budget.Restore(state, budget.ChargeInterrupted); err == nil || s != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	var amounts budget.Amounts
	if err := json.Unmarshal([]byte(`{"tokens_in":1,"karma":2}`), &amounts); err == nil {
		t.Error("an unknown dimension was dropped")
	}
}

func TestConcurrentSpendersNeverPassTheLimit(t *testing.T) {
	session := must[*budget.Scope](t)(budget.New("session", budget.Limits{budget.TokensIn: {Hard: 1000}}))
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b", "c", "d"} {
		child := must[*budget.Scope](t)(session.Child(name, nil))
		wg.Go(func() {
			for i := range 1000 {
				r, err := child.Reserve(tokens(3))
				if err != nil {
					continue
				}
				if i%2 == 0 {
					r.Release()
				} else if err := r.Settle(tokens(2)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	sum := int64(0)
	for _, child := range session.State().Children {
		sum += child.Used[budget.TokensIn]
	}
	if used := session.Used()[budget.TokensIn]; used != sum || used > 1000 || used < 998 {
		t.Errorf("session %d, children %d", used, sum)
	}
}

func TestMoneyIsRoundedUp(t *testing.T) {
	for _, c := range []struct{ tokens, price, want int64 }{
		{0, 3e9, 0}, {1, 3e9, 3000}, {1, 1, 1}, {1_000_000, 1, 1}, {1_000_001, 1, 2}, {math.MaxInt64, 1_000_000, math.MaxInt64},
	} {
		if got, err := budget.TokenCost(c.tokens, c.price); got != c.want || err != nil {
			t.Errorf("TokenCost(%d, %d) = %d, %v; want %d", c.tokens, c.price, got, err, c.want)
		}
	}
	for _, c := range [][2]int64{{math.MaxInt64, 1_000_001}, {math.MaxInt64, math.MaxInt64}, {math.MaxInt64, 2_000_000}} {
		if got, err := budget.TokenCost(c[0], c[1]); !errors.Is(err, budget.ErrOverflow) {
			t.Errorf("TokenCost(%d, %d) = %d, %v", c[0], c[1], got, err)
		}
	}
	prices := budget.Prices{Input: 3e9, Output: 15e9}
	if in, out, err := prices.Cost(1_000, 1); in != 3_000_000 || out != 15_000 || err != nil {
		t.Error(in, out, err)
	}
	for _, c := range [][2]int64{{-1, 1}, {1, -1}} {
		if in, out, err := prices.Cost(c[0], c[1]); in != 0 || out != 0 || !errors.Is(err, budget.ErrNegative) {
			t.Error(in, out, err)
		}
	}
	if _, err := budget.TokenCost(-1, 1); !errors.Is(err, budget.ErrNegative) {
		t.Error(err)
	}
	for dollars, want := range map[float64]int64{
		0: 0, 0.1: 100_000_000, 0.3: 300_000_000, 1e-9: 1, 1e-10: 1, 1.0000000001: 1_000_000_001, 5e-324: 1, 9e9: 9e18,
	} {
		if got, err := budget.NanoDollars(dollars); got != want || err != nil {
			t.Errorf("NanoDollars(%v) = %d, %v; want %d", dollars, got, err, want)
		}
	}
	for _, dollars := range []float64{1e10, math.Inf(1), math.NaN(), math.MaxFloat64, -0.1} {
		if got, err := budget.NanoDollars(dollars); err == nil {
			t.Errorf("NanoDollars(%v) = %d", dollars, got)
		}
	}
	if got := budget.Dollars(1_500_000_000); got != 1.5 {
		t.Error(got)
	}
}

// What has the name of a closed scope since is not closed with it again, and keeps its
// limits where it is asked for without any.
func TestScopeOfTheNameOfAClosedOne(t *testing.T) {
	root := must[*budget.Scope](t)(budget.New("root", nil))
	old := must[*budget.Scope](t)(root.Child("child", nil))
	old.Close()
	limits := budget.Limits{budget.TokensIn: {Hard: 5}}
	child := must[*budget.Scope](t)(root.Child("child", limits))
	old.Close()
	if again := must[*budget.Scope](t)(root.Child("child", nil)); again != child || again == old {
		t.Error("the scope has left the tree")
	}
	if room := child.Remaining(budget.TokensIn); room != 5 {
		t.Errorf("%d tokens remain", room)
	}
}
