package generator_test

import (
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/bindery-go/bindery/gen/memorypacket"
	"github.com/bindery-go/bindery/gen/reflection"
	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/gen/socialrl"
	"github.com/bindery-go/bindery/gen/trajectory"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/overlay"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/runtime/validate"
	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"
)

// root is what the generated package of a schema offers for it.
type root struct {
	parse func([]byte) ([]byte, error) // and encode again
}

func rootOf[T any, P interface {
	*T
	MarshalJSON() ([]byte, error)
}](parse func([]byte) (*T, error)) root {
	return root{func(data []byte) ([]byte, error) {
		x, err := parse(data)
		if err != nil {
			return nil, err
		}
		return P(x).MarshalJSON()
	}}
}

// TestEmbeddedExamples reads the examples in the five systems' schemas, as
// their overlays leave them. An example comes back as an equal value, or is
// refused with exactly the violations that it is known to have; an independent
// validator agrees on which.
func TestEmbeddedExamples(t *testing.T) {
	pattern := func(at string) string { return at + " pattern" }
	for _, system := range []struct {
		schema, overlay string
		root            root
		refused         map[string][]string // by name or index of the example
		count           int
	}{
		{schema: "reflection-memory.json", root: rootOf(reflection.ParseReflectionMemory), count: 1},
		{schema: "rlm-trajectory.yaml", root: rootOf(trajectory.ParseTrajectory), count: 2, refused: map[string][]string{
			"successful_trajectory": {pattern("/task_context/task_id"), pattern("/task_context/tree_id"), pattern("/task_context/state_id")},
			"failed_trajectory":     {pattern("/task_context/task_id")},
		}},
		{schema: "rlm-state.yaml", overlay: "rlm-state.overlay.yaml", root: rootOf(rlmstate.ParseState), count: 3, refused: map[string][]string{
			"basic_state": {pattern("/history/checkpoints/0/checkpoint_id")},
		}},
		{schema: "memory-packet.json", root: rootOf(memorypacket.ParseMemoryPacket)},
	} {
		doc := readSchema(t, system.schema, system.overlay)
		independent := compileIndependently(t, doc)
		found := 0
		for name, example := range examplesOf(doc) {
			found++
			t.Run(system.schema+"/"+name, func(t *testing.T) {
				data := example.AppendJSON(nil)
				back, err := system.root.parse(data)
				var got []string
				var invalid *validate.Error
				if errors.As(err, &invalid) {
					for _, v := range invalid.Violations {
						got = append(got, v.InstanceLocation+" "+v.Keyword)
					}
				} else if err != nil {
					t.Fatal(err)
				} else if again, ds := document.ReadJSON(source.NewFile("again.json", back)); ds.HasErrors() || !document.Equal(example, again) {
					t.Errorf("comes back as %s", back)
				}
				if d := cmp.Diff(system.refused[name], got); d != "" {
					t.Errorf("violations (-want +got):\n%s", d)
				}
				if verdict := independent.Validate(example.Any()); (verdict == nil) != (err == nil) {
					t.Errorf("the independent validator says %v", verdict)
				}
			})
		}
		if found != system.count {
			t.Errorf("%s: %d examples, want %d", system.schema, found, system.count)
		}
	}
}

func readSchema(t *testing.T, name, patch string) *document.Node {
	t.Helper()
	read := func(name string) *document.Node {
		data, err := os.ReadFile("../schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		doc, ds := document.Read(source.NewFile(name, data))
		if ds.HasErrors() {
			t.Fatal(ds)
		}
		return doc
	}
	doc := read(name)
	if patch == "" {
		return doc
	}
	doc, ds := overlay.Apply(doc, read(patch))
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	return doc
}

// examplesOf yields the examples of a root schema by name or index.
func examplesOf(doc *document.Node) map[string]*document.Node {
	out := map[string]*document.Node{}
	examples := doc.Get("examples")
	if examples == nil {
		return out
	}
	for i, v := range examples.Items {
		out[string(rune('0'+i))] = v
	}
	for _, m := range examples.Members {
		out[m.Name] = m.Value
	}
	return out
}

// compileIndependently compiles a schema with the library that checks
// meta-schemas, with the repairs that real schemas need made by hand.
func compileIndependently(t *testing.T, doc *document.Node) *jsonschema.Schema {
	t.Helper()
	repaired := doc.Clone()
	repair(repaired)
	c := jsonschema.NewCompiler()
	c.AssertFormat = true
	if err := c.AddResource("schema.json", strings.NewReader(repaired.String())); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// repair drops examples, turns nullable into a type, and reads null in an enum
// of strings as the word.
func repair(n *document.Node) {
	if n.Kind == document.Object {
		n.Delete("examples")
		if v := n.Get("nullable"); v != nil && v.Kind == document.Bool && v.Bool {
			if typ := n.Get("type"); typ != nil && typ.Kind == document.String {
				word := &document.Node{Kind: document.String, Text: "null"}
				n.Set("type", typ.Pos, &document.Node{Kind: document.Array, Items: []*document.Node{typ, word}})
			}
			n.Delete("nullable")
		}
		if typ, enum := n.Get("type"), n.Get("enum"); typ != nil && enum != nil && typ.Text == "string" {
			for _, v := range enum.Items {
				if v.Kind == document.Null {
					v.Kind, v.Text = document.String, "null"
				}
			}
		}
	}
	for _, m := range n.Members {
		repair(m.Value)
	}
	for _, item := range n.Items {
		repair(item)
	}
}

// A round and a policy state as the specification shows them, with the members
// that it leaves open: null snapshots, times without a zone, adaptations of
// another shape.
const (
	round = `{"meta":{"experiment_id":"social_rl_2025-11-23_175825","framework_option":"A","performer_temperature":0.7,
		"social_rl_version":"0.2.0","timestamp":"2025-11-23T17:58:25.123456","host":{"gpu":2}},
		"round_number":1,"messages":[{"agent_id":"Worker+Alice","content":"…","round_number":1,"turn_number":1,
		"timestamp":1700000000.0,"prar_cue_used":null,"feedback_snapshot":null,"validation_metadata":null,"role":"user","internal":false}],
		"feedback":{"Worker+Alice":{"engagement":0.8,"direct_references":3,"concepts_embodied":["labor"]}},
		"policy_adaptations":[{"role":"Worker","deltas":{"a":0.1},"round":1},{"adaptation_type":"activate_cue","cue":null,"feedback_trigger":{"engagement":0.3}}],
		"synthesis":"","duration_seconds":45.2}`
	policy = `{"framework_option":"A","policies":[{"role":"Worker","cues_active":["reflect"],"cue_states":{"reflect":
		{"cue_id":"reflect","active":true,"intensity":0.8,"last_triggered":null}},"feedback_snapshot":{"engagement":0.7}}],"timestamp":"2025-11-23T17:58:25"}`
	saved = `{"Worker":{"name":"w","cues":[{"mode":"reflect","text":"Why?","intensity":0.5,"grounding":""}],"thresholds":{"engagement":0.315}}}`
)

// TestSocialRLFiles does the same for the system whose schema has no examples.
func TestSocialRLFiles(t *testing.T) {
	for name, c := range map[string]struct {
		root root
		text string
	}{
		"round":  {rootOf(socialrl.ParseRoundResult), round},
		"policy": {rootOf(socialrl.ParsePolicyState), policy},
		"saved":  {rootOf(socialrl.ParseRolePolicies), saved},
	} {
		back, err := c.root.parse([]byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var want, got any
		if json.Unmarshal([]byte(c.text), &want) != nil || json.Unmarshal(back, &got) != nil || !cmp.Equal(want, got) {
			t.Errorf("%s comes back as %s", name, back)
		}
	}
	_, err := socialrl.ParseRoundResult([]byte(strings.Replace(strings.Replace(round, `0.8`, `1.8`, 1), `"A"`, `"F"`, 1)))
	var invalid *validate.Error
	if !errors.As(err, &invalid) || len(invalid.Violations) != 2 {
		t.Errorf("a round with two faults: %v", err)
	}
}
