// A SARIF log that is made in Go, and one that is read.
package main

import (
	"fmt"

	"example.com/twelve/sarif"
)

func main() {
	rule, text, uri, line := "G101", "a password in the source", "main.go", int64(12)
	l := sarif.NewLog()
	l.Runs = []sarif.Run{{
		Tool: sarif.Tool{Driver: sarif.ToolComponent{Name: "checker"}},
		Results: []sarif.Result{{
			RuleID:  &rule,
			Message: sarif.Message{Text: &text},
			Locations: []sarif.Location{{PhysicalLocation: &sarif.PhysicalLocation{
				ArtifactLocation: &sarif.ArtifactLocation{URI: &uri},
				Region:           &sarif.Region{StartLine: &line},
			}}},
		}},
	}}
	fmt.Println(l, l.Validate())

	read, err := sarif.ParseLog([]byte(`{
		"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "vet", "rules": [{"id": "printf"}]}},
			"results": [{"ruleId": "printf", "level": "error", "message": {"text": "wrong verb"}}]}]}`))
	if err != nil {
		panic(err)
	}
	result := read.Runs[0].Results[0]
	fmt.Println(read.Runs[0].Tool.Driver.Name, result.GetLevel(), result.GetKind(), *result.Message.Text)
}
