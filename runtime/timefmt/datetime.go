package timefmt

import (
	"time"

	"github.com/bindery-go/bindery/runtime/format"
)

// DateTime is an RFC 3339 date-time in the spelling of its document.
type DateTime struct{ text string }

// ParseDateTime returns the date-time that text spells, or a *[ParseError].
func ParseDateTime(text string) (DateTime, error) {
	if !format.DateTime(text) {
		return DateTime{}, &ParseError{"date-time", text}
	}
	return DateTime{text}, nil
}

// TrustedDateTime returns the date-time that text spells without looking at it.
// It is for generated code, which has checked the format already.
func TrustedDateTime(text string) DateTime { return DateTime{text} }

// DateTimeOf returns t in the shortest spelling that keeps its nanoseconds. An
// offset that RFC 3339 cannot spell becomes UTC. A year outside 0 to 9999 has no
// RFC 3339 spelling at all; the text then is Go's, and Validate reports it.
func DateTimeOf(t time.Time) DateTime {
	return DateTime{withWholeMinutes(t).Format(time.RFC3339Nano)}
}

// String returns the text.
func (d DateTime) String() string { return d.text }

// IsZero reports whether d is the zero value, which has no text.
func (d DateTime) IsZero() bool { return d.text == "" }

// Time returns d as a time.Time in the zone of its offset. A leap second becomes
// the first second of the next minute, and digits beyond nanoseconds are cut.
// The zero value, or a text that is no date-time, gives the zero time.
func (d DateTime) Time() time.Time {
	if !format.DateTime(d.text) {
		return time.Time{}
	}
	return d.instant().time()
}

// Equal reports whether d and e are the same instant, however spelled.
func (d DateTime) Equal(e DateTime) bool { return d.Compare(e) == 0 }

// Compare orders by instant, leap seconds and all fraction digits included.
// Values without a valid text come first and are equal.
func (d DateTime) Compare(e DateTime) int {
	return compareTexts(d.text, e.text, format.DateTime[string], func(text string) instant { return DateTime{text}.instant() })
}

func (d DateTime) instant() instant {
	const timeAt = len("2006-01-02T")
	return instantOf(d.text[:timeAt-1], d.text[timeAt:])
}

// AppendJSON appends d as a JSON string.
func (d DateTime) AppendJSON(b []byte) []byte { return appendJSON(b, d.text) }

// MarshalJSON encodes d as a JSON string.
func (d DateTime) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil), nil }

// UnmarshalJSON reads a JSON string; the error for another text is a *[ParseError].
func (d *DateTime) UnmarshalJSON(data []byte) error {
	return unmarshalJSON(data, func(text string) (err error) {
		*d, err = ParseDateTime(text)
		return err
	})
}

// MarshalText returns the text.
func (d DateTime) MarshalText() ([]byte, error) { return []byte(d.text), nil }

// UnmarshalText reads a date-time; the error for another text is a *[ParseError].
func (d *DateTime) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDateTime(string(text))
	return err
}
