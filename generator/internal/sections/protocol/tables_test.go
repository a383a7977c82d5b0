package protocol_test

import (
	"context"
	"fmt"
	"os/exec"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/google/go-cmp/cmp"
)

// What schemas say of operations beside their order, and the states.
const tablesSchema = `
type: object
properties:
  status: {enum: [running, paused, done, lost]}
  action: {enum: [warn, log-only]}
$defs:
  CheckCase: {enum: [x]}
agent_protocol:
  description: "Documentation, not an operation"
  check:
    description: What to do
    on_error: {action: retry, max_retries: 3, delays: [0.5, 1e3, null], deep: {a: true}}
    on_doubt: ask
  rules: [{compute_checksum: sha256}, {add: true}]
  citations: [{rule: r, action: a}]
  weekly_report:
    schedule: weekly
    limit: 5
    ratio: 0.25
    quiet: false
    fields: [a, "b\"c"]
    labels: {k: v, "*/": "\u202E"}
    mixed: [1, {x: "y"}]
    huge: 1e400
    triggers: ["on_demand (by hand)", nightly, "text; with \"quotes\""]
    steps: [a]
  nightly_report:
    triggers: [nightly]
    trigger: on_demand
    steps: [a]
  version: "2.1"
operations:
  list: {request: {method: tasks/list}, response: {$ref: "#"}}
state_transitions:
  allowed:
    running: [paused, done]
    paused: [running]
    done: [[]]
`

const tablesMain = `package main

import (
	"encoding/json"
	"fmt"

	tables %q
)

func show(values ...any) {
	for _, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			panic(err)
		}
		fmt.Print(string(text), " ")
	}
	fmt.Println()
}

func main() {
	policy, ok := tables.CheckPolicy(tables.CheckCaseOnError)
	show(policy, ok)
	policy, ok = tables.CheckPolicy("on_doubt")
	show(policy, ok)
	policy, ok = tables.CheckPolicy("on_fire")
	show(policy, ok)
	show(tables.RulesDirectives(), tables.CitationsDirectives())
	show(tables.WeeklyReportSchedule, tables.WeeklyReportLimit+int64(0), tables.WeeklyReportRatio, tables.WeeklyReportQuiet)
	show(tables.WeeklyReportFields(), tables.WeeklyReportLabels(), tables.WeeklyReportMixed())
	fmt.Println(tables.WeeklyReportHuge().Text())
	show(tables.ProtocolVersion, tables.ListRequest(), tables.ListResponse())
	show(tables.Triggers())
	show(tables.TriggerNightly)
	status := tables.RootStatusRunning
	show(status.Next(), tables.RootStatusDone.Next(), status.CanMoveTo(tables.RootStatusDone), tables.RootStatus("gone").Next())
	fmt.Println(status.MoveTo(tables.RootStatusLost))
	fmt.Println(tables.RootStatusDone.MoveTo(status))
	fmt.Println(tables.RootStatusLost.MoveTo(status))
	fmt.Println(status.MoveTo(tables.RootStatusPaused))
	var other tables.CheckCase_ = "x"
	show(other)
}
`

func TestTables(t *testing.T) {
	files := packageOf(t, "tables", tablesSchema)
	files["main.go"] = fmt.Appendf(nil, tablesMain, path.Join(compiled.Module, "tables"))
	output, err := exec.Command(compiled.Program(t, files)).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	want := []string{
		`{"Action":"retry","Options":{"deep":{"a":true},"delays":[0.5,1000,null],"max_retries":3}} true `,
		`{"Action":"ask","Options":null} true `,
		`{"Action":"","Options":null} false `,
		`[{"Name":"compute_checksum","Arg":"sha256"},{"Name":"add","Arg":true}] [{"Name":"","Arg":{"action":"a","rule":"r"}}] `,
		`"weekly" 5 0.25 false `,
		`["a","b\"c"] {"*/":"` + "\u202e" + `","k":"v"} [1,{"x":"y"}] `,
		`1e400`,
		`"2.1" {"method":"tasks/list"} {"$ref":"#"} `,
		`[{"Name":"on_demand","Note":"by hand","Operations":["weekly_report","nightly_report"]},` +
			`{"Name":"nightly","Note":"","Operations":["weekly_report","nightly_report"]},` +
			`{"Name":"text; with \"quotes\"","Note":"","Operations":["weekly_report"]}] `,
		`"nightly" `,
		`["paused","done"] null true null `,
		`state "running" cannot move to "lost": allowed: paused, done`,
		`state "done" cannot move to "running": it is terminal`,
		`state "lost" cannot move to "running": no such state`,
		`<nil>`,
		`"x" `,
	}
	if d := cmp.Diff(want, strings.Split(strings.TrimSuffix(string(output), "\n"), "\n")); d != "" {
		t.Error(d)
	}
}

// packageOf generates a package of a schema into a directory of its name.
func packageOf(t *testing.T, name, schema string) map[string][]byte {
	t.Helper()
	files, ds := generated(name, schema)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	return files
}

func generated(name, schema string) (map[string][]byte, diag.Diagnostics) {
	w := &workspace.Workspace{FS: fstest.MapFS{"s.yaml": {Data: []byte(schema)}}, Dir: "."}
	return compiler.Generate(context.Background(), w, config.Config{Packages: []config.Package{{
		Schema: "s.yaml", Name: name, Out: name, Roots: []config.Root{{Name: "Root", Pointer: "#"}},
	}}})
}

// TestStatesWithoutAnEnum: a table whose states are no property's values has a
// type of its own, out of the way of an entry type of that name.
func TestStatesWithoutAnEnum(t *testing.T) {
	files := packageOf(t, "own", "type: object\nstate_transitions: {a: [b], b: []}\n")
	text := string(files["own/transitions.go"])
	for _, want := range []string{"type TransitionState string", `TransitionStateA TransitionState = "a"`, "func (x TransitionState) MoveTo("} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

// TestEveryOperationIsReported: lint says what became of each.
func TestEveryOperationIsReported(t *testing.T) {
	_, ds := generated("p", tablesSchema)
	var got []string
	for _, d := range ds {
		if d.Code == diag.OperationMade {
			got = append(got, d.Message)
		}
	}
	want := []string{
		"check is a table of policies: CheckPolicy",
		"rules is a list of directives: RulesDirectives",
		"citations is a list of directives: CitationsDirectives",
		"weekly_report becomes WeeklyReportSteps and RunWeeklyReport",
		"weekly_report: schedule is kept as data: WeeklyReportSchedule",
		"weekly_report: limit is kept as data: WeeklyReportLimit",
		"weekly_report: ratio is kept as data: WeeklyReportRatio",
		"weekly_report: quiet is kept as data: WeeklyReportQuiet",
		"weekly_report: fields is kept as data: WeeklyReportFields",
		"weekly_report: labels is kept as data: WeeklyReportLabels",
		"weekly_report: mixed is kept as data: WeeklyReportMixed",
		"weekly_report: huge is kept as data: WeeklyReportHuge",
		"nightly_report becomes NightlyReportSteps and RunNightlyReport",
		"version: version is kept as data: ProtocolVersion",
		"list: request is kept as data: ListRequest",
		"list: response is kept as data: ListResponse",
		"state_transitions becomes the methods Next, CanMoveTo and MoveTo of RootStatus",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
