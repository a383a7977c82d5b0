package schema

import (
	"regexp"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/spelling"
)

// typeWords are what other languages call the types.
var typeWords = map[string]string{
	"int": "integer", "int32": "integer", "int64": "integer", "long": "integer", "uint": "integer", "whole": "integer",
	"float": "number", "float32": "number", "float64": "number", "double": "number", "decimal": "number", "numeric": "number",
	"str": "string", "text": "string", "char": "string", "varchar": "string", "bool": "boolean",
	"list": "array", "tuple": "array", "set": "array", "slice": "array",
	"map": "object", "dict": "object", "hash": "object", "struct": "object", "record": "object",
	"nil": "null", "none": "null", "undefined": "null",
}

// formatWords are formats that are taken for types.
var formatWords = map[string]string{
	"date": "date", "time": "time", "datetime": "date-time", "date-time": "date-time", "timestamp": "date-time", "duration": "duration",
	"uuid": "uuid", "guid": "uuid", "email": "email", "uri": "uri", "url": "uri", "hostname": "hostname", "ipv4": "ipv4", "ipv6": "ipv6",
}

var number = regexp.MustCompile(`^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// meant is what to write in the place of a value that a keyword cannot have, "" where
// there is no telling. At is the value, or what is wrong in it.
func meant(k *keyword, value, at *document.Node, draft Draft) string {
	switch {
	case k.name == "$schema" && at.Kind == document.String:
		return nearDialect(at.Text)
	case k.shape == shapeTypes:
		return meantType(at)
	case k.name == "items" && value.Kind == document.Array && draft >= Draft2020:
		return "write prefixItems for a list of schemas; items is the schema of the elements after them"
	case (k.name == "exclusiveMinimum" || k.name == "exclusiveMaximum") && value.Kind == document.Bool && draft > Draft4:
		return "since draft 6 it is the bound itself, in the place of minimum or maximum"
	case (k.name == "exclusiveMinimum" || k.name == "exclusiveMaximum") && value.Kind == document.Number:
		return "in draft 4 it is true or false, beside minimum or maximum"
	case k.name == "required" && (value.Kind == document.Bool || value.Kind == document.String && (value.Text == "true" || value.Text == "false")):
		return "a boolean is of draft 3, which nothing reads any more: list the names of required properties in the schema of the object that has them"
	case k.shape == shapeArray && at == value:
		return "write a list, also of one"
	case at.Kind == document.String:
		return meantText(k, value, at)
	}
	return meantForm(k, value, at)
}

// meantType is for a value under "type".
func meantType(at *document.Node) string {
	if at.Kind == document.Object {
		return "write anyOf for alternatives that are schemas"
	}
	if at.Kind != document.String {
		return ""
	}
	switch near := spelling.Nearest(at.Text, slices.Sorted(slices.Values(typeNames))); {
	case near != "":
		return "did you mean " + near + "?"
	case typeWords[at.Text] != "":
		return "did you mean " + typeWords[at.Text] + "?"
	case formatWords[at.Text] != "":
		return "write type: string, and format: " + formatWords[at.Text] + " beside it"
	case at.Text == "any" || at.Text == "mixed" || at.Text == "unknown":
		return "leave type out where any value will do"
	case at.Text == "enum":
		return "leave type out: enum lists the values"
	case at.Text == "file" || at.Text == "binary" || at.Text == "bytes":
		return "write type: string, and contentEncoding: base64 beside it"
	}
	return ""
}

// meantText is for a text in the place of something else.
func meantText(k *keyword, value, at *document.Node) string {
	isBool := at.Text == "true" || at.Text == "false"
	switch k.shape {
	case shapeNumber, shapePositiveNumber, shapeCount:
		if number.MatchString(at.Text) {
			return "write " + at.Text + " without quotes"
		}
	case shapeBool, shapeSchemaOrBool, shapeSchema:
		if isBool {
			return "write " + at.Text + " without quotes"
		}
		if lookupType(at.Text) != 0 {
			return "write {\"type\": \"" + at.Text + "\"}"
		}
	case shapeSchemaMap, shapeSchemaArray, shapeItems:
		if at == value {
			break
		}
		if lookupType(at.Text) != 0 {
			return "write {\"type\": \"" + at.Text + "\"}"
		}
		return "what is said of a value goes below description in a schema"
	case shapeStrings, shapeNames:
		return "write a list, also of one"
	}
	return ""
}

// meantForm is for a list, an object or null in the place of something else.
func meantForm(k *keyword, value, at *document.Node) string {
	isTypes := at.Kind == document.Array && len(at.Items) > 0 && !slices.ContainsFunc(at.Items, func(n *document.Node) bool {
		return n.Kind != document.Null && (n.Kind != document.String || lookupType(n.Text) == 0)
	})
	switch {
	case k.shape == shapeSchemaMap && value.Kind == document.Array:
		return "write an object with a schema for each name"
	case k.shape == shapeSchemaArray && value.Kind == document.Object:
		return "write a list with a schema for each alternative"
	case !k.shape.holdsSchemas():
		return ""
	case isTypes:
		return "write {\"type\": [...]} for one of several types"
	case at.Kind == document.Array && len(at.Items) > 0:
		return "write {\"anyOf\": [...]} for alternatives"
	case at.Kind == document.Null:
		return "write {} for a schema that allows anything"
	}
	return ""
}
