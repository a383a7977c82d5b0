package model

import "github.com/bindery-go/bindery/generator/internal/lists"

// The kinds of types that keep the text of strings.
const (
	DateTime TypeKind = firstText + iota
	Date
	Time
	Base64
)

// Text is a Go type that keeps the text of a string and knows more of it. All
// that the stages have to know of one is its row of the table.
type Text struct {
	Kind TypeKind
	// Format is the asserted format, Encoding the contentEncoding, of strings
	// that are of the type.
	Format, Encoding string
	// Package is below runtime/, Name that of the type, and of its codec in
	// runtime/gen/compact. Make is the function of the package that makes a value
	// of a text which has been checked.
	Package, Name, Make string
	// Method returns the text. Appends: the type has a method Append, which writes
	// it to an encoder.
	Method  string
	Appends bool
	Size    int // bytes of a value
}

var texts = []*Text{
	{DateTime, "date-time", "", "timefmt", "DateTime", "TrustedDateTime", "String", false, 40},
	{Date, "date", "", "timefmt", "Date", "TrustedDate", "String", false, 40},
	{Time, "time", "", "timefmt", "Time", "TrustedTime", "String", false, 40},
	{Base64, "", "base64", "jsonvalue", "Base64", "Base64Text", "Text", true, 16},
}

// Text returns the row of a kind, nil for one that is not a type of texts.
func (k TypeKind) Text() *Text {
	return lists.First(texts, func(t *Text) bool { return t.Kind == k })
}

// TextOfFormat returns the type of strings in a format; nil for none.
func TextOfFormat(format string) *Text {
	return lists.First(texts, func(t *Text) bool { return t.Format == format && format != "" })
}

// TextOfEncoding returns the type of strings in a contentEncoding; nil for none.
func TextOfEncoding(encoding string) *Text {
	return lists.First(texts, func(t *Text) bool { return t.Encoding == encoding && encoding != "" })
}
