package validate_test

import (
	"errors"
	"fmt"

	"github.com/bindery-go/bindery/gen/socialrl"
	"github.com/bindery-go/bindery/runtime/validate"
)

// The validators of a generated package list all violations, each with its
// place in the document and in the schema.
func Example() {
	err := socialrl.ValidatePolicyState([]byte("{\n  \"policies\": {}\n}"))
	var invalid *validate.Error
	if errors.As(err, &invalid) {
		for _, v := range invalid.Violations {
			fmt.Printf("%d:%d %q: %s\n", v.Line, v.Column, v.InstanceLocation, v.Message)
		}
	}
	// Output:
	// 2:15 "/policies": must be an array, but is {}
}
