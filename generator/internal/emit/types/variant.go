package types

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// variant prints what a type switch over a union needs: the interface that only
// its variants satisfy, the types of those that have none of their own, and
// Variant.
func (f *file) variant(d *model.Decl) {
	seal := "is" + d.Name
	var own, cases []jen.Code
	var all []string
	var seals []gofile.Line
	for _, v := range d.Variants {
		t := caseType(v)
		all = append(all, t)
		seals = append(seals, gofile.Line{Head: "func (" + t + ") " + seal + "()"})
		if v.Case != "" {
			own = append(own, jen.Id(v.Case).Add(made(d, v.Type)))
		}
		if !f.isAsserted(d, v) {
			cases = append(cases, jen.Case(jen.Id(d.Name+"Kind"+v.Name)).Block(jen.Return(caseValue(v, f.payload(d, v)))))
		}
	}
	const most = 12 // that are read at a glance
	listed := strings.Join(all, ", ")
	if len(all) > most {
		listed = strings.Join(all[:most], ", ") + " or another type with its method"
	}
	f.Add(gofile.Comment(d.Sealed + " is what Variant returns: " + listed + "."))
	f.Comment("")
	f.Comment("//sumtype:decl") // as linters know an interface whose types a switch should have all of
	f.Type().Id(d.Sealed).Add(gofile.Sealed(seal))
	f.Line()
	if len(own) > 0 {
		f.Once("Types for the variants of a union that have none of their own.")
		f.Type().Defs(own...)
		f.Line()
	}
	f.Lines(seals...)
	f.Once("Variant returns what x holds, for a type switch; nil for none. A pointer leads to what x holds, other types are copies.")
	f.Add(gofile.Method("x "+d.Name, "Variant() "+d.Sealed)).BlockFunc(func(g *jen.Group) {
		if len(cases) > 0 {
			g.Switch(jen.Id("x").Dot("Kind").Call()).Block(cases...)
		}
		if len(cases) == len(d.Variants) {
			g.Return(jen.Nil())
			return
		}
		g.List(jen.Id("v"), jen.Id("_")).Op(":=").Add(f.value(d)).Assert(jen.Id(d.Sealed))
		g.Return(jen.Id("v"))
	})
	f.Line()
}

// value is the pointer to what the union x holds.
func (f *file) value(d *model.Decl) *jen.Statement {
	if f.pkg.Codec == model.Compact {
		return gofile.Compact.Dot(sum(d)).Call(jen.Id("x")).Dot("Value").Call()
	}
	return gofile.Select("x", "value")
}

// isTyped reports whether that pointer says by its type what it leads to.
func (f *file) isTyped(d *model.Decl) bool {
	return f.pkg.Codec != model.Compact && d.OnePointer() != nil
}

// isAsserted reports whether the pointer to a payload is the value that stands for the
// variant, as a type assertion finds for all such variants at once.
func (f *file) isAsserted(d *model.Decl, v *model.Variant) bool {
	return v.Case == "" && v.Type.IsComposite() && !f.isTyped(d)
}

// payload is what the union x holds of a variant: a text, else a pointer to it.
func (f *file) payload(d *model.Decl, v *model.Variant) *jen.Statement {
	switch {
	case v.Type == nil:
		return nil
	case !v.IsText() && f.isTyped(d):
		return f.value(d)
	case !v.IsText():
		return f.value(d).Assert(jen.Op("*").Add(gofile.Type(v.Type)))
	case f.pkg.Codec == model.Compact:
		return gofile.Compact.Dot(sum(d)).Call(jen.Id("x")).Dot("Text").Call()
	}
	return gofile.Select("x", "text")
}

// caseType is the type that stands for a variant.
func caseType(v *model.Variant) string {
	switch {
	case v.Case != "":
		return v.Case
	case v.Type.IsComposite():
		return "*" + v.Type.Decl.Name
	}
	return v.Type.Decl.Name
}

// caseValue is the value that stands for a variant, made of its payload where that is a
// text, else of a pointer to it.
func caseValue(v *model.Variant, payload *jen.Statement) jen.Code {
	value := func() jen.Code {
		switch {
		case v.Type.IsComposite(), v.Type.Kind == model.String:
			return payload
		case v.IsText():
			return gofile.Type(v.Type).Call(payload)
		}
		return jen.Op("*").Add(payload)
	}
	switch {
	case v.Type == nil:
		return jen.Id(v.Case).Values()
	case v.Case == "":
		return value()
	case isBare(v.Type):
		return jen.Id(v.Case).Call(value())
	}
	return jen.Id(v.Case).Values(value())
}

// made is what the type made for a variant is defined by: that of its values, or
// where these have methods, a struct that keeps them. It does not embed a type of
// the same package, which would make it a variant of other unions as well, nor one of
// the user's, whose methods may be any.
func made(d *model.Decl, t *model.Type) jen.Code {
	if t == nil {
		return jen.Struct()
	}
	if isBare(t) {
		return gofile.Type(t)
	}
	var field jen.Statement
	if t.Kind == model.Pointer || t.Kind == model.Custom || t.Kind == model.Named && t.Decl.Package == d.Package {
		field.Id("Value")
	}
	if t.IsComposite() {
		field.Op("*")
	}
	return jen.Struct(field.Add(gofile.Type(t)))
}

// isBare reports whether a type has no methods, nor is a pointer, which could have
// none.
func isBare(t *model.Type) bool {
	switch t.Kind {
	case model.Bool, model.Int, model.Float, model.String, model.Slice, model.Map:
		return true
	}
	return false
}
