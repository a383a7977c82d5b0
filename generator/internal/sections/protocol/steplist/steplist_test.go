package steplist

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/diag"
	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/sectiontest"
	"github.com/bindery-go/bindery/generator/internal/source"
)

func read(doc *document.Node) ([]*Protocol, diag.Diagnostics) {
	r := section.NewReader(doc, nil)
	return Read(r), r.Close()
}

// show writes steps on one line: each form as it reads.
func show(steps []*Step) string {
	var parts []string
	for _, s := range steps {
		text := s.Name
		switch s.Kind {
		case Else:
			text = "else"
		case ElseIf:
			text = "else " + s.Name
		case Raw:
			text = "raw " + s.Arg.String()
		case Mutate:
			text = strings.Replace(s.Name, "_", " ", 1)
			if s.From != nil {
				text += " from " + s.From.String()
			}
			if s.Value != nil {
				text += " = " + s.Value.String()
			}
		case Repeat:
			text = "for " + s.Variable + " in " + s.Bound
		case Handler:
			text = "handler " + s.Name
		case Group:
			text = "group " + s.Name
		case Call:
			if s.Arg != nil {
				text += "(" + s.Arg.String() + ")"
			}
			if s.Doc != "" {
				text += " // " + s.Doc
			}
			if s.Return {
				text = "return " + text
			}
			if s.SubCall != "" {
				text = "sub " + text
			}
		}
		if s.Body != nil {
			text += " {" + show(s.Body) + "}"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

func TestStepForms(t *testing.T) {
	for name, test := range map[string]struct {
		steps string // a YAML flow or block list below "steps:"
		want  string
		codes []string
	}{
		"names":                               {"[capture, set_Final_to_null]", "capture; set_Final_to_null", nil},
		"a bare string is never control":      {"[if_open_fail_fast, else_go_back, on_start, for_each_x, else]", "if_open_fail_fast; else_go_back; on_start; for_each_x; else", []string{"1:B0517", "1:B0517", "1:B0517", "1:B0517", "1:B0517"}},
		"free text in parentheses":            {"[receive (the package), 'look (a, b)']", "receive // the package; look // a, b", nil},
		"condition with a list":               {"[{if_over: [alert, abort]}]", "if_over {alert; abort}", nil},
		"condition with one step":             {"[{if_stale: check_pid}]", "if_stale {check_pid}", nil},
		"condition with nothing":              {"[{if_stale: []}]", "if_stale", nil},
		"else with one step":                  {"[{if_a: x}, {else: y}, z]", "if_a {x}; else {y}; z", nil},
		"conditions without else":             {"[{if_a: x}, {if_b: y}]", "if_a {x}; if_b {y}", nil},
		"else ends a run of conditions":       {"[{if_a: x}, {if_b: y}, {if_c: z}, {else: e}, {if_d: w}]", "if_a {x}; else if_b {y}; else if_c {z}; else {e}; if_d {w}", nil},
		"a step parts two runs":               {"[{if_a: x}, s, {if_b: y}, {else: e}]", "if_a {x}; s; if_b {y}; else {e}", nil},
		"two runs, one after the other":       {"[{if_a: x}, {else: e}, {if_b: y}, {else: f}]", "if_a {x}; else {e}; if_b {y}; else {f}", nil},
		"run inside a branch":                 {"[{if_a: [{if_b: x}, {else: y}]}]", "if_a {if_b {x}; else {y}}", nil},
		"several control keys in one map":     {"[{if_a: x, if_b: y, else: z}]", "if_a {x}; else if_b {y}; else {z}", nil},
		"loop over items":                     {"[{for_each_row: [{for_each_cell: [see]}]}]", "for_each_row {for_each_cell {see}}", nil},
		"loop over one step":                  {"[{for_each_row: see}]", "for_each_row {see}", nil},
		"counted loop":                        {"[{for_attempt_in_max_attempts: [try]}]", "for attempt in max_attempts {try}", nil},
		"handler":                             {"[{on_write: [check, {if_none: [stop]}]}, go]", "handler on_write {check; if_none {stop}}; go", nil},
		"on with a scalar is a call":          {"[{on_access: false}]", "on_access(false)", nil},
		"on with data is a call":              {"[{on_access: ['*.md']}]", `on_access(["*.md"])`, nil},
		"group":                               {"[{stage_1: [scan, {for_each_edge: [add]}]}]", "group stage_1 {scan; for_each_edge {add}}", nil},
		"text argument":                       {"[{create: '.x/{id}/'}]", `create(".x/{id}/")`, nil},
		"other scalar arguments":              {"[{verify: true}, {limit: 3}, {note: null}]", "verify(true); limit(3); note(null)", nil},
		"list of data":                        {"[{exclude: ['*.log', '.x/**']}, {empty: []}]", `exclude(["*.log",".x/**"]); empty([])`, nil},
		"map of data":                         {"[{configure: {a: 1, b: 2}}]", `configure({"a":1,"b":2})`, nil},
		"dotted key":                          {"[{set_metadata.version: '2.0'}]", `set_metadata.version("2.0")`, nil},
		"mutations":                           {"[{set: on, value: true}, {append: list, from: item}, {increment: m.total}, {finalize: best}]", `set on = true; append list from "item"; increment m.total; finalize best`, nil},
		"a verb with more than a mutation":    {"[{set: on, where: x}]", `raw {"set":"on","where":"x"}`, []string{"1:B0502"}},
		"a verb with a list is a group":       {"[{update: [a, b]}]", "group update {a; b}", nil},
		"else without a condition":            {"[a, {else: [b]}, c]", "a; raw null; c", []string{"1:B0503"}},
		"else twice":                          {"[{if_a: x}, {else: y}, {else: z}]", "if_a {x}; else {y}; raw null", []string{"1:B0503"}},
		"record":                              {"[{rule: must exist, action: error}]", `raw {"rule":"must exist","action":"error"}`, []string{"1:B0502"}},
		"null, number and list are not steps": {"[null, 3, [a, b]]", `raw null; raw 3; raw ["a","b"]`, []string{"1:B0502", "1:B0502", "1:B0502"}},
		"control with a number":               {"[{if_a: 3}]", `raw {"if_a":3}`, []string{"1:B0502"}},
		"unknown form in a body":              {"[{if_a: [x, null]}]", "if_a {x; raw null}", []string{"1:B0502"}},
		"text with other characters":          {"[check-status, Verify all of it]", "check_status; Verify_all_of_it", []string{"1:B0504", "1:B0504"}},
		"text that begins with a digit":       {"[2nd pass]", "step_2nd_pass", []string{"1:B0504"}},
		"text without a letter":               {"['***']", `raw "***"`, []string{"1:B0502"}},
		"nothing":                             {"[]", "", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, ds := read(sectiontest.Parse(t, "agent_protocol: {op: {steps: "+test.steps+"}}"))
			op := s[0].Operations[0]
			steps := op.Steps
			for _, step := range steps {
				if step.Kind == Raw && step.Arg == nil {
					step.Arg = &document.Node{}
				}
			}
			if got := show(steps); op.Kind != Procedure || got != test.want {
				t.Errorf("%s:\ngot  %s\nwant %s", op.Kind, got, test.want)
			}
			if diff := cmp.Diff(test.codes, sectiontest.Codes(ds)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestOperationForms(t *testing.T) {
	for name, test := range map[string]struct {
		value string
		want  string // kind and what it holds
	}{
		"steps":                      {"{description: d, steps: [a]}", "procedure a"},
		"actions":                    {"{actions: [a, {if_b: [c]}]}", "procedure a; if_b {c}"},
		"phases":                     {"{phases: [{name: one, actions: [a]}, {name: two, actions: [b]}]}", "procedure group one {a}; group two {b}"},
		"phases of another form":     {"{phases: [one, two]}", "metadata phases"},
		"steps win over actions":     {"{steps: [a], actions: [b]}", "procedure a | actions"},
		"strategies":                 {"{strategies: {fast: [a], best_of_n: [b, c]}}", "alternatives fast {a} best_of_n {b; c}"},
		"actions by key":             {"{actions: {warn: [a], log_only: b}}", "alternatives warn {a} log_only {b}"},
		"actions by key, described":  {"{actions: {warn: {description: d, steps: [a]}}}", "alternatives warn {a}"},
		"policies":                   {"{on_bad: block, on_odd: {action: retry, max: 3}}", "policies on_bad=block on_odd=retry+max"},
		"policies by severity":       {"{description: d, high: {action: stop}, low: {action: log}}", "policies high=stop low=log"},
		"headers that look like no":  {"{description: d, trigger: after_write, target: ['**/*.md']}", "metadata ^after_write target"},
		"signature":                  {"{request: {method: m, params: {}}, response: {$ref: '#'}}", "signature"},
		"list of directives":         {"[{sum: sha256}, {add: true}, {skip: ['*.log']}]", "directives sum add skip"},
		"list of records":            {"[{rule: r, action: a}, {rule: s, action: b}]", "directives - -"},
		"list of steps":              {"[a, b]", "procedure a; b"},
		"list with control":          {"[{if_a: x}, {else: y}]", "procedure if_a {x}; else {y}"},
		"list of mutations":          {"[{set: a, value: 1}]", "procedure set a = 1"},
		"list of text":               {"['must be there', 'must be true']", "metadata op"},
		"empty list":                 {"[]", "metadata op"},
		"scalar":                     {"weekly", "metadata op"},
		"null":                       {"null", "metadata op"},
		"metadata":                   {"{by_strategy: {a: text}, fields: [x]}", "metadata by_strategy fields"},
		"steps that are text":        {"{steps: do it all}", "metadata steps"},
		"headers beside the steps":   {"{steps: [a], interval: 5 minutes, preconditions: ['n < 4']}", "procedure a | interval preconditions"},
		"triggers in every form":     {"{trigger: at_night (late), triggers: [weekly, monthly], steps: [a]}", "procedure ^weekly ^monthly ^at_night a"},
		"triggers that are no list":  {"{steps: [a], triggers: weekly}", "procedure ^weekly a"},
		"triggers that are none":     {"{steps: [a], triggers: {a: b}, trigger: 3}", "procedure a | triggers trigger"},
		"an operation without words": {"{}", "metadata"},
	} {
		t.Run(name, func(t *testing.T) {
			s, ds := read(sectiontest.Parse(t, "agent_protocol: {op: "+test.value+"}"))
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			op := s[0].Operations[0]
			parts := []string{string(op.Kind)}
			for _, trigger := range op.Triggers {
				parts = append(parts, "^"+trigger.Name)
			}
			if len(op.Steps) > 0 {
				parts = append(parts, show(op.Steps))
			}
			for _, a := range op.Alternatives {
				parts = append(parts, a.Key+" {"+show(a.Steps)+"}")
			}
			for _, p := range op.Policies {
				text := p.Case + "=" + p.Action.Text
				for _, o := range p.Options {
					text += "+" + o.Name
				}
				parts = append(parts, text)
			}
			for _, d := range op.Directives {
				if d.Name == "" {
					d.Name = "-"
				}
				parts = append(parts, d.Name)
			}
			if op.Kind == Procedure && len(op.Headers) > 0 {
				parts = append(parts, "|")
			}
			for _, h := range op.Headers {
				parts = append(parts, h.Name)
			}
			if got := strings.Join(parts, " "); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestOutcomesEndTheLastIfRun(t *testing.T) {
	for name, test := range map[string]struct {
		steps string
		want  []string
	}{
		"both branches":           {"[read, {if_a: return_x}, {else: return_y}]", []string{"return_x", "return_y"}},
		"last of a longer branch": {"[{if_a: [save, return_x]}, {else: [return_y, log]}]", []string{"return_x"}},
		"independent conditions":  {"[{if_a: return_x}, {if_b: return_y}, {if_c: return_x}]", []string{"return_x", "return_y"}},
		"only the last run":       {"[{if_a: return_x}, {else: return_y}, {if_b: return_z}]", []string{"return_z"}},
		"not before other steps":  {"[{if_a: return_x}, log]", nil},
		"not in a nested branch":  {"[{if_a: [{if_b: return_x}]}]", nil},
		"not a plain last step":   {"[a, return_x]", nil},
		"not in a loop":           {"[{for_each_a: [return_x]}]", nil},
		"not other names":         {"[{if_a: stop}]", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := read(sectiontest.Parse(t, "agent_protocol: {op: {steps: "+test.steps+"}}"))
			op := s[0].Operations[0]
			if diff := cmp.Diff(test.want, op.Outcomes); diff != "" {
				t.Error(diff)
			}
			marked := 0
			op.Walk(func(s *Step) {
				if s.Return {
					marked++
				}
			})
			if marked < len(test.want) {
				t.Errorf("%d return steps are marked", marked)
			}
		})
	}
}

func TestSubCallsAreFoundAndNeverTheOperationItself(t *testing.T) {
	s, _ := read(sectiontest.Parse(t, `
agent_protocol:
  run: {steps: [report, {if_a: [run, meta]}]}
  report: {steps: [a]}
  meta: {fields: [x]}
`))
	if got, want := show(s[0].Operations[0].Steps), "sub report; if_a {run; meta}"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestProtocolAndTriggersAreDocumented(t *testing.T) {
	s, _ := read(sectiontest.Parse(t, `
agent_protocol:
  description: How it goes
  op:
    description: What it does
    triggers: [startup, "on_demand (tool report)"]
    steps: [a]
`))
	p := s[0]
	if len(p.Operations) != 1 || p.Operations[0].Doc != "What it does" {
		t.Errorf("%+v", p)
	}
	var got []string
	for _, trigger := range p.Operations[0].Triggers {
		got = append(got, trigger.Name+"|"+trigger.Note)
	}
	if diff := cmp.Diff([]string{"startup|", "on_demand|tool report"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAlternativesFindTheirEnum(t *testing.T) {
	const protocol = "\nagent_protocol: {op: {strategies: {log_only: [a], best_of_n: [b]}}}"
	for name, test := range map[string]struct {
		schema string
		want   *section.EnumBinding
	}{
		"hyphens and order": {"properties: {how: {enum: [best-of-n, other, log-only]}}", &section.EnumBinding{Pointer: "/properties/how", Values: []string{"log-only", "best-of-n"}}},
		"twice the same":    {"properties: {how: {$ref: '#/$defs/H'}, or: {$ref: '#/$defs/H'}}\n$defs: {H: {enum: [log_only, best_of_n]}}", &section.EnumBinding{Pointer: "/properties/how", Values: []string{"log_only", "best_of_n"}}},
		"two that differ":   {"properties: {how: {enum: [log_only, best_of_n]}, or: {enum: [log-only, best-of-n]}}", nil},
		"not all keys":      {"properties: {how: {enum: [log_only]}}", nil},
	} {
		t.Run(name, func(t *testing.T) {
			s, _ := read(sectiontest.Parse(t, test.schema+protocol))
			if diff := cmp.Diff(test.want, s[0].Operations[0].Enum); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestSectionsLikeProtocols(t *testing.T) {
	for name, test := range map[string]struct {
		yaml string
		want []string // section/operation kind
	}{
		"operations":                 {"operations: {make: {steps: [a]}, list: {request: {method: m}, response: {type: array}}}", []string{"operations/make procedure", "operations/list signature"}},
		"lifecycle lists, not maps":  {"lifecycle: {creation: [a, b], cleanup: {schedule: daily}}", []string{"lifecycle/creation procedure"}},
		"recovery":                   {"recovery: {strategies: {last: {steps: [a]}}, restore_sequence: [b]}", []string{"recovery/strategies.last procedure", "recovery/restore_sequence procedure"}},
		"migration":                  {"migration: {from: '1', migration_steps: [a]}\nmigration_guide: {v1_to_v2: {steps: [b]}}", []string{"migration/migration_steps procedure", "migration_guide/v1_to_v2 procedure"}},
		"hooks":                      {"hooks: {on_start: [a]}\nintegration: {ralph_hooks: {on_end: [b]}, shared: [c]}", []string{"hooks/on_start procedure", "integration/ralph_hooks.on_end procedure"}},
		"events of an integration":   {"prov_integration: {on_x: [a]}\nralph_integration: {on_y: [{log_to: f}]}", []string{"prov_integration/on_x procedure", "ralph_integration/on_y directives"}},
		"state updates":              {"state_updates: {on_start: [{set: a, value: 1}]}", []string{"state_updates/on_start procedure"}},
		"a section that is one":      {"pattern_extraction: {triggers: [t], steps: [a]}", []string{"pattern_extraction/pattern_extraction procedure"}},
		"budget enforcement":         {"budget_enforcement: {soft: {use_case: u, actions: {warn: [a]}}}", []string{"budget_enforcement/soft alternatives"}},
		"rules for paths":            {"path_resolution: {rules: [{if_a: use_b}, {else: use_c}], examples: {a: x/y}}", []string{"path_resolution/rules procedure"}},
		"rules among paths":          {"storage_paths: {a: x/y, path_resolution: [{if_a: use_b}]}", []string{"storage_paths/path_resolution procedure"}},
		"backward compatibility":     {"backward_compatibility: {old: {migration_on_read: [a]}}", []string{"backward_compatibility/old.migration_on_read procedure"}},
		"directives":                 {"concurrency: {enforcement_points: [{before_register: check it}]}\nverification_workflow: {trigger: [{on_commit: true}]}", []string{"concurrency/enforcement_points directives", "verification_workflow/trigger directives"}},
		"lists of words are not ops": {"naming: {avoid: [ds, x], good: [a_b]}\nscales: {small: [one]}", nil},
		"steps in any other section": {"cli: {install: {steps: [a]}}\ndeep: {a: {b: {steps: [c]}}}", []string{"cli/install procedure", "deep/a.b procedure"}},
	} {
		t.Run(name, func(t *testing.T) {
			s, ds := read(sectiontest.Parse(t, test.yaml))
			if ds.HasErrors() {
				t.Fatal(ds)
			}
			var got []string
			for _, p := range s {
				for _, op := range p.Operations {
					got = append(got, fmt.Sprintf("%s/%s %s", p.Section, op.Name, op.Kind))
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestDeepNestingIsRead(t *testing.T) {
	for _, open := range []string{`{"on_a":[`, `{"if_a":[`, `{"group":[`, `{"for_each_a":[`} {
		const depth = 2000
		text := `{"agent_protocol":{"op":{"steps":[` + strings.Repeat(open, depth) + `"x"` + strings.Repeat("]}", depth) + `]}}}`
		doc, ds := document.Read(source.NewFile("s.json", []byte(text)))
		if ds.HasErrors() {
			t.Fatal(ds)
		}
		s, _ := read(doc)
		n := 0
		s[0].Operations[0].Walk(func(*Step) { n++ })
		if n != depth+1 {
			t.Errorf("%s: %d steps", open, n)
		}
	}
}

// TestWordsOfControlAreReported where they are none, and nowhere else.
func TestWordsOfControlAreReported(t *testing.T) {
	for name, test := range map[string]struct{ steps, want string }{
		"loops of other languages": {"[{while_not_done: [work]}, {until_done: [work]}, {repeat: [work]}, {for_3_times: [work]}]",
			"while_not_done reads like control flow, but is a group, whose steps run once, in order\n" +
				"until_done reads like control flow, but is a group, whose steps run once, in order\n" +
				"repeat reads like control flow, but is a group, whose steps run once, in order\n" +
				"for_3_times reads like control flow, but is a group, whose steps run once, in order"},
		"errors":         {"[{try: [work]}, {catch: mend}]", "try reads like control flow, but is a group, whose steps run once, in order\ncatch reads like control flow, but is a step with an argument, which always runs"},
		"in parallel":    {"[{parallel: {left: [a], right: [b]}}]", "parallel reads like control flow, but is a step with an argument, which always runs"},
		"another branch": {"[{if_a: [x]}, {else_if_b: y}]", "else_if_b reads like control flow, but is a step with an argument, which always runs"},
		"bare texts":     {"[if_found_continue, Unless it is there, elif]", "if_found_continue reads like control flow, but is a step that always runs\nUnless_it_is_there reads like control flow, but is a step that always runs\nelif reads like control flow, but is a step that always runs"},
		"in a body":      {"[{if_a: [{for_each_x: [until_done]}]}]", "until_done reads like control flow, but is a step that always runs"},

		"the grammar":            {"[{if_a: [x]}, {else: y}, {for_each_x: [a]}, {for_try_in_tries: [b]}, {on_start: [c]}, {stage: [d]}]", ""},
		"verbs":                  {"[retry_request, try_next_agent, catch_errors, loop_over, parallel_search, do_work, ondemand, iffy, elsewhere]", ""},
		"verbs with arguments":   {"[{retry_request: 3}, {retry: {times: 3}}, {retry: 3}, {parallel: true}, {on_access: false}, {on_commit: check}, {retry_delay: exponential}]", ""},
		"a verb with its target": {"[{update: on, value: 1}]", ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, ds := read(sectiontest.Parse(t, "agent_protocol: {op: {steps: "+test.steps+"}}"))
			var got []string
			for _, d := range ds {
				if d.Code == diag.LooksLikeControl {
					got = append(got, d.Message)
				}
			}
			if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
				t.Error(diff)
			}
		})
	}
}
