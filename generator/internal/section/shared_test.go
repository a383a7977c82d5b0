package section

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/overlay"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// TestFormsOfTheRealSchemas counts the forms of agent_protocol in 24 real
// schemas (one of the 25 is no YAML before its overlay). The numbers were found
// by another program, in another language.
func TestFormsOfTheRealSchemas(t *testing.T) {
	files, _ := filepath.Glob("../../../../shared/schemas/*/*")
	if len(files) == 0 {
		t.Skip("2026-11-28: the real schemas are not here")
	}
	kinds := map[OperationKind]int{}
	steps := map[StepKind]int{}
	read := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		doc, _ := document.Read(source.NewFile(filepath.Base(name), data))
		if doc == nil {
			continue
		}
		read++
		s, ds := Read(doc)
		for _, d := range ds {
			switch d.Code {
			case "B0500", "B0501", "B0506", "B0507":
			default:
				t.Errorf("%s: %s: %s", d.Pos, d.Code, d.Message)
			}
		}
		for _, p := range s.Protocols {
			for _, op := range p.Operations {
				if p.Section != "agent_protocol" {
					continue
				}
				kinds[op.Kind]++
				op.Walk(func(s *Step) { steps[s.Kind]++ })
			}
		}
	}
	if read != len(files)-1 {
		t.Errorf("%d of %d schemas could be read", read, len(files))
	}
	if diff := cmp.Diff(map[OperationKind]int{Procedure: 44, Alternatives: 1, PolicyTable: 3, Directives: 4, Metadata: 3}, kinds); diff != "" {
		t.Error(diff)
	}
	// One of the ifs is the second of an if-run with else; three of the groups are phases.
	if diff := cmp.Diff(map[StepKind]int{Call: 320, If: 23, ElseIf: 1, Else: 2, Loop: 10, Repeat: 1, Handler: 1, Group: 4}, steps); diff != "" {
		t.Error(diff)
	}
}

// TestRLMStateAfterItsOverlay reads the schema as the generator does, with the
// bindings that its prose asks for.
func TestRLMStateAfterItsOverlay(t *testing.T) {
	read := func(name string) *document.Node {
		data, err := os.ReadFile("../../../schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return parse(t, string(data))
	}
	doc, ds := overlay.Apply(read("rlm-state.yaml"), read("rlm-state.overlay.yaml"))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	doc, ds = overlay.Apply(doc, parse(t, `
x-bindery:
  limits:
    max_inline_value_size_bytes: {measure: size, of: "#/$defs/Variable/properties/value", effect: spill}
    max_history_entries: {measure: length, of: "#/$defs/StateHistory/properties/mutations"}
  read_only:
    - {member: /variables/prompt, set_by: [initialize_state]}
  completion: {member: /variables/Final/value, ends: [write_variable]}
`))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	s, ds := Read(doc)
	for _, d := range ds {
		if d.Code != diag.SectionRead && d.Code != diag.UnknownSection {
			t.Errorf("%s: %s", d.Code, d.Message)
		}
	}
	got := map[string]string{}
	for _, l := range s.Limits {
		got[l.Name] = string(l.Measure) + " " + l.Target
		if l.Spill {
			got[l.Name] += " spill"
		}
	}
	want := map[string]string{
		"max_variables_per_state":     "length /properties/variables",
		"max_variable_name_length":    "runes /$defs/Variable/properties/name",
		"max_inline_value_size_bytes": "size /$defs/Variable/properties/value spill",
		"max_history_entries":         "length /$defs/StateHistory/properties/mutations",
		"max_checkpoints":             "length /$defs/StateHistory/properties/checkpoints",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if s.Bindings.Completion == nil || len(s.Bindings.ReadOnly) != 1 {
		t.Errorf("%+v", s.Bindings)
	}
}
