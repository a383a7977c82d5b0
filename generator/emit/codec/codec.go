// Package codec prints the code that reads documents: for each root ParseT,
// ValidateT, IsValidT, UnmarshalJSON and Validate, below them the functions of
// the model's plans, valid… (verdict only, no allocation) and decode… (one
// pass: check and fill), and the matchers of patterns.
//
// All of them stop at the first problem and say no more than that there is
// one; the entry points then have runtime/validate find out what is wrong. The
// package decides nothing: what is checked and into which types is in the
// model. Only the facade imports it.
package codec

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/emit/gofile"
	"github.com/bindery-go/bindery/generator/model"
	"github.com/dave/jennifer/jen"
)

// Emit prints decode.go and validate.go, in several files where they are long,
// and jsonv2.go.
func Emit(p *gofile.Package) []*gofile.File {
	e := newEmitter(p.Model)
	decode, validate := fileSet{p: p, base: "decode"}, fileSet{p: p, base: "validate"}
	if len(e.model.Roots) > 0 {
		validate.add(supported(), 0)
	}
	for _, root := range e.model.Roots {
		decode.add(e.parse(root), entryWeight)
		validate.add(e.validate(root), entryWeight)
	}
	var decoded []*model.Decl // with UnmarshalJSON
	for _, d := range e.model.Decls {
		if method := e.unmarshal(d); method != nil {
			decode.add(method, entryWeight)
			decoded = append(decoded, d)
		}
	}
	if e.usesUnmarshal {
		decode.add(unmarshalHelper(), entryWeight)
	}
	for _, d := range e.model.Decls {
		if accessors := e.accessors(d); accessors != nil {
			decode.add(accessors, entryWeight*len(d.Variants))
		}
	}
	if e.usesAs {
		decode.add(asHelper(), entryWeight)
	}
	e.drain()
	for _, f := range e.printed() {
		if f.decodes {
			decode.add(f.code, f.weight)
		} else {
			validate.add(f.code, f.weight)
		}
	}
	for _, pattern := range e.model.Patterns {
		validate.add(matcher(pattern), entryWeight)
	}
	files := append(decode.files, validate.files...)
	if len(decoded) > 0 {
		files = append(files, jsonV2(p, decoded))
	}
	return files
}

// entryWeight is the weight of a short function.
const entryWeight = 5

// fileWeight is about how many statements one file takes.
const fileWeight = 1500

// fileSet spreads declarations over files of bounded size.
type fileSet struct {
	p      *gofile.Package
	base   string
	files  []*gofile.File
	weight int
}

// add appends a declaration of about weight statements.
func (fs *fileSet) add(code jen.Code, weight int) {
	if len(fs.files) == 0 || fs.weight > 0 && fs.weight+weight > fileWeight {
		name := fs.base
		if n := len(fs.files) + 1; n > 1 {
			name += "_" + strconv.Itoa(n)
		}
		fs.files = append(fs.files, fs.p.NewFile(name+".go"))
		fs.weight = 0
	}
	fs.weight += weight
	fs.files[len(fs.files)-1].Add(code, jen.Line())
}

// emitter prints the functions of one package. Only functions that something
// calls are printed: each call asks for its function, which waits in the queue.
type emitter struct {
	model         *model.Package
	taken         map[string]bool // function names
	names         map[*model.Plan]string
	functions     map[functionKey]*function
	queue         []*function
	made          []*function // in the order of the first call
	usesUnmarshal bool
	usesAs        bool
}

// functionKey identifies a function: what is read, and how.
type functionKey struct {
	plan *model.Plan
	role role
}

// role is what a function of a plan does.
type role uint8

const (
	valid      role = iota // verdict on the next value
	decode                 // verdict, and the value
	onText                 // verdict on a text as the value of a JSON string
	remembered             // verdict, behind the memory of verdicts
	index                  // place of a name among the known ones
)

// function is one printed function.
type function struct {
	name    string
	plan    *model.Plan
	role    role
	print   func(f *function) jen.Code
	decodes bool
	code    jen.Code
	weight  int
}

func newEmitter(m *model.Package) *emitter {
	e := &emitter{
		model:     m,
		taken:     map[string]bool{},
		names:     map[*model.Plan]string{},
		functions: map[functionKey]*function{},
	}
	for _, p := range m.Plans {
		e.names[p] = p.Func
		e.taken[p.Func] = true
	}
	for _, d := range m.Decls {
		if d.Plan != nil && e.names[d.Plan] == "" {
			e.names[d.Plan] = e.free(d.Name)
		}
	}
	return e
}

// free takes the first of name, name2, name3 … that no plan has.
func (e *emitter) free(name string) string {
	got := name
	for n := 2; e.taken[got]; n++ {
		got = name + strconv.Itoa(n)
	}
	e.taken[got] = true
	return got
}

// drain prints the functions that were asked for and those that they ask for.
func (e *emitter) drain() {
	for len(e.queue) > 0 {
		f := e.queue[0]
		e.queue = e.queue[1:]
		f.code = f.print(f)
	}
}
