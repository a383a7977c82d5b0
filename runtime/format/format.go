// Package format holds one checker for each format of the JSON Schema
// specifications (2020-12 validation, section 7.3, and the older drafts).
//
// Generated code calls the checkers directly where a schema's formats assert;
// table-driven evaluators find them by name with [Lookup]. The package needs
// only the standard library. Internationalised host names, and the IDNA check
// of punycode labels, live in the leaf package runtime/format/idn.
//
// A checker answers for the text alone and reads it as UTF-8. None of them
// allocates on ASCII input, with the exception of [Regex], which builds a
// syntax tree.
//
// The names are those of 2020-12. They mean the same in all drafts that define
// them. Names that only draft 3 knew (color, host-name, ip-address, phone,
// style, utc-millisec) are unknown here and therefore annotations.
//
// Everything here is safe for concurrent use.
package format

// Text is what a checker reads: the bytes of a document or a Go string.
type Text interface{ ~string | ~[]byte }

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
