package validate

// array judges by the keywords that speak of arrays.
func (e *evaluator) array(p *plan, i int, m marks) bool {
	ok := true
	if n := uint64(e.doc.values[i].count); n < p.minItems || n > p.maxItems {
		ok = e.miscounted(p, i, n, bounds{p.minItems, p.maxItems, "minItems", "maxItems", "item"})
	}
	if e.goesOn(ok) && (p.Items != nil || len(p.PrefixItems) > 0) {
		ok = e.items(p, i, m) && ok
	}
	if e.goesOn(ok) && p.UniqueItems {
		if a, b, unique := e.doc.unique(i); !unique {
			if e.quiet > 0 {
				return false
			}
			ok = e.violate(p, i, "uniqueItems", "must not hold equal items, but items "+
				e.index(a)+" and "+e.index(b)+" are "+e.brief(a))
		}
	}
	if e.goesOn(ok) && p.Contains != nil {
		ok = e.contains(p, i, m) && ok
	}
	return ok
}

func (e *evaluator) items(p *plan, i int, m marks) bool {
	ok := true
	prefix := len(p.PrefixItems)
	next := int(e.doc.values[i].next)
	for x := i + 1; x < next && e.goesOn(ok); x = int(e.doc.values[x].next) {
		k := int(e.doc.values[x].index)
		switch {
		case k < prefix:
			ok = e.applyIndex(p, "prefixItems", k, p.PrefixItems[k], x, unmarked) && ok
		case p.Items == nil:
			return ok
		default:
			ok = e.apply(p, "items", p.Items.Node, x, unmarked) && ok
		}
		e.add(m, k)
	}
	return ok
}

func (e *evaluator) contains(p *plan, i int, m marks) bool {
	var n uint64
	all := m != unmarked && p.ContainsMarksEvaluated || p.MaxContains != ""
	next := int(e.doc.values[i].next)
	for x := i + 1; x < next && (all || n < p.minContains); x = int(e.doc.values[x].next) {
		if e.probe(p.Contains.Node, x, unmarked) {
			n++
			if p.ContainsMarksEvaluated {
				e.add(m, int(e.doc.values[x].index))
			}
		}
	}
	switch {
	case e.halted:
		return false
	case p.minContains <= n && n <= p.maxContains:
		return true
	case e.quiet > 0:
		return false
	case n > p.maxContains:
		return e.violate(p, i, "maxContains", "must hold at most "+plural(p.maxContains, "item")+
			` matching "contains", but holds `+utoa(n))
	}
	keyword := "contains"
	if p.MinContains != "" {
		keyword = "minContains"
	}
	return e.violate(p, i, keyword, "must hold at least "+plural(p.minContains, "item")+
		` matching "contains", but holds `+utoa(n))
}
