package gofile

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/bindery-go/bindery/generator/internal/visible"
	"github.com/dave/jennifer/jen"
)

// Quote returns text as a Go string literal.
func Quote(text string) *jen.Statement { return jen.Id(visible.Quote(text)) }

// Int returns n as a Go literal.
func Int(n int) *jen.Statement { return jen.Id(strconv.Itoa(n)) }

// Select returns the selector x.name of a variable. It is one part of the tree
// that jennifer prints, as Quote and Int are, where jen.Id(x).Dot(name) is three:
// emitters write very many.
func Select(x, name string) *jen.Statement { return jen.Id(x + "." + name) }

// Pointer returns the declaration of x as a pointer to a type, one part as well.
func Pointer(x, typ string) *jen.Statement { return jen.Id(x + " *" + typ) }

// Method returns the head of a method as text: with jen.Id it is one part.
func Method(receiver, signature string) string { return "func (" + receiver + ") " + signature }

// Fixed returns statements that are the same in all files, and name no package,
// as one part. Nothing may be appended to it.
func Fixed(code *jen.Statement) *jen.Statement { return jen.Id(code.GoString()) }

// Tag returns the struct tag of a field that encoding/json calls name, with
// its options ("omitempty", "omitzero"). A name that a json tag cannot express
// (encoding/json ignores quotes, backslashes, commas, most symbols and the
// empty name) has no tag: the result prints nothing.
func Tag(name string, options ...string) *jen.Statement {
	if !taggable(name) {
		return jen.Null()
	}
	value := name
	if len(options) > 0 {
		value += "," + strings.Join(options, ",")
	} else if name == "-" {
		// "-" alone would leave the field out. With a comma encoding/json takes
		// it as the name. Staticcheck (SA5008) would have '-', which only version
		// 2 of encoding/json reads.
		value = "-,"
	}
	return jen.Tag(map[string]string{"json": visible.Text(value)}) // reflect resolves the escapes
}

// IgnoredTag returns the tag of a field that encoding/json passes over.
func IgnoredTag() *jen.Statement { return jen.Tag(map[string]string{"json": "-"}) }

// taggable reports whether encoding/json takes name from a tag as it is.
func taggable(name string) bool {
	for _, r := range name {
		if !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return name != ""
}
