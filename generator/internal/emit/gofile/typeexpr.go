package gofile

import (
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Type returns a Go type expression.
func Type(t *model.Type) *jen.Statement {
	out := &jen.Statement{}
	for _, p := range t.Parts() {
		if path := declaring(p); path != "" {
			out.Add(path.Dot(p.Text))
		} else {
			out.Op(p.Text)
		}
	}
	return out
}

// declaring is the package that declares a part of a type; "" for what Go has by itself.
func declaring(p model.TypePart) Import {
	switch {
	case p.Custom != nil:
		return Import(p.Custom.Import)
	case p.Decl != nil:
		return Import(p.Decl.Package)
	}
	return Import(p.Import)
}

// OfText returns a name of the package that has a type of texts.
func OfText(t *model.Text, name string) *jen.Statement {
	return Import(t.Import).Dot(name)
}

// Present returns the function that makes a value of an optional type of one of its
// element.
func Present(t *model.Type) *jen.Statement {
	if t.IsNeverNull() {
		return Optional.Dot("Some")
	}
	return Optional.Dot("Of")
}

// In returns an identifier that the package of d declares, qualified where that
// is another package than the one that is printed.
func In(d *model.Decl, name string) *jen.Statement { return jen.Qual(d.Package, name) }

// Encode is the name of the method of d that appends a value to an encoder:
// other packages have to see that of a type which they refer to.
func Encode(d *model.Decl) string {
	if d.Shared {
		return "EncodeJSONTo"
	}
	return "encode"
}
