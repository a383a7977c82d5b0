// Package durability tests generated drivers together with the runtime that
// makes their runs durable: programs are killed in the middle of their work and
// started again. There is nothing here to import.
package durability

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/bindery-go/bindery/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/checkpoint/filestore"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/optional"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

const stateID = "state-0badcafe"

// writeData is what a run of write_variable carries from step to step.
type writeData struct {
	Name     string
	Old      jsonvalue.Value
	New      string
	Mutation string
}

// writer has the steps of write_variable, for variables v0, v1, v2 and so on.
// Each beginning of a step leaves a line in effects.
type writer struct {
	root    *storage.Root
	effects *os.File
	number  int
}

var _ rlmstate.WriteVariableSteps[writeData] = writer{}

func (w writer) begin(call *protocol.Call) error {
	// The line has 64 bytes: one that lies on two pages of memory may be cut by a kill.
	_, err := fmt.Fprintf(w.effects, "%-63s\n", fmt.Sprint(w.number, " ", call.Name(), " ", call.IdempotencyKey()))
	return err
}

func (w writer) ValidateVariableName(_ context.Context, call *protocol.Call, data *writeData) error {
	if data.Name != fmt.Sprint("v", w.number) {
		return fmt.Errorf("run %d writes %s", w.number, data.Name)
	}
	return w.begin(call)
}

func (w writer) CaptureOldValue(_ context.Context, call *protocol.Call, data *writeData) error {
	state, err := readState(w.root)
	if err != nil {
		return err
	}
	if _, there := state.Variables.Additional[data.Name]; there {
		return fmt.Errorf("%s is there before it is written", data.Name)
	}
	data.Old = jsonvalue.Null()
	return w.begin(call)
}

func (w writer) SetNewValue(_ context.Context, call *protocol.Call, data *writeData) error {
	data.New += "value of " + data.Name // it would show if the step ran twice on its own data
	return w.begin(call)
}

func (w writer) LogMutation(_ context.Context, call *protocol.Call, data *writeData) error {
	data.Mutation = "mut-" + call.IdempotencyKey()[:8]
	return w.begin(call)
}

func (w writer) SaveToFileIfLarge(_ context.Context, call *protocol.Call, data *writeData) error {
	return w.begin(call)
}

// UpdateState writes the state. An interrupted one may have done so already, so
// it looks whether its mutation is there.
func (w writer) UpdateState(_ context.Context, call *protocol.Call, data *writeData) error {
	if err := w.begin(call); err != nil {
		return err
	}
	state, err := readState(w.root)
	if err != nil {
		return err
	}
	for _, m := range state.History.Mutations {
		if m.MutationID == data.Mutation {
			return nil
		}
	}
	value, err := jsonvalue.FromString(data.New)
	if err != nil {
		return err
	}
	at, err := timefmt.ParseDateTime("2026-02-09T10:00:00Z")
	if err != nil {
		return err
	}
	if state.Variables.Additional == nil {
		state.Variables.Additional = map[string]rlmstate.Variable{}
	}
	state.Variables.Additional[data.Name] = rlmstate.Variable{
		Name: data.Name, Type: rlmstate.VariableTypeText, Value: rlmstate.NewVariableValueString(data.New),
	}
	state.History.Mutations = append(state.History.Mutations, rlmstate.StateMutation{
		MutationID: data.Mutation, Operation: rlmstate.StateMutationOperationCreate,
		VariableName: data.Name, OldValue: data.Old, NewValue: value, Timestamp: at,
	})
	return writeState(w.root, state)
}

func readState(root *storage.Root) (*rlmstate.State, error) {
	file, err := rlmstate.StateFile(stateID)
	if err != nil {
		return nil, err
	}
	text, err := root.ReadFile(file)
	if err != nil {
		return nil, err
	}
	return rlmstate.ParseState(text)
}

func writeState(root *storage.Root, state *rlmstate.State) error {
	file, err := rlmstate.StateFileOf(state)
	if err != nil {
		return err
	}
	text, err := state.MarshalJSON()
	if err != nil {
		return err
	}
	return root.WriteFile(file, text)
}

// runProgram writes variables one after the other, each in a durable run of its
// own, until the file stop is there. It goes on where another was killed.
func runProgram(dir string) error {
	root, err := storage.Open(dir)
	if err != nil {
		return err
	}
	checkpoints, err := filestore.Open(filepath.Join(dir, "checkpoints"))
	if err != nil {
		return err
	}
	effects, err := os.OpenFile(filepath.Join(dir, "effects"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	state, err := readState(root)
	if errors.Is(err, fs.ErrNotExist) {
		state = rlmstate.NewState()
		state.Version, state.StateID = "1.0.0", stateID
		state.Variables.Final = optional.Null[rlmstate.Variable]()
		state.History = &rlmstate.StateHistory{Mutations: []rlmstate.StateMutation{}}
		err = writeState(root, state)
	}
	if err != nil {
		return err
	}
	fmt.Println("ready")
	// The run of the newest variable may lack the record of its last step.
	for n := max(0, len(state.Variables.Additional)-1); ; n++ {
		if _, err := os.Stat(filepath.Join(dir, "stop")); err == nil {
			return nil
		}
		data := writeData{Name: fmt.Sprint("v", n)}
		outcome, err := rlmstate.RunWriteVariable(context.Background(), writer{root, effects, n}, &data,
			protocol.WithRun(checkpoints, fmt.Sprint("write-", n)))
		if err != nil {
			return err
		}
		if outcome != protocol.Done || data.New != "value of "+data.Name {
			return fmt.Errorf("run %d ends with %s and %+v", n, outcome, data)
		}
	}
}
