package stores

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/storage"
)

func (l *lowering) log(g *Log) bool {
	g.Most = l.limit(g.limit)
	g.Entries, g.Entry = l.entries(g.entries)
	g.Key = section.Member(l.t, g.Entry, g.key, section.AText)
	g.Path = l.taking(g.path, linesEnding, func(p *storage.Path) {
		l.bad(g.path.Pos, "the log %s must take the arguments of %s", p.Text, l.Path.Text)
	})
	if g.Path != nil && g.Path.Lines != nil {
		g.Path.Lines.IsKept = true
	}
	return g.Path != nil && g.Key != nil
}

func (l *lowering) spill(p *Spill) bool {
	p.Limit, p.Owner = l.limit(p.limit), l.owner(p.of, ".spill")
	p.Path = l.taking(p.path, dirEnding, func(*storage.Path) {
		l.lose(l.t, p.path.Pos, ".spill", "path must take the arguments of %s", l.Path.Text)
	})
	fits := p.members.Find(l.t, p.Owner) && p.Limit != nil && p.Path != nil && p.Value != nil
	if p.Limit != nil && p.Limit.Spill == nil {
		l.lose(l.t, p.limit.Limit.Pos, ".spill", "the limit %s does not have the effect spill", p.limit.Limit.Text)
		fits = false
	}
	if p.Was != nil && slices.ContainsFunc(p.Was.Steps, func(s *model.AccessStep) bool { return s.Field.Type.Kind != model.Pointer }) {
		l.bad(p.was.Pos, "%s must be an optional member, a pointer (optionals: pointer), of optional objects that cannot be null", p.Was.Pointer)
		fits = false
	}
	if p.In = l.held(l.member(p.in, section.AnyType), p.in.Pos, p.Owner); p.In == nil || !fits {
		return false
	}
	member := p.Value.Steps[len(p.Value.Steps)-1].Field.Name
	p.Out, p.Back = "Spill"+member, "Inline"+member
	l.want(&p.Var, "#values", "valuesOf"+l.base)
	return true
}

// owner finds the type of objects that have values; nil for none, which has been
// reported.
func (l *lowering) owner(of section.Word, part string) *model.Decl {
	if of.Text == "" {
		return nil
	}
	d := l.t.DeclAt(section.Pointer(of.Text))
	if d == nil || d.Kind != model.Struct {
		l.lose(l.t, of.Pos, part, "of must be an object with a Go type of its own")
		return nil
	}
	return d
}

// takesText reports whether a type reads and writes any JSON text of its own.
func takesText(t *model.Type) bool {
	return t.Kind == model.Value || t.Kind == model.Named && (t.Decl.Kind == model.Union || t.Resolved().Kind == model.Value)
}

func (l *lowering) index(x *Index) bool {
	fits := x.members.Find(l.t, l.Root.Decl)
	x.Path = l.s.path(x.path, "")
	if x.Path != nil && (len(x.Path.Args) > 0 || x.Path.Format != "json") {
		l.lose(l.t, x.path.Pos, ".index", "path must be a JSON file that takes no arguments")
		return false
	}
	return fits && x.Path != nil
}

func (l *lowering) release(r *Release) bool {
	r.Entries, _ = l.entries(r.entries)
	r.Most = l.limit(r.limit)
	return r.Entries != nil && r.Most != nil
}

func (l *lowering) set(set *Set) bool { return set.members.Find(l.t, l.Root.Decl) }
