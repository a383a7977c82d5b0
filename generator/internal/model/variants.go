package model

import "slices"

// OwnsVariant reports whether the type of a variant stands for it in a type switch
// over the union: it is a named type of the same package, which can have methods,
// and no other variant has it. A type made for the variant stands for others.
func (d *Decl) OwnsVariant(v *Variant) bool {
	if v.Type == nil || v.Type.Kind != Named || v.Type.Decl.Package != d.Package {
		return false
	}
	return !slices.ContainsFunc(d.Variants, func(other *Variant) bool { return other != v && SameType(other.Type, v.Type) })
}
