package schema

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// shape says what the value of a keyword has to look like, and so where
// subschemas live in it.
type shape uint8

const (
	shapeAny            shape = iota
	shapeSchema               // a schema
	shapeSchemaOrBool         // a schema, or a boolean in a draft without boolean schemas
	shapeSchemaArray          // a list of at least one schema
	shapeSchemaMap            // an object of schemas
	shapeItems                // a schema or a list of schemas
	shapeDependencies         // an object of schemas and lists of names
	shapeTypes                // a type name or a list of different type names
	shapeNumber               //
	shapePositiveNumber       // greater than 0
	shapeCount                // a non-negative integer
	shapeBool                 //
	shapeString               //
	shapePattern              // a regular expression
	shapeURI                  // an absolute URI
	shapeURIReference         // a URI reference
	shapeResourceURI          // a URI reference without a fragment
	shapeAnchor               // a plain name
	shapeArray                // a list of anything
	shapeStrings              // a list of different strings
	shapeNames                // a list of at least one string, all different
	shapeStringsMap           // an object of lists of different strings
	shapeVocabulary           // an object of booleans
)

// problem is a value in that of a keyword, or the value itself, that does not
// have its shape.
type problem struct {
	at      *document.Node
	message string
	help    string // "" where what was meant may tell
}

// check returns what is wrong with the value itself. The subschemas in it are
// not looked at; isSchema is asked for the places where one has to be.
func (s shape) check(v *document.Node, draft Draft) []problem {
	c := &shapeCheck{draft: draft}
	if s.holdsSchemas() {
		c.schemas(s, v)
	} else {
		c.value(s, v)
	}
	return c.problems
}

// shapeCheck collects what is wrong with the value of a keyword.
type shapeCheck struct {
	draft    Draft
	problems []problem
}

func (c *shapeCheck) refuse(at *document.Node, message string) {
	c.problems = append(c.problems, problem{at: at, message: message})
}

// twice refuses a name that is in its list before.
func (c *shapeCheck) twice(name *document.Node) {
	c.problems = append(c.problems, problem{name, fmt.Sprintf("%q is listed twice", name.Text), "remove one of the two"})
}

func (c *shapeCheck) want(ok bool, at *document.Node, format string, args ...any) bool {
	if !ok {
		c.refuse(at, fmt.Sprintf(format, args...)+", not "+describe(at))
	}
	return ok
}

func (c *shapeCheck) is(v *document.Node, k document.Kind, what string) bool {
	return c.want(v.Kind == k, v, "must be %s", what)
}

func (c *shapeCheck) isSchema(v *document.Node, format string, args ...any) {
	c.want(isSchema(v, c.draft), v, format, args...)
}

// schemas checks a value in which subschemas live.
func (c *shapeCheck) schemas(s shape, v *document.Node) {
	switch s {
	case shapeSchema:
		c.isSchema(v, "must be a schema")
	case shapeSchemaOrBool:
		c.want(v.Kind == document.Object || v.Kind == document.Bool, v, "must be a schema or a boolean")
	case shapeSchemaArray:
		if c.is(v, document.Array, "a list of schemas") {
			c.want(len(v.Items) > 0, v, "must have at least one schema")
			c.items(v)
		}
	case shapeSchemaMap:
		if c.is(v, document.Object, "an object of schemas") {
			for _, m := range v.Members {
				c.isSchema(m.Value, "%q must be a schema", m.Name)
			}
		}
	case shapeItems:
		if v.Kind == document.Array {
			c.items(v)
		} else {
			c.isSchema(v, "must be a schema or a list of schemas")
		}
	case shapeDependencies:
		if c.is(v, document.Object, "an object of schemas and lists of names") {
			for _, m := range v.Members {
				if m.Value.Kind == document.Array {
					c.strings(m.Value)
				} else {
					c.isSchema(m.Value, "%q must be a schema or a list of names", m.Name)
				}
			}
		}
	}
}

func (c *shapeCheck) items(v *document.Node) {
	for _, item := range v.Items {
		c.isSchema(item, "must be a schema")
	}
}

// value checks a value without subschemas.
func (c *shapeCheck) value(s shape, v *document.Node) {
	switch s {
	case shapeTypes:
		c.types(v)
	case shapeNumber:
		c.is(v, document.Number, "a number")
	case shapePositiveNumber:
		if c.is(v, document.Number, "a number greater than 0") {
			c.want(sign(v.Text) > 0, v, "must be greater than 0")
		}
	case shapeCount:
		_, ok := count(v)
		c.want(ok, v, "must be a non-negative integer")
	case shapeBool:
		c.is(v, document.Bool, "a boolean")
	case shapeString, shapePattern:
		c.is(v, document.String, "a string")
	case shapeURI, shapeURIReference, shapeResourceURI:
		c.uri(s, v)
	case shapeAnchor:
		if c.is(v, document.String, "a plain name") {
			c.want(isAnchorName(v.Text, c.draft), v, "must be a letter or underscore followed by letters, digits, '-', '_' and '.'")
		}
	case shapeArray:
		c.is(v, document.Array, "a list")
	case shapeStrings:
		c.strings(v)
	case shapeNames:
		if c.strings(v); v.Kind == document.Array {
			c.want(len(v.Items) > 0, v, "must have at least one name in draft 4")
		}
	case shapeStringsMap:
		if c.is(v, document.Object, "an object of lists of names") {
			for _, m := range v.Members {
				c.strings(m.Value)
			}
		}
	case shapeVocabulary:
		if c.is(v, document.Object, "an object of booleans") {
			for _, m := range v.Members {
				c.want(m.Value.Kind == document.Bool, m.Value, "%q must be a boolean", m.Name)
			}
		}
	}
}

// holdsSchemas reports whether subschemas live in values of the shape.
func (s shape) holdsSchemas() bool {
	switch s {
	case shapeSchema, shapeSchemaOrBool, shapeSchemaArray, shapeSchemaMap, shapeItems, shapeDependencies:
		return true
	}
	return false
}

// isSchema reports whether a value can be a schema in the draft: boolean schemas
// came with draft 6.
func isSchema(v *document.Node, draft Draft) bool {
	return v.Kind == document.Object || v.Kind == document.Bool && draft >= Draft6
}

func (c *shapeCheck) uri(s shape, v *document.Node) {
	if !c.is(v, document.String, "a URI") {
		return
	}
	u, err := parseURI(v.Text)
	switch {
	case err != nil:
		c.refuse(v, fmt.Sprintf("%q is not a URI: %v", v.Text, err))
	case s == shapeURI && u.scheme == "":
		c.refuse(v, fmt.Sprintf("%q is not an absolute URI", v.Text))
	case s == shapeResourceURI && u.fragment != "":
		c.refuse(v, fmt.Sprintf("%q has a fragment; a name inside the resource is written with \"$anchor\"", v.Text))
	}
}

// strings checks a list of different strings.
func (c *shapeCheck) strings(v *document.Node) {
	if !c.is(v, document.Array, "a list of strings") {
		return
	}
	seen := make(map[string]bool, len(v.Items))
	for _, item := range v.Items {
		if c.is(item, document.String, "a string") && seen[item.Text] {
			c.twice(item)
		}
		seen[item.Text] = item.Kind == document.String
	}
}

// typeNames are the values of "type", in the order of the bits of Types.
var typeNames = kind.TypeNames(1<<7 - 1)

// lookupType returns the bit of a type name, 0 when there is no such type.
func lookupType(name string) Types {
	if i := slices.Index(typeNames, name); i >= 0 {
		return 1 << i
	}
	return 0
}

// types checks a name of a type, or a list of different ones.
func (c *shapeCheck) types(v *document.Node) {
	names := v.Items
	switch {
	case v.Kind == document.String:
		names = []*document.Node{v}
	case v.Kind != document.Array:
		c.refuse(v, "must be a type name or a list of type names, not "+describe(v))
	case len(names) == 0:
		c.refuse(v, "must have at least one type name")
	}
	var seen Types
	for _, name := range names {
		var bit Types
		if name.Kind == document.String {
			bit = lookupType(name.Text)
		}
		switch {
		case bit == 0:
			message := describe(name) + " is not one of the types array, boolean, integer, null, number, object, string"
			if name.Kind == document.Null {
				message += `; quote the word: "null"`
			}
			c.refuse(name, message)
		case seen&bit != 0:
			c.twice(name)
		}
		seen |= bit
	}
}

// isAnchorName implements the syntax of plain names: 2019-09 Core section
// 8.2.3 allows ':' and wants a letter first, 2020-12 Core section 8.2.2 allows
// an underscore first.
func isAnchorName(s string, draft Draft) bool {
	letter := func(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
	for i := range len(s) {
		c := s[i]
		switch {
		case letter(c), c == '_' && draft >= Draft2020:
		case i > 0 && ('0' <= c && c <= '9' || c == '-' || c == '_' || c == '.' || c == ':' && draft == Draft2019):
		default:
			return false
		}
	}
	return s != ""
}

// describe names a value in a message, short enough to be read.
func describe(v *document.Node) string {
	switch v.Kind {
	case document.Null:
		return "null"
	case document.Bool:
		return strconv.FormatBool(v.Bool)
	case document.Number:
		return "the number " + ellipsis(v.Text)
	case document.String:
		return "the string " + strconv.Quote(ellipsis(v.Text))
	case document.Array:
		if len(v.Items) == 0 {
			return "an empty list"
		}
		return "a list"
	}
	return "an object"
}

// ellipsis cuts a long text at a character boundary.
func ellipsis(s string) string {
	const limit = 60
	if len(s) <= limit {
		return s
	}
	return strings.ToValidUTF8(s[:limit], "") + "…"
}

// sign returns the sign of a number in JSON spelling: -1, 0 or 1.
func sign(text string) int {
	return jsonvalue.TrustedNumber(text).Cmp(jsonvalue.Number{})
}

// count returns the value of a non-negative integer in any JSON spelling: 2,
// 2.0 and 0.2e1 are the same. What does not fit becomes the largest uint64: no
// document is long enough to tell.
func count(v *document.Node) (uint64, bool) {
	number := jsonvalue.TrustedNumber(v.Text)
	if v.Kind != document.Number || sign(v.Text) < 0 || !number.IsInteger() {
		return 0, false
	}
	if n, fits := number.Uint64(); fits {
		return n, true
	}
	return math.MaxUint64, true
}
