package format

// URI reports whether s is a URI (RFC 3986, section 3): a scheme is required, a
// fragment may follow. Zone identifiers (RFC 6874) are not part of it.
func URI[T Text](s T) bool {
	i, ok := scheme(s)
	return ok && afterScheme(s, i, false)
}

// URIReference reports whether s is a URI-reference (RFC 3986, section 4.1).
func URIReference[T Text](s T) bool { return reference(s, false) }

// IRI reports whether s is an IRI (RFC 3987, section 2.2).
func IRI[T Text](s T) bool {
	i, ok := scheme(s)
	return ok && afterScheme(s, i, true)
}

// IRIReference reports whether s is an IRI-reference (RFC 3987, section 2.2).
func IRIReference[T Text](s T) bool { return reference(s, true) }

const (
	// unreserved without letters and digits
	unreservedLo = digitsLo | 1<<'-' | 1<<'.'
	unreservedHi = lettersHi | 1<<('_'-64) | 1<<('~'-64)

	subDelimsLo = 1<<'!' | 1<<'$' | 1<<'&' | 1<<'\'' | 1<<'(' | 1<<')' | 1<<'*' | 1<<'+' | 1<<',' | 1<<';' | 1<<'='
)

// Character sets of RFC 3986, section 3 and appendix A, without pct-encoded.
var (
	schemeChars   = asciiSet{digitsLo | 1<<'+' | 1<<'-' | 1<<'.', lettersHi}
	regNameChars  = asciiSet{unreservedLo | subDelimsLo, unreservedHi}
	userinfoChars = asciiSet{unreservedLo | subDelimsLo | 1<<':', unreservedHi}
	pathChars     = asciiSet{unreservedLo | subDelimsLo | 1<<':' | 1<<'/', unreservedHi | 1<<('@'-64)}
	queryChars    = asciiSet{unreservedLo | subDelimsLo | 1<<':' | 1<<'/' | 1<<'?', unreservedHi | 1<<('@'-64)}
)

// scheme reads a scheme and its colon at the start of s.
func scheme[T Text](s T) (end int, ok bool) {
	if len(s) == 0 || !isLetter(s[0]) {
		return 0, false
	}
	i := 1
	for i < len(s) && schemeChars.has(s[i]) {
		i++
	}
	return i + 1, i < len(s) && s[i] == ':'
}

func reference[T Text](s T, international bool) bool {
	if i, ok := scheme(s); ok {
		return afterScheme(s, i, international)
	}
	// The first segment of a relative path has no colon (path-noscheme).
	for i := range len(s) {
		switch s[i] {
		case ':':
			return false
		case '/', '?', '#':
			return afterScheme(s, 0, international)
		}
	}
	return afterScheme(s, 0, international)
}

// afterScheme reports whether s[i:] is [ "//" authority ] path [ "?" query ]
// [ "#" fragment ]. A path after an authority starts with a slash because only
// "/", "?", "#" and the end stop an authority; a path without one cannot start
// with "//" because that would have started an authority.
func afterScheme[T Text](s T, i int, international bool) bool {
	if i+1 < len(s) && s[i] == '/' && s[i+1] == '/' {
		var ok bool
		if i, ok = authority(s, i+2, international); !ok {
			return false
		}
	}
	i = component(s, i, &pathChars, international, false)
	if i < len(s) && s[i] == '?' {
		i = component(s, i+1, &queryChars, international, international)
	}
	if i < len(s) && s[i] == '#' {
		i = component(s, i+1, &queryChars, international, false)
	}
	return i == len(s)
}

// authority reads [ userinfo "@" ] host [ ":" port ] and returns where it ends.
func authority[T Text](s T, i int, international bool) (end int, ok bool) {
	if at := component(s, i, &userinfoChars, international, false); at < len(s) && s[at] == '@' {
		i = at + 1
	}
	if i < len(s) && s[i] == '[' {
		if i, ok = ipLiteral(s, i+1); !ok {
			return i, false
		}
	} else {
		i = component(s, i, &regNameChars, international, false)
	}
	if i < len(s) && s[i] == ':' {
		i++
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	}
	return i, i == len(s) || s[i] == '/' || s[i] == '?' || s[i] == '#'
}

// ipLiteral reads ( IPv6address / IPvFuture ) "]" and returns where it ends.
func ipLiteral[T Text](s T, i int) (end int, ok bool) {
	for end = i; end < len(s) && s[end] != ']'; end++ {
	}
	if end == len(s) || end == i {
		return end, false
	}
	if s[i]|0x20 != 'v' {
		return end + 1, ipv6(s, i, end)
	}
	// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
	i++
	first := i
	for i < end && isHex(s[i]) {
		i++
	}
	if i == first || s[i] != '.' {
		return end, false
	}
	i++
	first = i
	for i < end && userinfoChars.has(s[i]) {
		i++
	}
	return end + 1, i == end && i > first
}

// component reads characters of the set, percent-encoded octets and, in an IRI,
// the characters of RFC 3987 outside ASCII; it returns where it had to stop.
func component[T Text](s T, i int, set *asciiSet, international, private bool) int {
	for i < len(s) {
		switch c := s[i]; {
		case set.has(c):
			i++
		case c == '%' && isPctEncoded(s, i):
			i += 3
		case c >= 0x80 && international:
			r, size := decodeRune(s, i)
			if size < 2 || isBidiFormatting(r) || !isUcschar(r) && !(private && isIprivate(r)) {
				return i
			}
			i += size
		default:
			return i
		}
	}
	return i
}

// isUcschar reports whether r is a ucschar of RFC 3987, section 2.2.
func isUcschar(r rune) bool {
	switch {
	case r < 0x10000:
		return 0xA0 <= r && r <= 0xD7FF || 0xF900 <= r && r <= 0xFDCF || 0xFDF0 <= r && r <= 0xFFEF
	case r < 0xE0000:
		return r&0xFFFF <= 0xFFFD
	}
	return 0xE1000 <= r && r <= 0xEFFFD
}

// isIprivate reports whether r is an iprivate of RFC 3987, section 2.2.
func isIprivate(r rune) bool {
	return 0xE000 <= r && r <= 0xF8FF || r >= 0xF0000 && r&0xFFFF <= 0xFFFD
}

// isBidiFormatting reports whether r is one of the formatting characters that
// RFC 3987, section 4.1, bans from IRIs: LRM, RLM, LRE, RLE, PDF, LRO and RLO.
func isBidiFormatting(r rune) bool {
	return r == 0x200E || r == 0x200F || 0x202A <= r && r <= 0x202E
}
