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
	// Import is the path of the package that declares the type, Name. Its method
	// String returns the text. Make is the function of the package that makes a
	// value of a text, which may still be found not to be valid: it takes any.
	Import, Name, Make string
}

// Runtime is where the packages are that generated code uses.
const Runtime = "github.com/bindery-go/bindery/runtime/"

// Texts are all types that keep the text of strings.
var Texts = []*Text{
	{DateTime, "date-time", "", Runtime + "timefmt", "DateTime", "TrustedDateTime"},
	{Date, "date", "", Runtime + "timefmt", "Date", "TrustedDate"},
	{Time, "time", "", Runtime + "timefmt", "Time", "TrustedTime"},
	{Base64, "", "base64", Runtime + "jsonvalue", "Base64", "Base64Text"},
}

// Text returns the row of a kind, nil for one that is not a type of texts.
func (k TypeKind) Text() *Text {
	return lists.First(Texts, func(t *Text) bool { return t.Kind == k })
}

// TextOfFormat returns the type of strings in a format; nil for none.
func TextOfFormat(format string) *Text {
	return lists.First(Texts, func(t *Text) bool { return t.Format == format && format != "" })
}

// TextOfEncoding returns the type of strings in a contentEncoding; nil for none.
func TextOfEncoding(encoding string) *Text {
	return lists.First(Texts, func(t *Text) bool { return t.Encoding == encoding && encoding != "" })
}
