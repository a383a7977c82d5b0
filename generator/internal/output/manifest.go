// Package output keeps generated files on disk: it compares them with what is
// there, writes only what differs, by rename, and removes only what a manifest
// or a header shows to be its own. The facade makes manifests with it and
// cmd/bindery writes with it.
package output

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/bindery-go/bindery/generator/internal/visible"
)

// ManifestName is the file in each generated package that lists what the
// package consists of.
const ManifestName = "bindery.manifest.json"

// Manifest says what a generated package consists of. It is committed with it.
type Manifest struct {
	// Schema is the slash path of the schema, relative to the configuration.
	Schema string `json:"schema"`
	// Config is the path of the configuration, relative to the package's directory; ""
	// where there was none.
	Config string `json:"config,omitempty"`
	// Files are the names of the generated files, sorted, this one aside.
	Files []string `json:"files"`
	// Names maps each Go type to the place in the schema that holds the name,
	// so that a schema that grows does not rename what was there.
	Names map[string]string `json:"names"`
	// Members does the same for the fields and constants of each Go type: it
	// maps them to member names and to values as JSON.
	Members map[string]map[string]string `json:"members,omitempty"`
	// Branches holds what the inline branches of unions are called, by the place
	// of the union, with digests of the branches: a branch is known by what it
	// says, so that another before it does not take its name.
	Branches map[string]map[string]string `json:"branches,omitempty"`
	// Alike maps places to the Go types that they share with a place of Names, since
	// their schemas say the same.
	Alike map[string]string `json:"alike,omitempty"`
	// TypeNames is "short" where the names were chosen so.
	TypeNames string `json:"type_names,omitempty"`
	// Shared are the Go types that other packages read and write, sorted.
	Shared []string `json:"shared,omitempty"`
	// Interface is the [Interface] of those types.
	Interface int `json:"interface,omitempty"`
	// Entries are those that are entry types of other packages, with what these want of
	// entry types beside the usual.
	Entries map[string][]string `json:"entries,omitempty"`
}

// Interface is the version of the methods by which the code of one package reads and
// writes a type of another. It grows when that code asks for more. 0 are packages from
// before it was counted, whose types have no method SchemaNode.
const Interface = 1

// Encode returns the manifest as it is written: the same bytes for the same
// package, whatever the order in which it was made.
func (m Manifest) Encode() []byte {
	m.Files = slices.Clone(m.Files)
	m.Shared = slices.Clone(m.Shared)
	slices.Sort(m.Files)
	slices.Sort(m.Shared)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(m); err != nil { // maps and slices of strings cannot fail
		return nil
	}
	return visible.JSON(b.Bytes())
}

// ParseManifest reads a manifest. A damaged one is an error and no empty one:
// generation would choose other names without a word.
func ParseManifest(data []byte) (Manifest, error) {
	var m Manifest
	if err := json.Unmarshal(data, &m); err != nil {
		return Manifest{}, err
	}
	return m, nil
}
