package naming

import "github.com/bindery-go/bindery/generator/internal/model"

// Manifest returns what the manifest keeps of the names that have been given:
// the places of the types, and the names in each that a schema which grows must
// not change, with what they stand for.
func Manifest(declared []*Declaration) (types map[string]string, members map[string]map[string]string) {
	types, members = map[string]string{}, map[string]map[string]string{}
	for _, d := range declared {
		types[d.Decl.Name] = d.Place.Key
		m := map[string]string{}
		for _, f := range d.Decl.Fields {
			if f.JSON != "" || d.Decl.Kind == model.Struct {
				m[f.Name] = f.JSON
			}
		}
		for _, x := range d.Decl.Matched {
			m[x.Name] = matching + x.Pattern.Text
		}
		for _, v := range d.Decl.Enum {
			m[v.Name] = v.JSON
		}
		if d.Decl.Kind == model.Union {
			m[d.Decl.Sealed] = ""
			for _, v := range d.Decl.Variants {
				if v.Case != "" {
					m[v.Case] = v.Name
				}
			}
		}
		if len(m) > 0 {
			members[d.Decl.Name] = m
		}
	}
	return types, members
}
