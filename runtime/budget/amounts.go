// Package budget counts what an agent may spend: tokens, money, time,
// iterations and bytes, all at once, in nested scopes (session > tree > task >
// step), and fits texts of several sections into a number of tokens.
//
// What holds for a scope at all times:
//
//   - used and reserved amounts are never negative, and their sum never
//     overflows;
//   - what a scope has used and reserved, each of its ancestors has too;
//   - Reserve never takes used + reserved above a hard limit, neither the
//     scope's own nor an ancestor's. Settle records what was really spent, also
//     above the limit, and then says so; from then on Reserve refuses
//     everything, whatever it asks for;
//   - a reservation ends once: settled or released.
//
// Amounts are exact integers; money is counted in nano-dollars and rounded up.
// Everything here is safe for concurrent use. Generated code imports this
// package, and so may anybody. It needs nothing but the standard library; a real
// tokenizer is in the package bpe.
package budget

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
)

// Dimension is one kind of thing that is spent.
type Dimension uint8

// The dimensions and their units.
const (
	TokensIn   Dimension = iota // tokens sent to a model
	TokensOut                   // tokens a model produced
	CostNano                    // 10^−9 US dollars
	WallTime                    // nanoseconds, as time.Duration
	Iterations                  // loop turns
	Bytes                       // bytes stored
	dimensions
)

var dimensionNames = [dimensions]string{"tokens_in", "tokens_out", "cost_nano_usd", "wall_time_ns", "iterations", "bytes"}

func (d Dimension) String() string {
	if d < dimensions {
		return dimensionNames[d]
	}
	return "dimension " + strconv.Itoa(int(d))
}

// MarshalText gives the name under which the dimension stands in a State.
func (d Dimension) MarshalText() ([]byte, error) {
	if d >= dimensions {
		return nil, fmt.Errorf("budget: no %v", d)
	}
	return []byte(d.String()), nil
}

// UnmarshalText reads the name of a dimension.
func (d *Dimension) UnmarshalText(text []byte) error {
	for i, name := range dimensionNames {
		if name == string(text) {
			*d = Dimension(i)
			return nil
		}
	}
	return fmt.Errorf("budget: no dimension is called %q", text)
}

var (
	// ErrNegative is wrapped where an amount or a limit is below zero.
	ErrNegative = errors.New("budget: negative amount")
	// ErrOverflow is wrapped where a sum or product exceeds int64.
	ErrOverflow = errors.New("budget: amount too large")
	// ErrComplete is wrapped by generated code where the document says that it has come
	// to its end: it takes no more entries, and nothing in it changes.
	ErrComplete = errors.New("budget: the document is complete")
	// ErrNoDocument is returned by generated code that was given nil in place of
	// the document whose budget it is.
	ErrNoDocument = errors.New("budget: the document is nil")
)

// Amounts is an amount in every dimension, as in
//
//	budget.Amounts{budget.TokensIn: 1200, budget.Iterations: 1}
type Amounts [dimensions]int64

func (a *Amounts) check() error {
	for d, n := range a {
		if n < 0 {
			return fmt.Errorf("%w: %d %v", ErrNegative, n, Dimension(d))
		}
	}
	return nil
}

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

// MarshalJSON writes the amounts other than zero, by name.
func (a Amounts) MarshalJSON() ([]byte, error) {
	m := make(map[Dimension]int64)
	for d, n := range a {
		if n != 0 {
			m[Dimension(d)] = n
		}
	}
	return json.Marshal(m)
}

// UnmarshalJSON reads what MarshalJSON writes. A name it does not know is an
// error: an amount that is not understood must not be lost.
func (a *Amounts) UnmarshalJSON(data []byte) error {
	var m map[Dimension]int64
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	*a = Amounts{}
	for d, n := range m {
		a[d] = n
	}
	return nil
}

// Unlimited is the hard limit of what has none.
const Unlimited = math.MaxInt64

// Limit bounds one dimension. An amount equal to a threshold has not crossed
// it.
type Limit struct {
	// Soft is where Check begins to warn; zero means never.
	Soft int64 `json:"soft,omitempty"`
	// Hard is what Reserve does not go beyond. Zero allows nothing.
	Hard int64 `json:"hard"`
}

// Limits bounds the dimensions that it names; the others are free.
type Limits map[Dimension]Limit

// Hard gives the hard limits as amounts: 0 for a dimension that is free.
func (l Limits) Hard() (a Amounts) {
	for d, limit := range l {
		if d < dimensions {
			a[d] = limit.Hard
		}
	}
	return a
}

// thresholds gives every dimension a limit of each kind. The error is the one of
// the first dimension that has one.
func (l Limits) thresholds() (most [2]Amounts, err error) {
	for d := range dimensions {
		most[Soft][d], most[Hard][d] = Unlimited, Unlimited
	}
	for _, d := range slices.Sorted(maps.Keys(l)) {
		limit := l[d]
		switch {
		case d >= dimensions:
			return most, fmt.Errorf("budget: limit of the unknown %v", d)
		case limit.Hard < 0 || limit.Soft < 0:
			return most, fmt.Errorf("%w: limit of %v", ErrNegative, d)
		case limit.Soft > limit.Hard:
			return most, fmt.Errorf("budget: soft limit %d of %v is above the hard limit %d", limit.Soft, d, limit.Hard)
		}
		most[Hard][d] = limit.Hard
		if limit.Soft > 0 {
			most[Soft][d] = limit.Soft
		}
	}
	return most, nil
}
