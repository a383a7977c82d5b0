package section

import (
	"strings"
	"testing"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/storage"
)

// FuzzRead looks for forms that make reading fail. What comes out must be fit
// for the stages behind: names are identifiers, every position is in the file,
// every path is one that the runtime takes.
func FuzzRead(f *testing.F) {
	f.Add(pathSchema + "storage: {a: 'x/{id}/i-{n:03d}.gz', b: '**/*.md', location: x/, c: y.json}")
	f.Add(limitSchema + "limits: {max_depth: 3, max_notes_per_part: 1, a: {max_x_size_mb: 2}}")
	f.Add(boundSchema + "{limits: {keep_days: {measure: none}}, window: {items: /a, capacity: max_tokens, policy: fifo, key: id}}")
	f.Add("agent_protocol: {op: {steps: [a, {if_b: c}, {else: [d]}, {for_each_e: [f]}, {for_g_in_h: [i]}, {on_j: [k]}, {l: [m]}, {n: 1}, {set: o}]}}")
	f.Add("agent_protocol: [{a: b}]\noperations: {x: {phases: [{name: p, actions: [q]}]}}\nstate_transitions: {allowed: {a: [b, []]}}\nscopes: {s: {storage: x/y}}")
	for _, test := range badBindings {
		f.Add(boundSchema + test.yaml)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, _ := document.Read(source.NewFile("s.yaml", []byte(text)))
		s, ds := Read(doc)
		for _, d := range ds {
			if !d.Pos.IsValid() {
				t.Errorf("%s: %s is nowhere", d.Code, d.Message)
			}
		}
		for _, p := range s.Protocols {
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
		for _, p := range s.Paths {
			var err error
			if p.Kind == Query {
				_, err = storage.ParseGlob(p.Text)
			} else {
				_, err = storage.ParseTemplate(p.Text)
			}
			if err != nil {
				t.Error(err)
			}
		}
	})
}

func TestDeepNestingIsRead(t *testing.T) {
	for _, open := range []string{`{"on_a":[`, `{"if_a":[`, `{"group":[`, `{"for_each_a":[`} {
		const depth = 2000
		text := `{"agent_protocol":{"op":{"steps":[` + strings.Repeat(open, depth) + `"x"` + strings.Repeat("]}", depth) + `]}}}`
		doc, ds := document.Read(source.NewFile("s.json", []byte(text)))
		if ds.HasErrors() {
			t.Fatal(ds)
		}
		s, _ := Read(doc)
		n := 0
		s.Protocols[0].Operations[0].Walk(func(*Step) { n++ })
		if n != depth+1 {
			t.Errorf("%s: %d steps", open, n)
		}
	}
}
