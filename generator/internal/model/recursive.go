package model

import (
	"iter"

	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/lists"
)

// Recursive returns the declarations whose values may hold values of the same
// type, at any depth: those that are on a cycle of the types. Types of other packages
// cannot lead back.
func Recursive(decls []*Decl) map[*Decl]bool {
	own := lists.Set(decls)
	found := map[*Decl]bool{}
	cycles := components.Find(decls, func(d *Decl) []*Decl {
		return lists.Where(d.Held(), func(held *Decl) bool { return own[held] })
	})
	for _, d := range decls {
		found[d] = cycles.OnCycle(d)
	}
	return found
}

// Held lists the declarations that the types of d name.
func (d *Decl) Held() (held []*Decl) {
	for t := range d.Types() {
		for t != nil && t.Kind != Named {
			t = t.Elem
		}
		if t != nil {
			held = append(held, t.Decl)
		}
	}
	return held
}

// Types lists the type expressions that a declaration is made of, some of which may be
// nil.
func (d *Decl) Types() iter.Seq[*Type] {
	return func(yield func(*Type) bool) {
		more := yield(d.Underlying)
		for _, f := range d.Fields {
			more = more && yield(f.Type)
		}
		for _, x := range d.Maps() {
			more = more && yield(x.Elem)
		}
		if d.Rest != nil {
			more = more && yield(d.Rest.Elem)
		}
		for _, v := range d.Variants {
			more = more && yield(v.Type)
		}
	}
}
