package limits

import (
	"iter"
	"slices"
)

// prune leaves the walks and values in which something is measured. A walk is
// needed when it measures something itself or leads to one that is needed, so
// the needed ones are found by going round until there are no more.
func (w *walker) prune() {
	for grown := true; grown; {
		grown = false
		for _, walk := range w.walked {
			if !walk.kept && walk.measures() {
				walk.kept, grown = true, true
			}
		}
	}
	for _, walk := range w.walked {
		for v := range walk.values() {
			*v = (*v).pruned()
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

func (walk *Walk) measures() bool {
	found := walk.Tree != nil || len(walk.Keys) > 0
	for at := range walk.values() {
		for v := *at; v != nil; v = v.Elem {
			found = found || len(v.Sites) > 0 || len(v.Keys) > 0 || v.Walk != nil && v.Walk.kept
		}
	}
	return found
}

// pruned drops what does not measure; nil for a value of which nothing is left.
func (v *Value) pruned() *Value {
	if v == nil {
		return nil
	}
	v.Elem = v.Elem.pruned()
	if v.Walk != nil && !v.Walk.kept {
		v.Walk = nil
	}
	if len(v.Sites) == 0 && len(v.Keys) == 0 && v.Elem == nil && v.Walk == nil {
		return nil
	}
	return v
}
