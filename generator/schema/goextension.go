package schema

import (
	"bytes"
	"encoding/json"

	"github.com/atombender/go-jsonschema/pkg/schemas"

	"github.com/bindery-go/bindery/generator/diag"
)

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
