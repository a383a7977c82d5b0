package idn_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/format/idn"
)

func Example() {
	fmt.Println(idn.IDNHostname("bücher.example"), idn.IDNHostname("-bücher.example"))
	fmt.Println(idn.Hostname("xn--bcher-kva.example"), idn.Hostname("xn--x"))
	// Output:
	// true false
	// true false
}
