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
	"iter"
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// Emit prints decode.go and validate.go, in several files where they are long,
// and jsonv2.go. Each file is handed over when it is full: what becomes of a
// large schema takes too much memory to hold it all before it is rendered.
func Emit(p *gofile.Package) iter.Seq[*gofile.File] {
	return func(yield func(*gofile.File) bool) {
		more := true
		full := func(f *gofile.File) { more = more && yield(f) }
		e := newEmitter(p.Model)
		e.decode, e.validate = fileSet{p: p, base: "decode", full: full}, fileSet{p: p, base: "validate", full: full}
		decoded := e.entries()
		// Functions ask for those that they call.
		for more && len(e.queue) > 0 {
			f := e.queue[0]
			e.queue = e.queue[1:]
			code := f.print(f)
			if f.role == decode {
				e.decode.add(code, f.weight)
			} else {
				e.validate.add(code, f.weight)
			}
		}
		for _, pattern := range e.model.Patterns {
			e.validate.add(Matcher(pattern), entryWeight)
		}
		e.decode.close()
		e.validate.close()
		if len(decoded) > 0 {
			full(jsonV2(p, decoded))
		}
	}
}

// entries prints the exported functions and methods, and what they share. It
// returns the types with UnmarshalJSON.
func (e *emitter) entries() (decoded []*model.Decl) {
	if len(e.model.Roots) > 0 {
		e.validate.add(Supported(), 0)
	}
	for _, root := range e.model.Roots {
		e.decode.add(e.parse(root), entryWeight)
		e.validate.add(e.checks(root), entryWeight)
	}
	for _, d := range e.model.Decls {
		if method := e.unmarshal(d); method != nil {
			e.decode.line(method)
			decoded = append(decoded, d)
		}
	}
	e.decode.space()
	e.validateBelow()
	for _, d := range e.model.Decls {
		if d.Shared {
			e.decode.add(e.shared(d), entryWeight)
		}
	}
	if e.usesUnmarshal {
		e.decode.add(unmarshalHelper(), entryWeight)
	}
	if e.usesUnmarshalOneOf {
		e.decode.add(unmarshalOneOfHelper(), entryWeight)
	}
	for _, d := range e.model.Decls {
		if accessors := e.accessors(d); accessors != nil {
			e.decode.add(accessors, entryWeight*len(d.Variants))
		}
	}
	if e.usesAs {
		e.decode.add(asHelper(), entryWeight)
	}
	if e.usesTextAs {
		e.decode.add(textAsHelper(), entryWeight)
	}
	if e.usesValueAs {
		e.decode.add(valueAsHelper(), entryWeight)
	}
	return decoded
}

// entryWeight is the weight of a short function.
const entryWeight = 5

// fileWeight is about how many statements one file takes.
const fileWeight = 1500

// fileSet spreads declarations over files of bounded size.
type fileSet struct {
	p      *gofile.Package
	base   string
	full   func(*gofile.File) // takes a file to which nothing is added any more
	file   *gofile.File
	count  int
	weight int
}

// add appends a declaration of about weight statements, and a blank line.
func (fs *fileSet) add(code jen.Code, weight int) {
	fs.room(weight)
	fs.file.Add(code, jen.Line())
}

// room makes sure that there is a file with room for about weight statements.
func (fs *fileSet) room(weight int) {
	if fs.weight > 0 && fs.weight+weight > fileWeight {
		fs.close()
	}
	if fs.file == nil {
		name := fs.base
		if fs.count++; fs.count > 1 {
			name += "_" + strconv.Itoa(fs.count)
		}
		fs.file = fs.p.NewFile(name + ".go")
	}
	fs.weight += weight
}

// line appends a declaration of a line, without a blank line after it.
func (fs *fileSet) line(code jen.Code) {
	fs.room(1)
	fs.file.Add(code)
}

// space appends a blank line.
func (fs *fileSet) space() {
	if fs.file != nil {
		fs.file.Line()
	}
}

// close hands over the last file, if there is one.
func (fs *fileSet) close() {
	if fs.file != nil {
		fs.full(fs.file)
		fs.file, fs.weight = nil, 0
	}
}

// emitter prints the functions of one package. Only functions that something
// calls are printed: each call asks for its function, which waits in the queue.
type emitter struct {
	model         *model.Package
	taken         map[string]bool // function names
	next          map[string]int  // by name, a number below which free has taken all
	names         map[*plan.Plan]string
	parts         map[partKey]string
	functions     map[functionKey]*function
	tables        map[string]bool // variables that the queue has
	queue         []*function     // in the order of the first call
	decode        fileSet
	validate      fileSet
	usesUnmarshal bool
	// for enums
	usesUnmarshalOneOf bool
	usesAs             bool
	usesTextAs         bool
	usesValueAs        bool
}

// functionKey identifies a function: what is read, and how.
type functionKey struct {
	plan *plan.Plan
	role role
}

// partKey identifies what belongs to a plan beside its functions.
type partKey struct {
	plan   *plan.Plan
	suffix string
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
	name   string
	plan   *plan.Plan
	role   role
	print  func(f *function) jen.Code
	weight int
}

func newEmitter(m *model.Package) *emitter {
	e := &emitter{
		model:     m,
		taken:     map[string]bool{},
		next:      map[string]int{},
		names:     map[*plan.Plan]string{},
		parts:     map[partKey]string{},
		functions: map[functionKey]*function{},
		tables:    map[string]bool{},
	}
	for _, f := range m.Functions {
		e.names[f.Plan] = f.Name
		e.taken[f.Name] = true
	}
	for _, d := range m.Decls {
		if d.Plan != nil && e.names[d.Plan] == "" {
			e.names[d.Plan] = e.free(d.Name)
		}
	}
	return e
}

// fieldsOf finds the fields of the struct that holds the values of a plan, by
// member; nil where it is not a struct.
func (e *emitter) fieldsOf(p *plan.Plan) map[string]*model.Field {
	t := e.model.FunctionOf(p).Type
	if t == nil || t.Kind != model.Named || t.Decl.Kind != model.Struct {
		return nil
	}
	return t.Decl.FieldsByMember()
}

// name returns the name on which those of a plan's functions build. caller
// lends its name to a plan that has none.
func (e *emitter) name(p *plan.Plan, caller *function) string {
	if e.names[p] == "" {
		e.names[p] = e.free(e.names[caller.plan] + "Part")
	}
	return e.names[p]
}

// part is name with a suffix for one of several things that belong to the plan.
func (e *emitter) part(p *plan.Plan, suffix string, caller *function) string {
	key := partKey{p, suffix}
	if e.parts[key] == "" {
		e.parts[key] = e.free(e.name(p, caller) + suffix)
	}
	return e.parts[key]
}

// free takes the first of name, name2, name3 … that no plan has.
func (e *emitter) free(name string) string {
	got, n := name, max(2, e.next[name])
	for ; e.taken[got]; n++ {
		got = name + strconv.Itoa(n)
	}
	e.taken[got], e.next[name] = true, n
	return got
}
