package limits

import (
	"iter"
	"slices"
)

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
		for v := range walk.values() {
			*v = w.kept(*v)
		}
		walk.Fields = slices.DeleteFunc(walk.Fields, func(f *Field) bool { return f.Value == nil })
		walk.Variants = slices.DeleteFunc(walk.Variants, func(c *Choice) bool { return c.Value == nil })
	}
}

// values visits the places of what is measured below a type's values.
func (walk *Walk) values() iter.Seq[**Value] {
	places := []**Value{&walk.Rest, &walk.Under}
	for _, f := range walk.Fields {
		places = append(places, &f.Value)
	}
	for _, c := range walk.Variants {
		places = append(places, &c.Value)
	}
	for i := range walk.Maps {
		places = append(places, &walk.Maps[i])
	}
	return slices.Values(places)
}

func measures(walk *Walk, keep map[*Walk]bool) bool {
	found := walk.Tree != nil || len(walk.Keys) > 0
	for at := range walk.values() {
		for v := *at; v != nil; v = v.Elem {
			found = found || len(v.Sites) > 0 || len(v.Keys) > 0 || v.Walk != nil && keep[v.Walk]
		}
	}
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
	if len(v.Sites) == 0 && len(v.Keys) == 0 && v.Elem == nil && v.Walk == nil {
		return nil
	}
	return v
}
