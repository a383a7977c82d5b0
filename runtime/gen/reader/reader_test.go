package reader_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/gen/reader"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

type (
	kind   string
	count  uint8
	amount float64
	flag   bool
)

// run has members as generated code reads them.
type run struct {
	kind   *kind
	count  *count
	number *int64
	amount *amount
	flag   *flag
	at     *timefmt.DateTime
	list   []kind
}

func read[V any](p *V) (v V, ok bool) {
	if p == nil {
		return v, false
	}
	return *p, true
}

func readKind(x *run) (kind, bool)           { return read(x.kind) }
func readCount(x *run) (count, bool)         { return read(x.count) }
func readNumber(x *run) (int64, bool)        { return read(x.number) }
func readAmount(x *run) (amount, bool)       { return read(x.amount) }
func readFlag(x *run) (flag, bool)           { return read(x.flag) }
func readAt(x *run) (timefmt.DateTime, bool) { return read(x.at) }
func readList(x *run) ([]kind, bool)         { return x.list, x.list != nil }

func Example() {
	x := run{kind: new(kind("quick")), count: new(count(3))}
	fmt.Println(reader.Text(readKind)(&x))
	fmt.Println(reader.Int(readCount)(&x))
	fmt.Println(reader.Digits(readNumber)(&x))
	// Output:
	// quick true
	// 3 true
	// 0 false
}

func TestReaders(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	full := &run{new(kind("a")), new(count(200)), new(int64(-7)), new(amount(1.5)), new(flag(true)), new(timefmt.DateTimeOf(at)), []kind{"a", "b"}}
	all := func(x *run) string {
		text, _ := reader.Text(readKind)(x)
		n, _ := reader.Int(readCount)(x)
		f, _ := reader.Float(readAmount)(x)
		whole, _ := reader.Float(readNumber)(x)
		b, _ := reader.Bool(readFlag)(x)
		digits, _ := reader.Digits(readNumber)(x)
		length, ok := reader.Length(readList)(x)
		return fmt.Sprintln(text, n, f, whole, b, digits, length, ok, reader.Of(readKind)(x), reader.Time(readAt)(x).Equal(at))
	}
	if got := all(full); got != "a 200 1.5 -7 true -7 2 true a true\n" {
		t.Error(got)
	}
	if got := all(&run{}); got != " 0 0 0 false 0 0 false  false\n" {
		t.Error(got)
	}
	if !reader.Time(readAt)(&run{}).IsZero() {
		t.Error("a moment that is absent")
	}
}

func TestNotBefore(t *testing.T) {
	const later = "2026-01-02T03:04:05.0000000009Z" // of what a time.Time cannot say
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for _, test := range []struct {
		x    *run
		want string
	}{
		{&run{}, "2026-01-02T03:04:05Z"},
		{&run{at: new(timefmt.DateTimeOf(now.Add(-time.Hour)))}, "2026-01-02T03:04:05Z"},
		{&run{at: new(timefmt.TrustedDateTime("2026-01-02T05:04:06+02:00"))}, "2026-01-02T05:04:06+02:00"},
		{&run{at: new(timefmt.TrustedDateTime(later))}, later},
	} {
		if got := reader.NotBefore(now, test.x, readAt, readAt); got.String() != test.want {
			t.Errorf("%v, want %s", got, test.want)
		}
	}
}

func TestLast(t *testing.T) {
	if reader.Last([]int(nil)) != nil || *reader.Last([]int{1, 2}) != 2 {
		t.Error("not the last element")
	}
}
