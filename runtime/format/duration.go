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
		unit, end := durationElement(s, i)
		switch unit {
		case 'Y':
			end = durationChain(s, end, 'M', 'D')
		case 'M':
			end = durationChain(s, end, 'D', 0)
		case 'D':
		case 'W':
			return end == len(s)
		default:
			return false
		}
		if end < 0 || end == len(s) {
			return end > 0
		}
		i = end
	}
	if s[i] != 'T' {
		return false
	}
	unit, end := durationElement(s, i+1)
	switch unit {
	case 'H':
		end = durationChain(s, end, 'M', 'S')
	case 'M':
		end = durationChain(s, end, 'S', 0)
	case 'S':
	default:
		return false
	}
	return end == len(s)
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
