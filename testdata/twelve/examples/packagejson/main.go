// A package.json that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/packagejson"
)

func main() {
	name, version := "left-pad", "1.3.0"
	author := packagejson.NewPersonString("Ada <ada@example.com>")
	p := packagejson.NewPackage()
	p.Name, p.Version, p.Author = &name, &version, &author
	p.Dependencies = packagejson.Dependency{"lodash": "^4.17.0"}
	fmt.Println(p, p.Validate())

	read, err := packagejson.ParsePackage([]byte(`{
		"name": "shop", "version": "2.0.1", "type": "module", "private": true,
		"scripts": {"test": "node --test"}, "author": {"name": "Grace", "url": "https://example.com"},
		"devDependencies": {"typescript": "~5.4"}, "customField": [1, 2]}`))
	if err != nil {
		panic(err)
	}
	who, _ := read.Author.AsObject()
	fmt.Println(*read.Name, who.Name, read.DevDependencies["typescript"], read.Extra["customField"])
}
