// A tsconfig.json that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/tsconfig"
	"github.com/bindery-go/bindery/runtime/optional"
)

func main() {
	c := tsconfig.NewTSConfigFilesDefinition(tsconfig.TSConfigFilesDefinition{
		Files: optional.Of([]string{"main.ts"}),
		CompilerOptions: optional.Of(tsconfig.CompilerOptionsDefinitionCompilerOptions{
			Target: optional.Of("es2022"),
			Strict: optional.Of(true),
		}),
	})
	fmt.Println(c.String(), c.Validate())

	read, err := tsconfig.ParseTSConfig([]byte(`{
		"compilerOptions": {"module": "nodenext", "strict": true, "lib": ["es2022", "dom"], "paths": {"@/*": ["./src/*"]}},
		"include": ["src"]}`))
	if err != nil {
		panic(err)
	}
	if v, ok := read.AsIncludeDefinition(); ok {
		include, _ := v.Include.Get()
		options, _ := v.CompilerOptions.Get()
		fmt.Println(read.Kind(), include, options.GetModule(), options.GetStrict())
	}
}
