package format

import "github.com/bindery-go/bindery/runtime/pattern/syntax"

// Regex reports whether s is a regular expression of ECMA-262. JSON Schema reads
// patterns with the u flag (2020-12 core, section 6.4), which forbids what many
// schemas escape without need, as in \- and \_. That is accepted, for drafts
// before 2020-12 speak of no flag; \Z and other letters without a meaning are
// not. It allocates where groups have names.
func Regex[T Text](s T) bool {
	valid, doubtful := syntax.Check([]byte(s), syntax.Legacy)
	return valid && !doubtful
}
