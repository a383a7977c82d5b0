package statefiles

import (
	"context"
	"fmt"
	"time"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/optional"
	"github.com/bindery-go/bindery/runtime/protocol"
)

// initializeState has the steps of initialize_state.
type initializeState struct{ *Store }

// initializeStateData are the data of a run of initialize_state.
type initializeStateData struct {
	Prompt string
	Origin Origin
	Doc    document
}

var _ rlmstate.InitializeStateSteps[initializeStateData] = initializeState{}

// GenerateStateID is the step initialize_state/1:generate_state_id.
func (s initializeState) GenerateStateID(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	id, err := s.newStateID()
	if err != nil {
		return err
	}
	path, err := rlmstate.StateFile(id)
	if err != nil {
		return err
	}
	state := rlmstate.NewState()
	state.StateID = id
	if data.Origin.SessionID != "" {
		if _, err := rlmstate.ScopeSessionFile(data.Origin.SessionID); err != nil {
			return err // the schema lets any string be a session, a path does not
		}
		state.SessionID = &data.Origin.SessionID
	}
	if data.Origin.TreeID != "" {
		state.TreeID = optional.Of(data.Origin.TreeID)
	}
	state.Metadata = &rlmstate.StateMetadata{CreatedAt: s.now()}
	data.Doc = document{state, path}
	return nil
}

// SetPromptVariable is the step initialize_state/2:set_prompt_variable.
func (s initializeState) SetPromptVariable(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	v := rlmstate.Variable{
		Name:      prompt,
		Value:     rlmstate.NewVariableValueString(data.Prompt),
		Type:      rlmstate.VariableTypeText,
		Source:    new("user_input"),
		CreatedAt: s.now(),
		Metadata:  &rlmstate.VariableMetadata{ReadOnly: new(true)},
	}
	if err := s.spill(data.Doc.State, &v); err != nil {
		return err
	}
	return s.change(data.Doc.State, prompt, &v, "user_input")
}

// SetFinalToNull is the step initialize_state/3:set_Final_to_null.
func (s initializeState) SetFinalToNull(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	set(&data.Doc.State.Variables, final, nil)
	return nil
}

// CreateInitialCheckpoint is the step
// initialize_state/4:create_initial_checkpoint.
func (s initializeState) CreateInitialCheckpoint(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	id, err := s.addCheckpoint(data.Doc.State, "initial_state")
	if err != nil {
		return err
	}
	snapshot, err := data.Doc.State.MarshalJSON()
	if err != nil {
		return err
	}
	return s.saveSnapshot(data.Doc.State, id, snapshot)
}

// SaveState is the step initialize_state/5:save_state.
func (s initializeState) SaveState(ctx context.Context, call *protocol.Call, data *initializeStateData) error {
	return s.saveWithLog(data.Doc)
}

// readVariable has the steps of read_variable.
type readVariable struct{ *Store }

// readVariableData are the data of a run of read_variable.
type readVariableData struct {
	Doc   document // of the state
	Name  string
	In    document // where the variable was found
	Found *rlmstate.Variable
	Value rlmstate.VariableValue
}

var _ rlmstate.ReadVariableSteps[readVariableData] = readVariable{}

// ValidateVariableExists is the step read_variable/1:validate_variable_exists.
func (s readVariable) ValidateVariableExists(ctx context.Context, call *protocol.Call, data *readVariableData) (err error) {
	data.In, data.Found, err = s.lookup(data.Doc, data.Name)
	return err
}

// IncrementAccessCount is the step read_variable/2:increment_access_count.
func (s readVariable) IncrementAccessCount(ctx context.Context, call *protocol.Call, data *readVariableData) error {
	data.Found.AccessCount = new(data.Found.GetAccessCount() + 1)
	set(&data.In.State.Variables, data.Name, data.Found)
	return nil
}

// LoadFromFileIfNeeded is the step read_variable/3:load_from_file_if_needed.
func (s readVariable) LoadFromFileIfNeeded(ctx context.Context, call *protocol.Call, data *readVariableData) error {
	v := *data.Found
	err := s.inline(data.In.State, &v)
	data.Value = v.Value
	return err
}

// ReturnValue is the step read_variable/4:return_value.
func (s readVariable) ReturnValue(ctx context.Context, call *protocol.Call, data *readVariableData) error {
	return s.save(data.In) // with the access, which counts now that it has succeeded
}

// writeVariable has the steps of write_variable.
type writeVariable struct{ *Store }

// writeVariableData are the data of a run of write_variable.
type writeVariableData struct {
	Doc       document
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
	if err := s.removeExpired(data.Doc.State); err != nil {
		return err
	}
	data.Old = get(&data.Doc.State.Variables, data.Write.Name)
	member := "/variables/" + data.Write.Name
	if err := rlmstate.MayWrite(data.Doc.State, call.Operation(), member); err != nil {
		return err
	}
	if data.Old.GetMetadata().GetReadOnly() { // a variable that is no prompt may say so itself
		return &protocol.ReadOnlyError{Operation: call.Operation(), Member: member}
	}
	return nil
}

// SetNewValue is the step write_variable/3:set_new_value.
func (s writeVariable) SetNewValue(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	w, now := data.Write, s.now()
	v := rlmstate.Variable{Name: w.Name, CreatedAt: now}
	if data.Old != nil {
		v = *data.Old
		v.UpdatedAt = now
	}
	v.Metadata = metadataOf(&v)
	delete(v.Metadata.Extra, inlineType)
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
		v.Metadata.Scope = &w.Scope
	}
	if w.TTL != 0 {
		v.Metadata.TTLSeconds = new(int64((w.TTL + time.Second - 1) / time.Second))
	}
	data.New = v
	return v.Validate()
}

// LogMutation is the step write_variable/4:log_mutation.
func (s writeVariable) LogMutation(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	if data.Write.Name == final {
		if data.Completes = isSet(&data.New); !data.Completes {
			return nil // Final is null until the state is complete
		}
	}
	return s.change(data.Doc.State, data.Write.Name, &data.New, data.Write.Source)
}

// SaveToFileIfLarge is the step write_variable/5:save_to_file_if_large.
func (s writeVariable) SaveToFileIfLarge(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	if err := s.spill(data.Doc.State, &data.New); err != nil || !inFile(&data.New) {
		return err
	}
	set(&data.Doc.State.Variables, data.Write.Name, &data.New)
	mutations := data.Doc.State.History.Mutations
	mutations[len(mutations)-1].NewValue = valueOf(&data.New)
	return nil
}

// UpdateState is the step write_variable/6:update_state.
func (s writeVariable) UpdateState(ctx context.Context, call *protocol.Call, data *writeVariableData) error {
	v := get(&data.Doc.State.Variables, data.Write.Name)
	if err := s.share(data.Doc.State, data.Write.Name, data.Old, v, true); err != nil {
		return err
	}
	return s.saveWithLog(data.Doc)
}

// checkCompletion has the steps of check_completion.
type checkCompletion struct{ *Store }

// checkCompletionData are the data of a run of check_completion.
type checkCompletionData struct {
	Doc    document
	Final  *rlmstate.Variable
	Answer rlmstate.VariableValue
}

var _ rlmstate.CheckCompletionSteps[checkCompletionData] = checkCompletion{}

// ReadFinalVariable is the step check_completion/1:read_Final_variable.
func (s checkCompletion) ReadFinalVariable(ctx context.Context, call *protocol.Call, data *checkCompletionData) error {
	data.Final = data.Doc.State.Variables.GetFinal()
	return nil
}

// IfNonNull decides whether check_completion/2:if_non_null is taken.
func (s checkCompletion) IfNonNull(ctx context.Context, call *protocol.Call, data *checkCompletionData) (bool, error) {
	return isSet(data.Final), nil
}

// ReturnComplete is the step check_completion/2:if_non_null/1:return_complete.
// It ends the operation.
func (s checkCompletion) ReturnComplete(ctx context.Context, call *protocol.Call, data *checkCompletionData) error {
	v := *data.Final
	err := s.inline(data.Doc.State, &v)
	data.Answer = v.Value
	return err
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
	Doc      document
	Name     string
	ID       string
	Snapshot []byte
}

var _ rlmstate.CheckpointSteps[checkpointData] = checkpoint{}

// GenerateCheckpointID is the step checkpoint/1:generate_checkpoint_id.
func (s checkpoint) GenerateCheckpointID(ctx context.Context, call *protocol.Call, data *checkpointData) (err error) {
	data.ID, err = s.addCheckpoint(data.Doc.State, data.Name)
	return err
}

// SnapshotCurrentState is the step checkpoint/2:snapshot_current_state.
func (s checkpoint) SnapshotCurrentState(ctx context.Context, call *protocol.Call, data *checkpointData) (err error) {
	data.Snapshot, err = data.Doc.State.MarshalJSON()
	return err
}

// SaveCheckpoint is the step checkpoint/3:save_checkpoint.
func (s checkpoint) SaveCheckpoint(ctx context.Context, call *protocol.Call, data *checkpointData) error {
	return s.saveSnapshot(data.Doc.State, data.ID, data.Snapshot)
}

// UpdateMetadata is the step checkpoint/4:update_metadata.
func (s checkpoint) UpdateMetadata(ctx context.Context, call *protocol.Call, data *checkpointData) error {
	return s.save(data.Doc)
}

// rollback has the steps of rollback.
type rollback struct{ *Store }

// rollbackData are the data of a run of rollback.
type rollbackData struct {
	Doc        document
	ID         string
	Checkpoint rlmstate.StateCheckpoint
	Snapshot   *rlmstate.State
	Changes    []Change
}

var _ rlmstate.RollbackSteps[rollbackData] = rollback{}

// LocateCheckpoint is the step rollback/1:locate_checkpoint.
func (s rollback) LocateCheckpoint(ctx context.Context, call *protocol.Call, data *rollbackData) error {
	for _, c := range data.Doc.State.GetHistory().GetCheckpoints() {
		if c.CheckpointID == data.ID {
			data.Checkpoint = c
			return nil
		}
	}
	return fmt.Errorf("%w: checkpoint %q of %s", ErrNotFound, data.ID, data.Doc.State.StateID)
}

// LoadCheckpointSnapshot is the step rollback/2:load_checkpoint_snapshot.
func (s rollback) LoadCheckpointSnapshot(ctx context.Context, call *protocol.Call, data *rollbackData) (err error) {
	data.Snapshot, err = s.loadSnapshot(data.Doc.State.StateID, data.Checkpoint)
	return err
}

// RestoreState is the step rollback/3:restore_state.
func (s rollback) RestoreState(ctx context.Context, call *protocol.Call, data *rollbackData) error {
	data.Changes = differences(&data.Doc.State.Variables, &data.Snapshot.Variables)
	for _, c := range data.Changes {
		err := rlmstate.MayWrite(data.Doc.State, call.Operation(), "/variables/"+c.Name)
		if err == nil {
			err = s.change(data.Doc.State, c.Name, c.New, "rollback:"+data.ID)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// LogRollbackMutation is the step rollback/4:log_rollback_mutation.
func (s rollback) LogRollbackMutation(ctx context.Context, call *protocol.Call, data *rollbackData) error {
	for _, c := range data.Changes {
		if err := s.share(data.Doc.State, c.Name, c.Old, c.New, false); err != nil {
			return err
		}
	}
	return s.saveWithLog(data.Doc)
}
