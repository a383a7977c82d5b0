// Package statefiles keeps RLM states: named variables, the log of their
// changes, and checkpoints to go back to. Everything lives in the files that
// schemas/rlm-state.yaml names, and every operation is the one of its protocol;
// steps.go has what the steps do.
//
// An operation holds the lock of the directory from its first step to its last,
// and changes the state in memory only until it replaces the state's file as a
// whole. So concurrent writers lose nothing, and a process that dies leaves the
// state as it was before or as it is afterwards.
package statefiles

import (
	"context"
	"time"

	"example.com/agentmemory/gen/rlmstate"
	"example.com/agentmemory/internal/dirlock"
	"github.com/bindery-go/bindery/runtime/protocol"
	"github.com/bindery-go/bindery/runtime/storage"
)

// Store holds all states below one directory. It is safe for concurrent use,
// also by several processes and by several Stores of one directory.
type Store struct {
	// Limits are those of the schema, and Now is time.Now. Nothing here may be
	// changed once the store is used.
	Limits rlmstate.Limits
	Now    func() time.Time
	// Observer is told of every step; nil for nobody.
	Observer protocol.Observer
	// Completed is called when a write has set Final, after the write has been
	// saved and without the lock.
	Completed func(stateID string, answer rlmstate.VariableValue)

	dir  string
	root *storage.Root
}

// Open opens the store in a directory that exists, the root of a project.
func Open(dir string) (*Store, error) {
	root, err := storage.Open(dir)
	if err != nil {
		return nil, err
	}
	return &Store{Limits: rlmstate.DefaultLimits(), Now: time.Now, dir: dir, root: root}, nil
}

// Close lets go of the directory.
func (s *Store) Close() error { return s.root.Close() }

// State gives a state as its file has it.
func (s *Store) State(stateID string) (*rlmstate.State, error) {
	doc, err := s.load(stateID)
	return doc.State, err
}

// Origin says what a state belongs to. Both IDs may be missing.
type Origin struct {
	SessionID string // gives access to the session's variables
	TreeID    string // gives access to the task tree's variables
}

// Initialize makes a state for a prompt and gives its ID.
func (s *Store) Initialize(ctx context.Context, prompt string, origin Origin) (stateID string, err error) {
	data := initializeStateData{Prompt: prompt, Origin: origin}
	err = s.locked(ctx, func() error {
		_, err := rlmstate.RunInitializeState(ctx, initializeState{s}, &data, s.options(&data.Doc)...)
		return err
	})
	if err != nil {
		return "", err
	}
	return data.Doc.State.StateID, nil
}

// Write is what write_variable is to write.
type Write struct {
	Name        string
	Value       rlmstate.VariableValue
	Type        rlmstate.VariableType // "" is that of the value
	Description string                // "" leaves what is there
	Source      string                // where the value comes from
	// Scope names who else sees the variable; "" leaves what is there, which is
	// nobody for a new one.
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
	err := s.on(ctx, stateID, &data.Doc, func() error {
		_, err := rlmstate.RunWriteVariable(ctx, writeVariable{s}, &data, s.options(&data.Doc)...)
		return err
	})
	if err == nil && data.Completes && s.Completed != nil {
		s.Completed(stateID, w.Value)
	}
	return err
}

// Read gives the value of a variable, and counts the access. It looks in the
// state's own variables and in those that its tree, its session and everybody
// share. The error wraps ErrNotFound where there is none.
func (s *Store) Read(ctx context.Context, stateID, name string) (rlmstate.VariableValue, error) {
	data := readVariableData{Name: name}
	err := s.on(ctx, stateID, &data.Doc, func() error {
		_, err := rlmstate.RunReadVariable(ctx, readVariable{s}, &data, s.options(&data.Doc)...)
		return err
	})
	return data.Value, err
}

// Completion gives the answer of a state that is complete.
func (s *Store) Completion(ctx context.Context, stateID string) (answer rlmstate.VariableValue, complete bool, err error) {
	var data checkCompletionData
	err = s.on(ctx, stateID, &data.Doc, func() error {
		outcome, err := rlmstate.RunCheckCompletion(ctx, checkCompletion{s}, &data, s.options(&data.Doc)...)
		complete = outcome == rlmstate.ReturnComplete
		return err
	})
	return data.Answer, complete, err
}

// Checkpoint saves a copy of the state to go back to, and gives its ID.
func (s *Store) Checkpoint(ctx context.Context, stateID, name string) (checkpointID string, err error) {
	data := checkpointData{Name: name}
	err = s.on(ctx, stateID, &data.Doc, func() error {
		_, err := rlmstate.RunCheckpoint(ctx, checkpoint{s}, &data, s.options(&data.Doc)...)
		return err
	})
	return data.ID, err
}

// Rollback sets the variables back to those of a checkpoint. History and
// checkpoints stay; the changes are logged as any others.
func (s *Store) Rollback(ctx context.Context, stateID, checkpointID string) error {
	data := rollbackData{ID: checkpointID}
	return s.on(ctx, stateID, &data.Doc, func() error {
		_, err := rlmstate.RunRollback(ctx, rollback{s}, &data, s.options(&data.Doc)...)
		return err
	})
}

func (s *Store) options(doc *document) []protocol.Option {
	opts := []protocol.Option{protocol.WithGuard(rlmstate.RulesGuard(func() *rlmstate.State { return doc.State }))}
	if s.Observer != nil {
		opts = append(opts, protocol.WithObserver(s.Observer))
	}
	return opts
}

// on loads a state and runs an operation on it, alone.
func (s *Store) on(ctx context.Context, stateID string, doc *document, run func() error) error {
	return s.locked(ctx, func() (err error) {
		if *doc, err = s.load(stateID); err != nil {
			return err
		}
		return run()
	})
}

func (s *Store) locked(ctx context.Context, run func() error) error {
	unlock, err := dirlock.Lock(ctx, s.dir)
	if err != nil {
		return err
	}
	defer unlock()
	return run()
}
