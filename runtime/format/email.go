package format

const (
	maxLocalPart = 64  // octets (RFC 5321, section 4.5.3.1.1)
	maxDomain    = 255 // octets (section 4.5.3.1.2)
)

// Email reports whether s is a Mailbox as of RFC 5321, section 4.1.2. In an
// address literal only the registered forms count: IPv4, and IPv6 with its tag.
func Email[T Text](s T) bool {
	at, ok := localPart(s, false)
	return ok && (hostname(s, at+1, len(s)) || addressLiteral(s, at+1))
}

// IDNEmail reports whether s is a Mailbox as extended by RFC 6531, section 3.3:
// non-ASCII characters may stand in the local part and in domain labels. Domain
// labels are not held to IDNA: a mail user agent normalises and maps them.
func IDNEmail[T Text](s T) bool {
	at, ok := localPart(s, true)
	return ok && (internationalDomain(s, at+1) || addressLiteral(s, at+1))
}

// atext of RFC 5322, section 3.2.3.
var atext = asciiSet{
	digitsLo | 1<<'!' | 1<<'#' | 1<<'$' | 1<<'%' | 1<<'&' | 1<<'\'' | 1<<'*' | 1<<'+' | 1<<'-' | 1<<'/' | 1<<'=' | 1<<'?',
	lettersHi | 1<<('^'-64) | 1<<('_'-64) | 1<<('`'-64) | 1<<('{'-64) | 1<<('|'-64) | 1<<('}'-64) | 1<<('~'-64),
}

// localPart reads the local part and returns the offset of the at-sign behind it.
func localPart[T Text](s T, international bool) (at int, ok bool) {
	if len(s) == 0 {
		return 0, false
	}
	if s[0] == '"' {
		at, ok = quotedString(s, international)
	} else {
		at, ok = dotString(s, international)
	}
	return at, ok && at <= maxLocalPart && at < len(s) && s[at] == '@'
}

// dotString reads Atom *("." Atom) at the start of s.
func dotString[T Text](s T, international bool) (end int, ok bool) {
	i, atom := 0, 0
	for i < len(s) {
		switch c := s[i]; {
		case atext.has(c):
			i++
		case c == '.' && i > atom:
			i++
			atom = i
		case international && c >= 0x80:
			size, ok := isUTF8NonASCII(s, i)
			if !ok {
				return i, false
			}
			i += size
		default:
			return i, i > atom
		}
	}
	return i, i > atom
}

// quotedString reads DQUOTE *QcontentSMTP DQUOTE at the start of s.
func quotedString[T Text](s T, international bool) (end int, ok bool) {
	for i := 1; i < len(s); {
		switch c := s[i]; {
		case c == '"':
			return i + 1, true
		case c == '\\':
			if i+1 == len(s) || s[i+1] < ' ' || s[i+1] > '~' {
				return i, false
			}
			i += 2
		case ' ' <= c && c <= '~':
			i++
		case international && c >= 0x80:
			size, ok := isUTF8NonASCII(s, i)
			if !ok {
				return i, false
			}
			i += size
		default:
			return i, false
		}
	}
	return len(s), false
}

// addressLiteral reports whether s[i:] is an IPv4- or IPv6-address-literal. The
// grammar's General-address-literal needs a registered tag, and IANA's registry
// holds none but IPv6.
func addressLiteral[T Text](s T, i int) bool {
	const tag = "ipv6:"
	end := len(s) - 1
	if end-i < 2 || s[i] != '[' || s[end] != ']' {
		return false
	}
	i++
	for k := range len(tag) {
		// The tag is an ABNF string and so in either case. Setting the bit for
		// lower case leaves digit and colon as they are.
		if i+k == end || s[i+k]|0x20 != tag[k] {
			return ipv4(s, i, end)
		}
	}
	return ipv6(s, i+len(tag), end)
}

// internationalDomain reports whether s[i:] is sub-domain *("." sub-domain)
// where a label may hold non-ASCII characters.
func internationalDomain[T Text](s T, i int) bool {
	if len(s)-i > maxDomain {
		return false
	}
	for {
		first := i
		for i < len(s) && s[i] != '.' {
			if letDigHyp.has(s[i]) {
				i++
				continue
			}
			size, ok := isUTF8NonASCII(s, i)
			if !ok {
				return false
			}
			i += size
		}
		if i == first || s[first] == '-' || s[i-1] == '-' {
			return false
		}
		if i == len(s) {
			return true
		}
		i++
	}
}
