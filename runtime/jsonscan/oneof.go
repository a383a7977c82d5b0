package jsonscan

// OneOf reads a string that is one of values into *x; others are not valid. It takes
// time linear in the number of values, and allocates nothing.
func OneOf[T ~string](s *Scanner, x *T, values []T) bool {
	text, ok := s.Text()
	if !ok {
		return false
	}
	for i := range values {
		if string(values[i]) == string(text) {
			*x = values[i]
			return true
		}
	}
	return false
}

// IsOneOf is [OneOf] for the verdict alone.
func IsOneOf[T ~string](s *Scanner, values []T) bool {
	var x T
	return OneOf(s, &x, values)
}
