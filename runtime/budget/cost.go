package budget

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"time"
)

// TokenCost returns the price in nano-dollars, rounded up, of tokens at a price
// in nano-dollars a million tokens (3 dollars a million is 3e9). The error
// wraps ErrNegative or ErrOverflow.
func TokenCost(tokens, nanoPerMillion int64) (int64, error) {
	if tokens < 0 || nanoPerMillion < 0 {
		return 0, fmt.Errorf("%w: %d tokens at %d", ErrNegative, tokens, nanoPerMillion)
	}
	const million = 1_000_000
	high, low := bits.Mul64(uint64(tokens), uint64(nanoPerMillion))
	low, carry := bits.Add64(low, million-1, 0)
	high += carry
	if high < million {
		if cost, _ := bits.Div64(high, low, million); cost <= math.MaxInt64 {
			return int64(cost), nil
		}
	}
	return 0, fmt.Errorf("%w: the cost of %d tokens at %d", ErrOverflow, tokens, nanoPerMillion)
}

// Prices are what tokens cost, in nano-dollars a million: 3 dollars a million are
// 3e9. The zero Prices cost nothing.
type Prices struct{ Input, Output int64 }

// Cost gives what tokens cost in nano-dollars, each amount rounded up. The error
// is that of [TokenCost].
func (p Prices) Cost(inputTokens, outputTokens int64) (input, output int64, err error) {
	if input, err = TokenCost(inputTokens, p.Input); err != nil {
		return 0, 0, err
	}
	if output, err = TokenCost(outputTokens, p.Output); err != nil {
		return 0, 0, err
	}
	return input, output, nil
}

// NanoDollars turns an amount in dollars, as documents give it, into whole
// nano-dollars, rounded up. It goes by the shortest decimal that stands for the
// number: 0.1 is 100,000,000 exactly, not one more. The error wraps ErrNegative
// or ErrOverflow.
func NanoDollars(dollars float64) (int64, error) {
	if dollars < 0 {
		return 0, fmt.Errorf("%w: %v dollars", ErrNegative, dollars)
	}
	exact, ok := new(big.Rat).SetString(strconv.FormatFloat(dollars, 'g', -1, 64))
	if !ok { // NaN and +Inf
		return 0, fmt.Errorf("%w: %v dollars", ErrOverflow, dollars)
	}
	exact.Mul(exact, big.NewRat(1_000_000_000, 1))
	nano, rest := new(big.Int).QuoRem(exact.Num(), exact.Denom(), new(big.Int))
	if rest.Sign() > 0 {
		nano.Add(nano, big.NewInt(1))
	}
	if !nano.IsInt64() {
		return 0, fmt.Errorf("%w: %v dollars", ErrOverflow, dollars)
	}
	return nano.Int64(), nil
}

// Dollars turns nano-dollars into the nearest number of dollars.
func Dollars(nano int64) float64 { return float64(nano) / 1e9 }

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
