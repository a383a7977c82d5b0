package config

import (
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/table"
)

// missing says what to write where a member is missing.
var missing = map[string]string{
	"version":  "begin with version: 1",
	"packages": "list them below packages:, each with schema, package, out and roots",
	"schema":   "name the file of the schema, relative to the configuration",
	"package":  "say how the Go package is called",
	"out":      "say into which directory the package is written, relative to the configuration",
	"roots":    `roots: { Name: "#" } makes the Go type Name of the whole schema`,
	"reason":   "say why, for those who read it later",
	"code":     "the diagnostics show their codes in brackets",
}

// formHelp says what to do about a form that the configuration does not have.
func formHelp(v table.Located) string {
	last := v.InstanceLocation[strings.LastIndexByte(v.InstanceLocation, '/')+1:]
	switch {
	case v.Keyword == "required":
		for name, help := range missing {
			if strings.Contains(v.Message, strconv.Quote(name)) {
				return help
			}
		}
	case last == "version":
		return "this is the only version there is; a later bindery may be meant"
	case last == "roots" && v.Keyword == "type":
		return missing["roots"]
	case last == "refs" && v.Keyword == "type":
		return "write URI-PREFIX: DIR below refs"
	case v.Keyword == "pattern" && strings.Contains(v.InstanceLocation, "/roots/") && strings.Contains(v.Message, " #,"):
		return `write a JSON Pointer with # before it, in quotes: "#/$defs/name"`
	case v.Keyword == "pattern" && (strings.Contains(v.InstanceLocation, "/names/") || strings.Contains(v.InstanceLocation, "/roots/")):
		return "a Go name that is exported begins with a capital letter"
	case v.Keyword == "pattern" && last == "package":
		return "write lower-case letters and digits"
	}
	return ""
}
