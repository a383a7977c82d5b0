package naming

import (
	"cmp"
	"strings"
	"unicode"

	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// Matchers names the functions that match patterns, after what each is first
// used for.
func Matchers(words names.Words, patterns []*plan.Pattern, uses map[*plan.Pattern]string) {
	taken := Taken{}
	for _, p := range patterns {
		name := cmp.Or(shortened(uses[p]), shortened(words.Exported(p.Text)), "Pattern")
		if isPart(name) {
			name += "Text"
		}
		p.Func = taken.Unique("match" + name)
	}
}

// isPart reports whether a name ends like those of the functions that matchers
// are made of.
func isPart(name string) bool {
	return strings.HasSuffix(name, "At") || strings.HasSuffix(strings.TrimRightFunc(name, unicode.IsUpper)+"_", "Part_")
}

// shortened keeps the names of matchers readable.
func shortened(name string) string {
	const most = 32
	if r := []rune(name); len(r) > most {
		return string(r[:most])
	}
	return name
}
