package format

const (
	maxHostname = 253 // octets of a name without its root dot (RFC 1035, section 2.3.4)
	maxLabel    = 63  // octets of a label
)

// Hostname reports whether s is an Internet host name: labels of letters,
// digits and inner hyphens (RFC 1123, section 2.1, on RFC 952), no trailing dot.
//
// The checker takes a label that starts with "xn--" for what it is to RFC 1123:
// letters, digits and hyphens. Drafts from 7 on also want such labels to be
// valid A-labels; runtime/format/idn checks that.
func Hostname[T Text](s T) bool { return hostname(s, 0, len(s)) }

var letDigHyp = asciiSet{digitsLo | 1<<'-', lettersHi}

func hostname[T Text](s T, i, end int) bool {
	if end == i || end-i > maxHostname {
		return false
	}
	for {
		first := i
		for i < end && letDigHyp.has(s[i]) {
			i++
		}
		if i == first || i > first+maxLabel || s[first] == '-' || s[i-1] == '-' {
			return false
		}
		if i == end {
			return true
		}
		if s[i] != '.' {
			return false
		}
		i++
	}
}
