package syntax_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

func ExampleParse() {
	_, err := syntax.Parse(`^\p{Lu}[a-z]{2,}$`, syntax.Unicode)
	fmt.Println(err)
	_, err = syntax.Parse(`^(a|b$`, syntax.Unicode)
	fmt.Println(err)
	// Output:
	// <nil>
	// regular expression "^(a|b$": unmatched ( at offset 1
}
