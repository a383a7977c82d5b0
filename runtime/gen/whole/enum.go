package whole

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
