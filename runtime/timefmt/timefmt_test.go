package timefmt_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/timefmt"
)

func TestDateTimeKeepsItsSpelling(t *testing.T) {
	for _, text := range []string{
		"2023-07-04T08:15:00Z", "2023-07-04t08:15:00z", "2023-07-04T08:15:00.120Z", "2023-07-04T08:15:00+00:00",
		"2023-07-04T08:15:00-00:00", "1990-12-31T23:59:60Z", "0000-01-01T00:00:00.000000000000000001+23:59",
	} {
		var d timefmt.DateTime
		if err := json.Unmarshal([]byte(`"`+text+`"`), &d); err != nil {
			t.Error(err)
			continue
		}
		if out, err := json.Marshal(d); err != nil || string(out) != `"`+text+`"` {
			t.Errorf("%s became %s, %v", text, out, err)
		}
		var fromText timefmt.DateTime
		if err := fromText.UnmarshalText([]byte(text)); err != nil || fromText != d || d.String() != text || d.IsZero() {
			t.Errorf("%s read as text: %v, %v", text, fromText, err)
		}
	}
}

func TestDateTimeTime(t *testing.T) {
	for text, want := range map[string]time.Time{
		"2023-07-04t08:15:00z":                 time.Date(2023, 7, 4, 8, 15, 0, 0, time.UTC),
		"2023-07-04T08:15:00.1234567899+05:30": time.Date(2023, 7, 4, 2, 45, 0, 123456789, time.UTC),
		"2023-07-04T23:15:00.5-08:00":          time.Date(2023, 7, 5, 7, 15, 0, 500000000, time.UTC),
		"1990-12-31T23:59:60Z":                 time.Date(1991, 1, 1, 0, 0, 0, 0, time.UTC),
		"0000-02-29T00:00:00Z":                 time.Date(0, 2, 29, 0, 0, 0, 0, time.UTC),
		"1969-12-31T23:59:59.9Z":               time.Date(1969, 12, 31, 23, 59, 59, 900000000, time.UTC),
	} {
		d, err := timefmt.ParseDateTime(text)
		if err != nil {
			t.Error(err)
			continue
		}
		if got := d.Time(); !got.Equal(want) {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
	d, _ := timefmt.ParseDateTime("2023-07-04T08:15:00+05:30")
	if got := d.Time().Format(time.RFC3339); got != d.String() {
		t.Errorf("the offset was lost: %s", got)
	}
	for _, d := range []timefmt.DateTime{{}, timefmt.TrustedDateTime("soon")} {
		if !d.Time().IsZero() {
			t.Errorf("%q has a time", d)
		}
	}
}

func TestDateTimeOf(t *testing.T) {
	for _, c := range []struct {
		time time.Time
		want string
	}{
		{time.Date(2023, 7, 4, 8, 15, 0, 120000000, time.UTC), "2023-07-04T08:15:00.12Z"},
		{time.Date(2023, 7, 4, 8, 15, 0, 0, time.FixedZone("", -3*3600)), "2023-07-04T08:15:00-03:00"},
		{time.Date(1850, 1, 1, 0, 0, 0, 0, time.FixedZone("LMT", 561)), "1849-12-31T23:50:39Z"},
		{time.Date(2023, 7, 4, 8, 15, 0, 0, time.FixedZone("", 25*3600)), "2023-07-03T07:15:00Z"},
	} {
		d := timefmt.DateTimeOf(c.time)
		if d.String() != c.want {
			t.Errorf("got %s, want %s", d, c.want)
		}
		if !d.Time().Equal(c.time) {
			t.Errorf("%s is not %v", d, c.time)
		}
	}
	if _, err := timefmt.ParseDateTime(timefmt.DateTimeOf(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)).String()); err == nil {
		t.Error("the year 10000 has an RFC 3339 spelling")
	}
}

func TestDateTimeOrder(t *testing.T) {
	ordered := []string{
		"", "0000-01-01T00:00:00Z", "1990-12-31T23:59:59.999Z", "1990-12-31T23:59:60Z", "1990-12-31T23:59:60.5Z", "1991-01-01T00:00:00Z",
		"2023-07-04T08:15:00.1Z", "2023-07-04T08:15:00.10000000000000000001Z", "2023-07-04T08:15:00.2Z", "2023-07-04T08:15:00-00:01",
	}
	for i, a := range ordered {
		for j, b := range ordered {
			got := timefmt.TrustedDateTime(a).Compare(timefmt.TrustedDateTime(b))
			if want := min(1, max(-1, i-j)); got != want {
				t.Errorf("%q against %q: %d", a, b, got)
			}
		}
	}
	same := []string{"2023-07-04T08:15:00Z", "2023-07-04t08:15:00.000z", "2023-07-04T10:15:00+02:00", "2023-07-04T08:15:00-00:00"}
	for _, text := range same {
		if a, b := timefmt.TrustedDateTime(text), timefmt.TrustedDateTime(same[0]); !a.Equal(b) || text != same[0] && a == b {
			t.Errorf("%s and %s", a, b)
		}
	}
}

func TestTime(t *testing.T) {
	c, err := timefmt.ParseTime("08:15:00.5+02:00")
	if err != nil {
		t.Fatal(err)
	}
	want, err := time.Parse("15:04:05Z07:00", "08:15:00.5+02:00")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Time(); !got.Equal(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := timefmt.TimeOf(want); got != c {
		t.Errorf("got %v, want %v", got, c)
	}
	leap, later := timefmt.TrustedTime("23:59:60Z"), timefmt.TrustedTime("23:59:60.1z")
	if leap.Compare(later) != -1 || !leap.Equal(timefmt.TrustedTime("23:59:60.0Z")) || leap.Equal(later) {
		t.Error("leap seconds are not in order")
	}
	if !(timefmt.Time{}).IsZero() || !(timefmt.Time{}).Time().IsZero() {
		t.Error("the zero value has a time")
	}
}

func TestDate(t *testing.T) {
	d, err := timefmt.ParseDate("0001-01-01")
	if err != nil {
		t.Fatal(err)
	}
	if d.IsZero() || !(timefmt.Date{}).IsZero() {
		t.Error("the first day of the calendar must not count as absent")
	}
	day := time.Date(2024, 2, 29, 23, 0, 0, 0, time.FixedZone("", -5*3600))
	leap := timefmt.DateOf(day)
	if leap.String() != "2024-02-29" || leap.Time() != time.Date(2024, 2, 29, 0, 0, 0, 0, time.UTC) {
		t.Errorf("%v, %v", leap, leap.Time())
	}
	if !(timefmt.Date{}).Time().IsZero() {
		t.Error("the zero value has a time")
	}
	dates := []timefmt.Date{leap, {}, d}
	slices.SortFunc(dates, timefmt.Date.Compare)
	if !dates[0].IsZero() || !dates[1].Equal(d) || !dates[2].Equal(leap) {
		t.Errorf("order %v", dates)
	}
}

func TestInvalidTexts(t *testing.T) {
	var (
		d timefmt.DateTime
		c timefmt.Time
		y timefmt.Date
	)
	for _, target := range []interface {
		UnmarshalJSON([]byte) error
		UnmarshalText([]byte) error
	}{&d, &c, &y} {
		var invalid *timefmt.ParseError
		if err := target.UnmarshalJSON([]byte(`"soon"`)); !errors.As(err, &invalid) || invalid.Text != "soon" {
			t.Errorf("%T: %v", target, err)
		}
		if err := target.UnmarshalText([]byte("soon")); !errors.As(err, &invalid) {
			t.Errorf("%T: %v", target, err)
		}
		if err := target.UnmarshalJSON([]byte(`17`)); err == nil {
			t.Errorf("%T took a number", target)
		}
		if err := target.UnmarshalJSON([]byte(`null`)); err != nil {
			t.Errorf("%T: %v", target, err)
		}
	}
	if err := y.UnmarshalJSON([]byte(`"2023\u002d07-04"`)); err != nil || y.String() != "2023-07-04" {
		t.Errorf("an escaped text: %v, %v", y, err)
	}
}

// FuzzDateTime compares with package time, which reads no leap seconds.
func FuzzDateTime(f *testing.F) {
	f.Add("2023-07-04T08:15:00.120Z", "2023-07-04t08:15:00-08:00")
	f.Add("1990-12-31T23:59:60Z", "0000-01-01T00:00:00Z")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, errX := timefmt.ParseDateTime(a)
		y, errY := timefmt.ParseDateTime(b)
		if errX != nil || errY != nil {
			return
		}
		if got, want := x.Compare(y), -y.Compare(x); got != want {
			t.Errorf("%q, %q: %d and %d", a, b, got, want)
		}
		if order := x.Compare(y) * x.Time().Compare(y.Time()); order < 0 {
			t.Errorf("%q, %q: Compare and Time disagree", a, b)
		}
		if want, err := time.Parse(time.RFC3339, a); err == nil && !want.Equal(x.Time()) {
			t.Errorf("%q is %v, want %v", a, x.Time(), want)
		}
		// The leap second at the end of the year 9999 becomes the year 10000.
		if again := timefmt.DateTimeOf(x.Time()); !again.Time().Equal(x.Time()) && x.Time().Year() < 10000 {
			t.Errorf("%q came back as %q", a, again)
		}
	})
}
