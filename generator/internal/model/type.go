package model

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
	return a.Kind == b.Kind && a.Go == b.Go && a.Decl == b.Decl && SameType(a.Elem, b.Elem) && SameType(a.Key, b.Key)
}
