package types

import (
	"strconv"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// mostFresh is the number of members that NewT sets at most in structs that a
// pointer holds for their size: beyond it such pointers stay nil.
const mostFresh = 1 << 16

// constructors are the functions that make fresh values of structs. Each struct
// has one, which calls those of its members: printed in place, the value of a
// struct in two members would stand there twice, and what it holds in two of
// its own four times.
type constructors struct {
	pkg   *model.Package
	sizes map[*model.Decl]int // members that a fresh value sets, at most mostFresh+1
	// follow tells that values behind pointers are made as well.
	follow bool
	called []*model.Decl // those but entry types, in order of first use
	name   map[*model.Decl]string
	taken  map[string]bool
}

func newConstructors(pkg *model.Package) *constructors {
	c := &constructors{pkg: pkg, sizes: map[*model.Decl]int{}, follow: true, name: map[*model.Decl]string{}, taken: map[string]bool{}}
	for _, r := range pkg.Roots {
		if c.size(r.Decl) > mostFresh {
			c.sizes, c.follow = map[*model.Decl]int{}, false
			break
		}
	}
	for _, r := range pkg.Roots {
		c.call(r.Decl)
	}
	return c
}

// size counts the members that a fresh value of d sets; 0 is the zero value.
func (c *constructors) size(d *model.Decl) int {
	if n, ok := c.sizes[d]; ok {
		return n
	}
	c.sizes[d] = mostFresh + 1 // what leads back to it through pointers has no end
	n := 0
	switch d.Kind {
	case model.Struct:
		for _, fd := range d.Fields {
			n = min(n+c.member(fd), mostFresh+1)
		}
	case model.Defined:
		if k := d.Underlying.Kind; k == model.Slice || k == model.Map || d.Underlying.Resolved().Kind == model.Value && len(d.Plan.Enum) == 1 {
			n = 1
		}
	case model.Enum:
		if len(d.Enum) == 1 {
			n = 1
		}
	}
	c.sizes[d] = n
	return n
}

// member is size for what a field holds.
func (c *constructors) member(fd *model.Field) int {
	t := fd.Type
	switch {
	case fd.Presence != model.Required && fd.Presence != model.RequiredNullable:
		return 0
	case fd.Const != nil, fd.Default != nil, t.Kind == model.Slice, t.Kind == model.Map:
		return 1
	case t.Kind == model.Named:
		return c.size(t.Decl)
	case fd.Presence == model.Required && t.Kind == model.Pointer && t.Elem.Kind == model.Named && c.follow: // a type of the user's is not made
		return c.size(t.Elem.Decl)
	}
	return 0
}

// call notes that the constructor of d is called, and what it calls.
func (c *constructors) call(d *model.Decl) {
	if d.Kind != model.Struct || c.size(d) == 0 || c.name[d] != "" {
		return
	}
	name := "New" + d.Name
	if !d.Root {
		c.called = append(c.called, d)
		name = c.free("new", d)
	}
	c.name[d] = name
	if d.Root && d.Package != c.pkg.ImportPath {
		return
	}
	for _, fd := range d.Fields {
		if fd.Const != nil || fd.Default != nil || c.member(fd) == 0 {
			continue
		}
		if t := fd.Type; t.Kind == model.Named {
			c.call(t.Decl)
		} else if t.Kind == model.Pointer && t.Elem.Kind == model.Named {
			c.call(t.Elem.Decl)
		}
	}
}

// free makes a name for the constructor of d.
func (c *constructors) free(prefix string, d *model.Decl) string {
	name := prefix + d.Name
	for _, other := range c.pkg.Imports {
		if d.Package != c.pkg.ImportPath && d.Package == other.ImportPath {
			name = prefix + c.pkg.Words.Exported(other.Name) + d.Name
		}
	}
	free := name
	for n := 2; c.taken[free]; n++ {
		free = name + strconv.Itoa(n)
	}
	c.taken[free] = true
	return free
}

// constructor prints NewT of an entry type.
func (f *file) constructor(d *model.Decl) {
	value := f.fresh(d)
	f.constructorComment(d, d.Name, "New"+d.Name, value != nil)
	fn := f.Func().Id("New" + d.Name).Params().Op("*").Id(d.Name)
	if value == nil {
		fn.Block(jen.Return(jen.New(jen.Id(d.Name))))
	} else if d.Kind == model.Struct {
		fn.Block(jen.Return(jen.Op("&").Add(value)))
	} else {
		fn.Block(jen.Return(jen.New(value)))
	}
	f.Line()
}

// objectMakers is the comment of all functions that make objects.
const objectMakers = "The functions New… and new… of objects set the constants, defaults and empty containers of required members; " +
	"optional members are absent."

// constructorComment says what NewT returns for the name of a type, whose variants are
// made by functions that begin with maker. Only objects have members that can be more than
// the zero value.
func (f *file) constructorComment(d *model.Decl, name, maker string, initialised bool) {
	head := "New" + name + " returns a " + name
	switch {
	case d.Kind == model.Struct:
		f.Once(objectMakers)
	case d.Kind == model.Union:
		f.Add(gofile.Comment(head + " that holds no variant yet and is written as null. The functions " + maker +
			"… of the variants return one that holds a value."))
	case initialised:
		f.Add(gofile.Comment(head + " with the value that the schema fixes, or empty."))
	default:
		f.Add(gofile.Comment(head + " with the zero value."))
	}
}

// maker prints the constructor of a type that is not an entry type, where an entry
// type's calls it.
func (f *file) maker(d *model.Decl) {
	name := f.constructors.name[d]
	if name == "" {
		return
	}
	f.Once(objectMakers)
	f.Func().Id(name).Params().Add(gofile.In(d, d.Name)).Block(jen.Return(f.fresh(d)))
	f.Line()
}

// foreignMakers prints the constructors of other packages' types.
func (f *file) foreignMakers() {
	for _, d := range f.constructors.called {
		if d.Package != f.pkg.ImportPath {
			f.maker(d)
		}
	}
}

// fresh prints the value that NewT gives to a type; nil for its zero value.
func (f *file) fresh(d *model.Decl) jen.Code {
	switch {
	case f.constructors.size(d) == 0:
		return nil
	case d.Kind == model.Struct:
		set := lists.Where(d.Fields, func(fd *model.Field) bool { return f.constructors.member(fd) > 0 })
		members := lists.Of(set, func(fd *model.Field) jen.Code { return jen.Id(fd.Name).Op(":").Add(f.freshField(fd)) })
		return gofile.In(d, d.Name).Values(gofile.OnLines(members)...)
	case d.Kind == model.Enum:
		return gofile.In(d, d.Enum[0].Name)
	case d.Underlying.Resolved().Kind == model.Value:
		return gofile.In(d, d.Name).Parens(f.literal(d.Underlying, d.Plan.Enum[0]))
	}
	return gofile.In(d, d.Name).Values()
}

// freshField prints the value of a field that NewT sets.
func (f *file) freshField(fd *model.Field) jen.Code {
	t := fd.Type
	switch {
	case fd.Const != nil:
		return f.literal(t, fd.Const)
	case fd.Default != nil:
		return f.literal(t, fd.Default)
	case t.Kind == model.Slice, t.Kind == model.Map:
		return gofile.Type(t).Values()
	case t.Kind == model.Pointer && t.Elem.Decl.Root:
		return gofile.In(t.Elem.Decl, "New"+t.Elem.Decl.Name).Call()
	case t.Kind == model.Pointer:
		return jen.New(f.freshOf(t.Elem.Decl))
	}
	return f.freshOf(t.Decl)
}

// freshOf prints the fresh value of a type, by its constructor where it has one.
func (f *file) freshOf(d *model.Decl) jen.Code {
	switch {
	case d.Kind != model.Struct:
		return f.fresh(d)
	case d.Root:
		return jen.Op("*").Add(gofile.In(d, "New"+d.Name)).Call()
	}
	return jen.Id(f.constructors.name[d]).Call()
}
