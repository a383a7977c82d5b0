package schema

import (
	"bytes"
	"encoding/json"

	"github.com/atombender/go-jsonschema/pkg/schemas"

	"github.com/bindery-go/bindery/generator/internal/diag"
	gonames "github.com/bindery-go/bindery/generator/internal/names"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// nameNodes settles the Go names that schemas ask for, in "x-go-name" or as the
// identifier of "goJSONSchema". A name that Go does not export is none. A
// location that has several nodes is reported once.
func nameNodes(g *Graph, ds *diag.Diagnostics) {
	met := map[source.Pos]bool{}
	for _, n := range g.Nodes {
		if n.GoName == "" && n.GoExtension == nil && n.EnumNames == nil {
			continue
		}
		var found diag.Diagnostics
		if n.GoExtension != nil {
			var extension *schemas.GoJSONSchemaExtension
			extension, found = n.GoJSONSchema()
			if extension != nil {
				if n.GoName == "" && extension.Identifier != nil {
					n.GoName = *extension.Identifier
				}
				if extension.Type != nil {
					found.Addf(diag.CustomType, n.GoExtension.Pos, "the type %s is not used: generated code decodes into types of its own", *extension.Type)
				}
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
