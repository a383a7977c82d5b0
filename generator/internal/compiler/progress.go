package compiler

import (
	"context"
	"sync/atomic"
)

// Progress hears which package a stage begins with. It is the at-th of so many; packages
// are compiled side by side, so calls come from several goroutines.
type Progress func(stage, name string, at, of int)

type progressKey struct{}

// WithProgress returns a context with which the compiler tells how far it is.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// stage returns a function to call for each of a number of packages that a stage
// begins with.
func stage(ctx context.Context, name string, of int) func(*unit) {
	p, _ := ctx.Value(progressKey{}).(Progress)
	if p == nil {
		return func(*unit) {}
	}
	var at atomic.Int64
	return func(u *unit) { p(name, u.Name, int(at.Add(1)), of) }
}
