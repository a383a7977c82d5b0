// Package statefiles keeps RLM states: named variables, the log of their
// changes, and checkpoints to go back to, by the operations of the schema's
// protocol. The generated store has the files; steps.go has what the steps do.
//
// An operation holds the lock of its state from its first step to its last, and
// changes the state in memory only until the store replaces its file as a whole.
// So concurrent writers lose nothing, and a process that dies leaves the state as
// it was before or as it is afterwards.
package statefiles

import (
	"context"
	"errors"
	"time"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/optional"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Store holds all states below one directory. It is safe for concurrent use,
// also by several processes and by several Stores of one directory. Errors wrap
// fs.ErrNotExist where a state, variable or checkpoint does not exist.
type Store struct {
	*rlmstate.States
	// Observer is told of every step; nil for nobody.
	Observer protocol.Observer
	// Completed is called when a write has set Final, after the write has been
	// saved and without the lock.
	Completed func(stateID string, answer rlmstate.VariableValue)
}

// Open opens the store in a directory that exists, the root of a project.
func Open(dir string) (*Store, error) {
	root, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Store{States: rlmstate.NewStates(root)}, nil
}

// Close lets go of the directory.
func (s *Store) Close() error { return s.Root().Close() }

// Origin says what a state belongs to. Both IDs may be missing.
type Origin struct {
	SessionID string // gives access to the session's variables
	TreeID    string // gives access to the task tree's variables
}

// Initialize makes a state for a prompt and gives its ID.
func (s *Store) Initialize(ctx context.Context, prompt string, origin Origin) (stateID string, err error) {
	x, err := s.CreateNew(ctx, func(id string) (*rlmstate.State, error) {
		x := rlmstate.NewState()
		x.StateID = id
		if origin.TreeID != "" {
			x.TreeID = optional.Of(origin.TreeID)
		}
		if origin.SessionID == "" {
			return x, nil
		}
		x.SessionID = &origin.SessionID
		_, err := rlmstate.ScopeSessionFileOf(x) // the schema lets any string be a session, a path does not
		return x, err
	})
	if err != nil {
		return "", err
	}
	data := initializeStateData{Prompt: prompt}
	err = s.on(ctx, x.StateID, &data.X, func(opts ...protocol.Option) error {
		_, err := rlmstate.RunInitializeState(ctx, initializeState{s}, &data, opts...)
		return err
	})
	if err != nil {
		return "", errors.Join(err, s.Delete(context.WithoutCancel(ctx), x.StateID))
	}
	return x.StateID, nil
}

// Write is what write_variable is to write.
type Write struct {
	Name        string
	Value       rlmstate.VariableValue
	Type        rlmstate.VariableType // "" is that of the value
	Description string                // "" leaves what is there
	Source      string                // where the value comes from
	// Scope names who else sees the variable; "" leaves what is there, which is
	// the session, if there is one, for a new variable.
	Scope rlmstate.VariableMetadataScope
	// TTL is how long the variable is there, in seconds, a begun one being a
	// whole one; 0 leaves what is there, which is for ever for a new one.
	TTL time.Duration
}

// Write writes a variable. The error wraps a *limits.Error at a limit, a
// *validate.Error for a name or value that the schema does not allow,
// a *protocol.ReadOnlyError for the prompt, and a *protocol.CompleteError once
// Final is set.
func (s *Store) Write(ctx context.Context, stateID string, w Write) error {
	data := writeVariableData{Write: w}
	err := s.on(ctx, stateID, &data.X, func(opts ...protocol.Option) error {
		_, err := rlmstate.RunWriteVariable(ctx, writeVariable{s}, &data, opts...)
		return err
	})
	if err == nil && data.Completes && s.Completed != nil {
		s.Completed(stateID, w.Value)
	}
	return err
}

// Read gives the value of a variable, and counts the access. It looks in the
// state's own variables and in those that its tree, its session and everybody
// share.
func (s *Store) Read(ctx context.Context, stateID, name string) (rlmstate.VariableValue, error) {
	data := readVariableData{Name: name}
	err := s.on(ctx, stateID, &data.X, func(opts ...protocol.Option) error {
		_, err := rlmstate.RunReadVariable(ctx, readVariable{s}, &data, opts...)
		return err
	})
	return data.Found.Variable.Value, err
}

// Completion gives the answer of a state that is complete.
func (s *Store) Completion(ctx context.Context, stateID string) (answer rlmstate.VariableValue, complete bool, err error) {
	var data checkCompletionData
	if data.X, err = s.Load(stateID); err != nil {
		return answer, false, err
	}
	outcome, err := rlmstate.RunCheckCompletion(ctx, checkCompletion{s}, &data, s.options(&data.X)...)
	return data.Final.Value, outcome == rlmstate.ReturnComplete, err
}

// Checkpoint saves a copy of the state to go back to, and gives its ID. The
// oldest makes room for it where there are as many as may be.
func (s *Store) Checkpoint(ctx context.Context, stateID, name string) (checkpointID string, err error) {
	data := checkpointData{Name: name}
	err = s.on(ctx, stateID, &data.X, func(opts ...protocol.Option) error {
		_, err := rlmstate.RunCheckpoint(ctx, checkpoint{s}, &data, opts...)
		return err
	})
	return data.ID, err
}

// Rollback sets the variables back to those of a checkpoint. History and
// checkpoints stay; the changes are logged as any others.
func (s *Store) Rollback(ctx context.Context, stateID, checkpointID string) error {
	data := rollbackData{ID: checkpointID}
	return s.on(ctx, stateID, &data.X, func(opts ...protocol.Option) error {
		_, err := rlmstate.RunRollback(ctx, rollback{s}, &data, opts...)
		return err
	})
}

// on runs an operation on a state, alone.
func (s *Store) on(ctx context.Context, stateID string, state **rlmstate.State, run func(opts ...protocol.Option) error) error {
	return s.Update(ctx, stateID, func(x *rlmstate.State) error {
		*state = x
		return run(s.options(state)...)
	})
}

func (s *Store) options(state **rlmstate.State) []protocol.Option {
	opts := []protocol.Option{protocol.WithGuard(rlmstate.RulesGuard(func() *rlmstate.State { return *state }))}
	if s.Observer != nil {
		opts = append(opts, protocol.WithObserver(s.Observer))
	}
	return opts
}
