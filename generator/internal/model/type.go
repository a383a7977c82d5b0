package model

import "github.com/bindery-go/bindery/generator/internal/custom"

// ValueType is the type of any JSON.
func ValueType() *Type { return &Type{Kind: Value} }

// NamedType is the type expression of a declaration.
func NamedType(d *Decl) *Type { return &Type{Kind: Named, Decl: d} }

// SameType reports whether two type expressions are one type. Nil is that of
// nothing.
func SameType(a, b *Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind == b.Kind && a.Go == b.Go && a.Decl == b.Decl && sameCustom(a.Custom, b.Custom) && SameType(a.Elem, b.Elem) && SameType(a.Key, b.Key)
}

func sameCustom(a, b *custom.Type) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// CustomType is a type of the user's.
func CustomType(t *custom.Type) *Type { return &Type{Kind: Custom, Custom: t} }

// ValueOf is the type optional.Value: that of values which may be absent, but not null.
func ValueOf(t *Type) *Type { return &Type{Kind: Nullable, Go: optionalValue, Elem: t} }

const optionalValue = "Value"

// IsNeverNull reports whether a Nullable is an optional.Value.
func (t *Type) IsNeverNull() bool { return t.Kind == Nullable && t.Go == optionalValue }

// NilIsAbsent reports whether nil, or the zero value of any JSON, stands for a
// member that is not there.
func (t *Type) NilIsAbsent() bool {
	switch t.Kind {
	case Slice, Map, Value:
		return true
	case Custom:
		return t.Custom.Nilable
	case Named:
		return t.Decl.Kind == Defined && t.Decl.Underlying != nil && t.Decl.Underlying.NilIsAbsent()
	}
	return false
}

// Customs lists the types of the user's that the package names, in order of first
// use.
func (p *Package) Customs() []*custom.Type {
	var out []*custom.Type
	var add func(t *Type)
	add = func(t *Type) {
		for ; t != nil; t = t.Elem {
			if t.Kind == Custom {
				out = append(out, t.Custom)
			}
			add(t.Key)
		}
	}
	for _, d := range p.Decls {
		for t := range d.Types() {
			add(t)
		}
	}
	return out
}
