// A configuration of Renovate that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/renovate"
)

func main() {
	extends := renovate.NewExtendsArray([]string{"config:recommended"})
	enabled := renovate.Enabled(false)
	names := renovate.NewMatchPackageNamesArray([]string{"lodash"})
	c := renovate.NewConfig()
	c.Extends = &extends
	c.PackageRules = renovate.PackageRules{{MatchPackageNames: &names, Enabled: &enabled}}
	fmt.Println(c, c.Validate())

	read, err := renovate.ParseConfig([]byte(`{
		"extends": ["config:best-practices", ":semanticCommits"], "automerge": true,
		"packageRules": [{"matchManagers": ["gomod"], "groupName": "go modules"}]}`))
	if err != nil {
		panic(err)
	}
	presets, _ := read.Extends.AsArray()
	fmt.Println(presets, *read.Automerge, len(read.PackageRules))
}
