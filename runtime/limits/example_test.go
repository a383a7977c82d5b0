package limits_test

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/limits"
)

func Example() {
	var c limits.Checker
	c.AtMost("max_iterations", "iterations", 120, 100, "")
	c.Size("max_value_kb", "variables.draft", limits.JSON("short"), 1, limits.KB)
	c.AtMost("max_depth", "tree", 40, -1, "") // below zero: no limit
	fmt.Println(c.Err())
	// Output: iterations: 120 of at most 100
}
