// Package format holds one checker for each format of the JSON Schema
// specifications (2020-12 validation, section 7.3, and the older drafts).
//
// Generated code calls the checkers directly where a schema's formats assert;
// table-driven evaluators find them by name with [Lookup]. The package needs
// only the standard library. Internationalised host names, and the IDNA check
// of punycode labels, live in the leaf package runtime/format/idn.
//
// A checker answers for the text alone and reads it as UTF-8. None of them
// allocates on ASCII input, with the exception of [Regex], which keeps the names
// of groups.
//
// The names are those of 2020-12. They mean the same in all drafts that define
// them. Names that only draft 3 knew (color, host-name, ip-address, phone,
// style, utc-millisec) are unknown here and therefore annotations.
//
// Everything here is safe for concurrent use.
package format

// Text is what a checker reads: the bytes of a document or a Go string.
type Text interface{ ~string | ~[]byte }

// known is all that is said of the formats but their checkers, which Lookup
// returns. Functions are those of this package; those of runtime/format/idn have
// the same names. The order is that of 2020-12 validation, section 7.3.
var known = [...]struct{ name, function, wanted string }{
	{"date-time", "DateTime", "a date and time such as 2026-01-31T12:30:00Z"},
	{"date", "Date", "a date such as 2026-01-31"},
	{"time", "Time", "a time such as 12:30:00Z"},
	{"duration", "Duration", "a duration such as P1DT12H"},
	{"email", "Email", "an email address"},
	{"idn-email", "IDNEmail", "an email address"},
	{"hostname", "Hostname", "a host name"},
	{"idn-hostname", "IDNHostname", "a host name"},
	{"ipv4", "IPv4", "an IPv4 address such as 192.0.2.1"},
	{"ipv6", "IPv6", "an IPv6 address such as 2001:db8::1"},
	{"uri", "URI", "a URI with a scheme, such as https://example.com/a"},
	{"uri-reference", "URIReference", "a URI or a relative reference"},
	{"iri", "IRI", "a URI with a scheme, such as https://example.com/a"},
	{"iri-reference", "IRIReference", "a URI or a relative reference"},
	{"uuid", "UUID", "a UUID such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6"},
	{"uri-template", "URITemplate", ""},
	{"json-pointer", "JSONPointer", "a JSON Pointer such as /a/0"},
	{"relative-json-pointer", "RelativeJSONPointer", ""},
	{"regex", "Regex", "a regular expression (ECMA-262)"},
}

// Names returns the names of the formats that have a checker, in the order of the
// specification.
func Names() []string {
	names := make([]string, len(known))
	for i := range known {
		names[i] = known[i].name
	}
	return names
}

// Function returns the name of the Go function that checks a format, "" for a name
// that no checker answers for. It is for those who print code.
func Function(name string) string {
	for i := range known {
		if known[i].name == name {
			return known[i].function
		}
	}
	return ""
}

// Wanted says in English what a text of the format is, with an example: "a date such
// as 2026-01-31". It is "" where the name says as much, and for unknown names.
func Wanted(name string) string {
	for i := range known {
		if known[i].name == name {
			return known[i].wanted
		}
	}
	return ""
}

// Lookup returns the checker of a format name. It reports false for a name that
// no checker here answers for: unknown names, and idn-hostname, which
// runtime/format/idn adds.
func Lookup[T Text](name string) (func(T) bool, bool) {
	switch name {
	case "date":
		return Date[T], true
	case "date-time":
		return DateTime[T], true
	case "duration":
		return Duration[T], true
	case "email":
		return Email[T], true
	case "hostname":
		return Hostname[T], true
	case "idn-email":
		return IDNEmail[T], true
	case "ipv4":
		return IPv4[T], true
	case "ipv6":
		return IPv6[T], true
	case "iri":
		return IRI[T], true
	case "iri-reference":
		return IRIReference[T], true
	case "json-pointer":
		return JSONPointer[T], true
	case "regex":
		return Regex[T], true
	case "relative-json-pointer":
		return RelativeJSONPointer[T], true
	case "time":
		return Time[T], true
	case "uri":
		return URI[T], true
	case "uri-reference":
		return URIReference[T], true
	case "uri-template":
		return URITemplate[T], true
	case "uuid":
		return UUID[T], true
	}
	return nil, false
}
