package plan

// Simplified is c without the plans that decide nothing, because they accept
// anything or nothing. The zero Check always holds.
func (c Check) Simplified() Check {
	switch c.Rule {
	case AnyOf, OneOf:
		var kept []*Plan
		for _, p := range c.Plans {
			if p.AcceptsAnything() && c.Rule == AnyOf {
				return Check{}
			}
			if !p.AcceptsNothing() {
				kept = append(kept, p)
			}
		}
		c.Plans = kept
	case Not:
		if c.Plans[0].AcceptsNothing() {
			return Check{}
		}
	case If:
		return c.simplifiedIf()
	case DependentSchemas:
		if c.Plans[0].AcceptsAnything() {
			return Check{}
		}
	}
	return c
}

func (c Check) simplifiedIf() Check {
	switch {
	case c.Plans[0].AcceptsAnything():
		c.Plans = []*Plan{nil, c.Plans[1], nil}
	case c.Plans[0].AcceptsNothing():
		c.Plans = []*Plan{nil, c.Plans[2], nil}
	}
	switch yes, no := c.Plans[1], c.Plans[2]; {
	case yes.AcceptsAnything() && no.AcceptsAnything():
		return Check{}
	case c.Plans[0].AcceptsAnything() && yes.AcceptsNothing(), yes.AcceptsNothing() && no.AcceptsNothing():
		c.Rule, c.Plans = AnyOf, nil
	case yes.AcceptsNothing() && no.AcceptsAnything():
		c.Rule, c.Plans = Not, c.Plans[:1]
	case yes.AcceptsAnything() && no.AcceptsNothing():
		c.Rule, c.Plans = AnyOf, c.Plans[:1]
	}
	return c
}

// Fails reports whether the check, once simplified, fails for every value of
// its kinds.
func (c Check) Fails() bool {
	switch c.Rule {
	case AnyOf, OneOf:
		return len(c.Plans) == 0
	case Not:
		return c.Plans[0].AcceptsAnything()
	}
	return false
}
