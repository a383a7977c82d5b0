package protocol_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol/steps"
)

// FuzzSections gives the generator sections of any content. No form may make it
// fail, and what it makes must parse and declare nothing twice.
func FuzzSections(f *testing.F) {
	for _, form := range forms {
		f.Add("agent_protocol: {op: " + form.yaml + ", 'op-': " + form.yaml + "}")
	}
	f.Add(tablesSchema)
	f.Add("agent_protocol: {a: {steps: [x], data: 1, steps_: {Steps: [y]}}, a_data: {steps: [], b: 2}, a-steps: [{x: 1}], aData: {on_x: y}, root: 3, '': {steps: ['']}}")
	f.Add("hooks: {on_a: [b], on-a: [c]}\nstate_transitions: {Root: [root], '': [''], a_b: [a-b]}\nrecovery: {x_sequence: [y, {if_z: w}]}")
	f.Fuzz(func(t *testing.T, schema string) {
		files, ds := generated("p", schema)
		for _, d := range ds {
			if d.Code == diag.Internal {
				t.Error(d)
			}
		}
		seen := map[string]bool{}
		for _, name := range steps.Declared(files) {
			if seen[name] && name != "_" && name != "init" {
				t.Errorf("%s is declared twice", name)
			}
			seen[name] = true
		}
		for name, text := range files {
			if strings.HasSuffix(name, ".go") {
				methodsOnce(t, name, text)
			}
		}
	})
}

// methodsOnce checks that interfaces have no method twice.
func methodsOnce(t *testing.T, name string, text []byte) {
	file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		i, ok := n.(*ast.InterfaceType)
		if !ok {
			return true
		}
		seen := map[string]bool{}
		for _, m := range i.Methods.List {
			for _, id := range m.Names {
				if seen[id.Name] {
					t.Errorf("method %s is declared twice", id.Name)
				}
				seen[id.Name] = true
			}
		}
		return true
	})
}
