package compact

import (
	"reflect"
	"unsafe"
)

// What codecs do for every struct, pointer and list would be much code in a large package,
// compiled for each type. It is done here for all, over pointers whose types the text of the
// package tells: values are made by package reflect, so that the collector knows what is in
// them, and what is written into them has the form that Go gives to every pointer, slice
// and union.

// slice has the form of every Go slice.
type slice struct {
	data     unsafe.Pointer
	len, cap int
}

// at returns a pointer to an element of a list of type t.
func (s slice) at(t *typ, k int) unsafe.Pointer { return unsafe.Add(s.data, uintptr(k)*t.elem.size) }

// makeList makes the list at p, which is of type t and nil, one of n new elements. One of
// none is not nil.
func (t *typ) makeList(p unsafe.Pointer, n int) slice {
	list := (*slice)(p)
	if n == 0 {
		list.data = unsafe.Pointer(new(struct{}))
		return *list
	}
	v := reflect.NewAt(t.elem.list, p).Elem()
	v.Grow(n)
	v.SetLen(n)
	v.SetCap(n)
	return *list
}

// new returns a pointer to a new value of type t.
func (t *typ) new() unsafe.Pointer { return reflect.New(t.goType).UnsafePointer() }

// pointer is the pointer that x is.
func pointer(x any) unsafe.Pointer { return reflect.ValueOf(x).UnsafePointer() }

// receiver is the pointer that x is. Nil panics here, as in Go: a part far behind it would
// be a fault that nothing recovers from.
func receiver(x any) unsafe.Pointer {
	p := pointer(x)
	_ = *(*byte)(p)
	return p
}

// become says which Go type t is, unless that is known.
func (t *typ) become(goType reflect.Type) {
	if t.goType == nil {
		t.goType = goType
		t.spread()
	}
}

// spread says of the parts of t, whose Go type is known, which types they are.
func (t *typ) spread() {
	switch t.kind {
	case kindPointer, kindList, kindMap:
		t.elem.become(t.goType.Elem())
	case kindDefined:
		if k := t.goType.Kind(); k == reflect.Slice || k == reflect.Map {
			t.elem.become(t.goType)
		}
	case kindStruct, kindTuple:
		k := len(t.fields)
		for i := range t.fields {
			t.fields[i].become(t.goType.Field(i).Type)
		}
		for i := range t.matched {
			t.matched[i].become(t.goType.Field(k + i).Type)
		}
		if t.extra != nil {
			t.extra.become(t.goType.Field(k + len(t.matched)).Type)
		}
	}
}

// layout asks Go where the parts of values are: of a struct the fields, the maps of other
// members, and the value that is no object where it may hold such; of a tuple the
// positions, the list of the items after them where there can be any, and the number of
// positions that are absent.
func (t *typ) layout() {
	if t.goType == nil { // all of a kind have one form
		t.goType = reflect.TypeFor[unsafe.Pointer]()
		if t.kind == kindList {
			t.goType = reflect.TypeFor[slice]()
		}
	}
	t.size, t.list = t.goType.Size(), reflect.SliceOf(t.goType)
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
