package format

// IPv4 reports whether s is a dotted-quad (RFC 2673, section 3.2): four decimal
// octets without leading zeros.
func IPv4[T Text](s T) bool { return ipv4(s, 0, len(s)) }

func ipv4[T Text](s T, i, end int) bool {
	if end-i > len("255.255.255.255") {
		return false
	}
	for octet := 0; ; octet++ {
		first, value := i, 0
		for ; i < end && isDigit(s[i]); i++ {
			value = value*10 + int(s[i]-'0')
		}
		if i == first || value > 255 || s[first] == '0' && i > first+1 {
			return false
		}
		if octet == 3 {
			return i == end
		}
		if i == end || s[i] != '.' {
			return false
		}
		i++
	}
}

// IPv6 reports whether s is an IPv6 address as of RFC 4291, section 2.2. A zone
// identifier is no part of it.
func IPv6[T Text](s T) bool { return ipv6(s, 0, len(s)) }

func ipv6[T Text](s T, i, end int) bool {
	if end-i < len("::") {
		return false
	}
	groups, compressed := 0, false
	if s[i] == ':' {
		// A colon in front is one half of "::".
		if s[i+1] != ':' {
			return false
		}
		compressed = true
		if i += 2; i == end {
			return true
		}
	}
	for {
		first := i
		for i < end && i < first+5 && isHex(s[i]) {
			i++
		}
		if i == first || i > first+4 {
			return false
		}
		if i < end && s[i] == '.' {
			// The last 32 bits in IPv4 form stand for two groups.
			groups += 2
			return ipv4(s, first, end) && groups <= 8 && compressed == (groups < 8)
		}
		groups++
		if i == end {
			return compressed == (groups < 8)
		}
		if s[i] != ':' || groups == 8 {
			return false
		}
		i++
		if i < end && s[i] == ':' {
			if compressed {
				return false
			}
			compressed = true
			if i++; i == end {
				return groups < 8
			}
		}
	}
}
