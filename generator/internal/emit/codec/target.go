package codec

import (
	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// target is where a decoded value goes. The zero target is none: the value is
// only checked.
type target struct {
	typ *model.Type
	// assign prints the storing of a value of type typ. It declares nothing:
	// see scope.storing.
	assign func(sc *scope, value jen.Code)
	// locate prints what makes room for a value that is filled in place, and
	// returns where it is.
	locate func(sc *scope) location
	// lvalue prints what makes room for a value, and returns the expression that
	// it is assigned to; nil where assigning takes more than that.
	lvalue func(sc *scope) jen.Code
	// pointer is the address of the pointer that is made to lead to the value; nil for
	// values that are not behind one.
	pointer jen.Code
	// finish prints what remains to be done once the located value is filled;
	// nil when nothing does.
	finish func(sc *scope)
}

// none reports whether the value is only checked.
func (t target) none() bool { return t.typ == nil }

// location is an addressable place, as an expression for it or for a pointer to it.
type location struct {
	expr    *jen.Statement
	pointer bool
}

func (l location) address() *jen.Statement {
	if l.pointer {
		return jen.Add(l.expr)
	}
	return jen.Op("&").Add(l.expr)
}

func (l location) value() *jen.Statement {
	if l.pointer {
		return jen.Op("*").Add(l.expr)
	}
	return jen.Add(l.expr)
}

// field is a field of the struct there; Go follows the pointer.
func (l location) field(name string) *jen.Statement { return jen.Add(l.expr).Dot(name) }

// at is the target at a location.
func at(l location, typ *model.Type) target {
	return target{
		typ:    typ,
		assign: func(sc *scope, value jen.Code) { sc.add(l.value().Op("=").Add(value)) },
		locate: func(*scope) location { return l },
		lvalue: func(*scope) jen.Code { return l.value() },
	}
}

// variable is the target that is a variable, field or element.
func variable(expr *jen.Statement, typ *model.Type) target {
	return at(location{expr: expr}, typ)
}

// pointee is the target of a parameter x that points to it.
func pointee(name string, typ *model.Type) target {
	return at(location{jen.Id(name), true}, typ)
}

// allocated is a new variable to which the pointer at l, of type *typ, leads from then on.
func allocated(l location, typ *model.Type) target {
	expr := l.value()
	locate := func(sc *scope) location {
		sc.add(jen.Add(expr).Op("=").New(gofile.Type(typ)))
		return location{expr, true}
	}
	return target{
		typ:     typ,
		assign:  func(sc *scope, value jen.Code) { sc.add(jen.Add(expr).Op("=").New(value)) },
		locate:  locate,
		lvalue:  func(sc *scope) jen.Code { return locate(sc).value() },
		pointer: l.address(),
	}
}

// present is the value in expr, which is of an optional type.
func present(expr *jen.Statement, optional *model.Type) target {
	return target{
		typ: optional.Elem,
		assign: func(sc *scope, value jen.Code) {
			sc.add(jen.Add(expr).Op("=").Add(gofile.Present(optional)).Call(value))
		},
		locate: func(*scope) location { return location{jen.Add(expr).Dot("Ptr").Call(), true} },
	}
}

// appended is a new element of the slice in the variable list, the one at
// which the scanner stands; first is the variable with the offset of the first.
func appended(list, first string, typ *model.Type) target {
	locate := func(sc *scope) location {
		sc.add(jen.Id(list).Op("=").Add(gofile.JSONScan.Dot("Extend")).Call(jen.Id("s"), jen.Id(first), jen.Id(list)))
		return location{expr: jen.Id(list).Index(jen.Len(jen.Id(list)).Op("-").Lit(1))}
	}
	return target{
		typ:    typ,
		assign: func(sc *scope, value jen.Code) { sc.add(locate(sc).value().Op("=").Add(value)) },
		locate: locate,
	}
}

// entry is the value under a key of a map: m and key are expressions that may
// be read twice.
func entry(m, key *jen.Statement, typ *model.Type) target {
	item := ""
	t := target{
		typ: typ,
		assign: func(sc *scope, value jen.Code) {
			sc.add(jen.Add(m).Index(key).Op("=").Add(value))
		},
		locate: func(sc *scope) location {
			item = sc.fresh("item")
			sc.add(jen.Var().Id(item).Add(gofile.Type(typ)))
			return location{expr: jen.Id(item)}
		},
	}
	t.finish = func(sc *scope) {
		if item != "" {
			sc.storing(func(sc *scope) { sc.add(jen.Add(m).Index(key).Op("=").Id(item)) })
		}
	}
	return t
}

// deref is the target behind a pointer or a Nullable; other targets are
// themselves.
func (t target) deref(sc *scope) target {
	switch t.typ.Kind {
	case model.Pointer:
		l := t.locate(sc)
		inner := allocated(l, t.typ.Elem)
		inner.finish = t.finish
		return inner
	case model.Nullable:
		l := t.locate(sc)
		inner := present(l.value(), t.typ)
		inner.finish = t.finish
		return inner.deref(sc) // to a pointer, where recursion needs one
	}
	return t
}

// converted is a value of the type beneath t as a value of t.
func converted(t *model.Type, value jen.Code) jen.Code {
	if t.Kind == model.Named {
		return gofile.Type(t).Call(value)
	}
	return value
}
