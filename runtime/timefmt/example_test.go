package timefmt_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/timefmt"
)

// A date-time keeps the spelling of its document and compares as an instant.
func Example() {
	here, err := timefmt.ParseDateTime("2026-01-25T11:30:00.0+01:00")
	if err != nil {
		panic(err)
	}
	utc := timefmt.DateTimeOf(here.Time().UTC())
	fmt.Println(here, utc, here.Equal(utc))
	_, err = timefmt.ParseDateTime("2026-02-30T00:00:00Z")
	fmt.Println(err)
	// Output:
	// 2026-01-25T11:30:00.0+01:00 2026-01-25T10:30:00Z true
	// timefmt: "2026-02-30T00:00:00Z" is not an RFC 3339 date-time
}
