package budget

import (
	"fmt"
	"time"
)

// Plus returns the sum of two amounts. The error wraps ErrNegative, where one of
// them is below zero, or ErrOverflow.
func (a Amounts) Plus(b Amounts) (Amounts, error) {
	for d := range a {
		if a[d] < 0 || b[d] < 0 {
			return Amounts{}, fmt.Errorf("%w: %d and %d %v", ErrNegative, a[d], b[d], Dimension(d))
		}
		if b[d] > Unlimited-a[d] {
			return Amounts{}, fmt.Errorf("%w: %d and %d %v", ErrOverflow, a[d], b[d], Dimension(d))
		}
		a[d] += b[d]
	}
	return a, nil
}

// Beyond returns what a has more than b in each dimension, and never less than
// nothing.
func (a Amounts) Beyond(b Amounts) Amounts {
	for d := range a {
		a[d] = max(0, a[d]-max(0, b[d]))
	}
	return a
}

// Times returns an amount n times, for units that are counted in smaller ones.
// The error wraps ErrNegative or ErrOverflow.
func Times(amount, n int64) (int64, error) {
	switch {
	case amount < 0 || n < 0:
		return 0, fmt.Errorf("%w: %d times %d", ErrNegative, amount, n)
	case n > 0 && amount > Unlimited/n:
		return 0, fmt.Errorf("%w: %d times %d", ErrOverflow, amount, n)
	}
	return amount * n, nil
}

// Milliseconds returns a number of milliseconds as WallTime counts it.
func Milliseconds(ms int64) (int64, error) { return Times(ms, int64(time.Millisecond)) }
