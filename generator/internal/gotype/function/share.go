package function

import (
	"encoding/binary"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// share finds plans that check the same, so that one function serves them all:
// the verdicts of plans whose checks are equal, and the decoders of those whose
// Go types are the same as well. Plans on a cycle are left as they are.
func (g *graph) share() {
	s := &sharer{graph: g, valid: map[string]*plan.Plan{}, decode: map[decoder][]*model.Function{}}
	for _, list := range g.components.Lists { // those that a plan is made of come first
		for _, p := range list {
			if f := g.of[p]; len(list) == 1 && !f.Remembers && !f.Imported && hasCode(f) {
				s.enter(f)
			}
		}
	}
}

// sharer finds plans by their keys.
type sharer struct {
	*graph
	valid  map[string]*plan.Plan
	decode map[decoder][]*model.Function // of different types
}

// decoder is what functions that are one have in common: the key of their plans,
// and the declaration of a named type.
type decoder struct {
	key  string
	decl *model.Decl
}

// enter makes a function one with one that was entered before.
func (s *sharer) enter(f *model.Function) {
	key := string(plan.Key(f.Plan, s.appendRef))
	if first := s.valid[key]; first != nil {
		f.ValidAs = first
	} else {
		s.valid[key] = f.Plan
	}
	if !f.Decodes {
		return
	}
	of := decoder{key: key}
	if f.Type != nil {
		of.decl = f.Type.Decl
	}
	for _, first := range s.decode[of] {
		if model.SameType(first.Type, f.Type) {
			f.DecodeAs = first.Plan
			return
		}
	}
	s.decode[of] = append(s.decode[of], f)
}

// appendRef writes a plan as a part of another. A plan that is not a function is
// printed where it stands, so what it says counts, not which one it is.
func (s *sharer) appendRef(key []byte, p *plan.Plan) []byte {
	const (
		anything = iota
		inline
		function
	)
	if p == nil {
		return append(key, anything)
	}
	f := s.of[p]
	switch {
	case !hasCode(f):
		return append(append(key, inline), plan.Key(p, s.appendRef)...)
	case f.ValidAs != nil:
		p = f.ValidAs
	}
	return binary.AppendUvarint(append(key, function), uint64(p.ID))
}
