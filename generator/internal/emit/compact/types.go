package compact

import (
	"fmt"
	"slices"
	"strconv"

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
	variants map[string]bool // the types of the variants of unions that are behind pointers, in the same way
	named    map[string]bool // those that are made by name
	reached  map[string]bool // those to which the types lead of which Go says something
}

func newTypes(m *model.Package) *types {
	ts := &types{pkg: m, number: map[string]int{}, variants: map[string]bool{}, named: map[string]bool{}, reached: map[string]bool{}}
	for _, d := range m.Decls {
		ts.of(model.NamedType(d))
		for _, v := range d.Variants {
			if v.Type != nil && !v.IsText() {
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
	for _, t := range ts.list {
		if ts.isInGo(t) { // none is named yet
			ts.reach(t)
		}
	}
	for _, t := range ts.list {
		if key := identity(t); t.Kind == model.Named && ts.isOwn(t.Decl) && ts.scalar(t) == "" && !ts.reached[key] {
			ts.named[key] = true
			ts.reach(t)
		}
	}
	ts.sort()
	return ts
}

// reach notes the types to which a type leads: of its fields, items and values. What a
// union, an optional.Nullable or the struct around a nullable value holds is not seen.
func (ts *types) reach(t *model.Type) {
	if t.Kind == model.Nullable || t.Kind == model.Named && (t.Decl.Kind == model.Union || t.Decl.Kind == model.NullableRoot) {
		return
	}
	eachPart(t, func(part *model.Type) {
		if key := identity(part); !ts.reached[key] {
			ts.reached[key] = true
			ts.reach(part)
		}
	}, ts.isOwn)
}

// sort puts the types of which Go says nothing behind the others.
func (ts *types) sort() {
	var rest []*model.Type
	ts.list = slices.DeleteFunc(ts.list, func(t *model.Type) bool {
		if ts.isInGo(t) {
			return false
		}
		rest = append(rest, t)
		return true
	})
	ts.list = append(ts.list, rest...)
	for i, t := range ts.list {
		ts.number[identity(t)] = i
	}
}

// isInGo reports whether there is anything of a type that only Go can say.
func (ts *types) isInGo(t *model.Type) bool {
	key := identity(t)
	return ts.variants[key] || ts.named[key] || ts.function(t) != nil
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
	return strconv.Itoa(int(t.Kind)) + t.Go + custom + "[" + identity(t.Key) + "]" + identity(t.Elem)
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
	if d.Underlying != nil && !isBasic(d.Underlying) {
		f(d.Underlying)
	}
}

func restList(r *model.Rest) *model.Type { return &model.Type{Kind: model.Slice, Elem: r.Elem} }

// inGo prints what Go says of the types: the functions of the runtime that serve them, and
// else which types they are, as nil pointers.
func (ts *types) inGo() []jen.Code {
	var out []jen.Code
	for _, t := range ts.list {
		if !ts.isInGo(t) {
			break
		}
		code := ts.function(t)
		if code == nil {
			code = jen.Parens(jen.Op("*").Add(gofile.Type(t))).Parens(jen.Nil())
		}
		out = append(out, code)
	}
	return out
}

// function prints the function of the runtime that is made for a type; nil for none.
func (ts *types) function(t *model.Type) jen.Code {
	function := func(name string, of ...jen.Code) jen.Code { return gofile.Compact.Dot(name).Types(of...) }
	if text := t.Kind.Text(); text != nil {
		return gofile.Compact.Dot("Text").Call(gofile.OfText(text, text.Make))
	}
	switch {
	case t.Kind == model.Named && !ts.isOwn(t.Decl):
		return function("Imported", gofile.Type(t), jen.Op("*").Add(gofile.Type(t)))
	case t.Kind == model.Nullable && t.IsNeverNull():
		return function("Optional", gofile.Type(t.Elem))
	case t.Kind == model.Nullable:
		return function("Nullable", gofile.Type(t.Elem))
	case t.Kind == model.Custom && t.Custom.Nilable:
		return function("Nilable", gofile.Type(t))
	case t.Kind == model.Custom:
		return function("Custom", gofile.Type(t))
	case t.Kind == model.Map && ts.scalar(t) == "":
		return function("Map", gofile.Type(t.Key), gofile.Type(t.Elem))
	}
	return nil
}

// scalar is what the text calls the codec that the runtime has for a type; "" for none.
func (ts *types) scalar(t *model.Type) string {
	if t.Kind == model.Named {
		if d := t.Decl; ts.isOwn(d) && d.Underlying != nil && isBasic(d.Underlying) {
			return ts.scalar(d.Underlying)
		}
		return ""
	}
	switch t.Kind {
	case model.Bool:
		return "bool"
	case model.Int:
		return t.Go
	case model.Float:
		return "float64"
	case model.String:
		return "string"
	case model.Value:
		return "Value"
	case model.Number:
		return "Number"
	case model.Map:
		if t.Elem.Kind == model.Value && t.Key.Kind == model.String {
			return "Values"
		}
	}
	return ""
}

// isBasic reports whether the codec of a type serves the types that it defines.
func isBasic(t *model.Type) bool {
	switch t.Kind {
	case model.Bool, model.Int, model.Float, model.String:
		return true
	}
	return false
}
