package format

import "github.com/bindery-go/bindery/runtime/pattern/syntax"

// Regex reports whether s is a regular expression of ECMA-262 with the u flag,
// which is how JSON Schema reads patterns (2020-12 core, section 6.4). It parses
// s into a tree, so unlike the other checkers it allocates.
func Regex[T Text](s T) bool {
	_, err := syntax.Parse(string(s), syntax.Unicode)
	return err == nil
}
