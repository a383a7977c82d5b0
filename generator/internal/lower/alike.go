package lower

import (
	"encoding/binary"
	"fmt"

	"github.com/bindery-go/bindery/generator/internal/model"
)

// alike finds plans that say the same, so that one function serves them all:
// the verdicts of plans whose checks are equal, and the decoders of those whose
// Go types are the same as well. Plans on a cycle are left as they are; those
// that they consist of come first (see components).
func alike(plans []*model.Plan) {
	component := components(plans, edges)
	size := map[int]int{}
	order := make([][]*model.Plan, len(plans)+1)
	for _, p := range plans {
		size[component[p]]++
		order[component[p]] = append(order[component[p]], p)
	}
	a := &likeness{valid: map[string]*model.Plan{}, decode: map[string]*model.Plan{}}
	for c, list := range order {
		for _, p := range list {
			if size[c] == 1 && !p.Memo && !p.Foreign && isFunction(p) {
				a.enter(p)
			}
		}
	}
}

// served reports whether other plans' functions do all that p needs.
func served(p *model.Plan) bool { return p.ValidAs != nil && (p.DecodeAs != nil || !p.Decodes) }

// likeness finds plans by what they say.
type likeness struct {
	valid, decode map[string]*model.Plan
}

// enter makes p one with a plan that was entered before.
func (a *likeness) enter(p *model.Plan) {
	checks := a.checks(p)
	if first := a.valid[checks]; first != nil {
		p.ValidAs = first
	} else {
		a.valid[checks] = p
	}
	if !p.Decodes {
		return
	}
	key := checks + "|" + typeKey(p.Type)
	if first := a.decode[key]; first != nil {
		p.DecodeAs = first
	} else {
		a.decode[key] = p
	}
}

// checks identifies what p checks.
func (a *likeness) checks(p *model.Plan) string { return string(planKey(p, a.appendRef)) }

// appendRef writes a plan as a part of another. A plan that is no function is
// printed where it stands, so what it says counts, not which one it is.
func (a *likeness) appendRef(key []byte, p *model.Plan) []byte {
	const (
		anything = iota
		inline
		function
	)
	switch {
	case p == nil:
		return append(key, anything)
	case !isFunction(p) && !p.Memo:
		return append(append(key, inline), planKey(p, a.appendRef)...)
	case p.ValidAs != nil:
		p = p.ValidAs
	}
	return binary.AppendUvarint(append(key, function), uint64(p.ID))
}

// typeKey writes down a type expression.
func typeKey(t *model.Type) string {
	if t == nil {
		return ""
	}
	return fmt.Sprintf("%d%s%p(%s,%s)", t.Kind, t.Go, t.Decl, typeKey(t.Key), typeKey(t.Elem))
}
