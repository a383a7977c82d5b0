package codec

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// accessors prints the AsX methods of a union.
func (e *emitter) accessors(d *model.Decl) jen.Code {
	if d.Kind != model.Union {
		return nil
	}
	var code jen.Statement
	for _, v := range d.Variants {
		if v.Type != nil {
			if !e.usesAs {
				e.usesAs = true
				code.Add(gofile.Comment("The methods As… return the value as one variant, decoded anew when x holds another one; ok tells " +
					"whether it is valid as such.")).Line()
			}
			code.Add(e.accessor(d, v)).Line()
		}
	}
	return &code
}

// accessor prints the method that gives the value of a union as one variant:
// the value that it holds, or its JSON decoded by the variant's schema.
func (e *emitter) accessor(d *model.Decl, v *model.Variant) jen.Code {
	if e.names[v.Plan] == "" {
		e.names[v.Plan] = e.free(d.Name + v.Name)
	}
	name := "As" + v.Name
	held := gofile.Select("x", "kind").Op("==").Id(d.Name + "Kind" + v.Name)
	result, helper, payload := jen.Add(gofile.Type(v.Type)), "valueAs", "value"
	switch {
	case v.IsText():
		helper, payload = "textAs", "text"
		e.usesTextAs, e.usesValueAs = true, true
	case v.Type.IsComposite():
		result, helper = jen.Op("*").Add(gofile.Type(v.Type)), "as"
	default:
		e.usesValueAs = true
	}
	call := jen.Id(helper).Call(
		held, gofile.Select("x", payload), gofile.Select("x", "MarshalJSON"),
		jen.Id(e.call(v.Plan, decode, entryOf(d.Plan))))
	return jen.Func().Params(jen.Id("x").Id(d.Name)).Id(name).Params().Params(jen.Id("v").Add(result), jen.Id("ok").Bool()).
		Add(gofile.OnLine(jen.Return(call)))
}

// asHelper prints what the accessors share.
func asHelper() jen.Code {
	return jen.Add(gofile.Comment("as returns the value that a union holds when it is a T, else its JSON decoded into a T; nil when "+
		"that is not valid.")).Line().
		Func().Id("as").Types(jen.Id("T").Any()).Params(
		jen.Id("held").Bool(), jen.Id("value").Any(), jen.Id("encode").Func().Params().Params(jen.Index().Byte(), jen.Error()), decoderType(),
	).Params(jen.Op("*").Id("T"), jen.Bool()).Block(
		jen.If(jen.Id("held")).Block(
			jen.Return(jen.Id("value").Assert(jen.Op("*").Id("T")), jen.True()),
		),
		jen.List(jen.Id("data"), jen.Err()).Op(":=").Id("encode").Call(),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.False())),
		open("data"),
		jen.Id("v").Op(":=").New(jen.Id("T")),
		jen.If(jen.Op("!").Id("decode").Call(jen.Id("s"), jen.Id("v")).Op("||").Op("!").Add(method("End")).
			Op("||").Op("!").Add(stable(jen.Id("v"), jen.Id("decode")))).Block(
			jen.Return(jen.Nil(), jen.False()),
		),
		jen.Return(jen.Id("v"), jen.True()),
	).Line()
}

// textAsHelper prints what the accessors of strings share.
func textAsHelper() jen.Code {
	return jen.Add(gofile.Comment("textAs is as for variants that are strings.")).Line().
		Func().Id("textAs").Types(jen.Id("T").Op("~").String()).Params(
		jen.Id("held").Bool(), jen.Id("text").String(), jen.Id("encode").Func().Params().Params(jen.Index().Byte(), jen.Error()), decoderType(),
	).Params(jen.Id("v").Id("T"), jen.Id("ok").Bool()).Block(
		jen.If(jen.Id("held")).Block(jen.Return(jen.Id("T").Call(jen.Id("text")), jen.True())),
		jen.Return(jen.Id("valueAs").Call(jen.False(), jen.Nil(), jen.Id("encode"), jen.Id("decode"))),
	).Line()
}

// valueAsHelper prints what the accessors of other than composite types share.
func valueAsHelper() jen.Code {
	return jen.Add(gofile.Comment("valueAs is as for variants that are not held by a pointer.")).Line().
		Func().Id("valueAs").Types(jen.Id("T").Any()).Params(
		jen.Id("held").Bool(), jen.Id("value").Any(), jen.Id("encode").Func().Params().Params(jen.Index().Byte(), jen.Error()), decoderType(),
	).Params(jen.Id("v").Id("T"), jen.Id("ok").Bool()).Block(
		jen.List(jen.Id("p"), jen.Id("ok")).Op(":=").Id("as").Call(jen.Id("held"), jen.Id("value"), jen.Id("encode"), jen.Id("decode")),
		jen.If(jen.Id("ok")).Block(jen.Id("v").Op("=").Op("*").Id("p")),
		jen.Return(jen.Id("v"), jen.Id("ok")),
	).Line()
}
