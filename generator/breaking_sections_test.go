package generator_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sectionsSchema has every section whose changes break something.
const sectionsSchema = `title: Task
type: object
required: [id]
properties:
  id: { type: string, pattern: "^[a-z]+$" }
  n: { type: integer }
  most: { type: integer }
  done: { type: boolean }
  plan: { type: object, properties: { goal: { type: string }, why: { type: string } } }
  facts: { type: array, items: { type: object, properties: { fid: { type: string }, status: { type: string } } } }
  notes: { type: array, items: { type: string } }
  spent: { type: object, properties: { tokens: { type: integer } } }
  entries: { type: array, items: { $ref: "#/$defs/Entry" } }
$defs:
  Entry: { type: object, required: [k], properties: { k: { type: integer }, ref: { type: string }, at: { type: string, format: date-time }, score: { type: number }, in: { type: integer }, out: { type: integer }, held: { type: integer } } }
storage_paths: { task: "tasks/{id}.json", log: "logs/{id}.jsonl", index: tasks.json }
limits: { max_notes: 10, max_entries: 20, most_records: 30, max_kept_days: 90, most_kb: 2 }
state_transitions: { open: [closed, held], held: [open], closed: [] }
agent_protocol:
  work: [take, { if_hard: [ask] }, { if_long: [rest] }, { set: state, value: done }, finish]
  close: [file]
x-bindery:
  limits: { max_entries: { measure: length, of: "#/properties/entries" } }
  stores:
    tasks:
      path: task
      retention: { limit: max_kept_days }
      log: { path: log, entries: /entries, key: /ref, keep: 9 }
      index: { path: index, entries: tasks, key: id, members: { id: /id, path: path } }
  read_only: [{ member: /n, set_by: [work, close] }]
  completion: { member: /done, ends: [work] }
  window: { of: "#/$defs/Entry", capacity: 5, policy: recency, key: /k, time: /at, writes: { size: /held } }
  budget:
    entries: /entries
    leave: 100
    spent: { tokens_in: /in }
    totals: { tokens_in: /spent/tokens }
    max: { tokens_in: 1000, bytes: most_kb, iterations: /most }
  checks: { few: { at: "/entries/*", at_most: [0/in, 10] } }
  inject:
    purposes: [planner, responder]
    members: { /plan: [planner], /notes: { planner: true, responder: { present: /done } } }
    lists: { facts: { of: /facts, id: 0/fid, only: { active: { equal: [0/status, { const: active }], for: [responder] } }, order: 0/fid, top: 9 } }
`

// sectionChanges are edits of sectionsSchema, as replacements, with all that is reported.
var sectionChanges = []struct {
	name string
	edit []string
	said []string
}{
	{"nothing", nil, nil},

	{"window/capacity lowered", []string{"capacity: 5", "capacity: 4"}, []string{"B1208 the limit x-bindery.window.capacity is 4 now; it was 5"}},
	{"window/capacity raised", []string{"capacity: 5", "capacity: 6"}, nil},
	{"window/capacity of a limit that is higher", []string{"capacity: 5", "capacity: most_records"}, nil},
	{"window/capacity of a member", []string{"capacity: 5", "capacity: /in"}, []string{"B1208 the limit x-bindery.window.capacity is the member /in now; it was 5"}},
	{"window/policy", []string{"policy: recency", "policy: fifo"}, []string{`B1217 x-bindery.window.policy is "fifo" now; it was "recency"`}},
	{"window/time gone", []string{" time: /at,", ""}, []string{`B1217 x-bindery.window.time is gone; it was "/at"`}},
	{"window/writes more", []string{"size: /held", "size: /held, total: /out"}, []string{`B1217 x-bindery.window.writes.total is "/out" now; it was not there`}},

	{"budget/max lowered", []string{"tokens_in: 1000", "tokens_in: 999"}, []string{"B1208 the limit x-bindery.budget.max.tokens_in is 999 now; it was 1000"}},
	{"budget/max raised", []string{"tokens_in: 1000", "tokens_in: 1001"}, nil},
	{"budget/max gone", []string{"tokens_in: 1000, ", ""}, nil},
	{"budget/max new", []string{"tokens_in: 1000", "tokens_in: 1000, tokens_out: 5"}, []string{"B1208 the limit x-bindery.budget.max.tokens_out of 5 is new"}},
	{"budget/max by the limit that it names", []string{"most_kb: 2", "most_kb: 1"}, []string{"B1208 the limit most_kb is 1 now; it was 2"}},
	{"budget/max of another limit that is as high", []string{"bytes: most_kb", "bytes: 2048"}, []string{
		"B1204 func OpenBudget is func(*Task, *budget.Scope, string) (*Budget, error) now; it was func(*Task, Limits, *budget.Scope, string) (*Budget, error)"}},
	{"budget/max of another limit that is lower", []string{"bytes: most_kb", "bytes: 2047"}, []string{
		"B1204 func OpenBudget is func(*Task, *budget.Scope, string) (*Budget, error) now; it was func(*Task, Limits, *budget.Scope, string) (*Budget, error)",
		"B1208 the limit x-bindery.budget.max.bytes is 2047 now; it was 2048"}},
	{"budget/max of another member", []string{"iterations: /most", "iterations: /n"}, []string{"B1208 the limit x-bindery.budget.max.iterations is the member /n now; it was the member /most"}},
	{"budget/leave raised", []string{"leave: 100", "leave: 101"}, []string{"B1208 the limit x-bindery.budget.leave is 101 now; it was 100"}},
	{"budget/leave lowered", []string{"leave: 100", "leave: 99"}, nil},
	{"budget/leave gone", []string{"    leave: 100\n", ""}, nil},
	{"budget/counts other members", []string{"tokens_in: /in", "tokens_in: /out"}, []string{`B1217 x-bindery.budget.spent.tokens_in is "/out" now; it was "/in"`}},
	{"budget/writes no total", []string{"totals: { tokens_in: /spent/tokens }", "totals: {}"}, []string{`B1217 x-bindery.budget.totals.tokens_in is gone; it was "/spent/tokens"`}},

	{"limits/bounds something", []string{"x-bindery:\n  limits: {", `x-bindery:
  limits: { most_records: { measure: length, of: "#/properties/facts" },`}, []string{"B1208 the limit most_records bounds the length of #/properties/facts now"}},
	{"limits/bounds something by its name", []string{"most_records: 30", "max_facts: 30"}, []string{
		"B1203 const MostRecords is gone", "B1203 field Limits.MostRecords is gone", "B1208 the limit max_facts of 30 is new"}},
	{"limits/bounds something else", []string{"#/properties/entries", "#/properties/facts"}, []string{
		"B1208 the limit max_entries bounds the length of #/properties/facts now; it was the length of #/properties/entries"}},
	{"limits/bounds nothing", []string{`measure: length, of: "#/properties/entries"`, "measure: none"}, nil},

	{"stores/kept for a shorter time", []string{"max_kept_days: 90", "max_kept_days: 89"}, []string{"B1208 the limit max_kept_days is 89 now; it was 90"}},
	{"stores/kept by a lower limit", []string{"retention: { limit: max_kept_days", "retention: { limit: most_records"}, []string{"B1208 the limit x-bindery.stores.tasks.retention.limit is 30 now; it was 90"}},
	{"stores/log keeps fewer", []string{"keep: 9", "keep: 8"}, []string{"B1208 the limit x-bindery.stores.tasks.log.keep is 8 now; it was 9"}},
	{"stores/log keeps more", []string{"keep: 9", "keep: 10"}, nil},
	{"stores/index has another member", []string{"id: /id, path: path", "id: /id, p: path"}, []string{
		`B1217 x-bindery.stores.tasks.index.members.p is "path" now; it was not there`, `B1217 x-bindery.stores.tasks.index.members.path is gone; it was "path"`}},
	{"paths/directory", []string{"tasks/{id}.json", "task/{id}.json"}, []string{
		"B1209 the path storage_paths.task is task/{id}.json now; it was tasks/{id}.json", "B1209 the path x-bindery.stores.tasks is task/{id}.json now; it was tasks/{id}.json"}},

	{"read_only/new", []string{"read_only: [", "read_only: [{ member: /notes, set_by: [work] }, "}, []string{"B1214 the member /notes may be changed only by work now"}},
	{"read_only/new, by nobody", []string{"read_only: [", "read_only: [{ member: /notes }, "}, []string{"B1214 the member /notes may be changed by no operation now"}},
	{"read_only/new, with its member", []string{"read_only: [", "read_only: [{ member: /fresh, set_by: [work] }, ", "  n: {", "  fresh: {}\n  n: {"}, nil},
	{"read_only/fewer", []string{"set_by: [work, close]", "set_by: [close]"}, []string{"B1214 the member /n may no longer be changed by work"}},
	{"read_only/other order", []string{"set_by: [work, close]", "set_by: [close, work]"}, nil},
	{"read_only/gone", []string{"read_only: [{ member: /n, set_by: [work, close] }]", "read_only: []"}, nil},
	{"completion/ends more", []string{"ends: [work]", "ends: [work, close]"}, []string{"B1214 the operation close is refused now once /done is there"}},
	{"completion/ends none", []string{", ends: [work]", ""}, nil},
	{"completion/ends one that is new", []string{"ends: [work]", "ends: [work, other]", "  close: [file]", "  close: [file]\n  other: [see]"}, nil},

	{"states/terminal", []string{"held: [open]", "held: []"}, []string{"B1213 state_transitions.held may no longer be followed by open"}},
	{"states/one way fewer", []string{"open: [closed, held]", "open: [closed]"}, []string{"B1213 state_transitions.open may no longer be followed by held"}},
	{"states/one way more", []string{"closed: []", "closed: [open]"}, nil},
	{"states/other order", []string{"open: [closed, held]", "open: [held, closed]"}, nil},

	{"protocol/step at the end", []string{"value: done }, finish", "value: done }, finish, tell"}, []string{"B1206 implementations of WorkSteps need the method Tell now"}},
	{"protocol/branches exclude each other", []string{"{ if_long: [rest] }", "{ if_long: [rest] }, { else: [go_on] }"}, []string{
		"B1206 implementations of WorkSteps need the method GoOn now", "B1207 step 4 of work is else if_long now; it was if_long"}},
	{"protocol/steps swapped", []string{"{ if_hard: [ask] }, { if_long: [rest] }", "{ if_long: [rest] }, { if_hard: [ask] }"}, []string{"B1207 step 2 of work is if_long now; it was if_hard"}},

	{"checks/elsewhere", []string{`at: "/entries/*", at_most: [0/in, 10]`, `at: "/spent", at_most: [0/tokens, 10]`}, []string{"B1201 the check few is another"}},
	{"checks/at another place", []string{`at: "/entries/*", at_most: [0/in`, `at: "/entries/0", at_most: [0/in`}, []string{"B1201 the check few is another"}},
	{"checks/warns", []string{"at_most: [0/in, 10]", "at_most: [0/in, 10], severity: warning"}, nil},

	{"inject/sees less", []string{"members: { /plan: [planner],", "members: { /plan: [],"}, []string{"B1215 the purpose planner sees nothing of /plan now"}},
	{"inject/sees more", []string{"members: { /plan: [planner],", "members: { /plan: [planner, responder],"}, []string{"B1216 the purpose responder sees /plan now"}},
	{"inject/on condition", []string{"members: { /plan: [planner],", "members: { /plan: { planner: { present: /done } },"}, []string{`B1215 the purpose planner sees /plan only where {"present":"/done"} holds now`}},
	{"inject/on another condition", []string{"{ present: /done }", "{ present: /n }"}, []string{`B1215 the purpose responder sees /notes only where {"present":"/n"} holds now`}},
	{"inject/on no condition", []string{"{ present: /done }", "true"}, []string{"B1216 the purpose responder sees more of /notes now"}},
	{"inject/member that nobody named", []string{"members: { /plan", "members: { /n: [planner], /plan"}, []string{"B1215 the purpose responder sees nothing of /n now"}},
	{"inject/member below", []string{"members: { /plan", "members: { /plan/why: [], /plan"}, []string{"B1215 the purpose planner sees nothing of /plan/why now"}},
	{"inject/member below for as many", []string{"members: { /plan", "members: { /plan/why: [planner, responder], /plan"}, nil},
	{"inject/members of the member instead", []string{"/plan: [planner]", "/plan/goal: [planner], /plan/why: [planner]"}, []string{"B1216 the purpose responder sees /plan now"}},
	{"inject/rule for all", []string{", for: [responder]", ""}, []string{`B1215 the purpose planner sees what is not active in facts only where {"equal":["0/status",{"const":"active"}]} holds now`}},
	{"inject/rule gone", []string{"only: { active: { equal: [0/status, { const: active }], for: [responder] } }, ", ""}, []string{"B1216 the purpose responder sees more of what is not active in facts now"}},
	{"inject/fewer elements", []string{"top: 9", "top: 8"}, []string{"B1208 the limit x-bindery.inject.lists.facts.top is 8 now; it was 9"}},
	{"inject/more elements", []string{"top: 9", "top: 10"}, nil},
	{"inject/all elements", []string{", top: 9", ""}, nil},
	{"inject/others first", []string{"order: 0/fid", "order: 0/status"}, []string{`B1217 x-bindery.inject.lists.facts.order is "0/status" now; it was "0/fid"`}},
	{"inject/purpose more", []string{"purposes: [planner, responder]", "purposes: [planner, responder, tool]"}, nil},

	{"window/gone", []string{`  window: { of: "#/$defs/Entry", capacity: 5, policy: recency, key: /k, time: /at, writes: { size: /held } }
`, ""}, []string{"B1203 func NewMemory is gone", "B1203 type Memory is gone", "B1203 type MemoryConfig is gone"}},
}

func TestBreaking_sections(t *testing.T) {
	before := project{"bindery.yaml": taskConfig, "s.yaml": sectionsSchema}
	for _, test := range sectionChanges {
		t.Run(test.name, func(t *testing.T) {
			now := sectionsSchema
			for i := 0; i < len(test.edit); i += 2 {
				if !strings.Contains(now, test.edit[i]) {
					t.Fatalf("%q is not in the schema", test.edit[i])
				}
				now = strings.Replace(now, test.edit[i], test.edit[i+1], 1)
			}
			got := before.said(t, project{"bindery.yaml": taskConfig, "s.yaml": now})
			if len(got) > 0 && !strings.HasPrefix(got[0], "B12") {
				t.Fatalf("the schema has mistakes: %q", got)
			}
			if diff := cmp.Diff(test.said, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// What a change asks for is said where it is made.
func TestBreaking_placesAndHelp(t *testing.T) {
	for name, test := range map[string]struct {
		from, to string
		want     []string
		store    string // "" for tasks
	}{
		"step renamed": {from: "[ask]", to: "[ask_twice]", want: []string{
			"B1203 20:3 step WorkSteps.Ask is gone: keep the step",
			"B1207 20:3 step 3 of work is if_hard/ask_twice now; it was if_hard/ask: let unfinished runs end",
			"B1206 20:28 implementations of WorkSteps need the method AskTwice now: ",
		}},
		"index with one member more": {from: "{ id: /id, path: path }", to: "{ id: /id, n: /n, path: path }", want: []string{
			`B1217 29:74 x-bindery.stores.tasks.index.members.n is "/n" now; it was not there: once the code is deployed, run bindery fsck --fix or call Reindex`,
		}},
		"index of a store with a dot in its name": {store: "my.tasks", from: "{ id: /id, path: path }", to: "{ id: /id, n: /n, path: path }", want: []string{
			`B1217 29:74 x-bindery.stores.my.tasks.index.members.n is "/n" now; it was not there: once the code is deployed, run bindery fsck --fix or call Reindex`,
		}},
		"index with one member less": {from: "{ id: /id, path: path }", to: "{ id: /id }", want: []string{
			`B1217 1:1 x-bindery.stores.tasks.index.members.path is gone; it was "path": once the code is deployed, run bindery fsck --fix or call Reindex`,
		}},
		"window with another order": {from: "recency", to: "fifo", want: []string{
			`B1217 32:47 x-bindery.window.policy is "fifo" now; it was "recency": see what relies on it`,
		}},
	} {
		t.Run(name, func(t *testing.T) {
			schema := sectionsSchema
			if test.store != "" {
				schema = strings.Replace(schema, "\n    tasks:\n", "\n    "+test.store+":\n", 1)
			}
			before := project{"bindery.yaml": taskConfig, "s.yaml": schema}
			now := project{"bindery.yaml": taskConfig, "s.yaml": strings.Replace(schema, test.from, test.to, 1)}
			ds := before.breaks(t, now)
			if len(ds) != len(test.want) {
				t.Fatalf("there is more or less: %v", ds)
			}
			for i, d := range ds {
				got := fmt.Sprintf("%s %d:%d %s: %s", d.Code, d.Pos.Line, d.Pos.Column, d.Message, d.Help)
				if !strings.HasPrefix(got, test.want[i]) {
					t.Errorf("got  %s\nwant %s", got, test.want[i])
				}
			}
		})
	}
}
