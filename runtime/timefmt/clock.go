package timefmt

import (
	"time"

	"github.com/bindery-go/bindery/runtime/format"
)

// Time is an RFC 3339 full-time, a time of day with its offset, in the spelling
// of its document.
type Time struct{ text string }

// ParseTime returns the time of day that text spells, or a *[ParseError].
func ParseTime(text string) (Time, error) {
	if !format.Time(text) {
		return Time{}, &ParseError{"time", text}
	}
	return Time{text}, nil
}

// TrustedTime returns the time of day that text spells without looking at it. It
// is for generated code, which has checked the format already.
func TrustedTime(text string) Time { return Time{text} }

// TimeOf returns the time of day of t in the shortest spelling that keeps its
// nanoseconds. An offset that RFC 3339 cannot spell becomes UTC.
func TimeOf(t time.Time) Time {
	return Time{withWholeMinutes(t).Format("15:04:05.999999999Z07:00")}
}

// String returns the text.
func (c Time) String() string { return c.text }

// IsZero reports whether c is the zero value, which has no text.
func (c Time) IsZero() bool { return c.text == "" }

// referenceDate is the day that package time gives a text without a date.
const referenceDate = "0000-01-01"

// Time returns the time of day on January 1 of year 0, the day that time.Parse
// uses where there is none, in the zone of its offset. A leap second becomes the
// first second of the next minute, and digits beyond nanoseconds are cut. The
// zero value, or a text that is no full-time, gives the zero time.
func (c Time) Time() time.Time {
	if !format.Time(c.text) {
		return time.Time{}
	}
	return c.instant().time()
}

// Equal reports whether c and e are the same time of day, however spelled.
func (c Time) Equal(e Time) bool { return c.Compare(e) == 0 }

// Compare orders as if both times were of the same date in their own zones, leap
// seconds and all fraction digits included. Values without a valid text come
// first and are equal.
func (c Time) Compare(e Time) int {
	return compareTexts(c.text, e.text, format.Time[string], func(text string) instant { return Time{text}.instant() })
}

func (c Time) instant() instant { return instantOf(referenceDate, c.text) }

// AppendJSON appends c as a JSON string.
func (c Time) AppendJSON(b []byte) []byte { return appendJSON(b, c.text) }

// MarshalJSON encodes c as a JSON string.
func (c Time) MarshalJSON() ([]byte, error) { return c.AppendJSON(nil), nil }

// UnmarshalJSON reads a JSON string; the error for another text is a *[ParseError].
func (c *Time) UnmarshalJSON(data []byte) error {
	return unmarshalJSON(data, func(text string) (err error) {
		*c, err = ParseTime(text)
		return err
	})
}

// MarshalText returns the text.
func (c Time) MarshalText() ([]byte, error) { return []byte(c.text), nil }

// UnmarshalText reads a full-time; the error for another text is a *[ParseError].
func (c *Time) UnmarshalText(text []byte) (err error) {
	*c, err = ParseTime(string(text))
	return err
}
