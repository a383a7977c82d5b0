package ecma

import (
	"errors"
	"strings"

	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// foreign are openings of groups that other dialects of regular expressions know, and what
// says the same in ECMA-262, which has no flags within a pattern that all engines know.
var foreign = []struct{ opening, instead string }{
	{"(?P<", "name groups by (?<name>…)"},
	{"(?P=", `refer to a group by \k<name>`},
	{"(?#", "remove the comment"},
	{"(?>", "write (?:…)"},
	{"(?s", `remove the flag, and write [\s\S] in the place of . where it is to be a line break, too`},
	{"(?i", "remove the flag, and write both cases of a letter, as in [Aa][Bb]"},
	{"(?m", `remove the flag, and write (?:^|\n) for the start of a line, (?:$|\n) for its end`},
	{"(?x", "remove the flag, white space and comments"},
	{"(?-", "remove the flag"},
}

// Instead says what to write in the place of what other dialects know at the place of an
// error; "" for others.
func Instead(err error) string {
	var at *syntax.Error
	if !errors.As(err, &at) || at.Offset > len(at.Pattern) {
		return ""
	}
	for _, f := range foreign {
		if strings.HasPrefix(at.Pattern[at.Offset:], f.opening) {
			return f.instead
		}
	}
	return ""
}
