package protocol_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bindery-go/bindery/generator/internal/compiled"
	"github.com/bindery-go/bindery/generator/internal/compiler"
	"github.com/bindery-go/bindery/generator/internal/config"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/workspace"
	"github.com/google/go-cmp/cmp"
)

// form is one form of the protocol language: an operation, what its conditions
// and loops answer, and the order in which its methods must be called.
type form struct {
	name   string // of the operation
	yaml   string // its value, in flow style
	choice string // of an operation of alternatives
	// answers are by method, or by path where it differs from place to place:
	// "true" for conditions, "a,b" for items, "3" for counts; for steps a
	// signal, "emit:EVENT", or the text of an error.
	answers map[string]string
	want    []string // paths without the operation, arguments behind
	outcome string   // "done" where empty
	err     string
}

var forms = []form{
	{name: "straight", yaml: `{steps: [a, b, c]}`, want: []string{"1:a", "2:b", "3:c"}},
	{name: "as_actions", yaml: `{actions: [a, b]}`, want: []string{"1:a", "2:b"}},
	{name: "phases", yaml: `{phases: [{name: creation, actions: [a, b]}, {name: end, actions: [a]}]}`,
		want: []string{"1:creation/1:a", "1:creation/2:b", "2:end/1:a"}},
	{name: "bare_names_are_calls", yaml: `{steps: [if_found_continue, else_stop, on_start, for_each_x, continue, return]}`,
		want: []string{"1:if_found_continue", "2:else_stop", "3:on_start", "4:for_each_x", "5:continue", "6:return"}},
	{name: "note", yaml: `{steps: ["receive_sip (Submission Information Package)", set_Final_to_null]}`,
		want: []string{"1:receive_sip", "2:set_Final_to_null"}},
	{name: "if_taken", yaml: `{steps: [a, {if_x: [b]}, c]}`, answers: map[string]string{"IfX": "true"},
		want: []string{"1:a", "2:if_x?", "2:if_x/1:b", "3:c"}},
	{name: "if_not_taken", yaml: `{steps: [a, {if_x: [b]}, c]}`, want: []string{"1:a", "2:if_x?", "3:c"}},
	{name: "if_string", yaml: `{steps: [{if_stale: check_pid}]}`, answers: map[string]string{"IfStale": "true"},
		want: []string{"1:if_stale?", "1:if_stale/1:check_pid"}},
	{name: "if_else", yaml: `{steps: [{if_x: [a]}, {else: [b]}, c]}`, want: []string{"1:if_x?", "2:else/1:b", "3:c"}},
	{name: "run_first", yaml: `{steps: [{if_x: [a]}, {if_y: [b]}, {else: c}]}`, answers: map[string]string{"IfX": "true", "IfY": "true"},
		want: []string{"1:if_x?", "1:if_x/1:a"}},
	{name: "run_second", yaml: `{steps: [{if_x: [a]}, {if_y: [b]}, {else: c}]}`, answers: map[string]string{"IfY": "true"},
		want: []string{"1:if_x?", "2:if_y?", "2:if_y/1:b"}},
	{name: "run_else", yaml: `{steps: [{if_x: [a]}, {if_y: [b]}, {else: c}, d]}`,
		want: []string{"1:if_x?", "2:if_y?", "3:else/1:c", "4:d"}},
	{name: "independent_ifs", yaml: `{steps: [{if_x: [a]}, {if_y: [b]}, {if_z: [c]}]}`, answers: map[string]string{"IfX": "true", "IfZ": "true"},
		want: []string{"1:if_x?", "1:if_x/1:a", "2:if_y?", "3:if_z?", "3:if_z/1:c"}},
	{name: "several_keys", yaml: `{steps: [{if_x: [a], else: [b]}, c]}`, want: []string{"1:if_x?", "2:else/1:b", "3:c"}},
	{name: "one_name_two_subjects", yaml: `{steps: [{if_present: [a]}, b, {if_present: [c]}]}`,
		answers: map[string]string{"1:if_present": "false", "3:if_present": "true"},
		want:    []string{"1:if_present?", "2:b", "3:if_present?", "3:if_present/1:c"}},
	{name: "outcome_if", yaml: `{steps: [a, {if_non_null: return_complete}, {else: return_incomplete}]}`, answers: map[string]string{"IfNonNull": "true"},
		want: []string{"1:a", "2:if_non_null?", "2:if_non_null/1:return_complete"}, outcome: "return_complete"},
	{name: "outcome_else", yaml: `{steps: [a, {if_non_null: return_complete}, {else: return_incomplete}]}`,
		want: []string{"1:a", "2:if_non_null?", "3:else/1:return_incomplete"}, outcome: "return_incomplete"},
	{name: "for_each", yaml: `{steps: [{for_each_item: [a, b]}, c]}`, answers: map[string]string{"ForEachItem": "p,q"},
		want: []string{"1:for_each_item!", "1:for_each_item/1/1:a p", "1:for_each_item/1/2:b p", "1:for_each_item/2/1:a q", "1:for_each_item/2/2:b q", "2:c"}},
	{name: "for_each_of_none", yaml: `{steps: [{for_each_item: [a]}, c]}`, want: []string{"1:for_each_item!", "2:c"}},
	{name: "nested_loops", yaml: `{steps: [{for_each_row: [{if_wanted: [{for_each_cell: [visit]}]}]}]}`,
		answers: map[string]string{"ForEachRow": "1,2", "ForEachCell": "x,y", "1:for_each_row/2/1:if_wanted": "true"},
		want: []string{"1:for_each_row!", "1:for_each_row/1/1:if_wanted?", "1:for_each_row/2/1:if_wanted?", "1:for_each_row/2/1:if_wanted/1:for_each_cell!",
			"1:for_each_row/2/1:if_wanted/1:for_each_cell/1/1:visit x", "1:for_each_row/2/1:if_wanted/1:for_each_cell/2/1:visit y"}},
	{name: "continue_ends_the_item", yaml: `{steps: [{for_each_item: [return_infinity_score, b]}, c]}`,
		answers: map[string]string{"ForEachItem": "p,q", "1:for_each_item/1/1:return_infinity_score": "continue"},
		want:    []string{"1:for_each_item!", "1:for_each_item/1/1:return_infinity_score p", "1:for_each_item/2/1:return_infinity_score q", "1:for_each_item/2/2:b q", "2:c"}},
	{name: "break_ends_the_loop", yaml: `{steps: [{for_each_item: [a, b]}, c]}`, answers: map[string]string{"ForEachItem": "p,q", "A": "break"},
		want: []string{"1:for_each_item!", "1:for_each_item/1/1:a p", "2:c"}},
	{name: "attempts", yaml: `{steps: [{for_attempt_in_max_attempts: [execute, {if_success: [record, return_result]}, wait]}, trip]}`,
		answers: map[string]string{"MaxAttempts": "5", "1:for_attempt/2/2:if_success": "true", "ReturnResult": "return"},
		want: []string{"1:for_attempt!", "1:for_attempt/1/1:execute 1", "1:for_attempt/1/2:if_success?", "1:for_attempt/1/3:wait 1",
			"1:for_attempt/2/1:execute 2", "1:for_attempt/2/2:if_success?", "1:for_attempt/2/2:if_success/1:record 2", "1:for_attempt/2/2:if_success/2:return_result 2"}},
	{name: "attempts_exhausted", yaml: `{steps: [{for_attempt_in_max_attempts: [execute]}, trip]}`, answers: map[string]string{"MaxAttempts": "2"},
		want: []string{"1:for_attempt!", "1:for_attempt/1/1:execute 1", "1:for_attempt/2/1:execute 2", "2:trip"}},
	{name: "group", yaml: `{steps: [{stage_1: [a, {for_each_edge: [b]}]}, c]}`, answers: map[string]string{"ForEachEdge": "e", "A": ""},
		want: []string{"1:stage_1/1:a", "1:stage_1/2:for_each_edge!", "1:stage_1/2:for_each_edge/1/1:b e", "2:c"}},
	{name: "skip_leaves_the_group", yaml: `{steps: [{stage_1: [a, b]}, c]}`, answers: map[string]string{"A": "skip"}, want: []string{"1:stage_1/1:a", "2:c"}},
	{name: "handlers_are_passed_by", yaml: `{steps: [a, {on_write: [h]}, b]}`, want: []string{"1:a", "3:b"}},
	{name: "handlers_run_on_events", yaml: `{steps: [a, {on_write: [h, i]}, b]}`, answers: map[string]string{"B": "emit:on_write"},
		want: []string{"1:a", "3:b", "3:b/1:on_write/1:h", "3:b/1:on_write/2:i"}},
	{name: "handlers_only", yaml: `{steps: [{on_start: [a]}, {on_end: [b]}]}`, want: nil},
	{name: "arguments", yaml: `{steps: [{create_directory: ".aiwg/{id}/"}, {sync: true}, {wait: 3}, {scale: 0.5}, {exclude: ["*.log", "*.tmp"]}, {configure: {a: 1}}, {set_metadata.schema_version: "2.0"}]}`,
		want: []string{`1:create_directory ".aiwg/{id}/"`, "2:sync true", "3:wait 3", "4:scale 0.5", `5:exclude ["*.log","*.tmp"]`, `6:configure {"a":1}`, `7:set_metadata.schema_version "2.0"`}},
	{name: "arguments_of_several_types", yaml: `{steps: [{log: "text"}, {log: 5}, log]}`, want: []string{`1:log "text"`, "2:log 5", "3:log null"}},
	{name: "argument_of_null", yaml: `{steps: [{clear: null}]}`, want: []string{"1:clear null"}},
	{name: "mutations", yaml: `{steps: [{set: detection_enabled, value: true}, {append: history, from: metrics}, {increment: metrics.total}, {update: x, from: y, value: 1}]}`,
		want: []string{"1:set_detection_enabled true", `2:append_history "metrics"`, "3:increment_metrics.total", `4:update_x {"from":"y","value":1}`}},
	{name: "names_that_meet", yaml: `{steps: [set_x.y, set_x_y, if_z, {if_z: [a]}, {for_each_a: [b]}, for_each_a]}`,
		answers: map[string]string{"condition if_z": "true", "items for_each_a": "p"},
		want:    []string{"1:set_x.y", "2:set_x_y", "3:if_z", "4:if_z?", "4:if_z/1:a", "5:for_each_a!", "5:for_each_a/1/1:b p", "6:for_each_a"}},
	{name: "data_between_steps", yaml: `{steps: [a, [1, 2], 7, b, {rule: x, action: y}, c]}`, want: []string{"1:a", "2:b", "3:c"}},
	{name: "loose_else", yaml: `{steps: [a, {else: [b]}, c]}`, want: []string{"1:a", "2:c"}},
	{name: "no_steps", yaml: `{steps: []}`, want: nil},
	{name: "empty_bodies", yaml: `{steps: [{if_x: []}, {for_each_x: []}, a]}`, answers: map[string]string{"IfX": "true", "ForEachX": "p"},
		want: []string{"1:if_x?", "2:for_each_x!", "3:a"}},
	{name: "an_error_stops", yaml: `{steps: [a, {if_x: [b]}, c]}`, answers: map[string]string{"IfX": "true", "B": "disk full"},
		want: []string{"1:a", "2:if_x?", "2:if_x/1:b"}, err: "an_error_stops/2:if_x/1:b: disk full"},
	{name: "sub_call_off", yaml: `{steps: [a, straight, b]}`, want: []string{"1:a", "2:straight", "3:b"}},
	{name: "sub_call", yaml: `{steps: [a, straight, if_taken, b]}`, answers: map[string]string{"IfTaken": ""},
		want: []string{"1:a", "straight/1:a", "straight/2:b", "straight/3:c", "3:if_taken", "4:b"}},
	{name: "itself", yaml: `{steps: [a, itself]}`, want: []string{"1:a", "2:itself"}},
	{name: "go_words", yaml: `{steps: [func, type, {if_: [a]}, "2fa", data, call, ctx, run, steps]}`,
		want: []string{"1:func", "2:type", "3:if_/1:a", "4:step_2fa", "5:data", "6:call", "7:ctx", "8:run", "9:steps"}},
	{name: "no_word_at_all", yaml: `{steps: ["*/ panic(1) /*", "\u2028", "日本"]}`, want: []string{"1:panic_1"}},
	{name: "nested_too_deep", yaml: `{steps: [a, ` + strings.Repeat("{if_deep: [", 200) + "b" + strings.Repeat("]}", 200) + `, c]}`,
		want: []string{"1:a", "2:if_deep?", "3:c"}},
	{name: "way_warn", yaml: `{description: d, actions: {warn: [a, {if_x: [b]}, {else: return_c}], log_only: d, best_of_n: {description: e, steps: [a]}}}`,
		choice: "warn", want: []string{".warn/1:a", ".warn/2:if_x?", ".warn/3:else/1:return_c"}, outcome: "return_c"},
	{name: "way_of_one_step", yaml: `{strategies: {log_only: d, other: [e]}}`, choice: "log_only", want: []string{".log_only/1:d"}},
	{name: "way_unknown", yaml: `{strategies: {x_only: d, other: [e]}}`, choice: "sideways", err: `way_unknown: unknown choice "sideways"; known are x_only, other`},
	{name: "way_of_the_schemas_enum", yaml: `{actions: {fast_mode: [a], slow_mode: [b]}}`, choice: "slow-mode", want: []string{".slow_mode/1:b"}},
}

const formsSchema = `
title: Forms
type: object
properties:
  mode: {enum: [fast-mode, slow-mode, idle]}
  RunStraight: {type: string}
$defs:
  StraightSteps: {type: object, properties: {n: {type: integer}}}
  RunPhases: {enum: [a, b]}
x-bindery:
  subcalls: {sub_call: [straight]}
agent_protocol:
`

// TestForms generates every form of the language, compiles all in one build,
// runs each operation and compares what it called with the order expected.
func TestForms(t *testing.T) {
	schema := formsSchema
	for _, f := range forms {
		schema += "  " + f.name + ": " + f.yaml + "\n"
	}
	pkg, files := generate(t, schema)
	files["main.go"] = []byte(harness(pkg))
	program := compiled.Program(t, files)
	input, err := json.Marshal(requests())
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(program)
	cmd.Stdin, cmd.Stderr = bytes.NewReader(input), os.Stderr
	output, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var answers []struct {
		Trace        []string
		Outcome, Err string
	}
	if err := json.Unmarshal(output, &answers); err != nil {
		t.Fatal(err)
	}
	for i, f := range forms {
		t.Run(f.name, func(t *testing.T) {
			var want []string
			for _, at := range f.want {
				if at[0] != '.' {
					at = "/" + at
				}
				want = append(want, f.name+at)
			}
			for j, at := range want { // the steps of a sub-call have its own paths
				want[j] = strings.TrimPrefix(at, "sub_call/straight/")
				if want[j] != at {
					want[j] = "straight/" + want[j]
				}
			}
			if d := cmp.Diff(want, answers[i].Trace); d != "" {
				t.Error(d)
			}
			outcome := f.outcome
			if outcome == "" && f.err == "" {
				outcome = "done"
			}
			if answers[i].Outcome != outcome || answers[i].Err != f.err {
				t.Errorf("ends with %q and error %q, want %q and %q", answers[i].Outcome, answers[i].Err, outcome, f.err)
			}
		})
	}
}

// generate makes the package of a schema, forms.
func generate(t *testing.T, schema string) (*protocol.Section, map[string][]byte) {
	t.Helper()
	w := &workspace.Workspace{FS: fstest.MapFS{"s.yaml": {Data: []byte(schema)}}, Dir: "."}
	results, ds := compiler.Compile(context.Background(), w, config.Config{Packages: []config.Package{{
		Schema: "s.yaml", Name: "forms", Out: "forms", Roots: []config.Root{{Name: "Root", Pointer: "#"}},
	}}})
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	files := map[string][]byte{}
	for name, data := range results[0].Files {
		files[name] = data
	}
	return results[0].Sections.Protocol, files
}

// requests are what the harness is asked to run, in the order of forms.
func requests() []map[string]any {
	var out []map[string]any
	for _, f := range forms {
		out = append(out, map[string]any{"Operation": f.name, "Choice": f.choice, "Answers": f.answers})
	}
	return out
}

// harness prints a program whose steps note where they are called and answer
// as they are told to.
func harness(section *protocol.Section) string {
	var b strings.Builder
	fmt.Fprintf(&b, harnessHead, path.Join(compiled.Module, "forms"))
	for _, op := range section.Operations {
		fmt.Fprintf(&b, "type t%s struct{ *book }\n", op.Steps)
		for _, m := range op.Methods {
			receiver := fmt.Sprintf("func (t t%s) %s(", op.Steps, m.Name)
			const params = "ctx context.Context, call *protocol.Call, data *record"
			switch m.Form {
			case protocol.StepsForm:
				fmt.Fprintf(&b, "%s) forms.%s[record] { return t%s{t.book} }\n", receiver, m.Sub.Interface, m.Sub.Steps)
			case protocol.ConditionForm:
				fmt.Fprintf(&b, "%s%s) (bool, error) { return t.condition(%q, %q, call) }\n", receiver, params, m.Name, m.Key)
			case protocol.ItemsForm:
				fmt.Fprintf(&b, "%s%s) (protocol.Items, error) { return t.items(%q, %q, call) }\n", receiver, params, m.Name, m.Key)
			case protocol.CountForm:
				fmt.Fprintf(&b, "%s%s) (int, error) { return t.count(%q, call) }\n", receiver, params, m.Name)
			default:
				more, arg := "", ""
				if m.Param != "" {
					more, arg = ", arg "+string(m.Arg), ", arg"
				}
				fmt.Fprintf(&b, "%s%s%s) error { return t.step(ctx, %q, call%s) }\n", receiver, params, more, m.Name, arg)
			}
		}
	}
	b.WriteString("\nvar operations = map[string]func(b *book, choice string) (protocol.Outcome, error){\n")
	for _, op := range section.Operations {
		choice := ""
		if op.Choice != nil {
			choice = fmt.Sprintf("forms.%s(choice), ", op.Choice.Type)
		}
		fmt.Fprintf(&b, "\t%q: func(b *book, choice string) (protocol.Outcome, error) { return forms.%s(context.Background(), %st%s{b}, &b.record) },\n",
			op.Name, op.Run, choice, op.Steps)
	}
	b.WriteString("}\n")
	return b.String()
}

const harnessHead = `package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/protocol"

	forms %q
)

var _ jsonvalue.Value

type record struct{ Seen int }

type book struct {
	record  record
	answers map[string]string
	trace   []string
}

func (b *book) note(call *protocol.Call, more string) { b.trace = append(b.trace, call.Path()+more) }

// answer gives what is to be answered at a place, else by a method.
func (b *book) answer(method, key string, call *protocol.Call) string {
	_, place, _ := strings.Cut(call.Path(), "/")
	for _, name := range []string{place, key, method} {
		if a, ok := b.answers[name]; ok {
			return a
		}
	}
	return ""
}

func (b *book) condition(method, key string, call *protocol.Call) (bool, error) {
	b.note(call, "?")
	return b.answer(method, "condition "+key, call) == "true", nil
}

func (b *book) items(method, key string, call *protocol.Call) (protocol.Items, error) {
	b.note(call, "!")
	a := b.answer(method, "items "+key, call)
	if a == "" {
		return nil, nil
	}
	return protocol.List(strings.Split(a, ",")...)
}

func (b *book) count(method string, call *protocol.Call) (int, error) {
	b.note(call, "!")
	return strconv.Atoi(b.answer(method, "", call))
}

// step notes the call with the items of the loops around it, or its argument.
func (b *book) step(ctx context.Context, method string, call *protocol.Call, args ...any) error {
	more := ""
	for _, arg := range args {
		text, err := json.Marshal(arg)
		if err != nil {
			return err
		}
		more += " " + string(text)
	}
	for _, loop := range []string{"for_each_cell", "for_each_item", "for_each_edge", "for_each_a"} {
		if item, err := protocol.Item[string](call, loop); err == nil {
			more += " " + item
			break
		}
	}
	if n, err := protocol.Item[int](call, "for_attempt"); err == nil {
		more += " " + strconv.Itoa(n)
	}
	b.note(call, more)
	switch a := b.answer(method, "", call); a {
	case "":
		return nil
	case "continue":
		return protocol.Continue
	case "break":
		return protocol.Break
	case "return":
		return protocol.Return
	case "skip":
		return protocol.Skip
	default:
		if event, ok := strings.CutPrefix(a, "emit:"); ok {
			return call.Emit(ctx, event, nil)
		}
		return errors.New(a)
	}
}

type answer struct {
	Trace        []string
	Outcome, Err string
}

func main() {
	var requests []struct {
		Operation, Choice string
		Answers           map[string]string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&requests); err != nil {
		panic(err)
	}
	var answers []answer
	for _, r := range requests {
		b := &book{answers: r.Answers}
		outcome, err := operations[r.Operation](b, r.Choice)
		a := answer{Trace: b.trace, Outcome: string(outcome)}
		if err != nil {
			a.Err = err.Error()
		}
		answers = append(answers, a)
	}
	json.NewEncoder(os.Stdout).Encode(answers)
}

`
