package naming

import (
	"maps"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/gotype/place"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/schema"
)

// Fields names the fields of the struct at a place, which want the given names;
// a getter that meets a field, and a field that meets a method, take a trailing
// underscore. Members has the schemas that declare them.
func Fields(words names.Words, fields []*model.Field, wanted []string, at place.Place, members map[string]*schema.Node, existing Existing, report *Reporter) {
	existingNames := existing.Members(at)
	had := byMember(existingNames)
	var claims []names.Claim
	for i, f := range fields {
		c := names.Claim{Key: f.JSON, Wanted: wanted[i], Rank: names.Oddity(f.JSON)}
		if other := words.Other(f.JSON); other != "" {
			c.Others = []string{other}
		}
		if name := had[f.JSON]; c.IsOther(name) {
			c.Held = name
		}
		claims = append(claims, c)
	}
	given, collisions := names.Assign(claims, isMethod, existingNames)
	report.fields(collisions, at, members)
	taken := reserved()
	for _, f := range fields {
		if f.Name = given[f.JSON]; taken[f.Name] {
			if n := members[f.JSON]; n != nil {
				report.refuse(n.Place(), names.Collision{Claim: names.Claim{Wanted: f.Name}, Taken: f.Name}, "")
			}
			f.Name += "_"
		}
		taken[f.Name] = true
	}
	for _, f := range fields {
		if f.Presence == model.Optional || f.Presence == model.OptionalNullable {
			f.Getter = "Get" + f.Name
			for taken[f.Getter] {
				f.Getter += "_"
			}
			taken[f.Getter] = true
		}
	}
}

// reserved are the names of the fields that are no members.
func reserved() map[string]bool {
	return map[string]bool{"Extra": true, "Additional": true, model.NonObject: true}
}

// TakenBy are the names that a further field of a struct cannot have.
func TakenBy(fields []*model.Field) map[string]bool {
	taken := reserved()
	for _, name := range []string{"Equal", "Clone", "String", "Scan", "Value", "LogValue"} {
		taken[name] = true
	}
	for _, f := range fields {
		taken[f.Name], taken[f.Getter] = true, true
	}
	return taken
}

// byMember is the inverse of the names of a type.
func byMember(names map[string]string) map[string]string {
	return lists.By(slices.Sorted(maps.Keys(names)), func(name string) string { return names[name] })
}

// isMethod reports whether a name is that of a method which generated structs
// have.
func isMethod(name string) bool {
	switch name {
	case "MarshalJSON", "UnmarshalJSON", "UnmarshalJSONFrom", "Validate", "DecodeJSONFrom", "ValidJSONFrom", "EncodeJSONTo", "SchemaNode":
		return true
	}
	return false
}

// Variants keeps the names of a union's variants apart: of several the first
// keeps it, the others are numbered, since their order is that of the schema.
func Variants(decl *model.Decl) {
	taken := Taken{"Kind": 1}
	for _, v := range decl.Variants {
		v.Name = taken.Unique(v.Name)
	}
}
