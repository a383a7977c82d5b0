package model

import "slices"

// Flatness knows of types whether a copy of a value shares nothing with it that can be
// changed. What a type of the user's holds is the user's affair.
type Flatness map[*Decl]bool

// Type reports whether values of a type are flat.
func (f Flatness) Type(t *Type) bool {
	switch t.Kind {
	case Pointer, Slice, Map:
		return false
	case Nullable:
		return f.Type(t.Elem)
	case Named:
		return f.Decl(t.Decl)
	}
	return true
}

// Decl reports whether values of a declared type are flat.
func (f Flatness) Decl(d *Decl) bool {
	flat, known := f[d]
	if known {
		return flat
	}
	f[d] = false // no value holds itself but by a reference
	switch {
	case d.Kind == Enum:
		flat = true
	case d.Kind == Union:
		flat = !slices.ContainsFunc(d.Variants, func(v *Variant) bool { return !f.Payload(v) })
	case len(d.Maps()) > 0, d.Rest != nil:
	case d.Kind == Defined:
		flat = f.Type(d.Underlying)
	default:
		flat = !slices.ContainsFunc(d.Fields, func(fd *Field) bool { return !f.Type(fd.Type) })
	}
	f[d] = flat
	return flat
}

// Payload reports whether what a union holds of a variant need not be copied with it: a
// scalar behind a pointer does not change, since nobody gets at it there.
func (f Flatness) Payload(v *Variant) bool {
	return v.Type == nil || !v.Type.IsComposite() && f.Type(v.Type)
}

// HasClone reports whether a type has a method that copies its values: one that refers to
// anything, or has the methods of whole values.
func (f Flatness) HasClone(d *Decl) bool {
	return d.Root || d.Asked.Whole || d.Kind == Tuple || f.refers(NamedType(d))
}

// refers reports whether values of a type refer to anything. Unions do, whatever they
// hold: which methods there are does not depend on where they keep it.
func (f Flatness) refers(t *Type) bool {
	switch {
	case !f.Type(t):
		return true
	case t.Kind == Nullable:
		return f.refers(t.Elem)
	case t.Kind != Named:
		return false
	case t.Decl.Kind == Defined:
		return f.refers(t.Decl.Underlying)
	}
	return t.Decl.Kind == Union || slices.ContainsFunc(t.Decl.Fields, func(fd *Field) bool { return f.refers(fd.Type) })
}

// CloneName is the name of that method: a field that is called Clone keeps the name.
func (d *Decl) CloneName() string {
	if d.HasField("Clone") {
		return "Clone_"
	}
	return "Clone"
}

// HasField reports whether a struct has a field of a name.
func (d *Decl) HasField(name string) bool {
	return slices.ContainsFunc(d.Fields, func(fd *Field) bool { return fd.Name == name })
}
