package config

import (
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
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

// forms says what a key holds.
var forms = map[string]string{
	"packages":         "begin each package with a dash: - schema: FILE",
	"refs":             "write URI-PREFIX: DIR below refs",
	"docs":             "name the directory of the pages, as in docs: docs/schemas",
	"format_assertion": "write true, false, auto or a list of formats",
	"tags":             `write a list, as in tags: [yaml], or templates, as in tags: { db: "{snake}" }`,
	"severity":         "write CODE: error, warning, info or off",
}

// otherKeys says which keys there are where an unknown one is, unless the message names
// the one that is meant.
func otherKeys(v table.Located) string {
	if strings.Contains(v.Message, "did you mean") || strings.Count(v.InstanceLocation, "/") != 1 {
		return ""
	}
	keys := lists.Of(configSchema().Get("properties").Members, func(m document.Member) string { return m.Name })
	return "the keys of a configuration are " + strings.Join(keys, ", ")
}

// formHelp says what to do about a form that the configuration does not have.
func formHelp(v table.Located) string {
	last := v.InstanceLocation[strings.LastIndexByte(v.InstanceLocation, '/')+1:]
	null := v.Keyword == "type" && strings.HasSuffix(v.Message, "but is null")
	switch {
	case null && strings.Contains(v.InstanceLocation, "/roots/"):
		return `in YAML # begins a comment: write the pointer in quotes, as in ` + last + `: "#"`
	case null:
		return "write a value behind the colon, or leave the key out"
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
	case forms[last] != "":
		return forms[last]
	case v.Keyword == "additionalProperties":
		return otherKeys(v)
	case v.Keyword == "pattern" && strings.Contains(v.InstanceLocation, "/severity/"):
		return "a code is B and four digits; bindery explain lists them"
	case v.Keyword == "pattern" && strings.Contains(v.Message, " #,"):
		return `write a JSON Pointer with # before it, in quotes: "#/$defs/name"`
	case v.Keyword == "pattern" && (strings.Contains(v.InstanceLocation, "/names/") || strings.Contains(v.InstanceLocation, "/roots/")):
		return "a Go name that is exported begins with a capital letter"
	case v.Keyword == "pattern" && last == "package":
		return "write lower-case letters and digits"
	}
	return ""
}
