package format_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/format"
)

func Example() {
	fmt.Println(format.Date("2024-02-29"), format.Date("2023-02-29"))
	fmt.Println(format.IPv6("::ffff:192.0.2.1"), format.UUID("not-a-uuid"))
	if check, ok := format.Lookup[string]("uri"); ok {
		fmt.Println(check("https://example.com/a?b#c"), check("//example.com"))
	}
	// Output:
	// true false
	// true false
	// true false
}
