package statefiles

import (
	"context"
	"errors"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/optional"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/variables"
)

// steps has the steps of all operations.
type steps struct{ *Store }

// operation are the data of a run of an operation.
type operation struct {
	X        *rlmstate.State
	Variable rlmstate.Variable                                  // that is set, found or the answer
	Old      *rlmstate.Variable                                 // that a write takes the place of, nil for none
	Found    variables.Found[rlmstate.State, rlmstate.Variable] // that is read, its value inline
	Name, ID string                                             // of a checkpoint
	Snapshot *rlmstate.State
	Changes  []variables.Change[rlmstate.Variable]
	share    func(x *rlmstate.State) error // brings the scopes up to the state; nil for nothing
}

var (
	_ rlmstate.InitializeStateSteps[operation] = steps{}
	_ rlmstate.ReadVariableSteps[operation]    = steps{}
	_ rlmstate.WriteVariableSteps[operation]   = steps{}
	_ rlmstate.CheckCompletionSteps[operation] = steps{}
	_ rlmstate.CheckpointSteps[operation]      = steps{}
	_ rlmstate.RollbackSteps[operation]        = steps{}
)

// GenerateStateID is the step initialize_state/1:generate_state_id.
func (s steps) GenerateStateID(ctx context.Context, call *protocol.Call, data *operation) error {
	return nil // the store has drawn it
}

// SetPromptVariable is the step initialize_state/2:set_prompt_variable.
func (s steps) SetPromptVariable(ctx context.Context, call *protocol.Call, data *operation) error {
	s.Variables.Complete(&data.Variable, nil)
	return s.Variables.Set(data.X, data.Variable.Name, data.Variable, data.Variable.GetSource())
}

// SetFinalToNull is the step initialize_state/3:set_Final_to_null.
func (s steps) SetFinalToNull(ctx context.Context, call *protocol.Call, data *operation) error {
	data.X.Variables.Final = optional.Null[rlmstate.Variable]()
	return nil
}

// CreateInitialCheckpoint is the step
// initialize_state/4:create_initial_checkpoint.
func (s steps) CreateInitialCheckpoint(ctx context.Context, call *protocol.Call, data *operation) error {
	id, err := s.Variables.AddSnapshot(data.X, "initial_state")
	if err != nil {
		return err
	}
	return s.Variables.SaveSnapshot(data.X, id)
}

// SaveState is the step initialize_state/5:save_state.
func (s steps) SaveState(ctx context.Context, call *protocol.Call, data *operation) error {
	return nil // the store saves it when the operation has ended
}

// ValidateVariableExists is the step read_variable/1:validate_variable_exists.
func (s steps) ValidateVariableExists(ctx context.Context, call *protocol.Call, data *operation) (err error) {
	data.Found, err = s.Variables.Find(data.X, data.Variable.Name)
	return err
}

// IncrementAccessCount is the step read_variable/2:increment_access_count.
func (s steps) IncrementAccessCount(ctx context.Context, call *protocol.Call, data *operation) error {
	return nil // ReturnValue counts: an access that fails is none
}

// LoadFromFileIfNeeded is the step read_variable/3:load_from_file_if_needed.
func (s steps) LoadFromFileIfNeeded(ctx context.Context, call *protocol.Call, data *operation) error {
	return s.Variables.Inline(data.Found.In, &data.Found.Variable)
}

// ReturnValue is the step read_variable/4:return_value.
func (s steps) ReturnValue(ctx context.Context, call *protocol.Call, data *operation) error {
	return s.Variables.Accessed(ctx, data.X, data.Found)
}

// ValidateVariableName is the step write_variable/1:validate_variable_name.
func (s steps) ValidateVariableName(ctx context.Context, call *protocol.Call, data *operation) error {
	v := data.Variable
	s.Variables.Complete(&v, nil)
	return v.Validate()
}

// CaptureOldValue is the step write_variable/2:capture_old_value.
func (s steps) CaptureOldValue(ctx context.Context, call *protocol.Call, data *operation) (err error) {
	if err := s.Variables.Expire(data.X, "ttl"); err != nil {
		return err
	}
	if err := rlmstate.MayWrite(data.X, call.Operation(), "/variables/"+data.Variable.Name); err != nil {
		return err
	}
	data.Old, err = s.Variables.Current(data.X, data.Variable.Name)
	return err
}

// SetNewValue is the step write_variable/3:set_new_value.
func (s steps) SetNewValue(ctx context.Context, call *protocol.Call, data *operation) error {
	return nil // LogMutation sets what it logs
}

// LogMutation is the step write_variable/4:log_mutation.
func (s steps) LogMutation(ctx context.Context, call *protocol.Call, data *operation) error {
	v := data.Variable
	if v.Name == rlmstate.SpecialVariableFinal && !isSet(v) {
		return nil // Final is null until the state is complete
	}
	s.Variables.Complete(&v, data.Old)
	return s.Variables.Set(data.X, v.Name, v, data.Variable.GetSource())
}

// SaveToFileIfLarge is the step write_variable/5:save_to_file_if_large.
func (s steps) SaveToFileIfLarge(ctx context.Context, call *protocol.Call, data *operation) error {
	return nil // LogMutation has, so that the log names the file
}

// UpdateState is the step write_variable/6:update_state.
func (s steps) UpdateState(ctx context.Context, call *protocol.Call, data *operation) error {
	data.share = func(x *rlmstate.State) error { // when the store has saved the state
		return s.Variables.Share(ctx, x, data.Variable.Name, data.Old)
	}
	return nil
}

// ReadFinalVariable is the step check_completion/1:read_Final_variable.
func (s steps) ReadFinalVariable(ctx context.Context, call *protocol.Call, data *operation) error {
	data.Variable, _ = s.Variables.Get(data.X, rlmstate.SpecialVariableFinal)
	return nil
}

// IfNonNull decides whether check_completion/2:if_non_null is taken.
func (s steps) IfNonNull(ctx context.Context, call *protocol.Call, data *operation) (bool, error) {
	return rlmstate.IsComplete(data.X), nil
}

// ReturnComplete is the step check_completion/2:if_non_null/1:return_complete.
// It ends the operation.
func (s steps) ReturnComplete(ctx context.Context, call *protocol.Call, data *operation) error {
	return s.Variables.Inline(data.X, &data.Variable)
}

// ReturnIncomplete is the step check_completion/3:else/1:return_incomplete. It
// ends the operation.
func (s steps) ReturnIncomplete(ctx context.Context, call *protocol.Call, data *operation) error {
	return nil
}

// GenerateCheckpointID is the step checkpoint/1:generate_checkpoint_id.
func (s steps) GenerateCheckpointID(ctx context.Context, call *protocol.Call, data *operation) (err error) {
	data.ID, err = s.Variables.AddSnapshot(data.X, data.Name)
	return err
}

// SnapshotCurrentState is the step checkpoint/2:snapshot_current_state.
func (s steps) SnapshotCurrentState(ctx context.Context, call *protocol.Call, data *operation) error {
	return nil // SaveCheckpoint does
}

// SaveCheckpoint is the step checkpoint/3:save_checkpoint.
func (s steps) SaveCheckpoint(ctx context.Context, call *protocol.Call, data *operation) error {
	return s.Variables.SaveSnapshot(data.X, data.ID)
}

// UpdateMetadata is the step checkpoint/4:update_metadata.
func (s steps) UpdateMetadata(ctx context.Context, call *protocol.Call, data *operation) error {
	return nil // the store counts
}

// LocateCheckpoint is the step rollback/1:locate_checkpoint.
func (s steps) LocateCheckpoint(ctx context.Context, call *protocol.Call, data *operation) error {
	_, err := s.Variables.FindSnapshot(data.X, data.ID)
	return err
}

// LoadCheckpointSnapshot is the step rollback/2:load_checkpoint_snapshot.
func (s steps) LoadCheckpointSnapshot(ctx context.Context, call *protocol.Call, data *operation) (err error) {
	data.Snapshot, err = s.Variables.LoadSnapshot(data.X, data.ID)
	return err
}

// RestoreState is the step rollback/3:restore_state.
func (s steps) RestoreState(ctx context.Context, call *protocol.Call, data *operation) (err error) {
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
func (s steps) LogRollbackMutation(ctx context.Context, call *protocol.Call, data *operation) error {
	data.share = func(x *rlmstate.State) error { // RestoreState has logged them
		return s.Variables.Reshare(ctx, x, data.Changes)
	}
	return nil
}

// isSet reports whether a variable has a value other than null.
func isSet(v rlmstate.Variable) bool {
	return !v.Value.IsZero() && v.Value.Kind() != rlmstate.VariableValueKindNull
}
