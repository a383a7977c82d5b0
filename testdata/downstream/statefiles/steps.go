package statefiles

import (
	"context"
	"errors"
	"time"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/optional"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/variables"
)

// initializeState has the steps of initialize_state.
type initializeState struct{ *Store }

// initializeStateData are the data of a run of initialize_state.
type initializeStateData struct {
	Prompt string
	X      *rlmstate.State
}

var _ rlmstate.InitializeStateSteps[initializeStateData] = initializeState{}

// GenerateStateID is the step initialize_state/1:generate_state_id.
func (s initializeState) GenerateStateID(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	return nil // the store has drawn it
}

// SetPromptVariable is the step initialize_state/2:set_prompt_variable.
func (s initializeState) SetPromptVariable(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	v := rlmstate.Variable{
		Name: rlmstate.SpecialVariablePrompt, Value: rlmstate.NewVariableValueString(data.Prompt), Type: rlmstate.VariableTypeText,
		Source: new("user_input"), Metadata: &rlmstate.VariableMetadata{ReadOnly: new(true)},
	}
	return s.Variables.Set(data.X, v.Name, v, "user_input")
}

// SetFinalToNull is the step initialize_state/3:set_Final_to_null.
func (s initializeState) SetFinalToNull(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	data.X.Variables.Final = optional.Null[rlmstate.Variable]()
	return nil
}

// CreateInitialCheckpoint is the step
// initialize_state/4:create_initial_checkpoint.
func (s initializeState) CreateInitialCheckpoint(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	id, err := s.Variables.AddSnapshot(data.X, "initial_state")
	if err != nil {
		return err
	}
	return s.Variables.SaveSnapshot(data.X, id)
}

// SaveState is the step initialize_state/5:save_state.
func (s initializeState) SaveState(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	return nil // the store saves it when the operation has ended
}

// readVariable has the steps of read_variable.
type readVariable struct{ *Store }

// readVariableData are the data of a run of read_variable.
type readVariableData struct {
	Name  string
	X     *rlmstate.State
	Found variables.Found[rlmstate.State, rlmstate.Variable] // its value inline
}

var _ rlmstate.ReadVariableSteps[readVariableData] = readVariable{}

// ValidateVariableExists is the step read_variable/1:validate_variable_exists.
func (s readVariable) ValidateVariableExists(ctx context.Context, call *protocol.Call, data *readVariableData) (err error) {
	data.Found, err = s.Variables.Find(data.X, data.Name)
	return err
}

// IncrementAccessCount is the step read_variable/2:increment_access_count.
func (s readVariable) IncrementAccessCount(ctx context.Context, call *protocol.Call, data *readVariableData) error {
	return nil // ReturnValue counts: an access that fails is none
}

// LoadFromFileIfNeeded is the step read_variable/3:load_from_file_if_needed.
func (s readVariable) LoadFromFileIfNeeded(ctx context.Context, call *protocol.Call, data *readVariableData) error {
	return s.Variables.Inline(data.Found.In, &data.Found.Variable)
}

// ReturnValue is the step read_variable/4:return_value.
func (s readVariable) ReturnValue(ctx context.Context, call *protocol.Call, data *readVariableData) error {
	return s.Variables.Accessed(ctx, data.X, data.Found)
}

// writeVariable has the steps of write_variable.
type writeVariable struct{ *Store }

// writeVariableData are the data of a run of write_variable.
type writeVariableData struct {
	X         *rlmstate.State
	Write     Write
	Old       *rlmstate.Variable // nil for a new variable
	New       rlmstate.Variable
	Completes bool // the write sets Final
}

var _ rlmstate.WriteVariableSteps[writeVariableData] = writeVariable{}

// ValidateVariableName is the step write_variable/1:validate_variable_name.
func (s writeVariable) ValidateVariableName(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	// Any value will do: what is checked here is the name.
	v := rlmstate.Variable{Name: data.Write.Name, Value: rlmstate.NewVariableValueNull(), Type: rlmstate.VariableTypeNull}
	return v.Validate()
}

// CaptureOldValue is the step write_variable/2:capture_old_value.
func (s writeVariable) CaptureOldValue(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	if err := s.Variables.Expire(data.X, "ttl"); err != nil {
		return err
	}
	member := "/variables/" + data.Write.Name
	if err := rlmstate.MayWrite(data.X, call.Operation(), member); err != nil {
		return err
	}
	if old, ok := s.Variables.Get(data.X, data.Write.Name); ok {
		data.Old = &old
	}
	if data.Old.GetMetadata().GetReadOnly() { // a variable that is no prompt may say so itself
		return &protocol.ReadOnlyError{Operation: call.Operation(), Member: member}
	}
	return nil
}

// SetNewValue is the step write_variable/3:set_new_value.
func (s writeVariable) SetNewValue(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	w, v := data.Write, rlmstate.Variable{Name: data.Write.Name}
	if data.Old != nil {
		v = *data.Old
	}
	var m rlmstate.VariableMetadata // the old one keeps its own
	if v.Metadata != nil {
		m = *v.Metadata
	}
	v.Metadata, m.InlineType = &m, nil
	v.Value, v.Type = w.Value, w.Type
	if v.Type == "" {
		v.Type = typeOf(w.Value)
	}
	if w.Description != "" {
		v.Description = &w.Description
	}
	if w.Source != "" {
		v.Source = &w.Source
	}
	if w.Scope != "" {
		m.Scope = &w.Scope
	}
	if w.TTL != 0 {
		m.TTLSeconds = new(int64((w.TTL + time.Second - 1) / time.Second))
	}
	data.New = v
	return v.Validate()
}

// LogMutation is the step write_variable/4:log_mutation.
func (s writeVariable) LogMutation(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	if data.Write.Name == rlmstate.SpecialVariableFinal {
		if data.Completes = isSet(data.New); !data.Completes {
			return nil // Final is null until the state is complete
		}
	}
	return s.Variables.Set(data.X, data.Write.Name, data.New, data.Write.Source)
}

// SaveToFileIfLarge is the step write_variable/5:save_to_file_if_large.
func (s writeVariable) SaveToFileIfLarge(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	return nil // LogMutation has, so that the log names the file
}

// UpdateState is the step write_variable/6:update_state.
func (s writeVariable) UpdateState(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	return s.Variables.Share(ctx, data.X, data.Write.Name, data.Old) // the store saves the state
}

// checkCompletion has the steps of check_completion.
type checkCompletion struct{ *Store }

// checkCompletionData are the data of a run of check_completion.
type checkCompletionData struct {
	X     *rlmstate.State
	Final rlmstate.Variable
}

var _ rlmstate.CheckCompletionSteps[checkCompletionData] = checkCompletion{}

// ReadFinalVariable is the step check_completion/1:read_Final_variable.
func (s checkCompletion) ReadFinalVariable(ctx context.Context, call *protocol.Call, data *checkCompletionData) error {
	data.Final, _ = s.Variables.Get(data.X, rlmstate.SpecialVariableFinal)
	return nil
}

// IfNonNull decides whether check_completion/2:if_non_null is taken.
func (s checkCompletion) IfNonNull(ctx context.Context, call *protocol.Call, data *checkCompletionData) (bool, error) {
	return isSet(data.Final), nil
}

// ReturnComplete is the step check_completion/2:if_non_null/1:return_complete.
// It ends the operation.
func (s checkCompletion) ReturnComplete(ctx context.Context, call *protocol.Call, data *checkCompletionData) error {
	return s.Variables.Inline(data.X, &data.Final)
}

// ReturnIncomplete is the step check_completion/3:else/1:return_incomplete. It
// ends the operation.
func (s checkCompletion) ReturnIncomplete(ctx context.Context, call *protocol.Call, data *checkCompletionData) error {
	return nil
}

// checkpoint has the steps of checkpoint.
type checkpoint struct{ *Store }

// checkpointData are the data of a run of checkpoint.
type checkpointData struct {
	X        *rlmstate.State
	Name, ID string
}

var _ rlmstate.CheckpointSteps[checkpointData] = checkpoint{}

// GenerateCheckpointID is the step checkpoint/1:generate_checkpoint_id.
func (s checkpoint) GenerateCheckpointID(ctx context.Context, call *protocol.Call, data *checkpointData) (err error) {
	data.ID, err = s.Variables.AddSnapshot(data.X, data.Name)
	return err
}

// SnapshotCurrentState is the step checkpoint/2:snapshot_current_state.
func (s checkpoint) SnapshotCurrentState(ctx context.Context, call *protocol.Call, data *checkpointData) (err error) {
	return nil // SaveCheckpoint does
}

// SaveCheckpoint is the step checkpoint/3:save_checkpoint.
func (s checkpoint) SaveCheckpoint(ctx context.Context, call *protocol.Call, data *checkpointData) error {
	return s.Variables.SaveSnapshot(data.X, data.ID)
}

// UpdateMetadata is the step checkpoint/4:update_metadata.
func (s checkpoint) UpdateMetadata(ctx context.Context, call *protocol.Call, data *checkpointData) error {
	return nil // the store counts
}

// rollback has the steps of rollback.
type rollback struct{ *Store }

// rollbackData are the data of a run of rollback.
type rollbackData struct {
	X        *rlmstate.State
	ID       string
	Snapshot *rlmstate.State
	Changes  []variables.Change[rlmstate.Variable]
}

var _ rlmstate.RollbackSteps[rollbackData] = rollback{}

// LocateCheckpoint is the step rollback/1:locate_checkpoint.
func (s rollback) LocateCheckpoint(ctx context.Context, call *protocol.Call, data *rollbackData) error {
	_, err := s.Variables.FindSnapshot(data.X, data.ID)
	return err
}

// LoadCheckpointSnapshot is the step rollback/2:load_checkpoint_snapshot.
func (s rollback) LoadCheckpointSnapshot(ctx context.Context, call *protocol.Call, data *rollbackData) (err error) {
	data.Snapshot, err = s.Variables.LoadSnapshot(data.X, data.ID)
	return err
}

// RestoreState is the step rollback/3:restore_state.
func (s rollback) RestoreState(ctx context.Context, call *protocol.Call, data *rollbackData) (err error) {
	data.Changes, err = s.Variables.Differences(data.X, data.Snapshot)
	for _, c := range data.Changes {
		err = errors.Join(err, rlmstate.MayWrite(data.X, call.Operation(), "/variables/"+c.Name))
	}
	if err != nil {
		return err
	}
	return s.Variables.Apply(data.X, data.Changes, "rollback:"+data.ID)
}

// LogRollbackMutation is the step rollback/4:log_rollback_mutation.
func (s rollback) LogRollbackMutation(ctx context.Context, call *protocol.Call, data *rollbackData) error {
	return s.Variables.Reshare(ctx, data.X, data.Changes) // RestoreState has logged them
}

// isSet says whether a variable has a value other than null.
func isSet(v rlmstate.Variable) bool {
	return !v.Value.IsZero() && v.Value.Kind() != rlmstate.VariableValueKindNull
}

// typeOf gives the type that a value has by itself.
func typeOf(v rlmstate.VariableValue) rlmstate.VariableType {
	switch v.Kind() {
	case rlmstate.VariableValueKindNumber:
		return rlmstate.VariableTypeNumber
	case rlmstate.VariableValueKindBool:
		return rlmstate.VariableTypeBoolean
	case rlmstate.VariableValueKindObject:
		return rlmstate.VariableTypeJSON
	case rlmstate.VariableValueKindArray:
		return rlmstate.VariableTypeArray
	case rlmstate.VariableValueKindNull:
		return rlmstate.VariableTypeNull
	}
	return rlmstate.VariableTypeText
}
