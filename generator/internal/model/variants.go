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

// IsText reports whether the payload of a variant is a string, which its union holds
// itself. Payloads of other types are behind a pointer.
func (v *Variant) IsText() bool { return v.Type != nil && v.Type.Resolved().Kind == String }

// HoldsText reports whether values of a union have room for a payload that is a text.
func (d *Decl) HoldsText() bool { return slices.ContainsFunc(d.Variants, (*Variant).IsText) }

// OnePointer is the type of the payloads behind the pointer of a union that holds texts,
// where all of them have one; else nil.
func (d *Decl) OnePointer() *Type {
	if !d.HoldsText() {
		return nil
	}
	var one *Type
	for _, v := range d.Variants {
		switch {
		case v.Type == nil || v.IsText():
		case one == nil:
			one = v.Type
		case !SameType(one, v.Type):
			return nil
		}
	}
	return one
}
