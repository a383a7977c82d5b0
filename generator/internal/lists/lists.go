// Package lists has the loops over lists that do no more than their name says.
package lists

import "slices"

// Of lists what f makes of each element; nil of none.
func Of[T, U any](from []T, f func(T) U) []U {
	if len(from) == 0 {
		return nil
	}
	out := make([]U, len(from))
	for i, v := range from {
		out[i] = f(v)
	}
	return out
}

// Where lists the elements that fit; nil for none.
func Where[T any](from []T, fits func(T) bool) []T {
	var out []T
	for _, v := range from {
		if fits(v) {
			out = append(out, v)
		}
	}
	return out
}

// Concat lists what f lists for each element, one after the other.
func Concat[T, U any](from []T, f func(T) []U) []U {
	var out []U
	for _, v := range from {
		out = append(out, f(v)...)
	}
	return out
}

// Groups parts the elements by their keys, in the order in which these come first.
func Groups[T any, K comparable](from []T, key func(T) K) [][]T {
	var out [][]T
	at := map[K]int{}
	for _, v := range from {
		i, met := at[key(v)]
		if !met {
			i = len(out)
			at[key(v)] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], v)
	}
	return out
}

// ContainsAll reports whether a list has all of others.
func ContainsAll[T comparable](list, others []T) bool {
	return Every(others, func(v T) bool { return slices.Contains(list, v) })
}

// Present lists the values that are not zero: no nil, no empty text.
func Present[T comparable](values ...T) []T {
	var none T
	return Where(values, func(v T) bool { return v != none })
}

// Distinct lists the elements that none before them equals.
func Distinct[T comparable](from []T) []T {
	met := make(map[T]bool, len(from))
	return Where(from, func(v T) bool {
		again := met[v]
		met[v] = true
		return !again
	})
}

// First is the first element that fits, the zero value for none.
func First[T any](from []T, fits func(T) bool) (first T) {
	if i := slices.IndexFunc(from, fits); i >= 0 {
		return from[i]
	}
	return first
}

// Every reports whether all elements fit.
func Every[T any](from []T, fits func(T) bool) bool {
	return !slices.ContainsFunc(from, func(v T) bool { return !fits(v) })
}

// Set is the set of the elements.
func Set[T comparable](from []T) map[T]bool {
	return SetOf(from, func(v T) T { return v })
}

// SetOf is the set of what f makes of each element.
func SetOf[T any, K comparable](from []T, f func(T) K) map[K]bool {
	out := make(map[K]bool, len(from))
	for _, v := range from {
		out[f(v)] = true
	}
	return out
}

// By has the elements by what key makes of each; of two with the same, the later one.
func By[T any, K comparable](from []T, key func(T) K) map[K]T {
	out := make(map[K]T, len(from))
	for _, v := range from {
		out[key(v)] = v
	}
	return out
}
