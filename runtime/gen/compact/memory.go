package compact

import (
	"reflect"
	"unsafe"
)

// What codecs do for every struct, pointer and list would be much code in a large package,
// compiled for each type. It is done here for all, over pointers whose types the text of the
// package tells: values are made by codecs, so that the collector knows what is in
// them, and what is written into them has the form that Go gives to every pointer, slice
// and union.

// slice has the form of every Go slice.
type slice struct {
	data     unsafe.Pointer
	len, cap int
}

// at returns a pointer to an element of a list of type t.
func (s slice) at(t *typ, k int) unsafe.Pointer { return unsafe.Add(s.data, uintptr(k)*t.elem.size) }

// makeList returns a list of type t with n new elements. One of none is not nil.
func (c *Call) makeList(t *typ, n int) slice {
	if n == 0 {
		return slice{data: unsafe.Pointer(new(struct{}))}
	}
	return slice{pointer(c.make(t.elem, n)), n, n}
}

// new returns a pointer to a new value of type t.
func (c *Call) new(t *typ) unsafe.Pointer { return pointer(c.make(t, 1)) }

// make returns a pointer to the first of n new values of type t that stand one behind the
// other.
func (c *Call) make(t *typ, n int) any {
	switch {
	case t.codec.Make != nil:
		return t.codec.Make(n)
	case t.kind == kindPointer:
		return &make([]unsafe.Pointer, n)[0]
	case t.kind == kindList:
		return &make([]slice, n)[0]
	}
	c.op, c.n = opMake, n
	t.codec.Do(c)
	made := c.made
	c.made = nil
	return made
}

// pointer is the pointer that x is.
func pointer(x any) unsafe.Pointer { return reflect.ValueOf(x).UnsafePointer() }

// receiver is the pointer that x is. Nil panics here, as in Go: a part far behind it would
// be a fault that nothing recovers from.
func receiver(x any) unsafe.Pointer {
	p := pointer(x)
	_ = *(*byte)(p)
	return p
}

// layout asks Go where the parts of values are: of a struct the fields, the maps of other
// members, and the value that is no object where it may hold such; of a tuple the
// positions, the list of the items after them where there can be any, and the number of
// positions that are absent.
func (t *typ) layout() {
	t.goType = reflect.TypeOf(new(Call).make(t, 1)).Elem()
	t.size = t.goType.Size()
	if t.kind != kindStruct && t.kind != kindTuple {
		return
	}
	t.parts = make([]uintptr, t.goType.NumField())
	for i := range t.parts {
		t.parts[i] = t.goType.Field(i).Offset
	}
	t.other = len(t.parts) - 1
}

// at returns a pointer to part k of the struct or tuple at p.
func (t *typ) at(p unsafe.Pointer, k int) unsafe.Pointer { return unsafe.Add(p, t.parts[k]) }

// short is the number of absent positions of the tuple at p.
func (t *typ) short(p unsafe.Pointer) *int { return (*int)(t.at(p, len(t.parts)-1)) }

// rest is the list of the items after the positions of the tuple at p.
func (t *typ) rest(p unsafe.Pointer) *slice { return (*slice)(t.at(p, len(t.fields))) }

// copyTo copies n values, one behind the other.
func (t *typ) copyTo(to, from unsafe.Pointer, n int) {
	reflect.Copy(reflect.SliceAt(t.goType, to, n), reflect.SliceAt(t.goType, from, n))
}
