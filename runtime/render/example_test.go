package render_test

import (
	"fmt"
	"testing/fstest"

	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/render"
)

// A state becomes a prompt; of its variables go in as many as there is room for.
func Example() {
	files := fstest.MapFS{"state.tmpl": {Data: []byte(`State {{.StateID}}
{{range .Variables.Additional}}{{part "variable" 1 .}}{{end}}
{{- define "variable"}}{{.Name}} = {{line .Value}}
{{end}}`)}}
	templates, err := render.Parse(files, "*.tmpl")
	if err != nil {
		panic(err)
	}
	state, err := rlmstate.ParseState([]byte(`{"version":"1.0.0","state_id":"state-a1b2c3d4","variables":{
		"answer":{"name":"answer","value":42,"type":"number"},
		"notes":{"name":"notes","value":"a long text that nobody needs to read again, and then some more of it","type":"text"}}}`))
	if err != nil {
		panic(err)
	}
	prompt, err := templates.Render("state.tmpl", state, render.Budget{MaxTokens: 25})
	if err != nil {
		panic(err)
	}
	fmt.Print(prompt.Text)
	for _, o := range prompt.Omissions {
		fmt.Println("left out:", o.Item)
	}
	// Output:
	// State state-a1b2c3d4
	// answer = 42
	// left out: variable 2
}
