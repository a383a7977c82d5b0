package codec

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// unmarshalFrom is the body of UnmarshalJSONFrom.
var unmarshalFrom = gofile.Fixed(jen.Return(jen.Id("unmarshalFrom").Call(jen.Id("d"), jen.Id("x"))))

// jsonV2 prints the file that only builds where encoding/json/v2 exists: with
// UnmarshalJSONFrom that package reads a value without copying it first.
func jsonV2(p *gofile.Package, decoded []*model.Decl) *gofile.File {
	f := p.NewFile("jsonv2.go")
	f.Only("go1.27 || goexperiment.jsonv2")
	decoder := func() jen.Code { return jen.Id("d").Op("*").Add(gofile.JSONText.Dot("Decoder")) }
	for i, d := range decoded {
		if i == 0 {
			f.Add(gofile.Comment("UnmarshalJSONFrom reads x with the checks of its schema, as the methods of this name below do."))
		}
		f.Func().Params(gofile.Pointer("x", d.Name)).Id("UnmarshalJSONFrom").Params(decoder()).Error().Add(
			gofile.OnLine(unmarshalFrom))
	}
	f.Line()
	f.Add(gofile.Comment("unmarshalFrom hands the next value of d to x."))
	f.Func().Id("unmarshalFrom").Params(decoder(), jen.Id("x").Add(gofile.Unmarshaler())).Error().Block(
		jen.List(jen.Id("data"), jen.Err()).Op(":=").Id("d").Dot("ReadValue").Call(),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Err())),
		jen.Return(jen.Id("x").Dot("UnmarshalJSON").Call(jen.Id("data"))),
	)
	return f
}
