package format

// JSONPointer reports whether s is a JSON Pointer in its string form (RFC 6901,
// section 3).
func JSONPointer[T Text](s T) bool { return pointerFrom(s, 0) }

// pointerFrom reports whether s[i:] is a JSON Pointer.
func pointerFrom[T Text](s T, i int) bool {
	if i == len(s) {
		return true
	}
	if s[i] != '/' {
		return false
	}
	for ; i < len(s); i++ {
		if s[i] == '~' && (i+1 == len(s) || s[i+1] != '0' && s[i+1] != '1') {
			return false
		}
	}
	return true
}

// RelativeJSONPointer reports whether s is a Relative JSON Pointer
// (draft-bhutton-relative-json-pointer-00, section 3). Its index manipulation
// ("0+1/a"), which older revisions lack, is accepted in all drafts.
func RelativeJSONPointer[T Text](s T) bool {
	i, ok := nonNegativeInteger(s, 0)
	if !ok {
		return false
	}
	if i+1 < len(s) && (s[i] == '+' || s[i] == '-') {
		// index-manipulation needs a positive integer.
		if s[i+1] == '0' {
			return false
		}
		if i, ok = nonNegativeInteger(s, i+1); !ok {
			return false
		}
	}
	if i+1 == len(s) && s[i] == '#' {
		return true
	}
	return pointerFrom(s, i)
}

// nonNegativeInteger reads %x30 / %x31-39 *DIGIT at s[i:].
func nonNegativeInteger[T Text](s T, i int) (end int, ok bool) {
	first := i
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	return i, i > first && (s[first] != '0' || i == first+1)
}
