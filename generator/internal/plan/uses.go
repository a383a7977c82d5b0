package plan

// Use leads from a plan to one that it is made of.
type Use struct {
	Plan *Plan
	Way  Way
}

// Way is how a plan is used.
type Way uint8

// The ways.
const (
	Reads     Way = iota // nothing else reads the value
	Tries                // other plans may be tried on the value instead
	AlsoReads            // other plans read the value as well
)

// Uses lists the plans that p is made of.
func (p *Plan) Uses() []Use {
	var out []Use
	add := func(q *Plan, w Way) {
		if q != nil {
			out = append(out, Use{q, w})
		}
	}
	add(p.NonNull, Reads)
	if p.Array != nil {
		for _, q := range p.Array.Prefix {
			add(q, Reads)
		}
		add(p.Array.Items, Reads)
		for _, k := range p.Array.Contains {
			add(k.Plan, AlsoReads)
		}
	}
	if p.Object != nil {
		p.Object.uses(add)
	}
	if p.Union != nil {
		w := Reads
		if len(p.Union.Branches) > 1 {
			w = Tries
		}
		for _, br := range p.Union.Branches {
			add(br.Plan, w)
		}
	}
	for _, c := range p.WholeValue {
		for _, q := range c.Plans {
			add(q, AlsoReads)
		}
	}
	return out
}

func (o *Object) uses(add func(*Plan, Way)) {
	for _, m := range o.Members {
		add(m.Plan, Reads)
	}
	for _, a := range o.Additional {
		w := Reads
		if len(o.Additional) > 1 {
			w = AlsoReads
		}
		add(a.Rest, w)
		if len(a.Patterns) > 1 {
			w = AlsoReads
		}
		for _, pp := range a.Patterns {
			add(pp.Plan, w)
		}
	}
	for _, q := range o.Names {
		add(q, Reads)
	}
}
