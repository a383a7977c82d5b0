package spending

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/budget"
)

const nano = 1_000_000_000 // a dollar has as many

// Tally adds up what the members of an entry say that it took. The first error stays;
// it begins with the JSON Pointer of the member.
type Tally struct {
	sum budget.Amounts
	err error
}

// Count adds the number of a member.
func (t *Tally) Count(at string, d budget.Dimension, n int64) { t.add(at, d, n, nil) }

// Dollars adds an amount of money, which may have a fraction.
func (t *Tally) Dollars(at string, dollars float64) {
	n, err := budget.NanoDollars(dollars)
	t.add(at, budget.CostNano, n, err)
}

// WholeDollars adds an amount of money.
func (t *Tally) WholeDollars(at string, dollars int64) {
	n, err := budget.Times(dollars, nano)
	t.add(at, budget.CostNano, n, err)
}

// Milliseconds adds a time.
func (t *Tally) Milliseconds(at string, ms int64) {
	n, err := budget.Milliseconds(ms)
	t.add(at, budget.WallTime, n, err)
}

func (t *Tally) add(at string, d budget.Dimension, n int64, err error) {
	if t.err != nil {
		return
	}
	var one budget.Amounts
	one[d] = n
	sum := t.sum
	if err == nil {
		sum, err = t.sum.Plus(one)
	}
	if err != nil {
		t.err = fmt.Errorf("%s: %w", at, err)
		return
	}
	t.sum = sum
}

// Entry returns what one entry took, which counts as an iteration.
func (t *Tally) Entry() (budget.Amounts, error) {
	if t.err != nil {
		return budget.Amounts{}, t.err
	}
	t.sum[budget.Iterations] = 1
	return t.sum, nil
}

// Most collects the hard limits of a budget. The first error stays.
type Most struct {
	limits budget.Limits
	err    error
}

// Count limits a number.
func (m *Most) Count(d budget.Dimension, n int64) { m.set(d, n, nil) }

// Bytes limits a size, in units of that many bytes.
func (m *Most) Bytes(n, unit int64) {
	n, err := budget.Times(n, unit)
	m.set(budget.Bytes, n, err)
}

// Dollars limits an amount of money, which may have a fraction.
func (m *Most) Dollars(dollars float64) {
	n, err := budget.NanoDollars(dollars)
	m.set(budget.CostNano, n, err)
}

// WholeDollars limits an amount of money.
func (m *Most) WholeDollars(dollars int64) {
	n, err := budget.Times(dollars, nano)
	m.set(budget.CostNano, n, err)
}

// Milliseconds limits a time.
func (m *Most) Milliseconds(ms int64) {
	n, err := budget.Milliseconds(ms)
	m.set(budget.WallTime, n, err)
}

func (m *Most) set(d budget.Dimension, n int64, err error) {
	if m.err == nil {
		m.limits[d], m.err = budget.Limit{Hard: n}, err
	}
}
