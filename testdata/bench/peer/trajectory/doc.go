// Package trajectory is what go-jsonschema makes of schemas/rlm-trajectory.yaml:
// the peer that generates validating decoders too.
package trajectory

//go:generate go run github.com/atombender/go-jsonschema@v0.24.1 -p trajectory --tags json -o trajectory.go ../../../../schemas/rlm-trajectory.yaml
