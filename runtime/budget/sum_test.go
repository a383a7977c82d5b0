package budget_test

import (
	"errors"
	"math"
	"testing"

	"github.com/bindery-go/bindery/runtime/budget"
)

func TestPlus(t *testing.T) {
	a, b := budget.Amounts{budget.TokensIn: 2, budget.Bytes: math.MaxInt64 - 1}, budget.Amounts{budget.TokensIn: 3, budget.Bytes: 1}
	sum, err := a.Plus(b)
	if err != nil || sum != (budget.Amounts{budget.TokensIn: 5, budget.Bytes: math.MaxInt64}) {
		t.Errorf("%v, %v", sum, err)
	}
	if _, err := sum.Plus(b); !errors.Is(err, budget.ErrOverflow) {
		t.Errorf("overflow: %v", err)
	}
	if _, err := a.Plus(budget.Amounts{budget.TokensIn: -1}); !errors.Is(err, budget.ErrNegative) {
		t.Errorf("negative: %v", err)
	}
}

func TestBeyond(t *testing.T) {
	a := budget.Amounts{budget.TokensIn: 5, budget.Bytes: 3, budget.Iterations: 4}
	if got := a.Beyond(budget.Amounts{budget.TokensIn: 2, budget.Bytes: 7}); got != (budget.Amounts{budget.TokensIn: 3, budget.Iterations: 4}) {
		t.Errorf("%v", got)
	}
}

func TestMilliseconds(t *testing.T) {
	if n, err := budget.Milliseconds(1500); n != 1_500_000_000 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if _, err := budget.Milliseconds(math.MaxInt64); !errors.Is(err, budget.ErrOverflow) {
		t.Errorf("overflow: %v", err)
	}
	if _, err := budget.Milliseconds(-1); !errors.Is(err, budget.ErrNegative) {
		t.Errorf("negative: %v", err)
	}
	if n, err := budget.Times(math.MaxInt64, 0); n != 0 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
}
