// Package function decides which functions generated code has for plans: which
// are decoded and which only judged, which verdicts are remembered, which plans
// share a function, and what the functions are called.
package function

import (
	"github.com/bindery-go/bindery/generator/internal/components"
	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// Input is what the functions of a package are decided from.
type Input struct {
	Decoded []*plan.Plan // of the declared types and the entry types
	// TypeOf is the Go type of a plan's values, Imported has the plans whose type
	// another package declares.
	TypeOf   func(*plan.Plan) *model.Type
	Imported map[*plan.Plan]bool
	// DeclOf is the declaration that a plan is the main plan of; nil for none.
	DeclOf func(*plan.Plan) *model.Decl
	// Name is what the type of a plan would be called at the place that it comes
	// from.
	Name func(*plan.Plan) string
}

// Decide returns how the values of all plans are read that generated code needs,
// in order of first use.
func Decide(in Input) []*model.Function {
	u := &usage{typeOf: in.TypeOf, imported: in.Imported, of: map[*plan.Plan]*model.Function{}}
	for _, p := range in.Decoded {
		u.decode(p)
	}
	g := newGraph(u)
	g.remember()
	g.share()
	name(u.all, in)
	return u.all
}

// graph is the plans that are needed, and which use which.
type graph struct {
	all        []*model.Function
	of         map[*plan.Plan]*model.Function
	uses       map[*plan.Plan][]plan.Use
	components *components.Components[*plan.Plan]
}

func newGraph(u *usage) *graph {
	g := &graph{all: u.all, of: u.of, uses: make(map[*plan.Plan][]plan.Use, len(u.all))}
	for _, f := range u.all {
		g.uses[f.Plan] = u.uses(f.Plan)
	}
	g.components = components.Find(g.plans(), g.next)
	return g
}

func (g *graph) plans() []*plan.Plan {
	return lists.Of(g.all, func(f *model.Function) *plan.Plan { return f.Plan })
}

// next lists the plans that p uses.
func (g *graph) next(p *plan.Plan) []*plan.Plan { return plansOf(g.uses[p]) }

func plansOf(uses []plan.Use) []*plan.Plan {
	return lists.Of(uses, func(u plan.Use) *plan.Plan { return u.Plan })
}

// fewValues is up to how many listed values are compared where they are needed.
const fewValues = 8

// hasCode reports whether the code of a plan is long enough to stand in a
// function of its own.
func hasCode(f *model.Function) bool {
	p := f.Plan
	if p.AcceptsAnything() || p.NonNull != nil || p.AcceptsNothing() {
		return p.NonNull != nil && f.Remembers
	}
	return f.Remembers || f.Imported || p.Union != nil || len(p.WholeValue) > 0 || p.Object != nil || p.Array != nil ||
		!p.Kinds.IsSingle() && (p.Number != nil || p.String != nil) || len(p.Enum) > fewValues ||
		p.Enum != nil && p.Kinds&(kind.Array|kind.Object) != 0
}
