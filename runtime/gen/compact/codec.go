package compact

import (
	"reflect"
	"sync"
	"unsafe"

	"github.com/bindery-go/bindery/runtime/gen/whole"
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/validate"
)

// codec is one of the functions of this package that do what is peculiar to a Go type T,
// as the [Call] says. It is little code, since what is generic is compiled anew for every
// type, and a large package has thousands. Types that are made of others have none:
// structs, tuples, unions, pointers, lists and what they define.
type codec = func(*Call)

// Call asks a codec to do something with p, which points to a T. One function does
// several things: each is compiled anew for every type.
type Call struct {
	op     op
	p      unsafe.Pointer
	q      unsafe.Pointer // that is asked for, or a second one
	n      int
	ok     bool
	kind   kind         // that is asked for
	goType reflect.Type // that is asked for
	d      *decoder
	e      *encoder
	t      *typ
	of     *matched
	name   string                 // that is asked for
	taken  func(name string) bool // names that others have; nil for none
	each   func(p unsafe.Pointer) // is called for copies of values; nil for nothing

	cloning whole.Cloning
}

// op is what a codec is asked to do.
type op uint8

const (
	opType op = iota // kind: that of the codec; goType: T

	opRead   // *p from value n of the document of d
	opWrite  // *p to e
	opAbsent // ok: *p stands for a member that is not there
	opCopy   // of a map: it refers to a copy, for whose values each is called; of another package's value: it shares nothing any more

	opRoom    // of a map: *p is empty, with room for n
	opMapElem // q: a zero V, that which q is made zero or a new one
	opMapPut  // *p gets *q for the name of value n
	opMembers // the members of *p are written, of which taken holds for none
	opNames   // the names of *p are checked to match a pattern, of
	opHas     // ok: *p has a member called name
	opNull    // *p is null
	opState   // n: absent, null, or a value, which q points to
	opValue   // *p is a value, which q points to
)

// kind is how the values of a type are made of others.
type kind uint8

const (
	kindScalar kind = iota
	kindStruct
	kindTuple
	kindUnion
	kindDefined
	kindMap
	kindNullable
	kindPointer
	kindList
	kindImported
)

// ask has a codec do something with p.
func (c *Call) ask(t *typ, op op, p unsafe.Pointer) {
	c.op, c.p, c.ok = op, p, false
	t.codec(c)
}

// isAbsent reports whether *p stands for a member that is not there.
func (c *Call) isAbsent(t *typ, p unsafe.Pointer) bool {
	switch t.kind {
	case kindDefined:
		return c.isAbsent(t.elem, p)
	case kindPointer, kindList: // a list begins with a pointer to its elements
		return *(*unsafe.Pointer)(p) == nil
	case kindUnion:
		return (*Sum)(p).kind == 0
	case kindStruct, kindTuple:
		return false
	}
	c.ask(t, opAbsent, p)
	return c.ok
}

// decoder decodes one document.
type decoder struct {
	validate.Document
	Call
	// copies makes strings that share memory.
	copies *jsonscan.Scanner
	// beyond is the type that could not hold the number at an offset, lost; "" for
	// none.
	beyond string
	lost   int
	// refusal is the error of a type of the user's that did not read the value there.
	refusal error
	// outer is the scanner of a document of which this is the part from from on;
	// nil for a whole one.
	outer *jsonscan.Scanner
	from  int
}

var decoders = sync.Pool{New: func() any {
	d := new(decoder)
	d.d = d
	return d
}}

func newDecoder(doc validate.Document) *decoder {
	d := decoders.Get().(*decoder)
	d.Document = doc
	d.copies = jsonscan.Get(doc.Raw(0))
	return d
}

// run fills *p from the document.
func (d *decoder) run(t *typ, p unsafe.Pointer) error {
	d.value(t, 0, p)
	if d.beyond == "" {
		return nil
	}
	if d.outer != nil {
		d.outer.NoteRefusal(d.from+d.lost, d.beyond, d.refusal)
	}
	err := d.RangeError(d.lost, d.beyond)
	err.Err = d.refusal
	return err
}

func (d *decoder) close() {
	d.copies.Release()
	d.Close()
	d.Document, d.copies, d.outer = validate.Document{}, nil, nil
	d.p, d.q = nil, nil
	d.beyond, d.refusal = "", nil
	decoders.Put(d)
}

// rounds notes that the number n, value i, is read as f.
func (d *decoder) rounds(i int32, n jsonscan.Number, f float64) {
	s, at := d.notes(i)
	s.NoteRounded(at, n, f)
}

// notes returns the scanner that keeps what is noted of numbers, and the offset
// that value i has for it.
func (d *decoder) notes(i int32) (s *jsonscan.Scanner, at int) {
	if d.outer != nil {
		return d.outer, d.from + d.Offset(i)
	}
	return d.copies, d.Offset(i) - d.Offset(0)
}

// loses notes the first number that its Go type cannot hold, value i.
func (d *decoder) loses(i int32, goType string) { d.losesAt(i, 0, goType) }

// refuses notes that a type of the user's does not read value i.
func (d *decoder) refuses(i int32, goType string, err error) {
	if d.beyond == "" {
		d.beyond, d.lost, d.refusal = goType, d.Offset(i), err
	}
}

// losesAt is loses for a number at an offset in value i.
func (d *decoder) losesAt(i int32, at int, goType string) {
	if d.beyond == "" {
		d.beyond, d.lost = goType, d.Offset(i)+at
	}
}

// value fills *p, a zero value, from value i, which is valid.
func (d *decoder) value(t *typ, i int32, p unsafe.Pointer) {
	switch t.kind {
	case kindStruct:
		if t.others && d.Kind(i) != jsonscan.KindObject {
			*(*jsonvalue.Value)(t.at(p, t.other)) = jsonvalue.Trusted(d.raw(int(i)))
		} else {
			d.members(t, i, p)
		}
	case kindTuple:
		d.items(t, i, p)
	case kindUnion:
		d.variant(t, i, p)
	case kindDefined:
		d.value(t.elem, i, p)
	case kindMap:
		d.mapping(t, i, p)
	case kindNullable:
		if d.Kind(i) == jsonscan.KindNull && !t.elem.null {
			d.ask(t, opNull, p)
		} else {
			d.ask(t, opValue, p)
			d.value(t.elem, i, d.q)
		}
	case kindPointer:
		if d.Kind(i) != jsonscan.KindNull || t.elem.null {
			q := t.elem.new()
			*(*unsafe.Pointer)(p) = q
			d.value(t.elem, i, q)
		}
	case kindList:
		list := t.makeList(p, d.Len(i))
		k := 0
		for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
			d.value(t.elem, child, list.at(t, k))
			k++
		}
	default:
		d.n = int(i)
		d.ask(t, opRead, p)
	}
}

// members reads the members of an object into the struct at p.
func (d *decoder) members(t *typ, i int32, p unsafe.Pointer) {
	expected := 0           // most documents have their members in one order
	var room unsafe.Pointer // for values of the map of all others
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		name := d.Name(child)
		k := expected
		if k >= len(t.fields) || t.fields[k].name != string(name) {
			var ok bool
			if k, ok = t.index[string(name)]; !ok {
				room = d.other(t, child, p, room)
				continue
			}
		}
		d.value(t.fields[k].typ, child, t.at(p, k))
		expected = k + 1
	}
}

// other reads a member that has no field: into the first map whose pattern its name
// matches, else into that of all, for whose values there is room.
func (d *decoder) other(t *typ, i int32, p, room unsafe.Pointer) unsafe.Pointer {
	for k := range t.matched {
		if t.matched[k].matches(d.Name(i)) {
			d.put(t.matched[k].typ, i, t.at(p, len(t.fields)+k), nil)
			return room
		}
	}
	if t.extra != nil {
		room = d.put(t.extra, i, t.at(p, len(t.fields)+len(t.matched)), room)
	}
	return room
}

// items reads the items of an array into the tuple at p.
func (d *decoder) items(t *typ, i int32, p unsafe.Pointer) {
	more := d.Len(i) - len(t.fields)
	*t.short(p) = max(-more, 0)
	var rest slice
	if t.extra != nil && more > 0 {
		rest = t.extra.makeList(unsafe.Pointer(t.rest(p)), more)
	}
	k := 0
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		switch {
		case k < len(t.fields):
			d.value(t.fields[k].typ, child, t.at(p, k))
		case rest.len > 0:
			d.value(t.extra.elem, child, rest.at(t.extra, k-len(t.fields)))
		}
		k++
	}
}

func (d *decoder) mapping(t *typ, i int32, p unsafe.Pointer) {
	d.n = d.Len(i)
	d.ask(t, opRoom, p)
	var room unsafe.Pointer
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		room = d.put(t, child, p, room)
	}
}

// put adds a member to a map, which it makes where there is none. The value is decoded
// into room, nil for a new one, and copied from there; the room is returned for the next.
func (d *decoder) put(t *typ, i int32, p, room unsafe.Pointer) unsafe.Pointer {
	d.q = room
	d.ask(t, opMapElem, p)
	v := d.q
	if v != nil {
		d.value(t.elem, i, v)
	}
	d.n, d.q = int(i), v
	d.ask(t, opMapPut, p)
	return v
}
