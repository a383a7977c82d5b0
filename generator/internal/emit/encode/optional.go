package encode

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// optional prints a member that may be absent where a function of the runtime writes it
// or nothing; it reports whether it did.
func (o *object) optional(fd *model.Field, x *jen.Statement) bool {
	t, start := fd.Type, gofile.QuoteRaw(memberText(fd.JSON))
	var written *jen.Statement
	switch function := optionalWriter(t); {
	case function != "":
		written = gofile.JSONScan.Dot(function).Call(jen.Id("e"), start, x)
	case t.Kind == model.Slice && t.Elem.Kind == model.String:
		written = gofile.Select("e", "StringsMember").Call(start, x)
	case t.Kind == model.Slice && hasEncode(t.Elem):
		written = gofile.JSONScan.Dot("ListMember").Call(jen.Id("e"), start, x, encodeOf(t.Elem))
	default:
		return false
	}
	o.open()
	o.Add(written)
	return true
}

// optionalWriter is the function of the runtime that writes an optional member of a type,
// a pointer to a scalar; "" for other types.
func optionalWriter(t *model.Type) string {
	if t.Kind != model.Pointer || hasEncode(t.Elem) {
		return ""
	}
	switch held := t.Elem.Resolved(); {
	case held.Kind == model.String:
		return "StringMember"
	case held.Kind == model.Int && held.Go[0] == 'i':
		return "IntMember"
	case held.Kind == model.Float:
		return "FloatMember"
	case held.Kind == model.Bool:
		return "BoolMember"
	}
	return ""
}
