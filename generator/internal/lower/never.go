package lower

import "github.com/bindery-go/bindery/generator/internal/model"

// refuse takes out of the plans the kinds of values that none of them can
// satisfy, because of what is said of a part: a required member that may not be
// there, a branch of which none is left. A plan that nothing satisfies has no
// kinds. That shows only when all plans are filled, and one leads to another.
func refuse(plans []*model.Plan) {
	for changed := true; changed; {
		changed = false
		for _, p := range plans {
			if kinds := possible(p); kinds != p.Kinds {
				narrow(p, kinds)
				changed = true
			}
		}
	}
}

// possible is the kinds of values that may satisfy p.
func possible(p *model.Plan) model.Kinds {
	kinds := p.Kinds
	if p.Any || p.NonNull != nil || p.Enum != nil {
		return kinds
	}
	if p.Union != nil {
		var some model.Kinds
		for _, b := range p.Union.Branches {
			some |= b.Plan.Kinds
		}
		kinds &= some
	}
	if p.Object != nil && refusesAll(p.Object) {
		kinds &^= model.KindObject
	}
	for _, r := range p.Residual {
		if r.Simplified().Never() {
			kinds &^= r.Kinds
		}
	}
	return kinds
}

// refusesAll reports whether no object passes the checks.
func refusesAll(o *model.ObjectChecks) bool {
	names := 0 // that may occur
	for _, m := range o.Members {
		if !m.Plan.Never() {
			names++
		} else if m.Required {
			return true
		}
	}
	return o.MinProperties != nil && *o.MinProperties > 0 && names == 0 && closed(o)
}

// closed reports whether names that are no members may not occur.
func closed(o *model.ObjectChecks) bool {
	for _, set := range o.Others {
		if len(set.Patterns) == 0 && set.Rest.Never() {
			return true
		}
	}
	return false
}

// narrow leaves p only some of its kinds.
func narrow(p *model.Plan, kinds model.Kinds) {
	p.Kinds = kinds
	if p.Union != nil {
		for _, b := range p.Union.Branches {
			b.Kinds &= kinds & b.Plan.Kinds
		}
	}
	if kinds&model.KindObject == 0 {
		p.Object = nil
	}
	if kinds == 0 {
		p.Number, p.String, p.Array, p.Union, p.Residual = nil, nil, nil, nil, nil
	}
}
