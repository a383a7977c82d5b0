package steplist

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// FuzzRead looks for forms that make reading fail. What comes out must be fit
// for the stages behind: names are identifiers, every position is in the file.
func FuzzRead(f *testing.F) {
	f.Add("agent_protocol: {op: {steps: [a, {if_b: c}, {else: [d]}, {for_each_e: [f]}, {for_g_in_h: [i]}, {on_j: [k]}, {l: [m]}, {n: 1}, {set: o}]}}")
	f.Add("agent_protocol: [{a: b}]\noperations: {x: {phases: [{name: p, actions: [q]}]}}")
	f.Fuzz(func(t *testing.T, text string) {
		doc, _ := document.Read(source.NewFile("s.yaml", []byte(text)))
		protocols, ds := read(doc)
		for _, d := range ds {
			if !d.Pos.IsValid() {
				t.Errorf("%s: %s is nowhere", d.Code, d.Message)
			}
		}
		for _, p := range protocols {
			for _, op := range p.Operations {
				op.Walk(func(step *Step) {
					named := step.Kind != Else && step.Kind != Raw
					if named && !keyForm.MatchString(step.Name) {
						t.Errorf("step %q is called %q", step.Key, step.Name)
					}
					if !step.Pos.IsValid() || step.Kind == Raw && step.Body != nil {
						t.Errorf("%+v", step)
					}
				})
			}
		}
	})
}
