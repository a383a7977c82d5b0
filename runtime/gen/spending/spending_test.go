package spending_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/gen/spending"
)

type call struct{ Tokens, Price, Ms int64 }

type run struct {
	Calls  []call
	Tokens int64
	Ended  string
}

func spent(c *call) (budget.Amounts, error) {
	var t spending.Tally
	t.Count("/tokens", budget.TokensIn, c.Tokens)
	t.WholeDollars("/price", c.Price)
	t.Milliseconds("/ms", c.Ms)
	return t.Entry()
}

var runs = spending.Kind[run, []call, call, int64]{
	Name:    "Run",
	At:      "/calls",
	Entries: func(x *run) ([]call, bool) { return x.Calls, true },
	Spent:   spent,
	Most:    func(x *run, l int64, most *spending.Most) { most.Count(budget.TokensIn, l) },
	Extend: func(next *run, entries []call) error {
		sum, err := spending.Sum("/calls", entries, spent)
		next.Calls, next.Tokens = entries, sum[budget.TokensIn]
		return err
	},
	Size:    func(x *run) (int64, error) { return int64(10 * len(x.Calls)), nil },
	Exhaust: func(x *run, d budget.Dimension) { x.Ended = d.String() },
}

func Example() {
	x := &run{}
	scope, err := runs.Open(x, 100, nil, "run")
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 3 {
		err := runs.Add(scope, x, call{Tokens: 60})
		fmt.Printf("%d %q %v\n", x.Tokens, x.Ended, err)
	}
	// Output:
	// 60 "" <nil>
	// 120 "tokens_in" budget: run: tokens_in above the hard limit 100: 120 used, 0 reserved
	// 120 "tokens_in" budget: run: tokens_in above the hard limit 100: 120 used, 0 reserved
}

func TestTally(t *testing.T) {
	for name, test := range map[string]struct {
		entry call
		want  budget.Amounts
		err   error
		text  string
	}{
		"all":             {call{2, 3, 4}, budget.Amounts{budget.TokensIn: 2, budget.CostNano: 3e9, budget.WallTime: 4e6, budget.Iterations: 1}, nil, ""},
		"negative":        {call{-1, 0, 0}, budget.Amounts{}, budget.ErrNegative, "/tokens: "},
		"price too large": {call{0, math.MaxInt64, -1}, budget.Amounts{}, budget.ErrOverflow, "/price: "},
		"time too large":  {call{0, 0, math.MaxInt64}, budget.Amounts{}, budget.ErrOverflow, "/ms: "},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := spent(&test.entry)
			if got != test.want || !errors.Is(err, test.err) {
				t.Errorf("%v, %v", got, err)
			}
			if err != nil && err.Error()[:len(test.text)] != test.text {
				t.Errorf("the error is %q", err)
			}
		})
	}
}

func TestMost(t *testing.T) {
	most := map[string]func(m *spending.Most){
		"money":    func(m *spending.Most) { m.WholeDollars(math.MaxInt64) },
		"fraction": func(m *spending.Most) { m.Dollars(math.MaxFloat64) },
		"time":     func(m *spending.Most) { m.Milliseconds(math.MaxInt64) },
		"bytes":    func(m *spending.Most) { m.Bytes(math.MaxInt64, 1024) },
	}
	for name, set := range most {
		kind := runs
		kind.Most = func(_ *run, _ int64, m *spending.Most) {
			set(m)
			m.Count(budget.Iterations, 1)
		}
		if scope, err := kind.Open(&run{}, 0, nil, "run"); scope != nil || !errors.Is(err, budget.ErrOverflow) {
			t.Errorf("%s: %v", name, err)
		}
	}
	kind := runs
	kind.Most = func(_ *run, _ int64, m *spending.Most) {
		m.Dollars(1.5)
		m.WholeDollars(2)
		m.Milliseconds(3)
		m.Bytes(4, 1024)
	}
	scope, err := kind.Open(&run{}, 0, nil, "run")
	if err != nil {
		t.Fatal(err)
	}
	got := [3]int64{scope.Remaining(budget.CostNano), scope.Remaining(budget.WallTime), scope.Remaining(budget.Bytes)}
	if got != [3]int64{2e9, 3e6, 4096} {
		t.Errorf("%v", got)
	}
}
