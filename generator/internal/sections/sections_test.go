package sections_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v5"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections"
	"github.com/bindery-go/bindery/generator/internal/sections/sectiontest"
	"github.com/bindery-go/bindery/generator/internal/source"
)

const boundSchema = `
properties:
  variables: {type: object}
  items: {type: array}
$defs:
  History: {type: object, properties: {mutations: {type: array}}}
  Version: {type: object, properties: {version: {type: integer}}}
limits: {max_history_entries: 10, max_inline_size_bytes: 20, keep_days: 3, max_tokens: 100}
storage: {prompt_file: "x/v{version}.md", other: "y/{version}/", log: x/y.jsonl}
agent_protocol:
  init: {steps: [a]}
  write: {steps: [init, b]}
x-bindery: `

// badBindings are refused; those with a shape that JSON Schema can say are
// refused by the published schema too.
var badBindings = map[string]struct {
	yaml  string
	codes []string
	shape bool
}{
	"no object":                   {"[a]", []string{"B0510"}, true},
	"unknown member":              {"{limit: {}}", []string{"B0510"}, true},
	"table that is none":          {"{limits: [a]}", []string{"B0510"}, true},
	"limit that is not an object": {"{limits: {keep_days: none}}", []string{"B0510"}, true},
	"limit without measure":       {"{limits: {keep_days: {of: '#'}}}", []string{"B0510"}, true},
	"measure that is none":        {"{limits: {keep_days: {measure: weight, of: '#'}}}", []string{"B0510"}, true},
	"limit without place":         {"{limits: {keep_days: {measure: size}}}", []string{"B0510"}, true},
	"pointer for a reference":     {"{limits: {keep_days: {measure: size, of: /a}}}", []string{"B0510"}, true},
	"effect that is none":         {"{limits: {keep_days: {measure: none, effect: warn}}}", []string{"B0510"}, true},
	"limit with a misspelling":    {"{limits: {keep_days: {measure: none, off: '#'}}}", []string{"B0510"}, true},
	"placeholder, no reference":   {"{placeholders: {version: version}}", []string{"B0510"}, true},
	"read_only, no list":          {"{read_only: {member: /a}}", []string{"B0510"}, true},
	"read_only, no pointer":       {"{read_only: [{member: a}]}", []string{"B0510"}, true},
	"read_only, no member":        {"{read_only: [{}]}", []string{"B0510"}, true},
	"set_by, no list":             {"{read_only: [{member: /a, set_by: init}]}", []string{"B0510"}, true},
	"set_by, empty":               {"{read_only: [{member: /a, set_by: []}]}", []string{"B0510"}, true},
	"completion, no object":       {"{completion: /a}", []string{"B0510"}, true},
	"completion, bad pointer":     {"{completion: {member: /a~2}}", []string{"B0510"}, true},
	"window without key":          {"{window: {capacity: 3, policy: fifo}}", []string{"B0510"}, true},
	"window, policy":              {"{window: {capacity: 3, policy: lru, key: /id}}", []string{"B0510"}, true},
	"window, capacity":            {"{window: {capacity: 0, policy: fifo, key: /id}}", []string{"B0510"}, true},
	"window, fraction":            {"{window: {capacity: 1.5, policy: fifo, key: /id}}", []string{"B0510"}, true},
	"window, list":                {"{window: []}", []string{"B0510"}, true},
	"window, small name":          {"{window: {name: memory, capacity: 3, policy: fifo, key: /id}}", []string{"B0510"}, true},
	"window, name of no member":   {"{window: {capacity: 3, policy: fifo, key: id}}", []string{"B0510"}, true},
	"window, writes no member":    {"{window: {capacity: 3, policy: fifo, key: /id, writes: {helt: /a}}}", []string{"B0510"}, true},
	"delta without reward":        {"{window: {capacity: 3, policy: fifo, key: /id, delta: {errors: /a}}}", []string{"B0510"}, true},
	"budget without entries":      {"{budget: {}}", []string{"B0510"}, true},
	"budget, no resource":         {"{budget: {entries: /a, number: /n, leave: 100, spent: {paper: /a}}}", []string{"B0510"}, true},
	"budget, total of bytes":      {"{budget: {entries: /a, totals: {bytes: /a}}}", []string{"B0510"}, true},
	"budget, empty list":          {"{budget: {entries: /a, spent: {tokens_in: []}}}", []string{"B0510"}, true},
	"budget, empty limit":         {"{budget: {entries: /a, max: {bytes: ''}}}", []string{"B0510"}, true},
	"budget, table that is none":  {"{budget: {entries: /a, max: [1]}}", []string{"B0510"}, true},
	"budget, count of nothing":    {"{budget: {entries: /a, counts: [{into: /a, of: /b, in: []}]}}", []string{"B0510"}, true},
	"budget, number written":      {"{budget: {entries: /a, exhausted: {bytes: {/a: 1}}}}", []string{"B0510"}, true},
	"budget, no member written":   {"{budget: {entries: /a, exhausted: {bytes: {a: x}}}}", []string{"B0510"}, true},
	"allocation, no report":       {"{allocation: {max_tokens: /a}}", []string{"B0510"}, true},
	"lines, no reference":         {"{lines: {log: /a}}", []string{"B0510"}, true},
	"subcalls, no list":           {"{subcalls: {write: init}}", []string{"B0510"}, true},
	"no such limit":               {"{limits: {max_x: {measure: none}}}", []string{"B0511"}, false},
	"no such schema":              {"{limits: {keep_days: {measure: size, of: '#/$defs/No'}}}", []string{"B0511"}, false},
	"no such placeholder":         {"{placeholders: {id: '#/properties/items'}}", []string{"B0511"}, false},
	"no such property":            {"{placeholders: {version: '#/properties/no'}}", []string{"B0511"}, false},
	"no such operation":           {"{completion: {member: /a, ends: [stop]}, read_only: [{member: /a, set_by: [begin]}]}", []string{"B0511", "B0511"}, false},
	"no such limit for amounts":   {"{window: {capacity: max_x, policy: /p, key: /id}, budget: {entries: /a, max: {bytes: max_y}}}", []string{"B0511", "B0511"}, false},
	"no such record":              {"{window: {of: '#/$defs/No', capacity: 1, policy: /p, key: /id}}", []string{"B0511"}, false},
	"lines of no schema":          {"{lines: {log: '#/$defs/No'}}", []string{"B0511"}, false},
	"lines of no JSONL":           {"{lines: {other: '#'}}", []string{"B0511"}, false},
	"sub-call of no step":         {"{subcalls: {write: [b], no: [a]}}", []string{"B0511", "B0511"}, false},
	"store, no object":            {"{stores: {docs: [a]}}", []string{"B0510"}, true},
	"store without path":          {"{stores: {docs: {}}}", []string{"B0510"}, true},
	"store, unknown member":       {"{stores: {docs: {path: other, of: '#', fined: [/a]}}}", []string{"B0510"}, true},
	"store, find of no member":    {"{stores: {docs: {path: other, find: [a]}}}", []string{"B0510"}, true},
	"store, half a log":           {"{stores: {docs: {path: other, log: {path: log, entries: /items}}}}", []string{"B0510"}, true},
	"store, keeps none":           {"{stores: {docs: {path: other, log: {path: log, entries: /items, key: /a, keep: 0}}}}", []string{"B0510"}, true},
	"store, sets what is none":    {"{stores: {docs: {path: other, set: {/a: never}}}}", []string{"B0510"}, true},
	"store, elapsed since?":       {"{stores: {docs: {path: other, set: {/a: {elapsed: [/b]}}}}}", []string{"B0510"}, true},
	"store, length of nothing":    {"{stores: {docs: {path: other, set: {/a: length}}}}", []string{"B0510"}, true},
	"store, sets no member":       {"{stores: {docs: {path: other, set: {a: now}}}}", []string{"B0510"}, true},
	"store, releases nothing":     {"{stores: {docs: {path: other, release: {/items: 3}}}}", []string{"B0510"}, true},
	"store, index of no members":  {"{stores: {docs: {path: other, index: {path: other, entries: a, key: b, members: {b: /b, c: c}}}}}", []string{"B0510"}, true},
	"variables without values":    {"{stores: {docs: {path: other, variables: {of: '#', in: /a}}}}", []string{"B0510"}, true},
	"variables, unnamed changes":  {"{stores: {docs: {path: other, variables: {of: '#', in: /a, value: /v, journal: {entries: /b, name: /c, operation: /d}}}}}", []string{"B0510"}, true},
	"variables, two words":        {"{stores: {docs: {path: other, variables: {of: '#', in: /a, value: /v, journal: {entries: /b, name: /c, operation: /d, words: [a, b]}}}}}", []string{"B0510"}, true},
	"variables, no scope":         {"{stores: {docs: {path: other, variables: {of: '#', in: /a, value: /v, scopes: {by: /c, default: all, stores: {one: docs}}}}}}", []string{"B0510"}, false},
	"store, sets half":            {"{stores: {docs: {path: other, set: {/a: {present: /b, then: c}}}}}", []string{"B0510"}, true},
	"store of no path":            {"{stores: {docs: {path: no}}}", []string{"B0511"}, false},
	"store of no schema":          {"{stores: {docs: {path: other, of: '#/$defs/No'}}}", []string{"B0511"}, false},
	"store, no such limits":       {"{stores: {docs: {path: other, retention: {limit: no}, release: {/items: neither}}}}", []string{"B0511", "B0511"}, false},
	"store, no log, no limit":     {"{stores: {docs: {path: other, log: {path: other, entries: /items, key: /a, limit: no}}}}", []string{"B0511", "B0511"}, false},
	"store, nowhere to spill":     {"{stores: {docs: {path: other, spill: {limit: keep_days, path: log, of: '#', value: /a, in: /b, prefix: 'file:'}}}}", []string{"B0511"}, false},
	"store, no index":             {"{stores: {docs: {path: other, index: {path: no, entries: a, key: b, members: {b: /b}}}}}", []string{"B0511"}, false},
}

func TestBadBindings(t *testing.T) {
	published := publishedSchema(t)
	for name, test := range badBindings {
		t.Run(name, func(t *testing.T) {
			doc := sectiontest.Parse(t, boundSchema+test.yaml)
			_, ds := sections.Read(doc, nil)
			var got []string
			for _, d := range ds.Sorted() {
				if d.Severity == diag.Error {
					got = append(got, string(d.Code))
				}
			}
			if diff := cmp.Diff(test.codes, got); diff != "" {
				t.Errorf("%s\n%v", diff, ds)
			}
			if err := published.Validate(doc.Get("x-bindery").Any()); (err != nil) != test.shape {
				t.Errorf("the published schema says %v", err)
			}
		})
	}
}

// TestMisspeltBindings: what was probably meant is told of words and of names.
func TestMisspeltBindings(t *testing.T) {
	for yaml, meant := range map[string]string{
		"{limits: {keep_days: {measure: lenght, of: '#'}}}":                                                              "length",
		"{limits: {keep_days: {measure: none, effect: spil}}}":                                                           "spill",
		"{window: {capacity: 3, policy: recensy, key: /id}}":                                                             "recency",
		"{budget: {entries: /a, max: {iteration: 3}}}":                                                                   "iterations",
		"{stores: {docs: {path: other, variables: {of: '#', in: /a, value: /v, types: {member: /t, of: {strnig: x}}}}}}": "string",
		"{limits: {kept_days: {measure: none}}}":                                                                         "keep_days",
		"{window: {capacity: keepdays, policy: fifo, key: /id}}":                                                         "keep_days",
		"{stores: {docs: {path: other, retention: {limit: keep_day}}}}":                                                  "keep_days",
		"{stores: {docs: {path: othr}}}":                                                                                 "other",
		"{placeholders: {verison: '#/$defs/Version/properties/version'}}":                                                "version",
		"{placeholders: {prompt_fle.version: '#/$defs/Version/properties/version'}}":                                     "prompt_file.version",
		"{lines: {logs: '#'}}": "log",
		"{stores: {docs: {path: other, log: {path: lgo, entries: /items, key: /id}}}}":                                                      "log",
		"{stores: {docs: {path: other, log: {path: othr, entries: /items, key: /id}}}}":                                                     "", // other is a directory
		"{completion: {member: /items, ends: [inti]}}":                                                                                      "init",
		"{subcalls: {wriet: [init]}}":                                                                                                       "write",
		"{subcalls: {write: [inti]}}":                                                                                                       "init",
		"{subcalls: {write: [a]}}":                                                                                                          "",
		"{window: {of: '#/$defs/Vesion', capacity: 3, policy: fifo, key: /id}}":                                                             "#/$defs/Version",
		"{window: {of: '#/definitions/Version', capacity: 3, policy: fifo, key: /id}}":                                                      "#/$defs/Version",
		"{limits: {keep_days: {measure: length, of: '#/properties/item'}}}":                                                                 "#/properties/items",
		"{placeholders: {version: '#/$defs/Versoin/propertis/version'}}":                                                                    "#/$defs/Version/properties/version",
		"{lines: {log: '#/$defs/Histroy'}}":                                                                                                 "#/$defs/History",
		"{stores: {docs: {path: other, of: '#/$defs/Histroy'}}}":                                                                            "#/$defs/History",
		"{stores: {docs: {path: other, variables: {of: '#/$defs/history', in: /a, value: /v}}}}":                                            "#/$defs/History",
		"{stores: {docs: {path: other, spill: {limit: keep_days, path: other, of: '#/defs/Version', value: /v, in: /a, prefix: 'file:'}}}}": "#/$defs/Version",
	} {
		_, ds := sections.Read(sectiontest.Parse(t, boundSchema+yaml), nil)
		var help []string
		for _, d := range ds {
			if d.Code == diag.BadBinding || d.Code == diag.LostBinding {
				help = append(help, d.Help)
			}
		}
		want := "did you mean " + meant + "?"
		if meant == "" {
			want = ""
		}
		if !slices.Equal(help, []string{want}) {
			t.Errorf("%s: %q, want %q", yaml, help, want)
		}
	}
}

// TestMisspeltPlaceholders: what was probably meant is told of placeholders, too.
func TestMisspeltPlaceholders(t *testing.T) {
	_, ds := sections.Read(sectiontest.Parse(t, `
properties: {ticket_id: {type: string}, tickets_id: {type: object}, at: {type: string}}
storage_paths: {ticket: "tickets/{tickets_id}.json", log: "logs/{day}.jsonl"}
`), nil)
	var help []string
	for _, d := range ds {
		if d.Code == diag.PlaceholderUnbound {
			help = append(help, d.Message+" "+d.Help)
		}
	}
	want := []string{
		"{tickets_id} has the name of no property with a scalar value did you mean ticket_id?",
		"{day} has the name of no property with a scalar value " + diag.New(diag.PlaceholderUnbound, source.Pos{}, "").Help,
	}
	if diff := cmp.Diff(want, help); diff != "" {
		t.Error(diff)
	}
}

func TestGoodBindingsFitThePublishedSchema(t *testing.T) {
	published := publishedSchema(t)
	for _, yaml := range []string{
		"{}",
		"{limits: {keep_days: {measure: none}, max_tokens: {measure: number, of: '#/$defs/a%25b~1c', effect: error}}}",
		"{placeholders: {version: '#/properties/items'}, subcalls: {write: [init]}}",
		"{completion: {member: /a~0b}, read_only: [], budget: {entries: /a, max: {bytes: 9223372036854775807}}}",
		"{window: {name: A1, of: '#', capacity: /b, policy: /c, key: /d, iteration: /e, time: /f, score: /g, pinned: /h, writes: {size: /a, total: /b}}}",
		"{stores: {docs: {path: prompt_file, of: '#/$defs/Version', find: [/version], ids: [/items/*/id], retention: {limit: keep_days, by: [/at]}, release: {/items: keep_days}, set: {/a: now, /b: created, /c: size, /d: {length: /items}, /f: {total: /all}, /e: {elapsed: [/a, /b]}}}}}",
		"{stores: {docs: {path: prompt_file, log: {path: log, entries: /items, key: /id, limit: keep_days, keep: 1}, spill: {limit: keep_days, path: other, from: ['a/{version}/'], of: '#', value: /v, in: /items, prefix: 'file:', type: /t, as: file, was: /w}, index: {path: log, head: {v: '1'}, entries: e, key: k, when: /a, members: {k: /k, p: path}}}}}",
		"{stores: {docs: {path: prompt_file, set: {/s: {present: /a, then: yes_, else: no_}, /q: {since: /a}}, variables: {of: '#', in: /b, value: /v, created: /c, updated: /u, reads: /r, seconds: /t, journal: {entries: /j, operation: /o, words: [a, b, c], name: /n, old: /x, new: /y, source: /z, time: /w}, snapshots: {entries: /s, name: /n, file: /f, time: /t, path: dir}, scopes: {by: /k, default: all, stores: {one: docs, all: docs}}}}}}",
		"{budget: {entries: /a, spent: {wall_time_ms: [/a]}, totals: {iterations: /b}, counts: [], exhausted: {iterations: {}}}}",
	} {
		doc := sectiontest.Parse(t, boundSchema+yaml)
		_, ds := sections.Read(doc, nil)
		for _, d := range ds {
			if d.Code == diag.BadBinding {
				t.Errorf("%s: %s", yaml, d.Message)
			}
		}
		if err := published.Validate(doc.Get("x-bindery").Any()); err != nil {
			t.Errorf("%s: %v", yaml, err)
		}
	}
}

// TestTheMembersAreListed holds what explains B0510 and the published schema against the
// members that are read.
func TestTheMembersAreListed(t *testing.T) {
	_, ds := sections.Read(sectiontest.Parse(t, "x-bindery: {unknown: 1}"), nil)
	_, known, _ := strings.Cut(ds[0].Message, "it knows ")
	entry, _ := diag.Lookup(diag.BadBinding)
	_, explained, _ := strings.Cut(entry.Explanation, "x-bindery.schema.json: ")
	want := names(known)
	if diff := cmp.Diff(want, names(strings.TrimSuffix(explained, "."))); diff != "" {
		t.Error("the explanation:", diff)
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(publishedSchema(t).Properties))); diff != "" {
		t.Error("the published schema:", diff)
	}
}

// names are those of a list in prose, sorted.
func names(prose string) []string {
	list := strings.Fields(strings.NewReplacer(",", "", " and ", " ").Replace(prose))
	slices.Sort(list)
	return slices.Compact(list)
}

func publishedSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	data, err := os.ReadFile("../../../schemas/x-bindery.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("x-bindery.json", bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	return compiler.MustCompile("x-bindery.json")
}

func TestGoodBindings(t *testing.T) {
	_, ds := sections.Read(sectiontest.Parse(t, boundSchema+`
  limits:
    max_history_entries: {measure: length, of: "#/$defs/History/properties/mutations"}
    max_inline_size_bytes: {measure: size, of: "#", effect: spill}
    keep_days: {measure: operational}
  placeholders:
    prompt_file.version: "#/$defs/Version/properties/version"
  read_only:
    - {member: /variables/prompt, set_by: [init]}
    - {member: /variables/id}
  completion: {member: /variables/Final/value, ends: [write]}
  window:
    of: "#/$defs/Version"
    capacity: 3
    policy: recency
    key: /id
    time: /at
    writes: {held: /in_context, injected: /was}
    delta: {reward: /r, errors: /e, improvement: /d/i}
  budget:
    name: Spending
    entries: /items
    spent: {tokens_in: /cost/in, cost_usd: [/cost/all, /cost/in, /cost/out]}
    totals: {tokens: /metadata/tokens}
    counts: [{into: /q/ok, of: /status, in: [good, fair]}]
    max: {tokens_in: max_tokens, cost_usd: /config/max_cost, bytes: 10}
    exhausted: {bytes: {/outcome/status: error}}
  allocation: {max_tokens: /budget/max, per_section: /budget/by, report: /report}
  lines: {log: "#/$defs/History"}
  subcalls: {write: [init]}
`), nil)
	if ds.HasErrors() {
		t.Error(ds)
	}
}

func TestEverySectionIsKeptAndReported(t *testing.T) {
	_, ds := sections.Read(sectiontest.Parse(t, `
$schema: https://json-schema.org/draft/2020-12/schema
title: T
type: object
examples: {one: {}}
x-other: {a: 1}
limits: {max_things: 3}
references: [a, b]
version: 1
`), nil)
	if diff := cmp.Diff([]string{"7:B0507", "8:B0501", "9:B0501"}, sectiontest.Codes(ds)); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsNoObjectHasNoSections(t *testing.T) {
	for _, doc := range []*document.Node{nil, sectiontest.Parse(t, "true"), sectiontest.Parse(t, "[a]"), sectiontest.Parse(t, "agent_protocol: text"), sectiontest.Parse(t, "limits: 3\nscopes: []\nstate_transitions: x\nspecial_variables: 1\nx-bindery: {}")} {
		s, ds := sections.Read(doc, nil)
		if ds.HasErrors() || s.Protocol.HasOperations() || slices.ContainsFunc(ds, func(d diag.Diagnostic) bool { return d.Code == diag.SectionRead }) {
			t.Errorf("%v: %v", doc, ds)
		}
	}
}

func TestCircularReferencesEnd(t *testing.T) {
	_, ds := sections.Read(sectiontest.Parse(t, `
properties: {a: {$ref: "#/properties/b"}, b: {$ref: "#/properties/a"}, c: {$ref: "#"}}
limits: {max_depth: 3, max_a: 1}
storage: {x: "x/{a}"}
`), nil)
	read := slices.DeleteFunc(ds, func(d diag.Diagnostic) bool { return d.Code != diag.SectionRead })
	if len(read) != 2 || !strings.Contains(read[0].Message, "2 limits") || !strings.Contains(read[1].Message, "1 path") {
		t.Error(ds)
	}
}

// FuzzRead looks for forms that make reading fail, and for diagnostics without a
// place.
func FuzzRead(f *testing.F) {
	f.Add(boundSchema + "{limits: {keep_days: {measure: none}}, window: {items: /a, capacity: max_tokens, policy: fifo, key: id}}")
	f.Add("agent_protocol: [{a: b}]\nlimits: {max_depth: 3, a: {max_x_size_mb: 2}}\nstate_transitions: {allowed: {a: [b, []]}}\nscopes: {s: {storage: x/y}}")
	for _, test := range badBindings {
		f.Add(boundSchema + test.yaml)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, _ := document.Read(source.NewFile("s.yaml", []byte(text)))
		_, ds := sections.Read(doc, nil)
		for _, d := range ds {
			if !d.Pos.IsValid() {
				t.Errorf("%s: %s is nowhere", d.Code, d.Message)
			}
		}
	})
}

// TestWhatNothingDoesIsListed wants each part of a section of which no code is made, once.
func TestWhatNothingDoesIsListed(t *testing.T) {
	_, ds := sections.Read(sectiontest.Parse(t, `
learning_patterns:
  collect: {description: "of all", by_task_type: [a], metrics: [average]}
  note: text
task_tree_integration:
  variable_passing: {description: "d", patterns: [p]}
  completion_propagation: {description: "d", rules: [r]}
components:
  schemas: {}
list: [1]
`), nil)
	var got []string
	for _, d := range ds.Sorted() {
		got = append(got, fmt.Sprintf("%d %s", d.Pos.Line, d.Message))
	}
	want := []string{
		"2 learning_patterns: 2 values",
		"3 learning_patterns.collect.by_task_type is kept as data",
		"3 learning_patterns.collect.metrics is kept as data",
		"4 learning_patterns.note is kept as data",
		"5 task_tree_integration is kept as data: variable_passing, completion_propagation",
		"8 components is kept as data",
		"10 list is kept as data",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestWhatStandsBesideAPartIsListed wants what nobody reads of a section in which
// something is read, at its place and as a whole.
func TestWhatStandsBesideAPartIsListed(t *testing.T) {
	_, ds := sections.Read(sectiontest.Parse(t, `
retry_integration:
  description: not told
  on_failure: [{count_failure: true}]
  actions_by_kind: {transient: back_off}
task_integration:
  enabled: true
  storage: {memory_path: "memory/", formats: [json, yaml]}
state_transitions:
  allowed: {open: [closed], closed: []}
  first: open
agent_protocol:
  describe_only: {}
  merge:
    strategies:
      vote: {description: "by all", steps: [count], quorum: 3}
      none: 7
  run:
    phases:
      - {name: start, description: "at first", actions: [prepare]}
      - {name: stop, actions: [clean], exit: {code: 0}}
defaults: [1, 2]
`), nil)
	var got []string
	for _, d := range ds.Sorted() {
		if d.Code != diag.SectionRead {
			got = append(got, fmt.Sprintf("%d %s", d.Pos.Line, d.Message))
		}
	}
	want := []string{
		"5 retry_integration.actions_by_kind is kept as data",
		"7 task_integration.enabled is kept as data",
		"11 state_transitions.first is kept as data",
		"13 agent_protocol.describe_only is kept as data",
		"16 agent_protocol.merge.strategies.vote.quorum is kept as data",
		"17 agent_protocol.merge.strategies.none is kept as data",
		"21 agent_protocol.run.phases.1.exit is kept as data",
		"22 defaults is kept as data",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestNamesAreBounded wants no section read in which a name is longer than what is made of
// its parts can bear: each has the name of the whole before its own.
func TestNamesAreBounded(t *testing.T) {
	long := strings.Repeat("k", 1001)
	_, ds := sections.Read(sectiontest.Parse(t, "type: object\nagent_protocol: {run: {steps: [{"+long+": [a]}]}}\n"+long+": 1\nx-bindery: {"+long+": {}}\n"), nil)
	var got []string
	for _, d := range ds.Sorted() {
		got = append(got, fmt.Sprintf("%d %s", d.Pos.Line, d.Message))
	}
	want := []string{
		"2 agent_protocol is kept as data: a name in it has more than 1000 bytes",
		"3 …" + long[:200] + " is kept as data: a name in it has more than 1000 bytes",
		"4 a name in x-bindery has more than 1000 bytes",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
