// The path lies below generator/ so that the harness may import its internal
// packages.
module github.com/bindery-go/bindery/generator/bowtie

go 1.26.0

replace github.com/bindery-go/bindery => ../..

require github.com/bindery-go/bindery v0.0.0-00010101000000-000000000000

require (
	dario.cat/mergo v1.0.2 // indirect
	github.com/atombender/go-jsonschema v0.24.1 // indirect
	github.com/dlclark/regexp2/v2 v2.13.0 // indirect
	github.com/goccy/go-yaml v1.19.2 // indirect
	github.com/santhosh-tekuri/jsonschema/v5 v5.3.1 // indirect
	golang.org/x/mod v0.42.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	gopkg.in/yaml.v3 v3.0.1 // indirect
)
