package timefmt

import (
	"cmp"
	"strings"
	"time"
)

// instant is what a date-time means, in full: time.Time has no leap second and
// no fraction finer than a nanosecond.
type instant struct {
	minute   int64  // minutes since 1970-01-01T00:00Z
	second   int    // 0 to 60
	fraction string // digits without trailing zeros
	offset   int    // minutes east of UTC
}

// instantOf reads an RFC 3339 date-time that is already known to be valid.
func instantOf(date, clock string) instant {
	day := civil(date).Unix() / (24 * 60 * 60)
	at := instant{second: number(clock[6:8])}
	rest := clock[8:]
	if rest[0] == '.' {
		end := strings.IndexAny(rest, "Zz+-")
		at.fraction = strings.TrimRight(rest[1:end], "0")
		rest = rest[end:]
	}
	if len(rest) > 1 {
		at.offset = number(rest[1:3])*60 + number(rest[4:6])
		if rest[0] == '-' {
			at.offset = -at.offset
		}
	}
	at.minute = day*24*60 + int64(number(clock[0:2])*60+number(clock[3:5])-at.offset)
	return at
}

// compare orders instants. A fraction without trailing zeros orders as text.
func (a instant) compare(b instant) int {
	return cmp.Or(cmp.Compare(a.minute, b.minute), cmp.Compare(a.second, b.second), cmp.Compare(a.fraction, b.fraction))
}

// time returns the instant in its own zone; a leap second becomes the first
// second of the next minute, a finer fraction is cut to nanoseconds.
func (a instant) time() time.Time {
	nanoseconds := number((a.fraction + "000000000")[:9])
	t := time.Unix(a.minute*60+int64(a.second), int64(nanoseconds))
	if a.offset == 0 {
		return t.UTC()
	}
	return t.In(time.FixedZone("", a.offset*60))
}

// civil returns the midnight in UTC that starts a valid full-date.
func civil(date string) time.Time {
	return time.Date(number(date[0:4]), time.Month(number(date[5:7])), number(date[8:10]), 0, 0, 0, 0, time.UTC)
}

// number reads decimal digits.
func number(digits string) int {
	n := 0
	for i := range len(digits) {
		n = n*10 + int(digits[i]-'0')
	}
	return n
}

// withWholeMinutes returns t in a zone that RFC 3339 can spell: its own, or UTC
// where its offset has seconds or reaches a day.
func withWholeMinutes(t time.Time) time.Time {
	if _, offset := t.Zone(); offset%60 != 0 || offset <= -24*60*60 || offset >= 24*60*60 {
		return t.UTC()
	}
	return t
}

// compareTexts orders two texts by the instants that they spell. An invalid text
// comes first.
func compareTexts(a, b string, valid func(string) bool, read func(string) instant) int {
	if a == b {
		return 0
	}
	switch validA, validB := valid(a), valid(b); {
	case validA && validB:
		return read(a).compare(read(b))
	case validA:
		return 1
	case validB:
		return -1
	}
	return 0
}
