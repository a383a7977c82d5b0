package gofile

import (
	"strconv"
	"strings"
	"unicode"

	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Quote returns text as a Go string literal.
func Quote(text string) *jen.Statement { return jen.Id(visible.Quote(text)) }

// QuoteRaw is Quote, between backquotes for text with quotes in it, where that says the
// same: it has nothing but printable ASCII.
func QuoteRaw(text string) *jen.Statement {
	isOther := func(r rune) bool { return r < ' ' || r > '~' || r == '`' }
	if !strings.Contains(text, `"`) || strings.ContainsFunc(text, isOther) {
		return Quote(text)
	}
	return jen.Id("`" + text + "`")
}

// Int returns n as a Go literal.
func Int(n int) *jen.Statement { return jen.Id(strconv.Itoa(n)) }

// Select returns the selector x.name of a variable. It is one part of the tree
// that jennifer prints, as Quote and Int are, where jen.Id(x).Dot(name) is three:
// emitters write very many.
func Select(x, name string) *jen.Statement { return jen.Id(x + "." + name) }

// Pointer returns the declaration of x as a pointer to a type, one part as well.
func Pointer(x, typ string) *jen.Statement { return jen.Id(x + " *" + typ) }

// Data declares the parameter that is the text of a document.
func Data() *jen.Statement { return jen.Id("data").Index().Byte() }

// Method returns the head of a method as one part: its signature names no package.
func Method(receiver, signature string) *jen.Statement {
	return jen.Id("func (" + receiver + ") " + signature)
}

// Sealed returns an interface that only types with a method of this name have, on one
// line.
func Sealed(method string) *jen.Statement { return jen.Id("interface{ " + method + "() }") }

// Unmarshaler returns the interface of what reads JSON, on one line.
func Unmarshaler() *jen.Statement { return jen.Id("interface{ UnmarshalJSON([]byte) error }") }

// Keyed returns an element of a composite literal with its key.
func Keyed(key string, value jen.Code) *jen.Statement { return jen.Id(key + ":").Add(value) }

// OnLine returns the body of a function that stands on the line of its head, if it fits.
func OnLine(statements ...jen.Code) *jen.Statement {
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ";"}, statements...)
}

// Fixed returns statements that are the same in all files, and name no package,
// as one part. Nothing may be appended to it.
func Fixed(code *jen.Statement) *jen.Statement { return jen.Id(code.GoString()) }

// Tag returns the struct tag of a field that encoding/json calls name, with
// its options ("omitempty", "omitzero"). A name that a json tag cannot express
// (encoding/json ignores quotes, backslashes, commas, most symbols and the
// empty name) has no such tag. Others are further tags by key; without any the
// result prints nothing.
func Tag(others map[string]string, name string, options ...string) *jen.Statement {
	tags := map[string]string{}
	for key, value := range others {
		tags[key] = visible.Text(value)
	}
	if !Taggable(name) {
		return jen.Tag(tags)
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
	tags["json"] = visible.Text(value) // reflect resolves the escapes
	return jen.Tag(tags)
}

// IgnoredTag returns the tag of a field that encoding/json passes over, as do the
// readers of some other keys.
func IgnoredTag(others ...string) *jen.Statement {
	tags := map[string]string{"json": "-"}
	for _, key := range others {
		tags[key] = "-"
	}
	return jen.Tag(tags)
}

// Taggable reports whether encoding/json takes name from a tag as it is.
func Taggable(name string) bool {
	return name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", r) && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	})
}
