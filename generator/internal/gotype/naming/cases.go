package naming

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
)

// nameCases names what a type switch over a union is made of: the interface of
// the variants, and the types that stand for variants whose own cannot. They yield
// to everything else.
func (p *packageNames) nameCases() {
	var claims []names.Claim
	held := map[string]string{}
	eachCase(p.declared, func(d *Declaration, variant, suffix string, _ *string) {
		c := names.Claim{Key: caseKey(d, variant), Wanted: d.Decl.Name + suffix}
		for name, of := range p.existing.Members(d.Place) {
			if of == variant && strings.HasPrefix(name, d.Decl.Name) {
				c.Wanted, held[name] = name, c.Key
			}
		}
		claims = append(claims, c)
	})
	given, _ := p.scope.Assign(claims, held)
	eachCase(p.declared, func(d *Declaration, variant, _ string, name *string) { *name = given[caseKey(d, variant)] })
}

// eachCase calls f with each name that is needed: for a variant, or "" for all of a
// union; what it adds to the name of the union; and where it is kept.
func eachCase(declared []*Declaration, f func(d *Declaration, variant, suffix string, name *string)) {
	for _, d := range declared {
		if d.Decl.Kind != model.Union {
			continue
		}
		f(d, "", "Variant", &d.Decl.Sealed)
		for _, v := range d.Decl.Variants {
			if !d.Decl.OwnsVariant(v) {
				f(d, v.Name, v.Name, &v.Case)
			}
		}
	}
}

// caseKey identifies the case of a variant, or of all of a union.
func caseKey(d *Declaration, variant string) string { return d.Place.Key + "~case~" + variant }
