package naming

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/gotype/place"
)

// Existing are the names that a package had when it was last generated, from
// the committed manifest.
type Existing struct {
	types   map[string]string            // place keys by name
	members map[string]map[string]string // by name of the type
	byKey   map[string]string            // the inverse of types
}

// NewExisting returns the names that have been given: of the types, with the
// places that held them, and of the fields and constants of each type, with the
// members and values that they stand for.
func NewExisting(types map[string]string, members map[string]map[string]string) Existing {
	e := Existing{types: types, members: members, byKey: map[string]string{}}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		e.byKey[types[name]] = name
	}
	return e
}

// NameAt is the name that the type at a place had, "" for none. Manifests of
// before branches had labels know places by the index of a branch.
func (e Existing) NameAt(p place.Place) string {
	name := cmp.Or(e.byKey[p.Key], e.byKey[p.Was])
	if name == "" && p.Node != nil && !p.Repeated {
		name = e.byKey[p.Node.Place()]
	}
	return name
}

// matching is what Members have of the map of a pattern before the pattern.
const matching = "patternProperties/"

// MatchedAt are the names of the maps of patterns in the struct at a place, by pattern.
func (e Existing) MatchedAt(p place.Place) map[string]string {
	out := map[string]string{}
	for name, of := range e.Members(p) {
		if pattern, ok := strings.CutPrefix(of, matching); ok {
			out[pattern] = name
		}
	}
	return out
}

// Members are the names in the type at a place, with what they stand for.
func (e Existing) Members(p place.Place) map[string]string { return e.members[e.NameAt(p)] }
