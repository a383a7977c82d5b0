package compact

import (
	"sync"

	"github.com/bindery-go/bindery/runtime/jsonscan"
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
	*e = encoder{Call: Call{parts: emptied(e.parts)}}
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
func (e *encoder) value(t *typ, p any) {
	switch t.kind {
	case kindStruct, kindTuple, kindMap, kindList:
		if e.Enter() {
			e.container(t, p)
			e.Leave()
		}
	case kindUnion:
		s := *e.ask(t.codec, opSum, p).(*Sum)
		e.sum(t, s)
	case kindDefined:
		e.value(t.elem, e.inner(t, p))
	case kindNullable:
		if q := e.ask(t.codec, opState, p); e.n == isValue {
			e.value(t.elem, q)
		} else {
			e.Null()
		}
	case kindPointer:
		if q := e.ask(t.codec, opGet, p); e.ok {
			e.value(t.elem, q)
		} else {
			e.Null()
		}
	default:
		e.ask(t.codec, opWrite, p)
	}
}

func (e *encoder) container(t *typ, p any) {
	switch t.kind {
	case kindMap:
		e.BeginObject()
		e.others(t, p, nil)
		e.EndObject()
	case kindList:
		e.BeginArray()
		e.elements(t, p)
		e.EndArray()
	default:
		base := len(e.parts)
		e.takeParts(t, p)
		switch {
		case t.kind == kindTuple:
			e.items(t, base)
		case t.others && !otherOf(e.parts).IsZero():
			otherOf(e.parts).Append(e.Encoder)
		default:
			e.members(t, base)
		}
		e.drop(base)
	}
}

// members writes a struct.
func (e *encoder) members(t *typ, base int) {
	e.BeginObject()
	for k := range t.fields {
		f := &t.fields[k]
		if f.omit && e.isAbsent(f.typ, e.parts[base+k]) {
			continue
		}
		e.Member(f.start)
		e.value(f.typ, e.parts[base+k])
	}
	e.maps(t, base+len(t.fields))
	e.EndObject()
}

// maps writes the members that have no fields. base is where the pointers to the maps
// begin.
func (e *encoder) maps(t *typ, base int) {
	for k := range t.matched {
		m := &t.matched[k]
		e.q = m
		e.ask(m.codec, opNames, e.parts[base+k])
		e.others(m.typ, e.parts[base+k], e.takenBefore(t, base, k))
	}
	if t.extra != nil {
		k := len(t.matched)
		e.others(t.extra, e.parts[base+k], e.takenBefore(t, base, k))
	}
}

// takenBefore reports the names that a struct has fields for, or that the first n of
// its maps hold.
func (e *encoder) takenBefore(t *typ, base, n int) func(name string) bool {
	if n == 0 {
		return t.declared
	}
	return func(name string) bool {
		if t.isDeclared(name) {
			return true
		}
		for k := range t.matched[:n] {
			e.name = name
			if e.ask(t.matched[k].codec, opHas, e.parts[base+k]); e.ok {
				return true
			}
		}
		return false
	}
}

// others writes the members of a map into an object, sorted by name; one that is taken
// is an error.
func (e *encoder) others(t *typ, p any, taken func(name string) bool) {
	e.t, e.taken = t, taken
	e.ask(t.codec, opMembers, p)
}

func (e *encoder) elements(t *typ, p any) {
	e.ask(t.codec, opLen, p)
	for k := range e.n {
		e.Element()
		e.n = k
		e.value(t.elem, e.ask(t.codec, opAt, p))
	}
}

// items writes a tuple.
func (e *encoder) items(t *typ, base int) {
	e.BeginArray()
	n := len(t.fields) - *e.parts[base].(*int)
	var rest any
	if t.extra != nil {
		rest = e.parts[base+1+len(t.fields)]
		if e.ask(t.extra.codec, opLen, rest); e.n > 0 {
			n = len(t.fields)
		} else {
			rest = nil
		}
	}
	for k := range t.fields[:max(n, 0)] {
		e.Element()
		e.value(t.fields[k].typ, e.parts[base+1+k])
	}
	if rest != nil {
		e.elements(t.extra, rest)
	}
	e.EndArray()
}

// sum writes what a union holds.
func (e *encoder) sum(t *typ, s Sum) {
	if s.kind == 0 || t.variants[s.kind-1].typ == nil {
		e.Null() // values that are absent are left out by what holds them
		return
	}
	e.value(t.variants[s.kind-1].typ, s.value)
}
