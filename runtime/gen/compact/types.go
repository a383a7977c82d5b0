package compact

import (
	"reflect"
	"sync"

	"github.com/bindery-go/bindery/runtime/gen/embedded"
	"github.com/bindery-go/bindery/runtime/jsonscan"
	"github.com/bindery-go/bindery/runtime/validate"
)

// Package is a generated package: its types as text, its schema, and what only Go can say
// of types, in the same order: functions of this package for those that it has such for, and
// nil pointers to others to which none of these leads. There is nothing for the types behind
// the last one. A text that the generator has not written is a programming error and panics.
type Package struct {
	Text    *string // of a data file: a list of types
	Source  *embedded.Source
	Program *validate.Program
	Types   []any

	once  sync.Once
	types []typ
}

// typ is a Go type: what the text says of it, and what Go does.
type typ struct {
	kind   kind
	codec  codec        // nil for what is made of others
	goType reflect.Type // or one of the same form
	list   reflect.Type // a slice of it
	size   uintptr
	parts  []uintptr // where they are in a struct or tuple, see layout
	other  int       // the part that is no object
	enum   enum
	// node is the schema of a type that has methods.
	node int
	// elem is the type of an item, of a map's values, behind a pointer, or by
	// which the type is defined.
	elem *typ
	// flat: copies of a value share nothing that can be changed.
	flat bool
	// null: a value of the type may stand for null, so that a pointer to it is
	// never nil for that.
	null bool

	fields []field // of a struct or tuple
	index  map[string]int
	// declared is isDeclared of a struct.
	declared func(name string) bool
	// matched are the maps of members whose names match patterns, behind the fields.
	matched []matched
	extra   *typ // of the other members, or items; nil for none
	others  bool // of a struct: it also holds values that are no objects, as they are

	variants []variant        // of a union
	choice   *validate.Choice // between the branches of these
	tag      string           // member by whose text variants are told apart; "" for none
}

// field is a field of a struct or tuple.
type field struct {
	*typ
	name  string
	start string // of the member: the name as JSON, and a colon
	omit  bool   // the member is left out when the value stands for absence
}

// variant is a variant of a union.
type variant struct {
	*typ        // nil: null, without a payload
	text   bool // the payload is a string, which the union holds itself
	kinds  int  // that it can hold: 1 << jsonscan.Kind
	branch int  // the node that tells whether a value is of this variant; -1: the kind does
	node   int  // the schema of the variant
	tags   map[string]bool
}

// matched is a map of the members whose names match a pattern.
type matched struct {
	*typ
	pattern validate.Pattern
}

func (m *matched) matches(name []byte) bool {
	ok, err := m.pattern.Matcher.Match(name)
	return ok && err == nil
}

// isDeclared reports whether a struct has a field for a member.
func (t *typ) isDeclared(name string) bool {
	_, ok := t.index[name]
	return ok
}

// typ returns the type with a number.
func (p *Package) typ(i int) *typ {
	p.once.Do(p.load)
	return &p.types[i]
}

func (p *Package) load() {
	n := 0
	embedded.Read(*p.Text, func(r *embedded.Reader) { r.List(func() { n++; r.Skip() }) })
	p.types = make([]typ, n)
	embedded.Read(*p.Text, func(r *embedded.Reader) {
		i := 0
		r.List(func() {
			if i < len(p.Types) {
				p.types[i].load(p.Types[i])
			}
			p.loadType(r, &p.types[i])
			i++
		})
	})
	for i := range p.types {
		if t := &p.types[i]; t.goType != nil {
			t.spread()
		}
	}
	for i := range p.types {
		p.types[i].flat = p.types[i].isFlat()
		p.types[i].layout()
	}
}

// load takes what Go says of the type.
func (t *typ) load(of any) {
	if codec, ok := of.(codec); ok {
		t.setCodec(codec)
		return
	}
	t.goType = reflect.TypeOf(of).Elem()
}

func (t *typ) setCodec(codec codec) {
	var c Call
	codec(&c) // opType
	t.codec, t.kind = codec, c.kind
	if t.goType == nil { // one that has been named is the one that is meant
		t.goType = c.goType
	}
}

func (p *Package) loadType(r *embedded.Reader, t *typ) {
	r.Object(func(name string) {
		switch name {
		case "node":
			t.node = r.Int()
		case "elem":
			t.elem = p.ref(r)
		case "is":
			like := scalars[r.Text()]
			t.setCodec(like.codec)
			if t.goType == nil {
				t.goType = like.goType
			}
		case "values":
			t.enum.values = r.Texts()
		case "pointer":
			t.kind, t.elem = kindPointer, p.ref(r)
		case "list":
			t.kind, t.elem = kindList, p.ref(r)
		case "null":
			t.null = r.Bool()
		case "fields":
			t.kind = kindStruct
			r.List(func() { t.fields = append(t.fields, p.loadField(r)) })
		case "items":
			t.kind = kindTuple
			r.List(func() { t.fields = append(t.fields, field{typ: p.ref(r)}) })
		case "others":
			t.others = r.Bool()
		case "matched":
			r.List(func() { t.matched = append(t.matched, p.loadMatched(r)) })
		case "extra":
			t.extra = p.ref(r)
		case "tag":
			t.tag = r.Text()
		case "variants":
			t.kind = kindUnion
			r.List(func() { t.variants = append(t.variants, p.loadVariant(r)) })
			t.choose()
		default:
			r.Fail()
		}
	})
	if t.kind == kindScalar && t.codec == nil {
		t.kind = kindDefined
	}
	if t.kind == kindStruct {
		t.declared = t.isDeclared
	}
	t.index = make(map[string]int, len(t.fields))
	for i := range t.fields {
		t.index[t.fields[i].name] = i
	}
}

// choose makes the choice between the branches of a union.
func (t *typ) choose() {
	branches := make([]int, len(t.variants))
	for k := range t.variants {
		branches[k] = t.variants[k].branch
	}
	t.choice = validate.NewChoice(branches)
}

// loadMatched reads {"text": …, "matcher": …, "type": …}.
func (p *Package) loadMatched(r *embedded.Reader) (m matched) {
	r.Object(func(name string) {
		switch name {
		case "text":
			m.pattern.Text = r.Text()
		case "matcher":
			m.pattern.Matcher = p.Source.Matchers[r.Int()]
		case "type":
			m.typ = p.ref(r)
		default:
			r.Fail()
		}
	})
	return m
}

// loadField reads [name, type] of a member that is always written, and a third
// element of one that may be absent.
func (p *Package) loadField(r *embedded.Reader) (f field) {
	i := 0
	r.List(func() {
		switch i {
		case 0:
			f.name = r.Text()
			f.start = quoted(f.name) + ":"
		case 1:
			f.typ = p.ref(r)
		case 2:
			f.omit = r.Int() == 1
		}
		i++
	})
	return f
}

// quoted is a name as JSON.
func quoted(name string) string {
	e := jsonscan.GetEncoder()
	e.String(name)
	text, _ := e.Finish() // what was read as JSON is valid UTF-8
	return string(text)
}

func (p *Package) loadVariant(r *embedded.Reader) (v variant) {
	v.branch = -1
	r.Object(func(name string) {
		switch name {
		case "type":
			v.typ = p.ref(r)
		case "text":
			v.typ, v.text = p.ref(r), true
		case "kinds":
			v.kinds = r.Int()
		case "branch":
			v.branch = r.Int()
		case "node":
			v.node = r.Int()
		case "tags":
			v.tags = map[string]bool{}
			r.List(func() { v.tags[r.Text()] = true })
		default:
			r.Fail()
		}
	})
	return v
}

// ref reads the number of a type.
func (p *Package) ref(r *embedded.Reader) *typ { return &p.types[r.Int()] }
