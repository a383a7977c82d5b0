package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"strings"

	"github.com/atombender/go-jsonschema/pkg/schemas"

	"github.com/bindery-go/bindery/generator/internal/diag"
	gonames "github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// nameNodes settles the Go names and types that schemas ask for, in "x-go-name",
// "x-go-type" or "goJSONSchema". A name that Go does not export is none. A
// location that has several nodes is reported once.
func nameNodes(g *Graph, ds *diag.Diagnostics) {
	met := map[source.Pos]bool{}
	for _, n := range g.Nodes {
		if n.GoName == "" && n.GoExtension == nil && n.goType == nil && n.EnumNames == nil {
			continue
		}
		var found diag.Diagnostics
		if n.GoExtension != nil {
			found.Add(n.useGoJSONSchema()...)
		}
		if n.goType != nil {
			t, err := readGoType(n.goType, n.goImport)
			if err != nil {
				found.Addf(diag.CustomType, n.goType.Pos, "x-go-type: %v", err)
			} else {
				n.GoType, n.GoTypePos = t, n.goType.Pos
			}
		}
		if n.GoName != "" && !gonames.IsExported(n.GoName) {
			found.Addf(diag.BadGoName, n.Pos, "%q is not an exported Go name", n.GoName)
			n.GoName = ""
		}
		if n.EnumNames != nil && len(n.EnumNames) != len(n.Enum) {
			found.Addf(diag.BadGoName, n.Pos, "there are %d names of constants for %d values of the enum; none is used", len(n.EnumNames), len(n.Enum))
			n.EnumNames = nil
		}
		if !met[n.Pos] {
			met[n.Pos] = true
			ds.Add(found...)
		}
	}
}

// useGoJSONSchema takes what "goJSONSchema" says of the Go type. What it says of
// names and types comes after "x-go-name" and "x-go-type".
func (n *Node) useGoJSONSchema() diag.Diagnostics {
	extension, found := n.GoJSONSchema()
	if extension == nil {
		return found
	}
	if n.GoName == "" && extension.Identifier != nil {
		n.GoName = *extension.Identifier
	}
	if n.GoTags == nil {
		n.GoTags = tagsOf(extension.ExtraTags)
	}
	n.GoPointer = extension.Pointer != nil && *extension.Pointer
	if extension.Type != nil && n.goType == nil {
		t, err := typeOfExtension(extension)
		if err != nil {
			found.Addf(diag.BadGoExtension, n.GoExtension.Pos, "goJSONSchema: %v; the type is not used", err)
		} else {
			n.GoType, n.GoTypePos = t, n.GoExtension.Pos
		}
	}
	return found
}

// GoJSONSchema returns the "goJSONSchema" extension of the node, which the
// go-jsonschema generator defines: a custom type with its imports, an
// identifier, nillable. It is nil when there is none, and with a diagnostic when
// the extension is not what that generator takes.
func (n *Node) GoJSONSchema() (*schemas.GoJSONSchemaExtension, diag.Diagnostics) {
	if n.GoExtension == nil {
		return nil, nil
	}
	var extension schemas.GoJSONSchemaExtension
	d := json.NewDecoder(bytes.NewReader(n.GoExtension.AppendJSON(nil)))
	d.DisallowUnknownFields()
	if err := d.Decode(&extension); err != nil {
		return nil, diag.Diagnostics{diag.New(diag.BadGoExtension, n.GoExtension.Pos, "goJSONSchema: %v", err)}
	}
	return &extension, nil
}

// tagsOf are the struct tags of a field that the extension asks for: that of JSON is
// Bindery's own, and keys are what Go reads as such.
func tagsOf(asked map[string]string) map[string]string {
	out := maps.Clone(asked)
	maps.DeleteFunc(out, func(key, _ string) bool {
		return key == "" || key == "json" || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r >= 0x7f || r == ':' || r == '"' || r == '`' })
	})
	return out
}
