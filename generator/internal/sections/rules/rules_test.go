package rules_test

import (
	"context"
	"errors"
	"testing"

	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/optional"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/protocol/protocolgen"
)

func variable(name, value string) rlmstate.Variable {
	return rlmstate.Variable{Name: name, Type: "text", Value: rlmstate.NewVariableValueString(value)}
}

// state is a state with a prompt.
func state() *rlmstate.State {
	x := rlmstate.NewState()
	x.StateID = "state-0123abcd"
	x.Variables.Prompt = ptr(variable("prompt", "question"))
	return x
}

func final(x *rlmstate.State, value rlmstate.VariableValue) *rlmstate.State {
	v := variable("Final", "")
	v.Value = value
	x.Variables.Final = optional.Of(v)
	return x
}

func TestCompletion(t *testing.T) {
	null := state()
	null.Variables.Final = optional.Null[rlmstate.Variable]()
	for name, test := range map[string]struct {
		x    *rlmstate.State
		done bool
	}{
		"no state":            {nil, false},
		"absent":              {state(), false},
		"null":                {null, false},
		"a variable of null":  {final(state(), rlmstate.NewVariableValueNull()), false},
		"a variable without":  {final(state(), rlmstate.VariableValue{}), false},
		"a text":              {final(state(), rlmstate.NewVariableValueString("")), true},
		"false is a value":    {final(state(), rlmstate.NewVariableValueBool(false)), true},
		"so is an empty list": {final(state(), rlmstate.NewVariableValueArray(nil)), true},
	} {
		t.Run(name, func(t *testing.T) {
			if got := rlmstate.IsComplete(test.x); got != test.done {
				t.Errorf("complete: %v", got)
			}
			var complete *protocol.CompleteError
			if err := rlmstate.MayRun(test.x, "write_variable"); errors.As(err, &complete) != test.done {
				t.Errorf("write_variable: %v", err)
			}
			for _, operation := range []string{"read_variable", "rollback", "checkpoint", "check_completion", "initialize_state"} {
				if err := rlmstate.MayRun(test.x, operation); err != nil {
					t.Errorf("%s: %v", operation, err)
				}
			}
		})
	}
}

func TestReadOnlyMembers(t *testing.T) {
	for pointer, refused := range map[string]bool{
		"/variables/prompt": true, "/variables/prompt/value": true, "/variables/prompt/value/0": true, "/variables": true, "": true,
		"/variables/prompt/access_count": false, "/variables/prompted": false, "/variables/doc_summary": false, "/metadata": false,
	} {
		var readOnly *protocol.ReadOnlyError
		if err := rlmstate.MayWrite(state(), "write_variable", pointer); errors.As(err, &readOnly) != refused {
			t.Errorf("%q: %v", pointer, err)
		}
		if err := rlmstate.MayWrite(nil, "initialize_state", pointer); err != nil {
			t.Errorf("initialize_state, %q: %v", pointer, err)
		}
	}
	var complete *protocol.CompleteError
	if err := rlmstate.MayWrite(final(state(), rlmstate.NewVariableValueBool(true)), "write_variable", "/variables/x"); !errors.As(err, &complete) {
		t.Error(err)
	}
}

func TestChanges(t *testing.T) {
	changed := func(change func(x *rlmstate.State)) *rlmstate.State {
		x := state()
		change(x)
		return x
	}
	for name, test := range map[string]struct {
		before, after *rlmstate.State
		refused       string
	}{
		"nothing":              {state(), state(), ""},
		"another variable":     {state(), changed(func(x *rlmstate.State) { x.Variables.Additional = map[string]rlmstate.Variable{"a": variable("a", "")} }), ""},
		"the count of reads":   {state(), changed(func(x *rlmstate.State) { x.Variables.Prompt.AccessCount = ptr(int64(1)) }), ""},
		"the prompt's value":   {state(), changed(func(x *rlmstate.State) { x.Variables.Prompt.Value = rlmstate.NewVariableValueString("other") }), "/variables/prompt/value"},
		"its type":             {state(), changed(func(x *rlmstate.State) { x.Variables.Prompt.Type = "json" }), "/variables/prompt/type"},
		"its name":             {state(), changed(func(x *rlmstate.State) { x.Variables.Prompt.Name = "p" }), "/variables/prompt/name"},
		"the prompt as such":   {state(), changed(func(x *rlmstate.State) { x.Variables.Prompt = nil }), "/variables/prompt/name"},
		"a prompt where none":  {rlmstate.NewState(), state(), "/variables/prompt/name"},
		"a new state":          {nil, state(), "/variables/prompt/name"},
		"Final, once":          {state(), final(state(), rlmstate.NewVariableValueString("x")), ""},
		"anything after Final": {final(state(), rlmstate.NewVariableValueString("x")), final(state(), rlmstate.NewVariableValueString("x")), "complete"},
	} {
		t.Run(name, func(t *testing.T) {
			err := rlmstate.CheckChange("write_variable", test.before, test.after)
			var readOnly *protocol.ReadOnlyError
			var complete *protocol.CompleteError
			got := ""
			switch {
			case errors.As(err, &readOnly):
				got = readOnly.Member
			case errors.As(err, &complete):
				got = "complete"
			}
			if got != test.refused || (err != nil) != (test.refused != "") {
				t.Errorf("%v", err)
			}
			if err := rlmstate.CheckChange("initialize_state", test.before, test.after); err != nil {
				t.Errorf("initialize_state: %v", err)
			}
		})
	}
}

// writing is an operation of two steps, the first of which completes the state.
func writing(x *rlmstate.State, opts ...protocol.Option) error {
	var data struct{}
	set := func(context.Context, *protocol.Call, *struct{}) error {
		final(x, rlmstate.NewVariableValueString("done"))
		return nil
	}
	save := func(context.Context, *protocol.Call, *struct{}) error { return nil }
	_, err := protocolgen.Do(context.Background(), "write_variable", &data, func(run *protocolgen.Run[struct{}]) {
		run.Step("set_new_value", set)
		run.Step("update_state", save)
	}, opts...)
	return err
}

func TestTheGuardEndsWriting(t *testing.T) {
	x := state()
	guard := protocol.WithGuard(rlmstate.RulesGuard(func() *rlmstate.State { return x }))
	if err := writing(x, guard); err != nil {
		t.Errorf("the write that completes the state: %v", err)
	}
	var complete *protocol.CompleteError
	if err := writing(x, guard); !errors.As(err, &complete) {
		t.Errorf("the write after it: %v", err)
	}
}

func TestTheGuardOfTheLimits(t *testing.T) {
	x := state()
	l := rlmstate.DefaultLimits()
	l.MaxVariablesPerState = 1
	guard := protocol.WithGuard(l.Guard(func() *rlmstate.State { return x }))
	err := writing(x, guard)
	if err == nil || err.Error() != "write_variable/2:update_state: not begun: variables: 2 of at most 1" {
		t.Error(err)
	}
}

func ptr[T any](v T) *T { return &v }
