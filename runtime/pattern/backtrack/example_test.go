package backtrack_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/pattern/backtrack"
)

// A pattern with a back-reference: the quotes must be the same.
func Example() {
	quoted := backtrack.Regexp{Text: `^(["']).*\1$`}
	fmt.Println(quoted.MatchString(`"yes"`))
	fmt.Println(quoted.MatchString(`"no'`))
	// Output:
	// true <nil>
	// false <nil>
}
