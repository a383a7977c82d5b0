package table

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
	"github.com/dave/jennifer/jen"
)

// refs knows the functions of the generated package that the table points to.
// Each reference is a constant for the linker: an address, or a function that
// is turned into an interface.
type refs struct {
	patterns map[string]*plan.Pattern // by text
}

func references(m *model.Package) refs {
	r := refs{patterns: map[string]*plan.Pattern{}}
	for _, p := range m.Patterns {
		r.patterns[p.Text] = p
	}
	return r
}

func (r refs) matcher(text string) jen.Code { return Matcher(r.patterns[text]) }

// Matcher returns the validate.Matcher of a pattern: the function that the
// decoders use. It can say yes or no only, so a pattern that needs backtracking
// has a matcher of its own here, which can fail as well.
func Matcher(p *plan.Pattern) jen.Code {
	if !p.TimesOut() {
		return gofile.Pattern.Dot("Func").Call(jen.Id(p.Func))
	}
	return jen.Op("&").Add(gofile.Backtrack.Dot("Regexp")).Values(field("Text", gofile.Quote(p.Strategy.Backtracking)))
}

// Format returns the validate.Format of a name.
func Format(name string) jen.Code {
	return jen.Values(field("Name", gofile.Quote(name)), field("Check", gofile.FormatCheck(name).Index(jen.Index().Byte())))
}
