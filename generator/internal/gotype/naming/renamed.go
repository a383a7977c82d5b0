package naming

import (
	"maps"
	"slices"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
)

// Renamed reports the types, fields and constants that have other names than when
// the package was last generated, and the places that had a type in common with others.
func Renamed(declared []*Declaration, existing Existing, alike place.Alike, report *Reporter) {
	now := lists.By(declared, func(d *Declaration) string { return d.Decl.Name })
	for _, d := range declared {
		was := existing.NameAt(d.Place)
		if shared := alike[d.Place.Key]; was == "" && shared != "" && shared != d.Decl.Name {
			reason := why(d)
			if reason == afterPlace {
				reason = "its schema and that of " + shared + " no longer say the same"
			}
			report.Diagnostics.Addf(diag.Renamed, report.posOf(d.Place.Node), "the Go type of %s is %s now, not %s: %s", d.Place.Schema, d.Decl.Name, shared, reason)
		}
		if was == "" {
			continue
		}
		if of := now[was]; of == nil || of != d && alike[of.Place.Key] == was {
			report.Diagnostics.Addf(diag.Renamed, report.posOf(d.Place.Node), "the Go type %s is %s now: %s", was, d.Decl.Name, why(d))
		}
		renamedMembers(d, was, existing, report)
	}
}

const afterPlace = "it is called after its place in the schema"

// why says where the name of a type comes from.
func why(d *Declaration) string {
	n := d.Place.Node
	switch {
	case d.Decl.Name != d.Place.Name && !d.Place.Entry && !d.Decl.Root:
		return "something else is called " + d.Place.Name
	case d.Decl.Root:
		return "it is an entry type"
	case n != nil && n.GoName == d.Decl.Name:
		return "x-go-name says so"
	case d.Place.Given:
		return "the configuration names it"
	case strings.Contains(d.Place.Key, "/oneOf/"), strings.Contains(d.Place.Key, "/anyOf/"):
		return "a branch of a union is called by what tells it apart"
	}
	return afterPlace
}

// renamedMembers reports the fields and constants of a type that was called was.
func renamedMembers(d *Declaration, was string, existing Existing, report *Reporter) {
	now := map[string]string{} // by what they stand for
	for _, f := range d.Decl.Fields {
		now[f.JSON] = f.Name
	}
	for _, x := range d.Decl.Matched {
		now[matching+x.Pattern.Text] = x.Name
	}
	for _, v := range d.Decl.Enum {
		now[v.JSON] = strings.TrimPrefix(v.Name, d.Decl.Name)
	}
	held := existing.members[was]
	for _, name := range slices.Sorted(maps.Keys(held)) {
		old, what := name, "field "
		if d.Decl.Kind == model.Enum {
			old, what = strings.TrimPrefix(name, was), "constant "
		}
		if is, there := now[held[name]]; there && is != old {
			report.Diagnostics.Addf(diag.Renamed, report.posOf(d.Place.Node), "the Go %s%s of %s is %s now", what, name, d.Decl.Name, is)
		}
	}
}
