package whole

// Values returns a copy of an enum's values. It is slices.Clone for one type parameter, as
// [IsOneOf] is slices.Contains.
func Values[T any](values []T) []T { return append([]T{}, values...) }

// IsOneOf reports whether an enum's value is one of values. It is slices.Contains for one
// type parameter: that has two, and is compiled anew for every type of slices.
func IsOneOf[T comparable](x T, values []T) bool {
	for _, v := range values {
		if v == x {
			return true
		}
	}
	return false
}
