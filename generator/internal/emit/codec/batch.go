package codec

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// maxBatch is how many optional scalars are allocated together: each of them
// keeps the others in memory.
const maxBatch = 8

// batch is a struct in which optional scalars of an object are allocated
// together: its variable and its number for the scanner's allocator.
type batch struct {
	name string
	kind int
}

// batch declares the structs in which the optional scalars of the object are
// allocated together, where there are several.
func (o *objectCode) batch() {
	if o.decl == nil || o.seen != nil && o.seen.words() > 1 {
		return
	}
	var scalars []*model.Field
	for _, m := range o.checks.Members {
		f := o.fields[m.Name]
		if f != nil && f.Presence == model.Optional && f.Type.Kind == model.Pointer && isScalar(f.Type.Elem) {
			scalars = append(scalars, f)
		}
	}
	o.batches = map[*model.Field]batch{}
	for len(scalars) > 1 {
		n := min(maxBatch, len(scalars))
		if len(scalars) == maxBatch+1 {
			n-- // leave none alone
		}
		b := batch{o.fresh("scalars"), o.e.kinds}
		o.e.kinds++
		var fields []jen.Code
		for _, f := range scalars[:n] {
			fields = append(fields, jen.Id(f.Name).Add(gofile.Type(f.Type.Elem)))
			o.batches[f] = b
		}
		declared := jen.Var().Id(b.name).Op("*").Struct(fields...)
		if b.kind == 0 { // once in a package
			declared = jen.Comment("Optional scalars, allocated together.").Line().Add(declared)
		}
		o.add(declared)
		scalars = scalars[n:]
	}
}

// isScalar reports whether values of the type have no parts.
func isScalar(t *model.Type) bool {
	switch k := plain(t).Kind; k {
	case model.Bool, model.Int, model.Float, model.Number, model.String:
		return true
	default:
		return k.Text() != nil
	}
}

// field is the target of a member.
func (o *objectCode) field(f *model.Field) target {
	expr := o.x.field(f.Name)
	if b, ok := o.batches[f]; ok {
		return batched(expr, b, f.Name, f.Type.Elem)
	}
	return variable(expr, f.Type)
}
