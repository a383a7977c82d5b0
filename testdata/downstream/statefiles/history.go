package statefiles

import (
	"bytes"
	"encoding/json"
	"fmt"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// change sets or removes (v is nil) a variable of the state and logs that, with
// who caused it.
func (s *Store) change(state *rlmstate.State, name string, v *rlmstate.Variable, source string) error {
	m := rlmstate.StateMutation{VariableName: name, Timestamp: *s.now(), Operation: rlmstate.StateMutationOperationCreate}
	old := get(&state.Variables, name)
	if old != nil {
		m.Operation = rlmstate.StateMutationOperationUpdate
		m.OldValue = valueOf(old)
	}
	if v == nil {
		m.Operation = rlmstate.StateMutationOperationDelete
	} else {
		m.NewValue = valueOf(v)
	}
	if source != "" {
		m.Source = &source
	}
	if state.History == nil {
		state.History = &rlmstate.StateHistory{}
	}
	h := state.History
	m.MutationID = nextID("mut-", len(h.Mutations), func(id string) bool {
		for i := range h.Mutations {
			if h.Mutations[i].MutationID == id {
				return true
			}
		}
		return false
	})
	h.Mutations = append(h.Mutations, m)
	set(&state.Variables, name, v)
	return s.Limits.Check(state)
}

// nextID numbers things from 1. Files that others wrote may have used a number.
func nextID(prefix string, n int, taken func(id string) bool) string {
	for {
		n++
		if id := fmt.Sprintf("%s%08x", prefix, n); !taken(id) {
			return id
		}
	}
}

// valueOf gives a variable's value as the log holds it.
func valueOf(v *rlmstate.Variable) jsonvalue.Value {
	text, err := v.Value.MarshalJSON()
	if err != nil {
		return jsonvalue.Value{} // Validate says why when the state is saved
	}
	return jsonvalue.Trusted(string(text))
}

// writeLog brings history.jsonl up to the state's mutations, a line each. They
// are the truth: the log may be behind them after a crash, or be damaged, and is
// then written anew.
func (s *Store) writeLog(state *rlmstate.State) error {
	mutations := state.GetHistory().GetMutations()
	n := 0
	for line, err := range rlmstate.HistoryLogFileLines(s.root, state.StateID) {
		if err != nil || n >= len(mutations) || line.MutationID != mutations[n].MutationID {
			n = 0
			break
		}
		n++
	}
	switch {
	case n == len(mutations):
		return nil
	case n == len(mutations)-1:
		return rlmstate.AppendHistoryLogFile(s.root, state.StateID, &mutations[n])
	}
	var all bytes.Buffer
	for i := range mutations {
		line, err := json.Marshal(mutations[i])
		if err != nil {
			return err
		}
		all.Write(append(line, '\n'))
	}
	path, err := rlmstate.HistoryLogFile(state.StateID)
	if err != nil {
		return err
	}
	return s.root.WriteFile(path, all.Bytes())
}
