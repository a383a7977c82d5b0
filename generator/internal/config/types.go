package config

import (
	"github.com/bindery-go/bindery/generator/internal/custom"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
)

// goTypes reads "types" of a package and of the configuration: of one format or
// pointer the first holds.
func goTypes(in ...*document.Node) ([]GoType, diag.Diagnostics) {
	var out []GoType
	var ds diag.Diagnostics
	met := map[GoType]bool{}
	for _, from := range in {
		types := from.Get("types")
		for _, key := range []string{"formats", "pointers"} {
			for _, m := range all(types.Get(key)) {
				t := GoType{Format: m.Name}
				if key == "pointers" {
					t = GoType{Pointer: m.Name}
				}
				if met[t] {
					continue
				}
				met[t] = true
				if m.Value.Kind == document.Object && textOf("type", m.Value) == "" {
					continue // checkForm says so
				}
				var err error
				if t.Type, err = goType(m.Value); err != nil {
					ds.Add(diag.New(diag.BadConfig, m.Value.Pos, "%v", err).
						WithHelp("write the path of the package and the type: github.com/google/uuid.UUID"))
					continue
				}
				t.Pos = m.Value.Pos
				out = append(out, t)
			}
		}
	}
	return out, ds
}

// goType reads a type: text, or an object where there is more to say of it.
func goType(v *document.Node) (custom.Type, error) {
	if v.Kind != document.Object {
		return custom.Parse(v.Text)
	}
	t, err := custom.Parse(textOf("type", v))
	if alias := textOf("alias", v); err == nil && alias != "" {
		t, err = custom.New(t.Import, alias, t.Name)
	}
	t.Nilable = isTrue(v.Get("nilable"))
	return t, err
}

// all lists the members of an object.
func all(n *document.Node) []document.Member {
	if n == nil {
		return nil
	}
	return n.Members
}
