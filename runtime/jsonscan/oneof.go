package jsonscan

// OneOf reads a string that is one of values into *x; others are not valid. It takes
// time linear in the number of values, and allocates nothing.
func OneOf[T ~string](s *Scanner, x *T, values []T) bool {
	text, ok := s.Text()
	if !ok {
		return false
	}
	n := len(text)
	for i := range values {
		// Most values end here, without a call.
		v := values[i]
		if len(v) != n || n > 0 && (v[0] != text[0] || v[n-1] != text[n-1]) {
			continue
		}
		if string(v) == string(text) {
			*x = v
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
