package jsonvalue

import (
	"encoding/base64"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Base64 is a string with contentEncoding base64. It keeps the text, since JSON
// Schema only annotates the encoding: a string that is not Base64 is valid and
// must survive decoding and encoding.
type Base64 struct {
	text string
}

// Base64Text returns the Base64 of a text that may or may not decode.
func Base64Text(text string) Base64 { return Base64{text} }

// FromBytes encodes b with the standard alphabet and padding (RFC 4648
// section 4).
func FromBytes(b []byte) Base64 { return Base64{base64.StdEncoding.EncodeToString(b)} }

// Text returns the encoded text.
func (b Base64) Text() string { return b.text }

// String is Text, for printing.
func (b Base64) String() string { return b.text }

// Equal reports whether the texts are the same; those of the same bytes may differ.
func (b Base64) Equal(c Base64) bool { return b == c }

// IsZero reports whether the text is empty.
func (b Base64) IsZero() bool { return b.text == "" }

// Bytes decodes the text. Line breaks are skipped (RFC 2045 section 6.8, to which
// JSON Schema refers); the URL-safe alphabet (RFC 4648 section 5) and missing
// padding are accepted too; a mixture of alphabets and bits left over are not.
// The error is a base64.CorruptInputError.
func (b Base64) Bytes() ([]byte, error) {
	encoding := base64.StdEncoding
	if strings.ContainsAny(b.text, "-_") {
		encoding = base64.URLEncoding
	}
	if !strings.HasSuffix(strings.TrimRight(b.text, "\r\n"), "=") {
		encoding = encoding.WithPadding(base64.NoPadding)
	}
	return encoding.Strict().DecodeString(b.text)
}

// Append writes the text as a JSON string.
func (b Base64) Append(e *jsonscan.Encoder) { e.String(b.text) }

// MarshalJSON returns the text as a JSON string.
func (b Base64) MarshalJSON() ([]byte, error) {
	e := jsonscan.GetEncoder()
	b.Append(e)
	return e.Finish()
}

// UnmarshalJSON takes a string. The error is a *SyntaxError or a *KindError.
func (b *Base64) UnmarshalJSON(data []byte) error {
	v, err := Parse(data)
	if err != nil {
		return err
	}
	text, ok := v.Str()
	if !ok {
		return &KindError{Want: jsonscan.KindString, Got: v.Kind()}
	}
	b.text = text
	return nil
}
