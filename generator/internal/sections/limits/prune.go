package limits

// prune leaves the walks and values in which something is measured. A walk is
// needed when it measures something itself or leads to one that is needed, so
// the needed ones are found by going round until there are no more.
func (w *walker) prune() {
	keep := map[*Walk]bool{}
	for grown := true; grown; {
		grown = false
		for _, walk := range w.walked {
			if !keep[walk] && measures(walk, keep) {
				keep[walk] = true
				grown = true
			}
		}
	}
	for _, walk := range w.walked {
		if !keep[walk] {
			delete(w.walks, walk.Decl)
		}
	}
	for _, walk := range w.walked {
		var fields []*Field
		for _, f := range walk.Fields {
			if f.Value = w.kept(f.Value); f.Value != nil {
				fields = append(fields, f)
			}
		}
		var variants []*Choice
		for _, v := range walk.Variants {
			if v.Value = w.kept(v.Value); v.Value != nil {
				variants = append(variants, v)
			}
		}
		walk.Fields, walk.Variants = fields, variants
		walk.Rest, walk.Under = w.kept(walk.Rest), w.kept(walk.Under)
		for i, v := range walk.Maps {
			walk.Maps[i] = w.kept(v)
		}
	}
}

func measures(walk *Walk, keep map[*Walk]bool) bool {
	found := walk.Tree != nil || len(walk.Keys) > 0
	visit := func(v *Value) {
		for ; v != nil; v = v.Elem {
			found = found || len(v.Sites) > 0 || len(v.Keys) > 0 || v.Walk != nil && keep[v.Walk]
		}
	}
	for _, f := range walk.Fields {
		visit(f.Value)
	}
	for _, c := range walk.Variants {
		visit(c.Value)
	}
	for _, v := range walk.Maps {
		visit(v)
	}
	visit(walk.Rest)
	visit(walk.Under)
	return found
}

// kept drops what does not measure; nil for a value of which nothing is left.
func (w *walker) kept(v *Value) *Value {
	if v == nil {
		return nil
	}
	v.Elem = w.kept(v.Elem)
	if v.Walk != nil && w.walks[v.Walk.Decl] == nil {
		v.Walk = nil
	}
	return needed(v)
}

func needed(v *Value) *Value {
	if len(v.Sites) == 0 && len(v.Keys) == 0 && v.Elem == nil && v.Walk == nil {
		return nil
	}
	return v
}
