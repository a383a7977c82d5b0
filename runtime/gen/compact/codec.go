package compact

import (
	"sync"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Codec is what only Go can say of a Go type T: how to make a value, and where its
// parts are. Those of structs, tuples and types that are defined by others have New
// and Parts, which are plain functions: what is generic is compiled anew for every
// type, and a large package has thousands. All others have Do.
type Codec struct {
	// New returns a pointer to a new T.
	New func() any
	// Parts gives c pointers to the parts of x, a *T, in the order of the text. Of a
	// struct these are the fields, the maps of other members, and last the
	// [jsonvalue.Value] that is no object where the struct may hold such; of a tuple
	// the number of positions that are absent, the positions, and the list of the
	// items after them where there can be any; else the value by which T is defined.
	Parts func(c *Call, x any)
	// Do is one of the functions of this package that take a [Call].
	Do func(*Call)
	// IsNil reports whether a *T of the user's stands for an absent member; nil where
	// none does.
	IsNil func(x any) bool
}

// Call asks a codec to do something with p, a pointer; most often to a T. One function
// does several things: each is compiled anew for every type.
type Call struct {
	op    op
	p     any
	q     any // a pointer that is asked for, or a second one
	n     int
	ok    bool
	parts []any
	d     *decoder
	e     *encoder
	t     *typ
	name  string                 // that is asked for
	taken func(name string) bool // names that others have; nil for none
	each  func(p any)            // is called for copies of values; nil for nothing
}

// op is what a codec is asked to do.
type op uint8

const (
	opKind op = iota // n: the kind of the codec

	opNew    // q: a new T
	opRead   // *p from value n of the document of d
	opWrite  // *p to e
	opAbsent // ok: *p stands for a member that is not there

	opMake // *p is to hold a new value, q, or to be a list of n values or a map with room for n; it keeps what it held
	opGet  // of a pointer: q is what *p holds, ok that it is not nil
	opLen  // of a list: n
	opAt   // of a list: q to element n
	opCopy // of a map: it refers to a copy, for whose values each is called; of another package's value: it shares nothing any more

	opSum     // q: a Sum that *p holds
	opSetSum  // *p holds the Sum that q points to
	opMapElem // q: a new V
	opMapPut  // *p gets *q for the name of value n
	opMembers // the members of *p are written, of which taken holds for none
	opNames   // the names of *p are checked to match a pattern, q
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

// ask has a codec do something with p and returns what it points to.
func (c *Call) ask(codec *Codec, op op, p any) any {
	c.op, c.p, c.ok = op, p, false
	switch {
	case op == opAbsent && codec.IsNil != nil:
		c.ok = codec.IsNil(p)
	case codec.Do != nil:
		codec.Do(c)
	case op == opNew:
		c.q = codec.New()
	}
	return c.q
}

// takeParts puts pointers to the parts of *p on the stack.
func (c *Call) takeParts(t *typ, p any) { t.codec.Parts(c, p) }

// Take takes pointers to parts. Where they are given as arguments they are a list in the
// caller's frame, which the collector does not have to be told of: less code than
// appending them.
func (c *Call) Take(parts ...any) { c.parts = append(c.parts, parts...) }

// otherOf is where a struct keeps a value that is no object.
func otherOf(parts []any) *jsonvalue.Value { return parts[len(parts)-1].(*jsonvalue.Value) }

// inner returns a pointer to the value by which *p is defined.
func (c *Call) inner(t *typ, p any) any {
	base := len(c.parts)
	c.takeParts(t, p)
	q := c.parts[base]
	c.drop(base)
	return q
}

// fresh returns a pointer to a new value of a type.
func (c *Call) fresh(t *typ) any { return c.ask(t.codec, opNew, nil) }

// isAbsent reports whether a value stands for a member that is not there.
func (c *Call) isAbsent(t *typ, p any) bool {
	if t.kind == kindDefined {
		return c.isAbsent(t.elem, c.inner(t, p))
	}
	c.ask(t.codec, opAbsent, p)
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

var decoders = sync.Pool{New: func() any { return new(decoder) }}

func newDecoder(doc validate.Document) *decoder {
	d := decoders.Get().(*decoder)
	d.Document = doc
	d.copies = jsonscan.Get(doc.Raw(0))
	d.d = d
	return d
}

// run fills *p from the document.
func (d *decoder) run(t *typ, p any) error {
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
	*d = decoder{Call: Call{parts: emptied(d.parts)}}
	decoders.Put(d)
}

// emptied is a stack for the next user, within bounds.
func emptied(parts []any) []any {
	const most = 1 << 10 // pointers that the pool keeps room for
	clear(parts)
	if cap(parts) > most {
		return nil
	}
	return parts[:0]
}

// drop takes pointers off the stack.
func (c *Call) drop(base int) {
	clear(c.parts[base:])
	c.parts = c.parts[:base]
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

// copy returns an owned copy of bytes of the document.
func (d *decoder) copy(b []byte) string { return d.copies.Copy(b) }

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
func (d *decoder) value(t *typ, i int32, p any) {
	switch t.kind {
	case kindStruct:
		base := len(d.parts)
		d.takeParts(t, p)
		if t.others && d.Kind(i) != jsonscan.KindObject {
			*otherOf(d.parts) = jsonvalue.Trusted(d.raw(int(i)))
		} else {
			d.members(t, i, base)
		}
		d.drop(base)
	case kindTuple:
		base := len(d.parts)
		d.takeParts(t, p)
		d.items(t, i, base)
		d.drop(base)
	case kindUnion:
		s := d.variant(t, i)
		d.q = &s
		d.ask(t.codec, opSetSum, p)
	case kindDefined:
		d.value(t.elem, i, d.inner(t, p))
	case kindMap:
		d.mapping(t, i, p)
	case kindNullable:
		if d.Kind(i) == jsonscan.KindNull && !t.elem.null {
			d.ask(t.codec, opNull, p)
		} else {
			d.value(t.elem, i, d.ask(t.codec, opValue, p))
		}
	case kindPointer:
		if d.Kind(i) != jsonscan.KindNull || t.elem.null {
			d.value(t.elem, i, d.ask(t.codec, opMake, p))
		}
	case kindList:
		d.list(t, i, p)
	default:
		d.n = int(i)
		d.ask(t.codec, opRead, p)
	}
}

// members reads the members of an object. base is where the pointers to the
// fields begin.
func (d *decoder) members(t *typ, i int32, base int) {
	expected := 0 // most documents have their members in one order
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		name := d.Name(child)
		k := expected
		if k >= len(t.fields) || t.fields[k].name != string(name) {
			var ok bool
			if k, ok = t.index[string(name)]; !ok {
				d.other(t, child, base+len(t.fields))
				continue
			}
		}
		d.value(t.fields[k].typ, child, d.parts[base+k])
		expected = k + 1
	}
}

// other reads a member that has no field: into the first map whose pattern its name
// matches, else into that of all. base is where the pointers to the maps begin.
func (d *decoder) other(t *typ, i int32, base int) {
	for k := range t.matched {
		if t.matched[k].matches(d.Name(i)) {
			d.put(t.matched[k].typ, i, d.parts[base+k])
			return
		}
	}
	if t.extra != nil {
		d.put(t.extra, i, d.parts[base+len(t.matched)])
	}
}

// items reads the items of an array into a tuple.
func (d *decoder) items(t *typ, i int32, base int) {
	more := d.Len(i) - len(t.fields)
	*d.parts[base].(*int) = max(-more, 0)
	var rest any
	if t.extra != nil && more > 0 {
		rest = d.parts[base+1+len(t.fields)]
		d.n = more
		d.ask(t.extra.codec, opMake, rest)
	}
	k := 0
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		switch {
		case k < len(t.fields):
			d.value(t.fields[k].typ, child, d.parts[base+1+k])
		case rest != nil:
			d.n = k - len(t.fields)
			d.value(t.extra.elem, child, d.ask(t.extra.codec, opAt, rest))
		}
		k++
	}
}

func (d *decoder) list(t *typ, i int32, p any) {
	d.n = d.Len(i)
	d.ask(t.codec, opMake, p)
	k := 0
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		d.n = k
		d.value(t.elem, child, d.ask(t.codec, opAt, p))
		k++
	}
}

func (d *decoder) mapping(t *typ, i int32, p any) {
	d.n = d.Len(i)
	d.ask(t.codec, opMake, p)
	for child, end := i+1, d.Next(i); child < end; child = d.Next(child) {
		d.put(t, child, p)
	}
}

// put adds a member to a map, which it makes where there is none.
func (d *decoder) put(t *typ, i int32, p any) {
	v := d.ask(t.codec, opMapElem, p)
	if v != nil {
		d.value(t.elem, i, v)
	}
	d.n, d.q = int(i), v
	d.ask(t.codec, opMapPut, p)
}
