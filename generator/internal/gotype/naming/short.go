package naming

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
)

// Shorten has each type want the shortest end of its path that no other type, entry or
// claim wants, instead of the whole. Types keep the end that they had when the package
// was last generated, if names were short then.
func Shorten(roots []*model.Root, declared []*Declaration, claims *Claims, existing Existing, wereShort bool) {
	fixed := map[string]bool{}
	for _, r := range roots {
		fixed[r.Name] = true
		for _, name := range entryFuncs(r.Name) {
			fixed[name] = true
		}
	}
	for _, c := range claims.claims {
		fixed[c.Wanted] = true
	}
	var open []*shortening
	for _, d := range declared {
		s := &shortening{Declaration: d, ends: append(slices.Clip(d.Place.Ends), d.Place.Name)}
		if held := s.heldBy(existing.NameAt(d.Place)); wereShort && held >= 0 {
			s.ends = s.ends[held : held+1]
		}
		if len(s.ends) == 1 || d.Decl.Root {
			s.ends = s.ends[len(s.ends)-1:]
			for _, name := range s.all() {
				fixed[name] = true
			}
		}
		open = append(open, s)
	}
	for lengthen(open, fixed) {
	}
	for _, s := range open {
		if n := len(s.ends); s.ends[0] != s.Place.Name {
			s.Place.Others = append(slices.Clone(s.ends[1:n]), s.Place.Others...)
			s.Place.Name = s.ends[0]
		}
	}
}

// shortening is a type on its way to a short name.
type shortening struct {
	*Declaration
	ends []string // that it can still have, the one that it wants first
}

// heldBy is the index of the end that gave the type a name in the last generation, by
// itself or with what told it apart from others; -1 for none.
func (s *shortening) heldBy(name string) int {
	if at := slices.Index(s.ends, name); at >= 0 {
		return at
	}
	return slices.IndexFunc(s.ends, func(end string) bool {
		return names.Claim{Wanted: end, Others: s.Place.Others}.IsOther(name)
	})
}

// all lists the name that is wanted and what comes with it.
func (s *shortening) all() []string {
	return append([]string{s.ends[0]}, brought(s.Decl, s.ends[0])...)
}

// lengthen has those take longer names whose own are wanted by others as well, and
// reports whether there were any.
func lengthen(all []*shortening, fixed map[string]bool) bool {
	wanted := map[string]int{}
	for _, s := range all {
		for _, name := range s.all() {
			wanted[name]++
		}
	}
	longer := false
	for _, s := range all {
		if len(s.ends) > 1 && slices.ContainsFunc(s.all(), func(name string) bool { return wanted[name] > 1 || fixed[name] || isHelper(name) }) {
			s.ends = s.ends[1:]
			longer = true
		}
	}
	return longer
}
