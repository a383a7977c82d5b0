package compact

import (
	"sync"
	"unsafe"

	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// encoder writes one value.
type encoder struct {
	*jsonscan.Encoder
	Call
}

var encoders = sync.Pool{New: func() any { return new(encoder) }}

func newEncoder(to *jsonscan.Encoder) *encoder {
	e := encoders.Get().(*encoder)
	e.Encoder, e.e = to, e
	return e
}

func (e *encoder) release() {
	*e = encoder{}
	encoders.Put(e)
}

func encoded(write func(*encoder)) ([]byte, error) {
	e := newEncoder(jsonscan.GetEncoder())
	write(e)
	out := e.Encoder
	e.release()
	return out.Finish()
}

// value writes *p.
func (e *encoder) value(t *typ, p unsafe.Pointer) {
	switch t.kind {
	case kindStruct, kindTuple, kindMap, kindList:
		if e.Enter() {
			e.container(t, p)
			e.Leave()
		}
	case kindUnion:
		e.union(t, p)
	case kindDefined:
		e.value(t.elem, p)
	case kindNullable:
		if e.ask(t, opState, p); e.n == isValue {
			e.value(t.elem, e.q)
		} else {
			e.Null()
		}
	case kindPointer:
		if q := *(*unsafe.Pointer)(p); q != nil {
			e.value(t.elem, q)
		} else {
			e.Null()
		}
	default:
		e.ask(t, opWrite, p)
	}
}

func (e *encoder) container(t *typ, p unsafe.Pointer) {
	switch t.kind {
	case kindMap:
		e.BeginObject()
		e.others(t, p, nil)
		e.EndObject()
	case kindList:
		e.BeginArray()
		e.elements(t, *(*slice)(p))
		e.EndArray()
	case kindTuple:
		e.items(t, p)
	default:
		if t.others {
			if other := (*jsonvalue.Value)(t.at(p, t.other)); !other.IsZero() {
				other.Append(e.Encoder)
				return
			}
		}
		e.members(t, p)
	}
}

// members writes the struct at p.
func (e *encoder) members(t *typ, p unsafe.Pointer) {
	e.BeginObject()
	for k := range t.fields {
		f := &t.fields[k]
		q := t.at(p, k)
		if f.omit && e.isAbsent(f.typ, q) {
			continue
		}
		e.Member(f.start)
		e.value(f.typ, q)
	}
	e.maps(t, p)
	e.EndObject()
}

// maps writes the members of the struct at p that have no fields.
func (e *encoder) maps(t *typ, p unsafe.Pointer) {
	for k := range t.matched {
		m := &t.matched[k]
		q := t.at(p, len(t.fields)+k)
		e.of = m
		e.ask(m.typ, opNames, q)
		e.others(m.typ, q, e.takenBefore(t, p, k))
	}
	if t.extra != nil {
		k := len(t.matched)
		e.others(t.extra, t.at(p, len(t.fields)+k), e.takenBefore(t, p, k))
	}
}

// takenBefore reports the names that a struct has fields for, or that the first n of
// its maps hold.
func (e *encoder) takenBefore(t *typ, p unsafe.Pointer, n int) func(name string) bool {
	if n == 0 {
		return t.declared
	}
	return func(name string) bool {
		if t.isDeclared(name) {
			return true
		}
		for k := range t.matched[:n] {
			e.name = name
			if e.ask(t.matched[k].typ, opHas, t.at(p, len(t.fields)+k)); e.ok {
				return true
			}
		}
		return false
	}
}

// others writes the members of a map into an object, sorted by name; one that is taken
// is an error.
func (e *encoder) others(t *typ, p unsafe.Pointer, taken func(name string) bool) {
	e.t, e.taken = t, taken
	e.ask(t, opMembers, p)
}

func (e *encoder) elements(t *typ, list slice) {
	for k := range list.len {
		e.Element()
		e.value(t.elem, list.at(t, k))
	}
}

// items writes the tuple at p.
func (e *encoder) items(t *typ, p unsafe.Pointer) {
	e.BeginArray()
	n := len(t.fields) - *t.short(p)
	var rest slice
	if t.extra != nil {
		if rest = *t.rest(p); rest.len > 0 {
			n = len(t.fields)
		}
	}
	for k := range t.fields[:max(n, 0)] {
		e.Element()
		e.value(t.fields[k].typ, t.at(p, k))
	}
	if rest.len > 0 {
		e.elements(t.extra, rest)
	}
	e.EndArray()
}

// union writes what the union at p holds.
func (e *encoder) union(t *typ, p unsafe.Pointer) {
	kind := (*Sum)(p).kind
	if kind == 0 || t.variants[kind-1].typ == nil {
		e.Null() // values that are absent are left out by what holds them
		return
	}
	v := &t.variants[kind-1]
	e.value(v.typ, v.payload(p))
}
