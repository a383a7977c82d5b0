package table

import (
	"github.com/bindery-go/bindery/generator/internal/ecma"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/dave/jennifer/jen"
)

// refs knows the functions of the generated package that the table points to.
// Each reference is a constant for the linker: an address, or a function that
// is turned into an interface.
type refs struct {
	matchers map[string]string // function names by pattern
}

func references(m *model.Package) refs {
	r := refs{matchers: map[string]string{}}
	for _, p := range m.Patterns {
		r.matchers[p.Text] = p.Func
	}
	return r
}

// matcher returns the validate.Matcher of a pattern: the function that the
// decoders use. It can say yes or no only, so a pattern that needs backtracking
// has a matcher of its own here, which can fail as well; the same holds for a
// pattern that no decoder uses.
func (r refs) matcher(text string) jen.Code {
	strategy, err := ecma.Compile(text)
	if name, ok := r.matchers[text]; ok && (err != nil || strategy.Kind != ecma.UseBacktracking) {
		return gofile.Pattern.Dot("Func").Call(jen.Id(name))
	}
	if err == nil && strategy.Kind == ecma.UseBacktracking {
		text = strategy.Backtracking
	}
	return jen.Op("&").Add(gofile.Backtrack.Dot("Regexp")).Values(field("Text", gofile.Quote(text)))
}

// format returns the checker of a format.
func (r refs) format(name string) jen.Code {
	return gofile.FormatCheck(name).Index(jen.Index().Byte())
}
