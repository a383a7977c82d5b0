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
	data := operation{Variable: rlmstate.Variable{
		Name: rlmstate.SpecialVariablePrompt, Value: rlmstate.NewVariableValueString(prompt), Source: new("user_input"),
		Metadata: &rlmstate.VariableMetadata{ReadOnly: new(true)},
	}}
	if err := on(ctx, s, x.StateID, &data, rlmstate.RunInitializeState); err != nil {
		return "", errors.Join(err, s.Delete(context.WithoutCancel(ctx), x.StateID))
	}
	return x.StateID, nil
}

// Write writes a variable. What it does not say, as its type, description or
// scope, follows from its value or stays as it is. The error wraps a
// *limits.Error at a limit, a *validate.Error for a name or value that the schema
// does not allow, a *protocol.ReadOnlyError or variables.ErrReadOnly for a
// variable that is not to be written, and a *protocol.CompleteError once Final is
// set.
func (s *Store) Write(ctx context.Context, stateID string, v rlmstate.Variable) error {
	err := on(ctx, s, stateID, &operation{Variable: v}, rlmstate.RunWriteVariable)
	if err == nil && v.Name == rlmstate.SpecialVariableFinal && isSet(v) && s.Completed != nil {
		s.Completed(stateID, v.Value)
	}
	return err
}

// Read gives the value of a variable, and counts the access. It looks in the
// state's own variables and in those that its tree, its session and everybody
// share.
func (s *Store) Read(ctx context.Context, stateID, name string) (rlmstate.VariableValue, error) {
	data := operation{Variable: rlmstate.Variable{Name: name}}
	err := on(ctx, s, stateID, &data, rlmstate.RunReadVariable)
	return data.Found.Variable.Value, err
}

// Completion gives the answer of a state that is complete.
func (s *Store) Completion(ctx context.Context, stateID string) (answer rlmstate.VariableValue, complete bool, err error) {
	x, err := s.Load(stateID)
	if err != nil {
		return answer, false, err
	}
	data := operation{X: x}
	outcome, err := rlmstate.RunCheckCompletion(ctx, steps{s}, &data, s.options(&data)...)
	return data.Variable.Value, outcome == rlmstate.ReturnComplete, err
}

// Checkpoint saves a copy of the state to go back to, and gives its ID. The
// oldest makes room for it where there are as many as may be.
func (s *Store) Checkpoint(ctx context.Context, stateID, name string) (checkpointID string, err error) {
	data := operation{Name: name}
	err = on(ctx, s, stateID, &data, rlmstate.RunCheckpoint)
	return data.ID, err
}

// Rollback sets the variables back to those of a checkpoint. History and
// checkpoints stay; the changes are logged as any others.
func (s *Store) Rollback(ctx context.Context, stateID, checkpointID string) error {
	return on(ctx, s, stateID, &operation{ID: checkpointID}, rlmstate.RunRollback)
}

// on runs an operation on a state, alone, and shares what it has written when the
// state is saved: others never see what the state does not have.
func on[S any](ctx context.Context, s *Store, stateID string, data *operation, run func(context.Context, S, *operation, ...protocol.Option) (protocol.Outcome, error)) error {
	err := s.Update(ctx, stateID, func(x *rlmstate.State) error {
		data.X = x
		_, err := run(ctx, any(steps{s}).(S), data, s.options(data)...)
		return err
	})
	if err != nil || data.share == nil {
		return err
	}
	return s.Update(ctx, stateID, data.share)
}

func (s *Store) options(data *operation) []protocol.Option {
	opts := []protocol.Option{protocol.WithGuard(rlmstate.RulesGuard(func() *rlmstate.State { return data.X }))}
	if s.Observer != nil {
		opts = append(opts, protocol.WithObserver(s.Observer))
	}
	return opts
}
