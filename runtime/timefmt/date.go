package timefmt

import (
	"strings"
	"time"

	"github.com/bindery-go/bindery/runtime/format"
)

// Date is an RFC 3339 full-date, a day of the Gregorian calendar.
type Date struct{ text string }

// ParseDate returns the date that text spells, or a *[ParseError].
func ParseDate(text string) (Date, error) {
	if !format.Date(text) {
		return Date{}, &ParseError{"date", text}
	}
	return Date{text}, nil
}

// TrustedDate returns the date that text spells without looking at it. It is for
// generated code, which has checked the format already.
func TrustedDate(text string) Date { return Date{text} }

// DateOf returns the date of t in its zone. A year outside 0 to 9999 has no RFC
// 3339 spelling; the text then is Go's, and Validate reports it.
func DateOf(t time.Time) Date { return Date{t.Format(time.DateOnly)} }

// String returns the text.
func (d Date) String() string { return d.text }

// IsZero reports whether d is the zero value, which has no text; 0001-01-01 is a
// date like any other.
func (d Date) IsZero() bool { return d.text == "" }

// Time returns the midnight in UTC that starts d. The zero value, or a text that
// is no date, gives the zero time.
func (d Date) Time() time.Time {
	if !format.Date(d.text) {
		return time.Time{}
	}
	return civil(d.text)
}

// Equal reports whether d and e are the same day.
func (d Date) Equal(e Date) bool { return d.text == e.text }

// Compare orders by day; the zero value comes first. Full-dates have one
// spelling and a fixed width, so their order is that of their texts.
func (d Date) Compare(e Date) int { return strings.Compare(d.text, e.text) }

// AppendJSON appends d as a JSON string.
func (d Date) AppendJSON(b []byte) []byte { return appendJSON(b, d.text) }

// MarshalJSON encodes d as a JSON string.
func (d Date) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil), nil }

// UnmarshalJSON reads a JSON string; the error for another text is a *[ParseError].
func (d *Date) UnmarshalJSON(data []byte) error {
	return unmarshalJSON(data, func(text string) (err error) {
		*d, err = ParseDate(text)
		return err
	})
}

// MarshalText returns the text.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.text), nil }

// UnmarshalText reads a full-date; the error for another text is a *[ParseError].
func (d *Date) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDate(string(text))
	return err
}
