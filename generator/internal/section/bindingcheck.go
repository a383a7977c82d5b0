package section

import (
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// checkBindings reports what speaks of something that the schema does not have.
func (r *reader) checkBindings() {
	b := r.out.Bindings
	lost := func(pos source.Pos, format string, args ...any) { r.ds.Addf(diag.LostBinding, pos, format, args...) }
	hasLimit := func(name string) bool {
		return slices.ContainsFunc(r.out.Limits, func(l *Limit) bool { return l.Name == name })
	}
	operations := func(pos source.Pos, names []string) {
		for _, name := range names {
			if r.operationNamed(name) == nil {
				lost(pos, "there is no operation %s", name)
			}
		}
	}
	amount := func(pos source.Pos, a Amount) {
		if a.Limit != "" && !hasLimit(a.Limit) {
			lost(pos, "there is no limit %s", a.Limit)
		}
	}
	for _, l := range b.Limits {
		if !hasLimit(l.Name) {
			lost(l.Pos, "there is no limit %s", l.Name)
		}
		if _, _, ok := r.index.at(l.Of); l.Of != "" && !ok {
			lost(l.Pos, "there is no schema %s", l.Of)
		}
	}
	for _, p := range b.Placeholders {
		if !r.hasPlaceholder(p.Name) {
			lost(p.Pos, "there is no placeholder %s", p.Name)
		}
		if _, _, ok := r.index.at(p.Of); !ok {
			lost(p.Pos, "there is no property %s", p.Of)
		}
	}
	for _, entry := range b.ReadOnly {
		operations(entry.Pos, entry.SetBy)
	}
	if b.Completion != nil {
		operations(b.Completion.Pos, b.Completion.Ends)
	}
	for _, l := range b.Lines {
		if _, _, ok := r.index.at(l.Of); !ok {
			lost(l.Pos, "there is no schema %s", l.Of)
		}
		if !r.hasLines(l.Path) {
			lost(l.Pos, "there is no JSONL path %s", l.Path)
		}
	}
	if b.Window != nil {
		amount(b.Window.Pos, b.Window.Capacity)
		if _, _, ok := r.index.at(b.Window.Of); !ok {
			lost(b.Window.Pos, "there is no schema %s", b.Window.Of)
		}
	}
	if b.Budget != nil {
		for _, most := range b.Budget.Max {
			amount(most.Pos, most.Amount)
		}
	}
	for _, sub := range b.SubCalls {
		op := r.operationNamed(sub.Operation)
		if op == nil {
			lost(sub.Pos, "there is no operation %s", sub.Operation)
			continue
		}
		for _, step := range sub.Steps {
			found := false
			op.Walk(func(s *Step) { found = found || s.SubCall != "" && s.Name == step })
			if !found {
				lost(sub.Pos, "operation %s has no step %s with the name of another operation", sub.Operation, step)
			}
		}
	}
}

func (r *reader) operationNamed(name string) *Operation {
	for _, p := range r.out.Protocols {
		for _, op := range p.Operations {
			if op.Name == name {
				return op
			}
		}
	}
	return nil
}

func (r *reader) hasLines(name string) bool {
	return slices.ContainsFunc(r.out.Paths, func(p *Path) bool {
		return p.Format == "jsonl" && strings.Join(p.Name[1:], ".") == name
	})
}

func (r *reader) hasPlaceholder(name string) bool {
	paths := slices.Clone(r.out.Paths)
	for _, s := range r.out.Scopes {
		if s.Path != nil {
			paths = append(paths, s.Path)
		}
	}
	for _, p := range paths {
		for _, q := range p.Placeholders {
			if q.Name == name || strings.Join(p.Name[1:], ".")+"."+q.Name == name {
				return true
			}
		}
	}
	return false
}
