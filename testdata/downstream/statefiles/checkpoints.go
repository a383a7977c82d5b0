package statefiles

import (
	"bytes"
	"fmt"
	"slices"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/storage"
)

// addCheckpoint enters a checkpoint into the state's list and gives its ID. Its
// snapshot is yet to be saved.
func (s *Store) addCheckpoint(state *rlmstate.State, name string) (id string, err error) {
	if state.History == nil {
		state.History = &rlmstate.StateHistory{}
	}
	h := state.History
	id = nextID("ckpt-", len(h.Checkpoints), func(id string) bool {
		for i := range h.Checkpoints {
			if h.Checkpoints[i].CheckpointID == id {
				return true
			}
		}
		return false
	})
	path, err := snapshotFile(state.StateID, id)
	if err != nil {
		return "", err
	}
	h.Checkpoints = append(h.Checkpoints, rlmstate.StateCheckpoint{
		CheckpointID: id, Name: name, Timestamp: *s.now(), SnapshotPath: new(path.String()),
	})
	return id, s.Limits.Check(state)
}

func snapshotFile(stateID, id string) (storage.Path, error) {
	dir, err := rlmstate.CheckpointsDir(stateID)
	if err != nil {
		return storage.Path{}, err
	}
	return dir.File(id + ".json")
}

// saveSnapshot keeps the whole state, not a list of its files: values in files
// of their own are never changed, so naming them is enough.
func (s *Store) saveSnapshot(state *rlmstate.State, id string, snapshot []byte) error {
	path, err := snapshotFile(state.StateID, id)
	if err != nil {
		return err
	}
	return s.root.WriteFile(path, snapshot)
}

// loadSnapshot reads a checkpoint. A damaged one is an error and hides no other.
func (s *Store) loadSnapshot(stateID string, c rlmstate.StateCheckpoint) (*rlmstate.State, error) {
	path, err := snapshotFile(stateID, c.CheckpointID)
	if err != nil {
		return nil, err
	}
	if named := c.GetSnapshotPath(); named != path.String() {
		return nil, fmt.Errorf("%w: %q", ErrOutside, named)
	}
	doc, err := s.open(path)
	if err != nil {
		return nil, err
	}
	if doc.State.StateID != stateID {
		return nil, fmt.Errorf("%w: %s is that of %s", ErrDamaged, path, doc.State.StateID)
	}
	return doc.State, nil
}

// Change is what a rollback does to one variable. Old or New is nil where the
// variable is not there.
type Change struct {
	Name     string
	Old, New *rlmstate.Variable
}

// differences lists what changes from one set of variables to another, by name.
// Accesses are no change.
func differences(from, to *rlmstate.VariableStore) []Change {
	all := append(names(from), names(to)...)
	slices.Sort(all)
	var changes []Change
	for _, name := range slices.Compact(all) {
		if c := (Change{name, get(from, name), get(to, name)}); !same(c.Old, c.New) {
			changes = append(changes, c)
		}
	}
	return changes
}

func same(a, b *rlmstate.Variable) bool {
	if a == nil || b == nil {
		return a == b
	}
	x, y := *a, *b
	x.AccessCount, y.AccessCount = nil, nil
	xText, xErr := x.MarshalJSON()
	yText, yErr := y.MarshalJSON()
	return xErr == nil && yErr == nil && bytes.Equal(xText, yText) // encoding is deterministic
}
