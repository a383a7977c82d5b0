package pattern_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/pattern"
)

// A pattern is compiled when it is first used, and any number of goroutines may
// use it.
func Example() {
	runID := pattern.RE2{Text: `^run-[0-9]{4}$`}
	fmt.Println(runID.MatchString("run-0042"), runID.MatchString("run-42"))
	// Output: true false
}
