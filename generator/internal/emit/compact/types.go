package compact

import (
	"fmt"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// types numbers the Go types of a package: first its declarations, in their
// order, then the types of their parts.
type types struct {
	pkg      *model.Package
	list     []*model.Type
	number   map[string]int  // by what identifies a type
	variants map[string]bool // the types of the variants of unions, in the same way
}

func newTypes(m *model.Package) *types {
	ts := &types{pkg: m, number: map[string]int{}, variants: map[string]bool{}}
	for _, d := range m.Decls {
		ts.of(model.NamedType(d))
		for _, v := range d.Variants {
			if v.Type != nil {
				ts.variants[identity(v.Type)] = true
			}
		}
	}
	for _, r := range m.Roots {
		ts.decl(r.Decl) // of another package
	}
	for i := 0; i < len(ts.list); i++ { // it grows meanwhile
		eachPart(ts.list[i], func(t *model.Type) { ts.of(t) }, ts.isOwn)
	}
	ts.sort()
	return ts
}

// sort puts the types that need no codec behind the others, where none is printed.
func (ts *types) sort() {
	slices.SortStableFunc(ts.list, func(a, b *model.Type) int {
		switch {
		case ts.needsCodec(a) == ts.needsCodec(b):
			return 0
		case ts.needsCodec(a):
			return -1
		}
		return 1
	})
	for i, t := range ts.list {
		ts.number[identity(t)] = i
	}
}

// needsCodec reports whether there is anything of a type that only Go can say.
func (ts *types) needsCodec(t *model.Type) bool {
	return t.Kind != model.Pointer && t.Kind != model.Slice || ts.variants[identity(t)]
}

// of is the number of a type.
func (ts *types) of(t *model.Type) int {
	key := identity(t)
	i, ok := ts.number[key]
	if !ok {
		i = len(ts.list)
		ts.number[key] = i
		ts.list = append(ts.list, t)
	}
	return i
}

func (ts *types) decl(d *model.Decl) int { return ts.of(model.NamedType(d)) }

// isOwn reports whether the package itself declares a type.
func (ts *types) isOwn(d *model.Decl) bool { return d.Package == ts.pkg.ImportPath }

// identity is the same for types that are one.
func identity(t *model.Type) string {
	switch {
	case t == nil:
		return ""
	case t.Kind == model.Named:
		return t.Decl.Package + "." + t.Decl.Name
	}
	custom := ""
	if t.Kind == model.Custom {
		custom = fmt.Sprint(t.Custom, t.Custom.Nilable, t.Custom.HoldsNull)
	}
	return fmt.Sprint(t.Kind, t.Go, custom, "[", identity(t.Key), "]", identity(t.Elem))
}

// eachPart calls f for the types that a type is made of.
func eachPart(t *model.Type, f func(*model.Type), isOwn func(*model.Decl) bool) {
	switch {
	case t.Kind != model.Named:
		if t.Elem != nil {
			f(t.Elem)
		}
		return
	case !isOwn(t.Decl):
		return
	}
	d := t.Decl
	for _, fd := range d.Fields {
		f(fd.Type)
	}
	for _, x := range d.Maps() {
		f(x.Type())
	}
	if d.Rest != nil {
		f(restList(d.Rest))
	}
	for _, v := range d.Variants {
		if v.Type != nil {
			f(v.Type)
		}
	}
	if d.Underlying != nil && !isScalar(d) {
		f(d.Underlying)
	}
}

func restList(r *model.Rest) *model.Type { return &model.Type{Kind: model.Slice, Elem: r.Elem} }

// isScalar reports whether the codec of a type's underlying type serves a defined
// type as well.
func isScalar(d *model.Decl) bool {
	switch d.Underlying.Kind {
	case model.Bool, model.Int, model.Float, model.String:
		return true
	}
	return false
}

// codecs prints the codec of each type.
func (ts *types) codecs() []jen.Code {
	var out []jen.Code
	for _, t := range ts.list {
		if ts.needsCodec(t) {
			out = append(out, ts.print(t))
		}
	}
	return out
}

// print prints the codec of a type. Its values are made by name where they have
// fields, and where a union holds a pointer to one, whose type is looked at.
func (ts *types) print(t *model.Type) jen.Code {
	makes, do := ts.does(t)
	isNamed := t.Kind == model.Named && ts.isOwn(t.Decl)
	if makes || ts.variants[identity(t)] && (do == nil || isNamed) {
		list := jen.Index().Add(gofile.Type(t))
		makeOf := gofile.Keyed("Make", jen.Func().Params(jen.Id("n").Int()).Any().Add(gofile.OnLine(
			jen.Return(jen.Op("&").Make(list, jen.Id("n")).Index(jen.Lit(0))))))
		if do == nil {
			return jen.Values(makeOf)
		}
		return jen.Values(makeOf, do)
	}
	if t.Kind == model.Custom && t.Custom.Nilable {
		return jen.Values(do, gofile.Keyed("IsNil", jen.Func().Params(jen.Id("x").Any()).Bool().Add(gofile.OnLine(
			jen.Return(jen.Op("*").Id("x").Assert(jen.Op("*").Add(gofile.Type(t))).Op("==").Nil())))))
	}
	return jen.Values(do)
}

// does reports whether values of a type are made by its name, and prints the function
// of the runtime that serves it; nil for what is made of others.
func (ts *types) does(t *model.Type) (makes bool, function jen.Code) {
	switch t.Kind {
	case model.Named:
		d := t.Decl
		switch {
		case !ts.isOwn(d):
			return false, do("Imported", gofile.Type(t), jen.Op("*").Add(gofile.Type(t)))
		case d.Kind != model.Struct && d.Kind != model.Tuple && d.Kind != model.Union && d.Kind != model.NullableRoot && isScalar(d):
			return false, scalar(t, d.Underlying)
		}
		return true, nil
	case model.Pointer, model.Slice:
		return false, nil
	case model.Nullable:
		if t.IsNeverNull() {
			return false, do("Optional", gofile.Type(t.Elem))
		}
		return false, do("Nullable", gofile.Type(t.Elem))
	case model.Custom:
		return false, do("Custom", gofile.Type(t))
	case model.Map:
		if t.Elem.Kind == model.Value && t.Key.Kind == model.String {
			return false, do("Values")
		}
		return false, do("Map", gofile.Type(t.Key), gofile.Type(t.Elem))
	}
	return false, scalar(t, t)
}

// do prints a function of the runtime, for types.
func do(function string, of ...jen.Code) jen.Code {
	s := gofile.Compact.Dot(function)
	if len(of) > 0 {
		s = s.Types(of...)
	}
	return gofile.Keyed("Do", s)
}

// scalar prints the function for a type whose values are written like those of a
// scalar type.
func scalar(t, like *model.Type) jen.Code {
	if text := like.Kind.Text(); text != nil {
		return do(text.Name)
	}
	switch like.Kind {
	case model.Bool:
		return do("Bool")
	case model.Int:
		if like.Go[0] == 'u' {
			return do("Uint", gofile.Type(t))
		}
		return do("Int", gofile.Type(t))
	case model.Float:
		return do("Float")
	case model.Value:
		return do("Value")
	case model.Number:
		return do("Number")
	}
	return do("Text")
}
