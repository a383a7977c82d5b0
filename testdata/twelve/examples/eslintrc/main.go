// An .eslintrc that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/eslintrc"
)

func main() {
	root := true
	extends := eslintrc.NewStringOrStringArrayString("eslint:recommended")
	warn := eslintrc.NewRuleString(eslintrc.RuleStringWarn)
	c := eslintrc.NewConfig()
	c.Root, c.Extends = &root, &extends
	c.Rules = &eslintrc.ConfigRules{NoConsole: &warn}
	fmt.Println(c, c.Validate())

	read, err := eslintrc.ParseConfig([]byte(`{
		"env": {"browser": true, "es6": true}, "plugins": ["react"],
		"rules": {"semi": ["error", "always"], "no-console": 1, "react/jsx-key": "error"},
		"overrides": [{"files": "*.test.js", "env": {"jest": true}}]}`))
	if err != nil {
		panic(err)
	}
	fmt.Println(*read.Env.Browser, read.Plugins, read.Rules.Semi.Kind(), read.Rules.NoConsole, len(read.Overrides))
}
