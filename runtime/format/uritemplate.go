package format

// URITemplate reports whether s is a URI Template of any level (RFC 6570,
// section 2). The operators that the RFC reserves for extensions are part of its
// grammar and accepted.
func URITemplate[T Text](s T) bool {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case templateLiterals.has(c):
			i++
		case c == '{':
			var ok bool
			if i, ok = expression(s, i+1); !ok {
				return false
			}
		case c == '%' && isPctEncoded(s, i):
			i += 3
		case c >= 0x80:
			r, size := decodeRune(s, i)
			if size < 2 || !isUcschar(r) && !isIprivate(r) {
				return false
			}
			i += size
		default:
			return false
		}
	}
	return true
}

var (
	// templateLiterals is the ASCII part of RFC 6570's literals, with the
	// apostrophe, which its errata admit.
	templateLiterals = asciiSet{
		(1<<64 - 1<<'!') &^ (1<<'"' | 1<<'%' | 1<<'<' | 1<<'>'),
		(1<<63 - 1) &^ (1<<('\\'-64) | 1<<('^'-64) | 1<<('`'-64) | 1<<('{'-64) | 1<<('|'-64) | 1<<('}'-64)),
	}
	varChars          = asciiSet{digitsLo, lettersHi | 1<<('_'-64)}
	templateOperators = asciiSet{
		1<<'+' | 1<<'#' | 1<<'.' | 1<<'/' | 1<<';' | 1<<'?' | 1<<'&' | 1<<'=' | 1<<',' | 1<<'!',
		1<<('@'-64) | 1<<('|'-64),
	}
)

// expression reads [ operator ] variable-list "}" and returns where it ends.
func expression[T Text](s T, i int) (end int, ok bool) {
	if i < len(s) && templateOperators.has(s[i]) {
		i++
	}
	for {
		if i, ok = varspec(s, i); !ok || i == len(s) {
			return i, false
		}
		i++
		switch s[i-1] {
		case '}':
			return i, true
		case ',':
		default:
			return i, false
		}
	}
}

// varspec reads varname [ ":" max-length / "*" ] and returns where it ends.
func varspec[T Text](s T, i int) (end int, ok bool) {
	for {
		first := i
		for i < len(s) {
			if varChars.has(s[i]) {
				i++
			} else if isPctEncoded(s, i) {
				i += 3
			} else {
				break
			}
		}
		if i == first {
			return i, false
		}
		if i == len(s) || s[i] != '.' {
			break
		}
		i++
	}
	if i == len(s) {
		return i, false
	}
	switch s[i] {
	case '*':
		i++
	case ':':
		// max-length = %x31-39 0*3DIGIT
		first := i + 1
		for i = first; i < len(s) && isDigit(s[i]); i++ {
		}
		if i == first || i > first+4 || s[first] == '0' {
			return i, false
		}
	}
	return i, true
}
