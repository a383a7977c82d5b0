package statefiles

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/storage"
)

// A variable whose metadata name a scope is also in that scope's file, where the
// other states of the scope read and write it. The file is a state without a
// history, with an ID and a folder of its own.

// lookupOrder is from the narrowest scope to the widest.
var lookupOrder = []rlmstate.VariableMetadataScope{
	rlmstate.VariableMetadataScopeTemporary,
	rlmstate.VariableMetadataScopeTree,
	rlmstate.VariableMetadataScopeSession,
	rlmstate.VariableMetadataScopeGlobal,
}

// scopeOf gives the scope that a variable names, "" for none. The schema's
// default is no naming.
func scopeOf(v *rlmstate.Variable) rlmstate.VariableMetadataScope {
	if v == nil || v.Metadata == nil || v.Metadata.Scope == nil {
		return ""
	}
	return *v.Metadata.Scope
}

// within says whether a state is in a session, or in a tree.
func within(state *rlmstate.State, scope rlmstate.VariableMetadataScope) bool {
	switch scope {
	case rlmstate.VariableMetadataScopeTree:
		return state.TreeID.IsValue()
	case rlmstate.VariableMetadataScopeSession:
		return state.SessionID != nil
	}
	return true
}

func scopeFile(state *rlmstate.State, scope rlmstate.VariableMetadataScope) (storage.Path, error) {
	switch scope {
	case rlmstate.VariableMetadataScopeTemporary:
		return rlmstate.ScopeTemporaryFileOf(state)
	case rlmstate.VariableMetadataScopeTree:
		return rlmstate.ScopeTreeFileOf(state)
	case rlmstate.VariableMetadataScopeSession:
		return rlmstate.ScopeSessionFileOf(state)
	case rlmstate.VariableMetadataScopeGlobal:
		return rlmstate.ScopeGlobalFile()
	}
	return storage.Path{}, fmt.Errorf("statefiles: no scope is called %q", scope)
}

// lookup finds a variable and the document that it is in. What the state has for
// itself comes first. What it shares is read where the others write it, so its
// own copy comes last.
func (s *Store) lookup(own document, name string) (document, *rlmstate.Variable, error) {
	v := get(&own.State.Variables, name)
	if v != nil && s.expired(v) {
		v = nil
	}
	if v != nil && scopeOf(v) == "" {
		return own, v, nil
	}
	for _, scope := range lookupOrder {
		if !within(own.State, scope) {
			continue
		}
		path, err := scopeFile(own.State, scope)
		if err != nil {
			return document{}, nil, err
		}
		shared, err := s.open(path)
		if errors.Is(err, ErrNotFound) {
			continue
		}
		if err != nil {
			return document{}, nil, err
		}
		if v := get(&shared.State.Variables, name); v != nil && !s.expired(v) {
			return shared, v, nil
		}
	}
	if v != nil {
		return own, v, nil
	}
	return document{}, nil, fmt.Errorf("%w: variable %q of %s", ErrNotFound, name, own.State.StateID)
}

// share brings the files of the scopes up to a change of the state's variable
// from old to v, either of which may be nil. What another state has written to a
// scope since is only overwritten where v is a write.
func (s *Store) share(state *rlmstate.State, name string, old, v *rlmstate.Variable, write bool) error {
	if from := scopeOf(old); from != "" && from != scopeOf(v) {
		if err := s.shareIn(from, state, name, old, nil, false); err != nil {
			return err
		}
	}
	if to := scopeOf(v); to != "" {
		return s.shareIn(to, state, name, old, v, write)
	}
	return nil
}

func (s *Store) shareIn(scope rlmstate.VariableMetadataScope, state *rlmstate.State, name string, old, v *rlmstate.Variable, write bool) error {
	path, err := scopeFile(state, scope)
	if err != nil {
		return err
	}
	shared, err := s.open(path)
	if errors.Is(err, ErrNotFound) {
		shared, err = s.newScope(state, path)
	}
	if err != nil {
		return err
	}
	if !write {
		if scopeOf(old) != scope {
			old = nil // the state has written nothing there
		}
		unchanged, err := s.sameValue(shared.State, get(&shared.State.Variables, name), state, old)
		if err != nil || !unchanged {
			return err
		}
	}
	if v != nil {
		there := *v
		if err := errors.Join(s.inline(state, &there), s.spill(shared.State, &there)); err != nil {
			return err
		}
		v = &there
	}
	set(&shared.State.Variables, name, v)
	for _, name := range s.expiredNames(shared.State) {
		set(&shared.State.Variables, name, nil)
	}
	return s.save(shared)
}

// newScope makes the document of a scope's file.
func (s *Store) newScope(state *rlmstate.State, path storage.Path) (document, error) {
	shared := rlmstate.NewState()
	shared.SessionID, shared.TreeID = state.SessionID, state.TreeID
	var err error
	shared.StateID, err = s.newStateID()
	shared.Metadata = &rlmstate.StateMetadata{CreatedAt: s.now()}
	return document{shared, path}, err
}

// newStateID draws the ID of a state that does not exist.
func (s *Store) newStateID() (string, error) {
	for {
		var b [4]byte
		rand.Read(b[:]) // never fails
		id := "state-" + hex.EncodeToString(b[:])
		if _, err := s.load(id); errors.Is(err, ErrNotFound) {
			return id, nil
		} else if err != nil {
			return "", err
		}
	}
}

// sameValue compares variables of two documents; two that are not there are the same.
func (s *Store) sameValue(aState *rlmstate.State, a *rlmstate.Variable, bState *rlmstate.State, b *rlmstate.Variable) (bool, error) {
	if a == nil || b == nil {
		return a == b, nil
	}
	x, y := *a, *b
	if err := errors.Join(s.inline(aState, &x), s.inline(bState, &y)); err != nil {
		return false, err
	}
	return valueOf(&x).Equal(valueOf(&y)), nil
}

// expired says whether a variable's time to live, from its last update, is over.
func (s *Store) expired(v *rlmstate.Variable) bool {
	if v == nil || v.Metadata == nil || v.Metadata.TTLSeconds == nil {
		return false
	}
	since := v.GetUpdatedAt()
	if since.IsZero() {
		since = v.GetCreatedAt()
	}
	if since.IsZero() {
		return false
	}
	return int64(s.Now().Sub(since.Time())/time.Second) >= *v.Metadata.TTLSeconds
}

func (s *Store) expiredNames(state *rlmstate.State) []string {
	return slices.DeleteFunc(names(&state.Variables), func(name string) bool {
		return !s.expired(get(&state.Variables, name))
	})
}

// removeExpired ends the variables of a state whose time is over.
func (s *Store) removeExpired(state *rlmstate.State) error {
	for _, name := range s.expiredNames(state) {
		if err := s.change(state, name, nil, "ttl"); err != nil {
			return err
		}
	}
	return nil
}
