// Package schemas embeds the schemas of Bindery's own file formats, and those of
// the five systems as a project can begin with them. To the generator the latter
// are input like any other.
package schemas

import "embed"

// Config is the JSON Schema of bindery.yaml.
//
//go:embed bindery.schema.json
var Config []byte

// Systems are the schemas of the five systems, their overlays and the license of
// those that have one.
//
//go:embed LICENSE-aiwg memory-packet.json reflection-memory.json rlm-state.yaml rlm-trajectory.yaml social-rl.yaml *.overlay.yaml
var Systems embed.FS
