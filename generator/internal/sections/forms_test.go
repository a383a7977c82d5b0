package sections_test

import (
	"slices"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/workspace"
)

// forms are bindings to members of other forms than the five systems have.
var forms = []struct {
	compiled.Snippet
	want []string
}{
	{compiled.Snippet{
		Name: "records with keys of text, times of text and members that may be null",
		Schema: `
type: object
$defs:
  Note:
    type: object
    required: [id]
    properties:
      id: {type: string}
      turn: {type: integer}
      at: {type: string}
      weight: {type: [integer, "null"]}
      keep: {type: boolean}
      window:
        type: [object, "null"]
        properties: {held: {type: array, items: {$ref: "#/$defs/Key"}}, before: {type: array, items: {type: string}}, any: {type: [boolean, "null"]}, size: {type: integer}}
  Key: {type: string}
properties: {notes: {type: array, items: {$ref: "#/$defs/Note"}}}
limits: {max_notes: 2}
x-bindery:
  window: {name: Desk, of: "#/$defs/Note", key: /id, iteration: /turn, time: /at, score: /weight, pinned: /keep, capacity: max_notes, policy: recency,
    writes: {held: /window/held, before: /window/before, injected: /window/any, size: /window/size}}`,
		Code: `
d := must(p.NewDesk(p.DeskConfig{}, nil))
for i, at := range []string{"2026-01-01T00:00:03Z", "2026-01-01T00:00:01Z", "2026-01-01T00:00:02Z"} {
	n := &p.Note{ID: string(rune('c'-i)), Turn: ptr(int64(i)), At: &at}
	left := must(d.Add(n))
	show(string(must(n.MarshalJSON())), left != nil)
}
_, err := d.Add(&p.Note{ID: "x"})
show(err)
_, err = d.Add(&p.Note{ID: "x", Turn: ptr(int64(4)), At: ptr("yesterday")})
show(err)
must(d.Add(&p.Note{ID: "z", Turn: ptr(int64(0)), Keep: ptr(true)}))
for _, n := range d.InContext() {
	show(n.ID)
}`,
	}, []string{
		`{"id":"c","turn":0,"at":"2026-01-01T00:00:03Z","window":{"held":["c"],"before":[],"any":false,"size":1}}, false`,
		`{"id":"b","turn":1,"at":"2026-01-01T00:00:01Z","window":{"held":["b","c"],"before":["c"],"any":true,"size":2}}, false`,
		`{"id":"a","turn":2,"at":"2026-01-01T00:00:02Z","window":{"held":["a","c"],"before":["b","c"],"any":true,"size":2}}, true`,
		`window: bad item: it has no /turn`,
		`window: bad item: timefmt: "yesterday" is not an RFC 3339 date-time`,
		`c`, `z`,
	}},
	{compiled.Snippet{
		Name: "a window that writes nothing into its records",
		Schema: `
type: object
$defs: {Note: {type: object, required: [id], properties: {id: {type: integer}}}}
properties: {notes: {type: array, items: {$ref: "#/$defs/Note"}}}
x-bindery: {window: {name: Notes, of: "#/$defs/Note", key: /id, capacity: 1, policy: recency}}`,
		Code: `
notes := must(p.NewNotes(p.NotesConfig{}, nil))
for id := range int64(2) {
	n := &p.Note{ID: id}
	left := must(notes.Add(n))
	show(string(must(n.MarshalJSON())), left != nil)
}`,
	}, []string{`{"id":0}, false`, `{"id":1}, true`}},
	{compiled.Snippet{
		Name: "rules over maps, any JSON and members of no name in the schema",
		Schema: `
type: object
properties: {vars: {type: object, additionalProperties: {type: [string, "null"]}}, any: {}, tree: {$ref: "#/$defs/Tree"}}
$defs: {Tree: {type: object, properties: {left: {anyOf: [{$ref: "#/$defs/Tree"}, {type: "null"}]}, mark: {type: boolean}}}}
agent_protocol: {start: {steps: [a]}, stop: {steps: [b]}}
x-bindery:
  completion: {member: /any/deep/done, ends: [start]}
  read_only: [{member: /vars/id, set_by: [start]}, {member: /extra}, {member: /tree/left/mark}]`,
		Code: `
parse := func(text string) *p.Root { return must(p.ParseRoot([]byte(text))) }
show(p.IsComplete(parse("{}")), p.IsComplete(parse("{\"any\":{\"deep\":{\"done\":null}}}")), p.IsComplete(parse("{\"any\":{\"deep\":{\"done\":0}}}")))
show(p.MayRun(parse("{\"any\":{\"deep\":{\"done\":0}}}"), "start"))
before := parse("{\"vars\":{\"id\":\"a\"},\"extra\":[1],\"tree\":{\"left\":{\"mark\":true}}}")
for _, after := range []string{
	"{\"vars\":{\"id\":\"a\",\"other\":null},\"extra\":[ 1.0 ],\"tree\":{\"left\":{\"mark\":true}}}",
	"{\"vars\":{\"id\":\"b\"},\"extra\":[1],\"tree\":{\"left\":{\"mark\":true}}}",
	"{\"vars\":{\"id\":null},\"extra\":[1],\"tree\":{\"left\":{\"mark\":true}}}",
	"{\"vars\":{\"id\":\"a\"},\"extra\":[2],\"tree\":{\"left\":{\"mark\":true}}}",
	"{\"vars\":{\"id\":\"a\"},\"extra\":[1],\"tree\":{\"left\":null}}",
} {
	show(p.CheckChange("stop", before, parse(after)))
}
show(p.CheckChange("start", before, parse("{\"vars\":{\"id\":\"b\"},\"extra\":[1],\"tree\":{\"left\":{\"mark\":true}}}")))`,
	}, []string{
		"false, false, true", "start: the document is complete: /any/deep/done is set",
		"nil", "stop: /vars/id is read-only: only start may set it", "stop: /vars/id is read-only: only start may set it", "stop: /extra is read-only",
		"stop: /tree/left/mark is read-only", "nil",
	}},
	{compiled.Snippet{
		Name: "a budget of numbers and members, without limits",
		Schema: `
type: object
properties:
  cap: {type: number}
  work: {type: object, properties: {steps: {type: array, items: {type: object, properties: {usd: {type: integer}, ms: {type: integer}, state: {type: string}}}}, sum: {type: [object, "null"], properties: {usd: {type: integer}, ms: {type: integer}, bad: {type: integer}}}}}
  end: {type: string}
x-bindery:
  budget:
    name: Purse
    entries: /work/steps
    spent: {cost_usd: /usd, wall_time_ms: /ms}
    totals: {cost_usd: /work/sum/usd, wall_time_ms: /work/sum/ms}
    counts: [{into: /work/sum/bad, of: /state, in: [bad, worse]}]
    max: {cost_usd: /cap, iterations: 3, wall_time_ms: 50}
    exhausted: {cost_usd: {/end: "no money"}, iterations: {/end: "no turns"}}`,
		Code: `
x := must(p.ParseRoot([]byte("{\"cap\":2.5}")))
purse := must(p.OpenPurse(x, nil, "purse"))
old := *x
for _, usd := range []int64{1, 2, 0} {
	err := purse.Add(x, p.RootWorkStepsItem{USD: &usd, Ms: ptr(int64(10)), State: ptr("worse")})
	show(string(must(x.MarshalJSON())), err)
}
show(string(must(old.MarshalJSON())))
y := must(p.ParseRoot([]byte("{}")))
turns, err := p.OpenPurse(y, nil, "turns")
for range 4 {
	err = turns.Add(y, p.RootWorkStepsItem{})
}
show(*y.End, err)`,
	}, []string{
		`{"cap":2.5,"work":{"steps":[{"usd":1,"ms":10,"state":"worse"}],"sum":{"usd":1,"ms":10,"bad":1}}}, nil`,
		`{"cap":2.5,"work":{"steps":[{"usd":1,"ms":10,"state":"worse"},{"usd":2,"ms":10,"state":"worse"}],"sum":{"usd":3,"ms":20,"bad":2}},"end":"no money"}, budget: purse: cost_nano_usd above the hard limit 2500000000: 3000000000 used, 0 reserved`,
		`{"cap":2.5,"work":{"steps":[{"usd":1,"ms":10,"state":"worse"},{"usd":2,"ms":10,"state":"worse"}],"sum":{"usd":3,"ms":20,"bad":2}},"end":"no money"}, budget: purse: cost_nano_usd above the hard limit 2500000000: 3000000000 used, 0 reserved`,
		`{"cap":2.5}`,
		`no turns, budget: turns: iterations above the hard limit 3: 3 used, 0 reserved, 1 requested`,
	}},
	{compiled.Snippet{
		Name: "an allocation by a map, into an optional report",
		Schema: `
type: object
properties:
  tokens: {type: integer}
  caps: {type: object, additionalProperties: {type: integer}}
  report: {type: object, properties: {used_tokens_est: {type: integer}}}
x-bindery: {allocation: {max_tokens: /tokens, per_section: /caps, report: /report}}`,
		Code: `
x := must(p.ParseRoot([]byte("{\"tokens\":9,\"caps\":{\"a\":4}}")))
show(p.BudgetPlan(x))
must(p.Allocate(x, nil, nil))
show(string(must(x.Report.MarshalJSON())))
show(p.BudgetPlan(&p.Root{}))`,
	}, []string{
		"{9 map[a:4] map[]}", `{"used_tokens_est":0,"degradations":[],"max_tokens":9,"omissions":[],"section_usage":{"a":0}}`, "{0 map[] map[]}",
	}},
}

func TestForms(t *testing.T) {
	var snippets []compiled.Snippet
	for _, f := range forms {
		snippets = append(snippets, f.Snippet)
	}
	for i, lines := range compiled.Show(t, nil, snippets) {
		t.Run(forms[i].Name, func(t *testing.T) {
			if diff := cmp.Diff(forms[i].want, lines); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

const bound = `
type: object
properties:
  n: {type: integer}
  text: {type: string}
  flag: {type: boolean}
  list: {type: array, items: {type: object, properties: {n: {type: integer}}}}
  words: {type: array, items: {type: string}}
  map: {type: object, additionalProperties: {type: integer}}
  kind: {enum: [a, b]}
  closed: {type: object, properties: {max_tokens: {type: integer}}, additionalProperties: false}
limits: {ratio: 0.5}
x-bindery: `

// TestBindingsThatCannotBe are errors of generation, each with its code.
func TestBindingsThatCannotBe(t *testing.T) {
	const lost, wrong = "B0511", "B0512"
	for name, test := range map[string]struct{ yaml, code string }{
		"key that is not there":         {"{window: {key: /n/x, capacity: 1, policy: fifo}}", lost},
		"key that is not a key":         {"{window: {key: /flag, iteration: /n, capacity: 1, policy: fifo}}", wrong},
		"iteration of text":             {"{window: {key: /text, capacity: 1, policy: fifo}}", wrong},
		"time that is a number":         {"{window: {key: /n, time: /n, capacity: 1, policy: fifo}}", wrong},
		"score of text":                 {"{window: {key: /n, score: /text, capacity: 1, policy: fifo}}", wrong},
		"pinned by a number":            {"{window: {key: /n, pinned: /n, capacity: 1, policy: fifo}}", wrong},
		"policy that is a number":       {"{window: {key: /n, capacity: 1, policy: /n}}", wrong},
		"capacity of text":              {"{window: {key: /n, capacity: /text, policy: fifo}}", wrong},
		"capacity of a fraction":        {"{window: {key: /n, capacity: ratio, policy: fifo}}", wrong},
		"keys of another kind":          {"{window: {key: /n, capacity: 1, policy: fifo, writes: {held: /words}}}", wrong},
		"written into a map":            {"{window: {key: /n, capacity: 1, policy: fifo, writes: {size: /map/x}}}", wrong},
		"errors that are text":          {"{window: {key: /n, capacity: 1, policy: fifo, delta: {reward: /n, errors: /text}}}", wrong},
		"change that is whole":          {"{window: {key: /n, capacity: 1, policy: fifo, delta: {reward: /n, errors: /n, reward_change: /n}}}", wrong},
		"records that are not objects":  {"{window: {of: '#/properties/words', key: /n, capacity: 1, policy: fifo}}", wrong},
		"entries that are text":         {"{budget: {entries: /words}}", wrong},
		"entries that are none":         {"{budget: {entries: /n}}", wrong},
		"spent of no member":            {"{budget: {entries: /list, spent: {tokens_in: /n/x}}}", lost},
		"total of text":                 {"{budget: {entries: /list, totals: {tokens: /text}}}", wrong},
		"written that is not a value":   {"{budget: {entries: /list, exhausted: {bytes: {/kind: c}}}}", wrong},
		"written that is not a text":    {"{budget: {entries: /list, exhausted: {bytes: {/n: c}}}}", wrong},
		"report without a place":        {"{allocation: {max_tokens: /n, report: /closed}}", wrong},
		"sections that are not numbers": {"{allocation: {max_tokens: /n, per_section: /list, report: /closed}}", wrong},
		"read-only in an array":         {"{read_only: [{member: /list/0}]}", lost},
		"completion inside a text":      {"{completion: {member: /text/x}}", lost},
	} {
		t.Run(name, func(t *testing.T) {
			ds := generate(t, "Root", bound+test.yaml)
			if !slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return string(d.Code) == test.code && d.Pos.Line > 0 }) {
				t.Errorf("want %s: %v", test.code, ds)
			}
		})
	}
}

// generate generates the package of a schema with a root type, and gives what is reported.
func generate(t *testing.T, root, schema string) diag.Diagnostics {
	t.Helper()
	w := &workspace.Workspace{FS: fstest.MapFS{"s.yaml": {Data: []byte(schema)}}, Dir: "."}
	_, ds := compiler.Generate(t.Context(), w, config.Config{Packages: []config.Package{{
		Schema: "s.yaml", Name: "x", Out: "x", Roots: []config.Root{{Name: root, Pointer: "#"}},
	}}})
	return ds
}
