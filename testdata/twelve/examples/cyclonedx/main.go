// A bill of materials that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/cyclonedx"
)

func main() {
	version := cyclonedx.Version("1.26.0")
	b := cyclonedx.NewBOM()
	b.SpecVersion = "1.6"
	b.Components = []cyclonedx.Component{{Type: cyclonedx.ComponentTypeLibrary, Name: "std", Version: &version}}
	fmt.Println(b, b.Validate())

	read, err := cyclonedx.ParseBOM([]byte(`{
		"bomFormat": "CycloneDX", "specVersion": "1.6", "version": 1,
		"components": [{"type": "application", "name": "shop", "bom-ref": "shop@2", "licenses": [{"license": {"id": "MIT"}}]}],
		"dependencies": [{"ref": "shop@2", "dependsOn": ["std"]}]}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(read.Components[0].Name, read.Components[0].Licenses.Kind(), read.Dependencies[0].DependsOn)
}
