package model

// Numbers says which Go types hold numbers.
type Numbers struct {
	// Sized: integers between two bounds are of the smallest type that holds all of
	// them. Else they are int64, or uint64 where the bounds need it.
	Sized bool
	// ExactIntegers and Exact: integers, and other numbers, are jsonvalue.Number,
	// which keeps their text.
	ExactIntegers, Exact bool
}
