// Package schemas embeds the schemas of Bindery's own file formats. The
// generator imports it; the schemas of the five systems beside it are input
// like any other.
package schemas

import _ "embed"

// Config is the JSON Schema of bindery.yaml.
//
//go:embed bindery.schema.json
var Config []byte
