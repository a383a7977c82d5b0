package encode

import (
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// object prints the members of one object and knows what is before the next.
type object struct {
	*jen.Group
	comma comma
}

// comma reports whether a member needs a comma before it: most often that is known
// while printing, and is then a part of the member's text.
type comma uint8

const (
	before  comma = iota // the object is not even open
	unknown              // depends on which members are there
	needed
)

// member prints one declared member, if it is there.
func (o *object) member(fd *model.Field) {
	x := func() *jen.Statement { return gofile.Select("x", fd.Name) }
	t := fd.Type
	switch fd.Presence {
	case model.OptionalNullable:
		if t.IsNeverNull() {
			o.when(x().Dot("IsValue").Call(), o.write(fd, pointee(jen.Add(x()).Dot("Ptr").Call(), t.Elem), t.Elem))
			return
		}
		o.open()
		if t.Elem.Kind == model.Pointer {
			o.If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Add(x()).Dot("Get").Call(), jen.Id("ok")).BlockFunc(o.write(fd, jen.Id("v"), t.Elem)).
				Else().If(x().Dot("IsNull").Call()).BlockFunc(o.write(fd, nil, nil))
			return
		}
		o.If(x().Dot("IsNull").Call()).BlockFunc(o.write(fd, nil, nil)).
			Else().If(x().Dot("IsValue").Call()).BlockFunc(o.write(fd, pointee(jen.Add(x()).Dot("Ptr").Call(), t.Elem), t.Elem))
	case model.Optional:
		if o.optional(fd, x()) {
			return
		}
		if !o.unlessAbsent(fd, x) {
			o.when(x().Op("!=").Nil(), o.write(fd, x(), t))
		}
	case model.RequiredNullable:
		o.always(fd, x(), t)
	default:
		// A value that is not there cannot be written; Validate reports it.
		if t.Kind == model.Named && t.Decl.Kind == model.Union {
			o.when(jen.Op("!").Add(x()).Dot("IsZero").Call(), o.write(fd, x(), t))
		} else if !o.unlessAbsent(fd, x) {
			o.always(fd, x(), t)
		}
	}
}

// unlessAbsent prints a member of a type whose nil or zero value stands for absence
// whatever the schema says; it reports whether the type is such.
func (o *object) unlessAbsent(fd *model.Field, x func() *jen.Statement) bool {
	switch t := fd.Type; {
	case t.Kind == model.Pointer:
		o.when(x().Op("!=").Nil(), o.write(fd, pointee(x(), t.Elem), t.Elem))
	case t.Resolved().Kind == model.Value:
		o.when(jen.Op("!").Add(gofile.IsZeroValue(t, x())), o.write(fd, x(), t))
	default:
		return false
	}
	return true
}

// open opens the object for a member that may be absent.
func (o *object) open() {
	if o.comma == before {
		call(o.Group, "BeginObject")
		o.comma = unknown
	}
}

// when prints a member that is there under a condition.
func (o *object) when(condition jen.Code, write func(*jen.Group)) {
	o.open()
	o.If(condition).BlockFunc(write)
}

// always prints a member that is always there.
func (o *object) always(fd *model.Field, expr jen.Code, t *model.Type) {
	o.write(fd, expr, t)(o.Group)
	o.comma = needed
}

// write prints the name and the value of a member; null without a type.
func (o *object) write(fd *model.Field, expr jen.Code, t *model.Type) func(*jen.Group) {
	return func(g *jen.Group) {
		method, text := "Raw", memberText(fd.JSON)
		switch o.comma {
		case before:
			text = "{" + text
		case unknown:
			method = "Member"
		case needed:
			text = "," + text
		}
		if t == nil {
			call(g, method, gofile.QuoteRaw(text+"null"))
			return
		}
		call(g, method, gofile.QuoteRaw(text))
		value(g, expr, t, 0)
	}
}

// memberText is a member's name as JSON, with the colon.
func memberText(name string) string { return string(document.AppendQuoted(nil, name)) + ":" }
