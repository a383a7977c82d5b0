package sections_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/gen/memorypacket"
	"github.com/bindery-go/bindery/gen/reflection"
	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/gen/socialrl"
	"github.com/bindery-go/bindery/gen/trajectory"
	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/runtime/checks"
	"github.com/bindery-go/bindery/runtime/validate"
)

// broken are the checks that a document does not keep, of those that fail it and
// of those that warn.
func broken(t *testing.T, err error, warnings []validate.Violation) []string {
	t.Helper()
	names := []string{}
	var invalid *validate.Error
	if err != nil && !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	if invalid != nil {
		warnings = append(slices.Clone(invalid.Violations), warnings...)
	}
	for _, v := range warnings {
		if v.Check == "" || v.Line == 0 || v.KeywordLocation != "/x-bindery/checks/"+v.Check {
			t.Errorf("%+v", v)
		}
		if !slices.Contains(names, v.Check) {
			names = append(names, v.Check)
		}
	}
	slices.Sort(names)
	return names
}

// patched is a document with members replaced, which may be null.
func patched(t *testing.T, document, patch string) []byte {
	t.Helper()
	var a, b any
	if err := errors.Join(json.Unmarshal([]byte(document), &a), json.Unmarshal([]byte(patch), &b)); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(merged(a, b))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func merged(a, b any) any {
	x, ok := a.(map[string]any)
	y, both := b.(map[string]any)
	if !ok || !both {
		return b
	}
	for name, value := range y {
		x[name] = merged(x[name], value)
	}
	return x
}

const state = `{"version":"1.0.0","state_id":"state-a1b2c3d4","variables":{"n":{"name":"n","value":3,"type":"number"}},
	"history":{"mutations":[],"checkpoints":[]},"metadata":{"variable_count":1}}`

const trace = `{"version":"1.0.0","trajectory_id":"traj-a1b2c3d4","task_context":{"task_id":"task-a1b2c3d4","task_type":"x","task_prompt":"y"},
	"iterations":[{"iteration_number":1,"thought":{"type":"goal","content":"c"},"action":{"tool":"t","description":"d"},"observation":{"status":"success","result":"r"}}],
	"metadata":{"total_iterations":1}}`

const packet = `{"meta":{"schema_version":"v1","scope":{"user_id":"u","agent_id":"a","session_id":"s","run_id":"r"},"generated_at":"2026-01-01T00:00:00Z","purpose":"planner",
	"budget":{"max_tokens":300,"per_section":{"working_state":1,"facts":1,"procedures":1,"short_term_summary":1,"episodes":1,"insights":1}}},
	"short_term":{"working_state":{"state_version":0},"rolling_summary":""},
	"long_term":{"facts":[{"fact_id":"f1","fact_key":"k","value":1,"status":"active","sources":["e1"]}],"procedures":[],"episodes":[]},
	"insight":{"usage_policy":{"allow_in_responder":false},"hypotheses":[],"strategy_sketches":[],"patterns":[]},
	"citations":[{"id":"e1","type":"message"}],
	"budget_report":{"max_tokens":300,"used_tokens_est":1,"section_usage":{},"degradations":[]},
	"explain":{"selected":[],"omitted":[],"filters":{},"conflicts":[]}}`

// TestSystems patches a document that keeps all relations of its system.
func TestSystems(t *testing.T) {
	for _, c := range []struct {
		name, document, patch string
		want                  []string
		judge                 func(data []byte) ([]validate.Violation, error)
	}{
		{"state", state, `{}`, nil, judgeState},
		{"state", state, `{"variables":{"n":{"name":"m"}}}`, []string{"key_is_name"}, judgeState},
		{"state", state, `{"variables":{"n":{"type":"boolean","value":"no"}}}`, []string{"value_of_type"}, judgeState},
		{"state", state, `{"variables":{"n":{"value":null}}}`, nil, judgeState},
		{"state", state, `{"metadata":{"variable_count":2}}`, []string{"variables_counted"}, judgeState},
		{"state", state, `{"history":{"checkpoints":[{"checkpoint_id":"ckpt-00000001","name":"a","timestamp":"2026-01-01T00:00:00Z"},{"checkpoint_id":"ckpt-00000001","name":"b","timestamp":"2026-01-01T00:00:00Z"}]}}`, []string{"checkpoint_ids"}, judgeState},
		{"trajectory", trace, `{}`, nil, judgeTrace},
		{"trajectory", trace, `{"metadata":{"total_iterations":2}}`, []string{"iterations_counted"}, judgeTrace},
		{"trajectory", trace, `{"iterations":[{"iteration_number":2,"thought":{"type":"goal","content":"c"},"action":{"tool":"t","description":"d"},"observation":{"status":"error","result":"r"},"cost":{"input_tokens":1,"output_tokens":2,"total_tokens":4}}]}`, []string{"errors_have_details", "iterations_in_sequence", "tokens_add_up"}, judgeTrace},
		{"trajectory", trace, `{"metadata":{"started_at":"2026-01-01T00:00:01Z","completed_at":"2026-01-01T00:00:00Z"}}`, []string{"started_before_completed"}, judgeTrace},
		{"packet", packet, `{}`, nil, judgePacket},
		{"packet", packet, `{"long_term":{"preferences":[{"fact_id":"f1","fact_key":"k","value":2,"status":"active","sources":["e1"]}]}}`, []string{"preferences_are_facts"}, judgePacket},
		{"packet", packet, `{"citations":[]}`, []string{"evidence_is_cited"}, judgePacket},
		{"packet", packet, `{"budget_report":{"used_tokens_est":301}}`, []string{"used_within_budget"}, judgePacket},
		{"packet", packet, `{"insight":{"patterns":[{"id":"i","type":"strategy","statement":"s","validation_state":"unvalidated","expires_at":"2020-01-01T00:00:00Z"}]}}`, []string{"insights_alive", "patterns"}, judgePacket},
	} {
		warnings, err := c.judge(patched(t, c.document, c.patch))
		if warnings != nil && len(warnings) == 0 {
			t.Errorf("%s %s: no warnings are an empty list, not nil", c.name, c.patch)
		}
		if got := broken(t, err, warnings); !slices.Equal(got, append([]string{}, c.want...)) {
			t.Errorf("%s %s: %v, want %v", c.name, c.patch, got, c.want)
		}
	}
}

func judgeState(data []byte) ([]validate.Violation, error) {
	return rlmstate.WarningsState(data), rlmstate.ValidateState(data)
}

func judgeTrace(data []byte) ([]validate.Violation, error) {
	return trajectory.WarningsTrajectory(data), trajectory.ValidateTrajectory(data)
}

func judgePacket(data []byte) ([]validate.Violation, error) {
	return memorypacket.WarningsMemoryPacket(data), memorypacket.ValidateMemoryPacket(data)
}

// TestEveryEntry: what breaks a relation is refused by every function.
func TestEveryEntry(t *testing.T) {
	data := patched(t, state, `{"variables":{"n":{"name":"m"}}}`)
	if _, err := rlmstate.ParseState(data); err == nil {
		t.Error("ParseState")
	}
	if rlmstate.IsValidState(data) {
		t.Error("IsValidState")
	}
	if err := new(rlmstate.State).UnmarshalJSON(data); err == nil {
		t.Error("UnmarshalJSON")
	}
	x, err := rlmstate.ParseState(patched(t, state, `{}`))
	if err != nil {
		t.Fatal(err)
	}
	v := x.Variables.Additional["n"]
	v.Name = "m"
	x.Variables.Additional["n"] = v
	var invalid *validate.Error
	if err := x.Validate(); !errors.As(err, &invalid) || invalid.Violations[0].Check != "key_is_name" || invalid.Violations[0].Line != 0 {
		t.Errorf("Validate: %v", err)
	}
}

func TestReflectionChecks(t *testing.T) {
	x := reflection.NewReflectionMemory()
	x.LoopID, x.ActorOutput.Rationale = "ralph-test", "r"
	x.MemoryMetadata.CurrentMemorySize = 50
	x.SelfReflection.CreditAssignment = new(reflection.ReflectionMemorySelfReflectionCreditAssignment)
	x.SelfReflection.CreditAssignment.FailingActionIndices = []int64{99, -3}
	var names []string
	var invalid *validate.Error
	if errors.As(x.Validate(), &invalid) {
		for _, v := range invalid.Violations {
			if v.Check != "" {
				names = append(names, v.Check)
			}
		}
	}
	slices.Sort(names)
	if !slices.Equal(names, []string{"failing_actions_exist", "failing_actions_exist", "size_within_omega"}) {
		t.Errorf("%v", names)
	}
}

func TestRoundOfFile(t *testing.T) {
	x := socialrl.NewRoundResult()
	x.RoundNumber = 3
	data, err := x.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	if err := socialrl.ValidateRoundResultWith(data, checks.Arguments{"round_number": "3"}); err != nil {
		t.Error(err)
	}
	got := broken(t, socialrl.ValidateRoundResultWith(data, checks.Arguments{"round_number": "4"}), nil)
	if !slices.Equal(got, []string{"file_of_round"}) || socialrl.ValidateRoundResult(data) != nil {
		t.Error(got)
	}
}

// TestRelationsInBothCodecs: whatever reads a document holds it against the
// relations, those of elements of lists and of members of maps too.
func TestRelationsInBothCodecs(t *testing.T) {
	snippet := compiled.Snippet{Schema: `
type: object
properties:
  total: {type: [number, "null"]}
  items: {type: array, items: {$ref: "#/$defs/item"}}
  by: {type: object, additionalProperties: {$ref: "#/$defs/item"}}
$defs:
  item: {oneOf: [{type: object, required: [kind], properties: {kind: {const: a}, n: {type: number}, of: {type: string}}}, {type: object, required: [kind], properties: {kind: {const: b}, of: {type: string}}}]}
x-bindery:
  checks:
    sum: {equal: [/total, {sum: "/items/*/n"}]}
    known: {in: ["/items/*/of", {names: /by}]}
    loop: {at: "/by/*", differ: [0/of, "0#"]}
    few: {at_most: [{count: "/items/*"}, 1], severity: warning}
`, Code: `
	for _, doc := range []string{
		` + "`" + `{"total":3,"items":[{"kind":"a","n":3,"of":"x"},{"kind":"b"}],"by":{"x":{"kind":"b","of":"y"}}}` + "`" + `,
		` + "`" + `{"total":null,"items":[{"kind":"a","n":3}]}` + "`" + `,
		` + "`" + `{"total":2,"items":[{"kind":"a","n":3}]}` + "`" + `,
		` + "`" + `{"items":[{"kind":"b","of":"z"}],"by":{}}` + "`" + `,
		` + "`" + `{"by":{"q":{"kind":"b","of":"q"}}}` + "`" + `,
	} {
		_, parsed := p.ParseRoot([]byte(doc))
		var x p.Root
		read := x.UnmarshalJSON([]byte(doc))
		show(parsed == nil, read == nil, p.IsValidRoot([]byte(doc)), p.ValidateRoot([]byte(doc)) == nil, len(p.WarningsRoot([]byte(doc))))
	}
	x := must(p.ParseRoot([]byte(` + "`" + `{"total":3,"items":[{"kind":"a","n":3}]}` + "`" + `)))
	x.Items = append(x.Items, x.Items[0])
	show(x.Validate() == nil)`}
	want := []string{"true, true, true, true, 1", "true, true, true, true, 0", "false, false, false, false, 0", "false, false, false, false, 0", "false, false, false, false, 0",
		"false"}
	fast, compact := snippet, snippet
	fast.Name, compact.Name, compact.Codec = "fast", "compact", config.Compact
	for i, got := range compiled.Show(t, nil, []compiled.Snippet{fast, compact}) {
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("codec %d: %s", i, diff)
		}
	}
}
