package memory

import (
	"cmp"
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/jen"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Files prints memory.go; there is none without a window.
func (s *Section) Files(from *section.Printer) []*gofile.File {
	if s.memory == nil {
		return nil
	}
	m := s.memory
	p := &memoryPrinter{File: from.Open("memory.go"), m: m, key: keyType(m), record: jen.Op("*").Add(gofile.In(m.Record, m.Record.Name))}
	p.config()
	p.structure()
	p.constructor()
	p.methods()
	p.kind()
	if p.writes() {
		p.fill()
	}
	p.PrintReaders()
	return []*gofile.File{p.File.File}
}

type memoryPrinter struct {
	*section.File
	m      *Memory
	key    *jen.Statement
	record *jen.Statement
}

// keyKind is that of the basic type of keys.
func keyKind(m *Memory) model.TypeKind {
	if m.Key.Type().Resolved().Kind == model.Int {
		return model.Int
	}
	return model.String
}

// keyType is the basic type of keys.
func keyType(m *Memory) *jen.Statement {
	if keyKind(m) == model.Int {
		return jen.Int64()
	}
	return jen.String()
}

// compared are the members that say how a record compares with the one before.
func (p *memoryPrinter) compared() []*model.Access {
	return lists.Present(p.m.RewardChange, p.m.ErrorChange, p.m.Improvement)
}

func (p *memoryPrinter) config() {
	m := p.m
	capacity, policy := "how many records are held", "which are held"
	if m.Max > 0 {
		capacity += fmt.Sprintf(", %d to %d", max(m.Min, 1), m.Max)
	}
	if text := p.defaultCapacity(); text != "" {
		capacity += "; 0 is " + text
	}
	if m.Policy != "" {
		policy += fmt.Sprintf("; %q is %q", "", m.Policy)
	}
	score := "relevance of a record, 0 or more; nil is "
	if m.Score != nil {
		score += m.Score.Pointer + ", or 1 where that is absent"
	} else {
		score += "1 for all"
	}
	pinned := "whether a record never leaves; nil is "
	if m.Pinned != nil {
		pinned += m.Pinned.Pointer
	} else {
		pinned += "for none"
	}
	p.Declare(m.Config+" says what a "+m.Type+" holds. The zero value is what the schema says.",
		jen.Type().Id(m.Config).Struct(
			jen.Id("Capacity").Int().Comment(capacity),
			jen.Id("Policy").Add(gofile.Window.Dot("Policy")).Comment(policy),
			jen.Id("Score").Func().Params(p.record).Float64().Comment(score),
			jen.Id("Pinned").Func().Params(p.record).Bool().Comment(pinned)))
}

// insertion says by what records that are read back are in order.
func (p *memoryPrinter) insertion() string {
	if a := cmp.Or(p.m.Order, p.m.Total); a != nil {
		return a.Pointer + ", those without it first"
	}
	return p.m.Iteration.Pointer
}

// defaultCapacity is the capacity of the zero configuration, as Go prints it;
// "" for none.
func (p *memoryPrinter) defaultCapacity() string {
	switch c := p.m.Capacity; {
	case c.Limit != nil:
		return c.Limit.Name
	case c.Number > 0:
		return fmt.Sprint(c.Number)
	}
	return ""
}

// of prints a generic type of the runtime for the keys and records of the memory.
func (p *memoryPrinter) of(name string) *jen.Statement {
	return gofile.Memory.Dot(name).Types(p.key, gofile.In(p.m.Record, p.m.Record.Name))
}

func (p *memoryPrinter) structure() {
	m := p.m
	p.Declare(m.Type+" is the window over records of "+m.Record.Name+": it keeps all of them, and holds the most useful ones in context. "+
		"It keeps the pointers that it is given: do not change the members by which a record is judged. It is not safe for concurrent use.",
		jen.Type().Id(m.Type).Struct(jen.Id("records").Op("*").Add(p.of("Memory"))))
}

func (p *memoryPrinter) constructor() {
	m := p.m
	sequence := gofile.Iter.Dot("Seq2").Types(p.record, jen.Error())
	p.Declare(m.New+" makes a memory of the records that were kept, in whatever order; nil is none. They stay as they are, and count as inserted in the order of "+
		p.insertion()+". "+
		"Records that could not be read make the error wrap window.ErrSkipped; the memory is right for all the others. With any other error there is none.",
		jen.Func().Id(m.New).Params(jen.Id("config").Id(m.Config), jen.Id("kept").Add(sequence)).Params(jen.Op("*").Id(m.Type), jen.Error()).Block(
			jen.List(jen.Id("records"), jen.Err()).Op(":=").Add(gofile.Memory.Dot("New")).Call(
				jen.Op("&").Id(m.Kind), gofile.Memory.Dot("Config").Types(gofile.In(m.Record, m.Record.Name)).Parens(jen.Id("config")), jen.Id("kept")),
			jen.If(jen.Id("records").Op("==").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
			jen.Return(jen.Op("&").Id(m.Type).Values(jen.Id("records")), jen.Err())))
}

// methods prints what the runtime has for all kinds of records.
func (p *memoryPrinter) methods() {
	add := "Add puts a record in, or in the place of the one of the same " + p.m.Key.Pointer
	unchanged, order := "the memory has not changed", "Where records are in files, Create of their store comes before Add: the memory has no record then that is in no file."
	if p.writes() {
		add += ", and writes into it what the window held before it and with it"
		unchanged = "neither x nor the memory has changed"
		order = "Where records are in files, Add comes before Create of their store, which puts into the file what Add has written. " +
			"If Create fails, the memory has a record that is in no file: make another memory of the files with NewMemory."
	}
	add += ". It returns the record that left the window, x itself where all others rank above it; nil where none did. On an error " + unchanged + ".\n\n" + order
	list := jen.Index().Add(p.record)
	p.method("Add", add, jen.Id("left").Add(p.record), []jen.Code{jen.Id("x"), p.record}, jen.Err().Error())
	p.method("InContext", "InContext returns the records that the window holds, in ascending order of keys.", list, nil)
	p.method("Rescore", "Rescore judges the relevance of all records anew, as for another question, and returns what left the window: by score from now on, "+
		"or with nil as the configuration says. On an error nothing has changed.", list, []jen.Code{jen.Id("score"), jen.Func().Params(p.record).Float64()}, jen.Error())
	p.method("Get", "Get returns the record of a key, whether or not the window holds it; nil for none.", p.record, []jen.Code{jen.Id("key"), p.key})
	p.method("Len", "Len returns how many records the memory keeps.", jen.Int(), nil)
	p.method("Capacity", "Capacity returns how many records the window holds at most.", jen.Int(), nil)
	p.method("Policy", "Policy returns the order in which records are held.", gofile.Window.Dot("Policy"), nil)
	p.method("Resize", "Resize changes the capacity and returns what left the window; a larger one takes back what had left.", list, []jen.Code{jen.Id("capacity"), jen.Int()}, jen.Error())
}

// method prints a method that has at most one parameter, its name and type.
func (p *memoryPrinter) method(name, comment string, result jen.Code, param []jen.Code, more ...jen.Code) {
	var params, args []jen.Code
	if param != nil {
		params, args = []jen.Code{jen.Add(param...)}, param[:1]
	}
	p.Declare(comment,
		jen.Func().Params(jen.Id("m").Op("*").Id(p.m.Type)).Id(name).Params(params...).Params(append([]jen.Code{result}, more...)...).Block(
			jen.Return(jen.Id("m").Dot("records").Dot(name).Call(args...))))
}

// kind prints the description of the records.
func (p *memoryPrinter) kind() {
	m := p.m
	var fields, bounds []jen.Code
	field := func(name string, value jen.Code) { fields = append(fields, gofile.Keyed(name, value)) }
	bound := func(name string, value jen.Code) { bounds = append(bounds, gofile.Keyed(name, value)) }
	if text := p.defaultCapacity(); text != "" {
		bound("Capacity", jen.Op(text))
	}
	if m.Policy != "" {
		bound("Policy", gofile.Quote(m.Policy))
	}
	if m.Min > 0 {
		bound("Min", jen.Lit(int(m.Min)))
	}
	if m.Max > 0 {
		bound("Max", jen.Lit(int(m.Max)))
	}
	field("Window", gofile.Window.Dot("Config").Values(bounds...))
	must := func(name string, a *model.Access, kind model.TypeKind, basic *jen.Statement) {
		field(name, gofile.Memory.Dot("Member").Types(gofile.In(m.Record, m.Record.Name), basic).Values(
			gofile.Keyed("At", gofile.Quote(a.Pointer)), gofile.Keyed("Read", p.ReaderOf(a, kind))))
	}
	must("Key", m.Key, keyKind(m), p.key)
	must("Iteration", m.Iteration, model.Int, jen.Int64())
	read := func(name string, a *model.Access, kind model.TypeKind) {
		if a != nil {
			field(name, p.ReaderOf(a, kind))
		}
	}
	if m.Time != nil && m.Time.Type().Resolved().Kind == model.DateTime {
		field("Time", p.ReaderOf(m.Time, model.DateTime))
	} else {
		read("TimeText", m.Time, model.String)
	}
	read("Score", m.Score, model.Float)
	read("Pinned", m.Pinned, model.Bool)
	read("Order", m.Order, model.Int)
	read("Total", m.Total, model.Int)
	if len(p.compared()) > 0 {
		read("Reward", m.Reward, model.Float)
		field("Errors", p.errors())
	}
	if p.writes() {
		field("Fill", jen.Id(m.Fill))
	}
	p.Declare(m.Kind+" says what the members of a record say.",
		jen.Var().Id(m.Kind).Op("=").Add(p.of("Kind")).Values(gofile.OnLines(fields)...))
}

// errors prints the function that counts the errors of a record.
func (p *memoryPrinter) errors() *jen.Statement {
	if p.m.Errors.Type().Resolved().Kind != model.Slice {
		return p.ReaderOf(p.m.Errors, model.Int)
	}
	return gofile.Reader.Dot("Length").Call(jen.Id(p.Reader(p.m.Errors)))
}

// writes reports whether anything of the window is written into records.
func (p *memoryPrinter) writes() bool {
	m := p.m
	return cmp.Or(m.Capacity.Member, m.PolicyMember, m.Size, m.Total, m.Order, m.Held, m.Before, m.Injected) != nil || len(p.compared()) > 0
}

// fill prints the function that writes into a record what came of adding it.
func (p *memoryPrinter) fill() {
	m := p.m
	w := func(name string) *jen.Statement { return jen.Id("w").Dot(name) }
	p.Declare(m.Fill+" writes into a record what came of adding it.",
		jen.Func().Id(m.Fill).Params(jen.Id("x").Add(p.record), jen.Id("w").Add(gofile.Memory.Dot("Written")).Types(p.key)).BlockFunc(func(g *jen.Group) {
			var r member.Reader
			write := func(a *model.Access, value func(t *model.Type) *jen.Statement) {
				if a != nil {
					r.Write(g, jen.Id("x"), a, value(a.Type()))
				}
			}
			converted := func(v *jen.Statement) func(t *model.Type) *jen.Statement {
				return func(t *model.Type) *jen.Statement { return gofile.Type(t).Parens(v) }
			}
			to := func(v *jen.Statement) func(t *model.Type) *jen.Statement {
				return func(t *model.Type) *jen.Statement { return section.To(t, v) }
			}
			write(m.Capacity.Member, converted(w("Capacity")))
			write(m.PolicyMember, converted(w("Policy")))
			write(m.Size, converted(jen.Len(w("Held"))))
			write(m.Total, to(w("Total")))
			write(m.Order, to(w("Seq")))
			p.keys(g, &r, m.Held, w("Held"))
			p.keys(g, &r, m.Before, w("Before"))
			write(m.Injected, to(jen.Len(w("Before")).Op(">").Lit(0)))
			if len(p.compared()) == 0 {
				return
			}
			g.If(w("Change").Op("==").Nil()).BlockFunc(func(g *jen.Group) {
				r.Clear(g, jen.Id("x"), p.compared()...)
				g.Return()
			})
			change := func(name string) *jen.Statement { return w("Change").Dot(name) }
			write(m.ErrorChange, to(change("Errors")))
			write(m.Improvement, to(change("Improved")))
			if m.RewardChange != nil {
				r.WriteIf(g, change("Rewarded"), jen.Id("x"), m.RewardChange, section.To(m.RewardChange.Type(), change("Reward")))
			}
		}))
}

// keys prints the writing of a list of keys.
func (p *memoryPrinter) keys(g *jen.Group, r *member.Reader, a *model.Access, list *jen.Statement) {
	if a == nil {
		return
	}
	t := a.Type()
	elem := t.Resolved().Elem
	basic := elem.Kind == model.String || elem.Kind == model.Int && elem.Go == "int64"
	if basic {
		r.Write(g, jen.Id("x"), a, section.To(t, list))
		return
	}
	value := jen.Func().Params().Add(gofile.Type(t)).Block(
		jen.Id("out").Op(":=").Make(gofile.Type(t), jen.Len(list)),
		jen.For(jen.List(jen.Id("i"), jen.Id("key")).Op(":=").Range().Add(list)).Block(
			jen.Id("out").Index(jen.Id("i")).Op("=").Add(gofile.Type(elem)).Parens(jen.Id("key"))),
		jen.Return(jen.Id("out"))).Call()
	r.Write(g, jen.Id("x"), a, value)
}
