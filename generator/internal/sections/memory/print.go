package memory

import (
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/emit/gofile"
	"github.com/bindery-go/bindery/generator/internal/emit/member"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/dave/jennifer/jen"
)

// Files prints memory.go; there is none without a window.
func (s *Section) Files(p *section.Printer) []*gofile.File {
	if s.memory == nil {
		return nil
	}
	f := p.Open("memory.go")
	printMemory(f, s.memory)
	return []*gofile.File{f.File}
}

// printMemory prints the window over records.
func printMemory(f *section.File, m *Memory) {
	p := &memoryPrinter{File: f, m: m, key: keyType(m), record: jen.Op("*").Id(m.Record.Name)}
	p.config()
	p.structure()
	p.constructor()
	p.add()
	p.methods()
	p.item()
	if p.writes() {
		p.fill()
	}
	if len(p.compared()) > 0 {
		p.compare()
	}
	f.PrintReaders()
}

type memoryPrinter struct {
	*section.File
	m      *Memory
	key    *jen.Statement
	record *jen.Statement
}

// keyType is the basic type of keys.
func keyType(m *Memory) *jen.Statement {
	if m.Key.Type().Resolved().Kind == model.Int {
		return jen.Int64()
	}
	return jen.String()
}

// compared are the members that say how a record compares with the one before.
func (p *memoryPrinter) compared() []*model.Access {
	var out []*model.Access
	for _, a := range []*model.Access{p.m.RewardChange, p.m.ErrorChange, p.m.Improvement} {
		if a != nil {
			out = append(out, a)
		}
	}
	return out
}

func (p *memoryPrinter) self() *jen.Statement { return jen.Id("m").Op("*").Id(p.m.Type) }

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
	p.Add(gofile.Comment(m.Config + " says what a " + m.Type + " holds. The zero value is what the schema says."))
	p.Type().Id(m.Config).Struct(
		jen.Id("Capacity").Int().Comment(capacity),
		jen.Id("Policy").Add(gofile.Window.Dot("Policy")).Comment(policy),
		jen.Id("Score").Func().Params(p.record).Float64().Comment(score),
		jen.Id("Pinned").Func().Params(p.record).Bool().Comment(pinned))
	p.Line()
}

// insertion says by what records that are read back are in order.
func (p *memoryPrinter) insertion() string {
	for _, a := range []*model.Access{p.m.Order, p.m.Total} {
		if a != nil {
			return a.Pointer + ", those without it first"
		}
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

func (p *memoryPrinter) structure() {
	m := p.m
	p.Add(gofile.Comment(m.Type + " is the window over records of " + m.Record.Name + ": it keeps all of them, and holds the most useful ones in context. " +
		"It keeps the pointers that it is given: do not change the members by which a record is judged. It is not safe for concurrent use."))
	p.Type().Id(m.Type).Struct(
		jen.Id("records").Op("*").Add(p.recordsType()),
		jen.Id("config").Id(m.Config))
	p.Line()
}

func (p *memoryPrinter) recordsType() *jen.Statement {
	return gofile.Window.Dot("Records").Types(p.key, p.record)
}

func (p *memoryPrinter) itemType() *jen.Statement {
	return gofile.Window.Dot("Item").Types(p.key, p.record)
}

func (p *memoryPrinter) constructor() {
	m := p.m
	sequence := gofile.Iter.Dot("Seq2").Types(p.record, jen.Error())
	p.Add(gofile.Comment(m.New + " makes a memory of the records that were kept, in whatever order; nil is none. They stay as they are, and count as inserted in the order of " +
		p.insertion() + ". " +
		"Records that could not be read make the error wrap window.ErrSkipped; the memory is right for all the others. With any other error there is none."))
	p.Func().Id(m.New).Params(jen.Id("config").Id(m.Config), jen.Id("kept").Add(sequence)).Params(jen.Op("*").Id(m.Type), jen.Error()).BlockFunc(func(g *jen.Group) {
		if text := p.defaultCapacity(); text != "" {
			g.If(jen.Id("config").Dot("Capacity").Op("==").Lit(0)).Block(jen.Id("config").Dot("Capacity").Op("=").Op(text))
		}
		if m.Policy != "" {
			g.If(jen.Id("config").Dot("Policy").Op("==").Lit("")).Block(jen.Id("config").Dot("Policy").Op("=").Add(gofile.Quote(m.Policy)))
		}
		g.Id("m").Op(":=").Op("&").Id(m.Type).Values(jen.Id("config").Op(":").Id("config"))
		total := m.Total != nil
		if total {
			g.Id("total").Op(":=").Int64().Parens(jen.Lit(0))
		}
		g.Id("items").Op(":=").Func().Params(jen.Id("yield").Func().Params(p.itemType(), jen.Error()).Bool()).BlockFunc(func(g *jen.Group) {
			g.If(jen.Id("kept").Op("==").Nil()).Block(jen.Return())
			g.For(jen.List(jen.Id("x"), jen.Err()).Op(":=").Range().Id("kept")).BlockFunc(func(g *jen.Group) {
				g.Var().Id("item").Add(p.itemType())
				g.If(jen.Err().Op("==").Nil()).BlockFunc(func(g *jen.Group) {
					g.List(jen.Id("item"), jen.Err()).Op("=").Id("m").Dot("item").Call(jen.Id("x"))
				})
				if total {
					g.If(jen.List(jen.Id("n"), jen.Id("ok")).Op(":=").Id(p.Reader(m.Total)).Call(jen.Id("x")), jen.Id("ok")).Block(
						jen.Id("total").Op("=").Max(jen.Id("total"), section.As(jen.Int64(), m.Total.Type(), jen.Id("n"))))
				}
				g.If(jen.Op("!").Id("yield").Call(jen.Id("item"), jen.Err())).Block(jen.Return())
			})
		})
		bounds := []jen.Code{
			jen.Id("Policy").Op(":").Id("config").Dot("Policy"),
			jen.Id("Capacity").Op(":").Id("config").Dot("Capacity"),
		}
		if m.Min > 0 {
			bounds = append(bounds, jen.Id("Min").Op(":").Lit(int(m.Min)))
		}
		if m.Max > 0 {
			bounds = append(bounds, jen.Id("Max").Op(":").Lit(int(m.Max)))
		}
		g.Var().Err().Error()
		g.List(jen.Id("m").Dot("records"), jen.Err()).Op("=").Add(gofile.Window.Dot("NewRecords")).Call(gofile.Window.Dot("Config").Values(bounds...), jen.Id("items"))
		g.If(jen.Id("m").Dot("records").Op("==").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
		if total {
			g.Id("m").Dot("records").Dot("CountAtLeast").Call(jen.Id("total"))
		}
		g.Return(jen.Id("m"), jen.Err())
	})
	p.Line()
}

func (p *memoryPrinter) add() {
	m := p.m
	text := "Add puts a record in, or in the place of the one of the same " + m.Key.Pointer
	unchanged := "the memory has not changed"
	fill := jen.Null()
	if p.writes() {
		text += ", and writes into it what the window held before it and with it"
		unchanged = "neither x nor the memory has changed"
		fill = jen.Id("m").Dot("fill").Call(jen.Id("x"), jen.Id("added"))
	}
	p.Add(gofile.Comment(text + ". It returns the record that left the window, x itself where all others rank above it; nil where none did. On an error " + unchanged + "."))
	p.Func().Params(p.self()).Id("Add").Params(jen.Id("x").Add(p.record)).Params(jen.Id("left").Add(p.record), jen.Err().Error()).Block(
		jen.List(jen.Id("item"), jen.Err()).Op(":=").Id("m").Dot("item").Call(jen.Id("x")),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		jen.List(jen.Id("added"), jen.Err()).Op(":=").Id("m").Dot("records").Dot("Add").Call(jen.Id("item")),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err())),
		fill,
		jen.Return(jen.Id("added").Dot("Left"), jen.Nil()))
	p.Line()
}

func (p *memoryPrinter) methods() {
	p.Comment("InContext returns the records that the window holds, in ascending order of keys.")
	p.Func().Params(p.self()).Id("InContext").Params().Index().Add(p.record).Block(jen.Return(jen.Id("m").Dot("records").Dot("InContext").Call()))
	p.Line()
	p.Add(gofile.Comment("Rescore judges the relevance of all records anew, as for another question, and returns what left the window: by score from now on, " +
		"or with nil as the configuration says. On an error nothing has changed."))
	p.Func().Params(p.self()).Id("Rescore").Params(jen.Id("score").Func().Params(p.record).Float64()).Params(jen.Index().Add(p.record), jen.Error()).Block(
		jen.Return(jen.Id("m").Dot("records").Dot("Rescore").Call(jen.Id("score"))))
	p.Line()
	p.Comment("Get returns the record of a key, whether or not the window holds it; nil for none.")
	p.Func().Params(p.self()).Id("Get").Params(jen.Id("key").Add(p.key)).Add(p.record).Block(
		jen.List(jen.Id("x"), jen.Id("_")).Op(":=").Id("m").Dot("records").Dot("Get").Call(jen.Id("key")),
		jen.Return(jen.Id("x")))
	p.Line()
	p.Comment("Len returns how many records the memory keeps.")
	p.Func().Params(p.self()).Id("Len").Params().Int().Block(jen.Return(jen.Id("m").Dot("records").Dot("Len").Call()))
	p.Line()
	p.Comment("Capacity returns how many records the window holds at most.")
	p.Func().Params(p.self()).Id("Capacity").Params().Int().Block(jen.Return(jen.Id("m").Dot("records").Dot("Capacity").Call()))
	p.Line()
	p.Comment("Policy returns the order in which records are held.")
	p.Func().Params(p.self()).Id("Policy").Params().Add(gofile.Window.Dot("Policy")).Block(jen.Return(jen.Id("m").Dot("records").Dot("Policy").Call()))
	p.Line()
	p.Comment("Resize changes the capacity and returns what left the window; a larger one takes back what had left.")
	p.Func().Params(p.self()).Id("Resize").Params(jen.Id("capacity").Int()).Params(jen.Index().Add(p.record), jen.Error()).Block(
		jen.Return(jen.Id("m").Dot("records").Dot("Resize").Call(jen.Id("capacity"))))
	p.Line()
}

// item prints the method that gives a record as the window sees it.
func (p *memoryPrinter) item() {
	m := p.m
	p.Comment("item is a record as the window sees it.")
	p.Func().Params(p.self()).Id("item").Params(jen.Id("x").Add(p.record)).Params(p.itemType(), jen.Error()).BlockFunc(func(g *jen.Group) {
		none := p.itemType().Values()
		lacks := func(pointer string) jen.Code {
			return jen.Return(none, gofile.Fmt.Dot("Errorf").Call(jen.Lit("%w: it has no "+pointer), gofile.Window.Dot("ErrItem")))
		}
		g.List(jen.Id("key"), jen.Id("ok")).Op(":=").Id(p.Reader(m.Key)).Call(jen.Id("x"))
		g.If(jen.Op("!").Id("ok")).Block(lacks(section.Quoted(m.Key.Pointer)))
		iteration := section.As(jen.Int64(), m.Iteration.Type(), jen.Id("key"))
		if m.Iteration.Pointer != m.Key.Pointer {
			g.List(jen.Id("iteration"), jen.Id("ok")).Op(":=").Id(p.Reader(m.Iteration)).Call(jen.Id("x"))
			g.If(jen.Op("!").Id("ok")).Block(lacks(section.Quoted(m.Iteration.Pointer)))
			iteration = section.As(jen.Int64(), m.Iteration.Type(), jen.Id("iteration"))
		}
		g.Id("item").Op(":=").Add(p.itemType()).Values(
			jen.Id("Key").Op(":").Add(section.As(p.key, m.Key.Type(), jen.Id("key"))),
			jen.Id("Value").Op(":").Id("x"),
			jen.Id("Iteration").Op(":").Add(iteration),
			jen.Id("Score").Op(":").Add(gofile.Window.Dot("DefaultScore")))
		if m.Time != nil {
			p.time(g)
		}
		p.order(g)
		p.chosen(g, "Score", m.Score, jen.Float64())
		p.chosen(g, "Pinned", m.Pinned, jen.Bool())
		g.Return(jen.Id("item"), jen.Nil())
	})
	p.Line()
}

// order prints the reading of the number of a record's insertion: how many
// records there had been will do for one that was never replaced.
func (p *memoryPrinter) order(g *jen.Group) {
	var read *jen.Statement
	for _, a := range []*model.Access{p.m.Order, p.m.Total} {
		if a == nil {
			continue
		}
		set := jen.If(jen.List(jen.Id("n"), jen.Id("ok")).Op(":=").Id(p.Reader(a)).Call(jen.Id("x")), jen.Id("ok")).Block(
			jen.Id("item").Dot("Seq").Op("=").Add(section.As(jen.Int64(), a.Type(), jen.Id("n"))))
		if read == nil {
			read = set
		} else {
			read.Else().Add(set)
		}
	}
	if read != nil {
		g.Add(read)
	}
}

// time prints the reading of when a record was made.
func (p *memoryPrinter) time(g *jen.Group) {
	read := jen.List(jen.Id("at"), jen.Id("ok")).Op(":=").Id(p.Reader(p.m.Time)).Call(jen.Id("x"))
	t := p.m.Time.Type()
	if t.Resolved().Kind == model.DateTime {
		at := jen.Id("at")
		if t.Kind == model.Named {
			at = gofile.TimeFmt.Dot("DateTime").Parens(at)
		}
		g.If(read, jen.Id("ok")).Block(jen.Id("item").Dot("Time").Op("=").Add(at).Dot("Time").Call())
		return
	}
	g.If(read, jen.Id("ok")).Block(
		jen.List(jen.Id("parsed"), jen.Err()).Op(":=").Add(gofile.TimeFmt.Dot("ParseDateTime")).Call(section.As(jen.String(), t, jen.Id("at"))),
		jen.If(jen.Err().Op("!=").Nil()).Block(jen.Return(p.itemType().Values(), gofile.Fmt.Dot("Errorf").Call(jen.Lit("%w: %w"), gofile.Window.Dot("ErrItem"), jen.Err()))),
		jen.Id("item").Dot("Time").Op("=").Id("parsed").Dot("Time").Call())
}

// chosen prints what the configuration decides, and else a member.
func (p *memoryPrinter) chosen(g *jen.Group, field string, a *model.Access, basic *jen.Statement) {
	set := jen.Id("item").Dot(field).Op("=")
	choose := jen.If(jen.Id("m").Dot("config").Dot(field).Op("!=").Nil()).Block(
		set.Clone().Id("m").Dot("config").Dot(field).Call(jen.Id("x")))
	if a != nil {
		value := section.As(basic, a.Type(), jen.Id("v"))
		if a.Type().Resolved().Kind == model.Int {
			value = jen.Float64().Parens(jen.Id("v"))
		}
		choose.Else().If(jen.List(jen.Id("v"), jen.Id("ok")).Op(":=").Id(p.Reader(a)).Call(jen.Id("x")), jen.Id("ok")).Block(set.Clone().Add(value))
	}
	g.Add(choose)
}

// writes reports whether anything of the window is written into records.
func (p *memoryPrinter) writes() bool {
	m := p.m
	for _, a := range []*model.Access{m.Capacity.Member, m.PolicyMember, m.Size, m.Total, m.Order, m.Held, m.Before, m.Injected} {
		if a != nil {
			return true
		}
	}
	return len(p.compared()) > 0
}

// fill prints the method that writes into a record what came of adding it.
func (p *memoryPrinter) fill() {
	m := p.m
	p.Comment("fill writes into a record what came of adding it.")
	p.Func().Params(p.self()).Id("fill").Params(jen.Id("x").Add(p.record), jen.Id("added").Add(gofile.Window.Dot("Added").Types(p.key, p.record))).BlockFunc(func(g *jen.Group) {
		var r member.Reader
		write := func(a *model.Access, value *jen.Statement) {
			if a != nil {
				r.Write(g, jen.Id("x"), a, value)
			}
		}
		number := func(a *model.Access, value *jen.Statement) {
			if a != nil {
				write(a, gofile.Type(a.Type()).Parens(value))
			}
		}
		number(m.Capacity.Member, jen.Id("m").Dot("Capacity").Call())
		if m.PolicyMember != nil {
			write(m.PolicyMember, gofile.Type(m.PolicyMember.Type()).Parens(jen.Id("m").Dot("Policy").Call()))
		}
		number(m.Size, jen.Len(jen.Id("added").Dot("Held")))
		if m.Total != nil {
			write(m.Total, section.To(m.Total.Type(), jen.Id("added").Dot("Total")))
		}
		if m.Order != nil {
			write(m.Order, section.To(m.Order.Type(), jen.Id("added").Dot("Seq")))
		}
		p.keys(g, &r, m.Held, jen.Id("added").Dot("Held"))
		p.keys(g, &r, m.Before, jen.Id("added").Dot("Before"))
		if m.Injected != nil {
			write(m.Injected, section.To(m.Injected.Type(), jen.Len(jen.Id("added").Dot("Before")).Op(">").Lit(0)))
		}
		if len(p.compared()) > 0 {
			g.If(jen.Id("added").Dot("HasPrevious")).Block(
				jen.Id("m").Dot("compare").Call(jen.Id("added").Dot("Previous"), jen.Id("x")),
				jen.Return())
			r.Clear(g, jen.Id("x"), p.compared()...)
		}
	})
	p.Line()
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

// compare prints the comparison of a record with the one before it.
func (p *memoryPrinter) compare() {
	m := p.m
	count := func(v string) *jen.Statement {
		if m.Errors.Type().Resolved().Kind == model.Slice {
			return jen.Int64().Parens(jen.Len(jen.Id(v)))
		}
		return section.As(jen.Int64(), m.Errors.Type(), jen.Id(v))
	}
	reward := func(v string) *jen.Statement {
		if m.Reward.Type().Resolved().Kind == model.Int {
			return jen.Float64().Parens(jen.Id(v))
		}
		return section.As(jen.Float64(), m.Reward.Type(), jen.Id(v))
	}
	p.Add(gofile.Comment("compare writes into a record how it compares with the one before: it is an improvement when the reward is up, " +
		"or equal with fewer errors. A record that says no reward is compared by its errors alone; one that says no errors has none."))
	p.Func().Params(p.self()).Id("compare").Params(jen.List(jen.Id("before"), jen.Id("x")).Add(p.record)).BlockFunc(func(g *jen.Group) {
		var r member.Reader
		if m.ErrorChange != nil || m.Improvement != nil {
			g.List(jen.Id("errorsBefore"), jen.Id("_")).Op(":=").Id(p.Reader(m.Errors)).Call(jen.Id("before"))
			g.List(jen.Id("errorsNow"), jen.Id("_")).Op(":=").Id(p.Reader(m.Errors)).Call(jen.Id("x"))
			g.Id("errorChange").Op(":=").Add(count("errorsNow")).Op("-").Add(count("errorsBefore"))
		}
		if m.RewardChange != nil || m.Improvement != nil {
			g.List(jen.Id("rewardBefore"), jen.Id("was")).Op(":=").Id(p.Reader(m.Reward)).Call(jen.Id("before"))
			g.List(jen.Id("rewardNow"), jen.Id("is")).Op(":=").Id(p.Reader(m.Reward)).Call(jen.Id("x"))
			g.Id("rewardChange").Op(":=").Add(reward("rewardNow")).Op("-").Add(reward("rewardBefore"))
		}
		if m.ErrorChange != nil {
			r.Write(g, jen.Id("x"), m.ErrorChange, section.To(m.ErrorChange.Type(), jen.Id("errorChange")))
		}
		known := jen.Id("was").Op("&&").Id("is")
		if m.Improvement != nil {
			g.Id("improved").Op(":=").Id("errorChange").Op("<").Lit(0)
			g.If(known.Clone().Op("&&").Id("rewardChange").Op("!=").Lit(0)).Block(jen.Id("improved").Op("=").Id("rewardChange").Op(">").Lit(0))
			r.Write(g, jen.Id("x"), m.Improvement, section.To(m.Improvement.Type(), jen.Id("improved")))
		}
		if m.RewardChange != nil {
			g.If(known).BlockFunc(func(g *jen.Group) {
				r.Write(g, jen.Id("x"), m.RewardChange, section.To(m.RewardChange.Type(), jen.Id("rewardChange")))
			}).Else().BlockFunc(func(g *jen.Group) {
				r.Clear(g, jen.Id("x"), m.RewardChange)
			})
		}
	})
	p.Line()
}
