package schema

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/atombender/go-jsonschema/pkg/schemas"

	"github.com/bindery-go/bindery/generator/internal/custom"
	"github.com/bindery-go/bindery/generator/internal/document"
)

// readGoType reads "x-go-type" in the forms that generators write: the path of a
// package and a name ("github.com/google/uuid.UUID"), the same with the import
// beside it in "x-go-type-import" (oapi-codegen), or an object with type and import
// (go-swagger).
func readGoType(v, beside *document.Node) (*custom.Type, error) {
	switch v.Kind {
	case document.String:
		return goTypeOf(v.Text, beside, false)
	case document.Object:
	default:
		return nil, fmt.Errorf("%s is neither the name of a Go type nor an object with type and import", v)
	}
	for _, m := range v.Members {
		if !slices.Contains([]string{"type", "name", "import", "alias", "nilable", "nillable", "hints", "embedded"}, m.Name) {
			return nil, fmt.Errorf("it has no member %q, but type, import, alias and nilable", m.Name)
		}
	}
	name := textOf(v, "type", "name")
	if name == "" {
		return nil, fmt.Errorf("the type is missing")
	}
	from := v.Get("import")
	if alias := v.Get("alias"); alias != nil && from != nil && from.Kind == document.String {
		from = &document.Node{Kind: document.Object, Members: []document.Member{{Name: "path", Value: from}, {Name: "alias", Value: alias}}}
	}
	return goTypeOf(name, from, isTrue(v.Get("nilable")) || isTrue(v.Get("nillable")))
}

// goTypeOf is the type of a name, which is imported from what from says: a path, or
// an object with path and alias.
func goTypeOf(name string, from *document.Node, nilable bool) (*custom.Type, error) {
	name = strings.TrimPrefix(name, "*") // what is optional is a pointer by itself
	importPath, alias := "", ""
	switch {
	case from == nil:
	case from.Kind == document.String:
		importPath = from.Text
	default:
		importPath, alias = textOf(from, "path", "package"), textOf(from, "alias", "name")
	}
	var t custom.Type
	var err error
	if importPath == "" {
		t, err = custom.Parse(name)
	} else {
		t, err = custom.New(importPath, alias, name[strings.LastIndexByte(name, '.')+1:])
	}
	t.Nilable = nilable
	return &t, err
}

// typeOfExtension is the type of "goJSONSchema": its package is one of the imports.
func typeOfExtension(x *schemas.GoJSONSchemaExtension) (*custom.Type, error) {
	text := strings.TrimPrefix(*x.Type, "*")
	pkg, name, ok := strings.Cut(text, ".")
	if !ok {
		return nil, fmt.Errorf("the type %s is of no package", *x.Type)
	}
	var t custom.Type
	err := fmt.Errorf("none of the imports is a package %s", pkg)
	for _, at := range x.Imports {
		found, bad := custom.New(at, "", name)
		switch {
		case bad != nil:
			err = bad
			continue
		case found.PackageName() != pkg && path.Base(at) != pkg && len(x.Imports) > 1:
			continue
		case found.PackageName() != pkg:
			found.Package = pkg
		}
		t, err = found, nil
		break
	}
	t.Nilable = x.Nillable
	return &t, err
}

// textOf is the first of some members that is a string; "" for none.
func textOf(v *document.Node, names ...string) string {
	for _, name := range names {
		if m := text(v, name); m != nil {
			return m.Text
		}
	}
	return ""
}

func isTrue(v *document.Node) bool { return v != nil && v.Kind == document.Bool && v.Bool }

// stringsOf is the members of an object that are strings.
func stringsOf(v *document.Node) map[string]string {
	out := map[string]string{}
	for _, m := range v.Members {
		if m.Value.Kind == document.String {
			out[m.Name] = m.Value.Text
		}
	}
	return out
}
