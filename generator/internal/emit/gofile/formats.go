package gofile

import (
	"github.com/dave/jennifer/jen"
)

// formatChecks names the function of each format of JSON Schema 2020-12
// validation, section 7.3.
var formatChecks = map[string]struct {
	path Import
	name string
}{
	"date":                  {Format, "Date"},
	"date-time":             {Format, "DateTime"},
	"duration":              {Format, "Duration"},
	"email":                 {Format, "Email"},
	"hostname":              {FormatIDN, "Hostname"},
	"idn-email":             {Format, "IDNEmail"},
	"idn-hostname":          {FormatIDN, "IDNHostname"},
	"ipv4":                  {Format, "IPv4"},
	"ipv6":                  {Format, "IPv6"},
	"iri":                   {Format, "IRI"},
	"iri-reference":         {Format, "IRIReference"},
	"json-pointer":          {Format, "JSONPointer"},
	"regex":                 {Format, "Regex"},
	"relative-json-pointer": {Format, "RelativeJSONPointer"},
	"time":                  {Format, "Time"},
	"uri":                   {Format, "URI"},
	"uri-reference":         {Format, "URIReference"},
	"uri-template":          {Format, "URITemplate"},
	"uuid":                  {Format, "UUID"},
}

// FormatCheck returns the function that checks a format, func(T) bool for
// strings and byte slices; nil for a format that nothing checks.
func FormatCheck(name string) *jen.Statement {
	f, ok := formatChecks[name]
	if !ok {
		return nil
	}
	return f.path.Dot(f.name)
}
