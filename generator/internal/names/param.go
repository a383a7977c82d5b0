package names

import (
	"go/token"
	"go/types"
	"strings"
	"unicode"
)

// Unexported returns text as an identifier that starts with a small letter, as
// parameters and package variables do: "state-id" gives stateID, "URL" gives
// url. Keywords and predeclared names take a trailing underscore. The result
// is "" when text holds no letter or digit.
func (w Words) Unexported(text string) string {
	list := words(text)
	if len(list) == 0 {
		return ""
	}
	id := w.joined(strings.ToLower(list[0]), list[1:])
	if first := []rune(id)[0]; !unicode.IsLetter(first) || unicode.IsUpper(first) {
		id = "n" + id
	}
	if token.IsKeyword(id) || types.Universe.Lookup(id) != nil {
		id += "_"
	}
	return id
}
