// Package idn checks internationalised host names: the format idn-hostname, and
// hostname as drafts 7 and later define it, where a punycode label must be a
// valid A-label. It is a leaf of the runtime: only generated code with such a
// format imports it, because it brings in golang.org/x/net/idna and its tables.
// Everything here is safe for concurrent use.
package idn

import (
	"strings"

	"github.com/bindery-go/bindery/runtime/format"
	"golang.org/x/net/idna"
)

// Has reports whether the checker of a format is in this package, by the name that
// [format.Function] returns.
func Has(name string) bool { return name == "hostname" || name == "idn-hostname" }

// Lookup is [format.Lookup] with idn-hostname and the stricter hostname.
func Lookup[T format.Text](name string) (func(T) bool, bool) {
	switch name {
	case "hostname":
		return Hostname[T], true
	case "idn-hostname":
		return IDNHostname[T], true
	}
	return format.Lookup[T](name)
}

// Hostname reports whether s is an Internet host name (RFC 1123, section 2.1)
// whose labels in punycode are valid A-labels (RFC 5890, section 2.3.2.1). Other
// labels are not held to IDNA: a hyphen in the third and fourth place is fine.
// A name without such labels costs no allocation.
func Hostname[T format.Text](s T) bool {
	if !format.Hostname(s) {
		return false
	}
	if !hasACE(s) {
		return true
	}
	return registrable(strings.ToLower(string(s)))
}

// IDNHostname reports whether s is a host name made of NR-LDH labels, A-labels
// and U-labels (RFC 5890, section 2.3.2). The ideographic, fullwidth and
// halfwidth full stops separate labels as a dot does (RFC 3490, section 3.1). A
// plain ASCII name costs no allocation.
func IDNHostname[T format.Text](s T) bool {
	if isPlain(s) {
		return format.Hostname(s)
	}
	labels := strings.Split(separators.Replace(string(s)), ".")
	for i, label := range labels {
		if isASCII(label) {
			if !format.Hostname(label) || !isPlain(label) && !hasACE(label) {
				return false
			}
			// ASCII labels match without regard to case; a U-label has none.
			labels[i] = strings.ToLower(label)
		}
	}
	return registrable(strings.Join(labels, "."))
}

// acePrefix starts every A-label, in either case (RFC 5890, section 2.3.2.5).
const acePrefix = "xn--"

var separators = strings.NewReplacer("\u3002", ".", "\uff0e", ".", "\uff61", ".")

// profile validates as for registration. Hyphens are left to this package: the
// library counts bytes where RFC 5891, section 4.2.3.1, counts characters, and
// it would hold labels to IDNA that hostname does not.
var profile = idna.New(idna.ValidateForRegistration(), idna.CheckHyphens(false))

// registrable reports whether the A-labels and U-labels of a name may be
// registered under IDNA2008 (RFC 5891, section 4). ASCII labels are in lower
// case and have the form of a host name's.
//
// The library covers punycode, lengths, normal form, combining marks in front,
// joiners and the Bidi rule, on the tables of UTS #46. Those admit code points
// that IDNA2008 does not, and have no contextual rules besides joiners, so each
// label is looked at again.
func registrable(name string) bool {
	ascii, err := profile.ToASCII(name)
	if err != nil {
		return false
	}
	unicode, err := idna.Punycode.ToUnicode(ascii)
	if err != nil {
		return false
	}
	encoded := strings.Split(ascii, ".")
	decoded := strings.Split(unicode, ".")
	for i, label := range strings.Split(name, ".") {
		// An A-label is the one that its U-label encodes to.
		if isASCII(label) && label != encoded[i] || !validULabel(decoded[i]) {
			return false
		}
	}
	return true
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// hasACE reports whether some label of s starts with the ACE prefix, in any case.
func hasACE[T format.Text](s T) bool {
	for i := 0; i+len(acePrefix) <= len(s); i++ {
		if s[i]|0x20 == 'x' && s[i+1]|0x20 == 'n' && s[i+2] == '-' && s[i+3] == '-' && (i == 0 || s[i-1] == '.') {
			return true
		}
	}
	return false
}

// isPlain reports whether s is ASCII and no label has the two hyphens in the
// third and fourth place that IDNA reserves (RFC 5890, section 2.3.1).
func isPlain[T format.Text](s T) bool {
	label := 0
	for i := range len(s) {
		switch c := s[i]; {
		case c >= 0x80 || c == '-' && i == label+3 && s[i-1] == '-':
			return false
		case c == '.':
			label = i + 1
		}
	}
	return true
}
