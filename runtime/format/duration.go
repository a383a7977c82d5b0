package format

// Duration reports whether s is a duration by the ABNF of RFC 3339, appendix A:
// units in order and none left out between two others, no fractions, no sign,
// weeks on their own, and letters in upper case as in all of the RFC's examples.
func Duration[T Text](s T) bool {
	if len(s) < len("P0D") || s[0] != 'P' {
		return false
	}
	i := 1
	if s[i] != 'T' {
		var unit byte
		if unit, i = durationElement(s, i); unit == 'W' {
			return i == len(s)
		}
		switch unit {
		case 'Y':
			// dur-year = 1*DIGIT "Y" [dur-month], dur-month = 1*DIGIT "M" [dur-day]
			if i, unit = durationChain(s, i, 'M', 'D'), 0; i < 0 {
				return false
			}
		case 'M':
			if i, unit = durationChain(s, i, 'D', 0), 0; i < 0 {
				return false
			}
		case 'D':
		default:
			return false
		}
		if i == len(s) {
			return true
		}
		if s[i] != 'T' {
			return false
		}
	}
	unit, i := durationElement(s, i+1)
	switch unit {
	case 'H':
		i = durationChain(s, i, 'M', 'S')
	case 'M':
		i = durationChain(s, i, 'S', 0)
	case 'S':
	default:
		return false
	}
	return i == len(s)
}

// durationElement reads 1*DIGIT and a unit at s[i:] and returns the unit and
// where it ends, or 0.
func durationElement[T Text](s T, i int) (unit byte, end int) {
	first := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i == first || i == len(s) {
		return 0, i
	}
	return s[i], i + 1
}

// durationChain reads, at s[i:], an optional element with the unit next and
// after it an optional one with the unit last. It returns where they end, or -1
// for an element with another unit.
func durationChain[T Text](s T, i int, next, last byte) int {
	for _, want := range [2]byte{next, last} {
		if want == 0 || i == len(s) || s[i] == 'T' {
			return i
		}
		unit, end := durationElement(s, i)
		if unit != want {
			return -1
		}
		i = end
	}
	return i
}
