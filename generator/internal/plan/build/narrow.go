package build

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/kind"
	"github.com/bindery-go/bindery/generator/internal/plan"
)

// narrow takes out of the plans the kinds of values that none of them can
// satisfy, because of what is said of a part: a required member that may not be
// there, a branch of which none is left. A plan that nothing satisfies has no
// kinds. That shows only when all plans are filled, and one leads to another.
func narrow(infos []*Info) {
	for changed := true; changed; {
		changed = false
		for _, info := range infos {
			if kinds := possible(info.Plan); kinds != info.Plan.Kinds {
				leave(info.Plan, kinds)
				changed = true
			}
		}
	}
}

// possible is the kinds of values that may satisfy p.
func possible(p *plan.Plan) kind.Set {
	kinds := p.Kinds
	if p.NonNull != nil || p.Enum != nil {
		return kinds
	}
	if p.Union != nil {
		var some kind.Set
		for _, b := range p.Union.Branches {
			some |= b.Plan.Kinds
		}
		kinds &= some
	}
	if p.Object != nil && refusesAll(p.Object) {
		kinds &^= kind.Object
	}
	for _, c := range p.WholeValue {
		if c.Simplified().Fails() {
			kinds &^= c.Kinds
		}
	}
	return kinds
}

// refusesAll reports whether no object passes the checks.
func refusesAll(o *plan.Object) bool {
	names := 0 // that may occur
	for _, m := range o.Members {
		if !m.Plan.AcceptsNothing() {
			names++
		} else if m.Required {
			return true
		}
	}
	return o.MinProperties != nil && *o.MinProperties > 0 && names == 0 && isClosed(o)
}

// isClosed reports whether names that are not members may not occur.
func isClosed(o *plan.Object) bool {
	return slices.ContainsFunc(o.Additional, func(a plan.Additional) bool { return len(a.Patterns) == 0 && a.Rest.AcceptsNothing() })
}

// leave leaves p only some of its kinds.
func leave(p *plan.Plan, kinds kind.Set) {
	p.Kinds = kinds
	if p.Union != nil {
		for _, b := range p.Union.Branches {
			b.Kinds &= kinds & b.Plan.Kinds
		}
	}
	if kinds&kind.Object == 0 {
		p.Object = nil
	}
	if kinds == 0 {
		p.Number, p.String, p.Array, p.Union, p.WholeValue = nil, nil, nil, nil, nil
	}
}
