package statefiles

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/optional"
	"github.com/bindery-go/bindery/runtime/storage"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

var (
	// ErrNotFound is wrapped where a state, variable or checkpoint does not
	// exist, or has expired.
	ErrNotFound = errors.New("statefiles: not found")
	// ErrOutside is wrapped where a file is named that is not the state's own.
	ErrOutside = errors.New("statefiles: the path is outside the state's folder")
	// ErrDamaged is wrapped where a file holds something else than was saved.
	ErrDamaged = errors.New("statefiles: the file is damaged")
)

// The two variables that the schema gives a member of their own.
const (
	final  = rlmstate.SpecialVariableFinal
	prompt = rlmstate.SpecialVariablePrompt
)

// document is a state and the file that it is in: that of the state itself, or
// one in which states of a scope share variables.
type document struct {
	State *rlmstate.State
	Path  storage.Path
}

// load reads a state. What is no state, be it [] or half a file, is an error,
// and stays as it is.
func (s *Store) load(stateID string) (document, error) {
	path, err := rlmstate.StateFile(stateID)
	if err != nil {
		return document{}, err
	}
	doc, err := s.open(path)
	if err == nil && doc.State.StateID != stateID {
		err = fmt.Errorf("%w: %s is that of %s", ErrDamaged, path, doc.State.StateID)
	}
	return doc, err
}

// open reads a document. The error wraps ErrNotFound where there is no file.
func (s *Store) open(path storage.Path) (document, error) {
	text, err := s.root.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return document{}, fmt.Errorf("%w: %s", ErrNotFound, path)
	}
	if err != nil {
		return document{}, err
	}
	state, err := rlmstate.ParseState(text)
	if err != nil {
		return document{}, fmt.Errorf("%s: %w", path, err)
	}
	return document{state, path}, nil
}

// save replaces the document's file, or leaves it where the document is against
// the schema or its limits.
func (s *Store) save(doc document) error {
	if err := s.count(doc.State); err != nil {
		return err
	}
	if err := errors.Join(doc.State.Validate(), s.Limits.Check(doc.State)); err != nil {
		return err
	}
	text, err := doc.State.MarshalJSON()
	if err != nil {
		return err
	}
	return s.root.WriteFile(doc.Path, text)
}

// saveWithLog saves a state, and then what is new in its log.
func (s *Store) saveWithLog(doc document) error {
	if err := s.save(doc); err != nil {
		return err
	}
	return s.writeLog(doc.State)
}

// count brings the metadata up to date.
func (s *Store) count(state *rlmstate.State) error {
	m := state.Metadata
	if m == nil {
		m = &rlmstate.StateMetadata{}
		state.Metadata = m
	}
	m.LastUpdatedAt = s.now()
	m.VariableCount = new(int64(len(names(&state.Variables))))
	m.MutationCount = new(int64(len(state.GetHistory().GetMutations())))
	m.CheckpointCount = new(int64(len(state.GetHistory().GetCheckpoints())))
	switch status := m.GetCompletionStatus(); {
	case isSet(state.Variables.GetFinal()):
		m.CompletionStatus = new(rlmstate.StateMetadataCompletionStatusComplete)
	case status == "" || status == rlmstate.StateMetadataCompletionStatusComplete:
		m.CompletionStatus = new(rlmstate.StateMetadataCompletionStatusIncomplete)
	}
	encoded, err := state.MarshalJSON()
	m.TotalSizeBytes = new(int64(len(encoded)))
	return err
}

func (s *Store) now() *timefmt.DateTime { return new(timefmt.DateTimeOf(s.Now().UTC())) }

// isSet says whether a variable has a value other than null.
func isSet(v *rlmstate.Variable) bool {
	return v != nil && v.Value.Kind() != rlmstate.VariableValueKindNull
}

// get gives a copy of a variable, nil where there is none.
func get(vars *rlmstate.VariableStore, name string) *rlmstate.Variable {
	v, ok := vars.Additional[name]
	switch {
	case name == final:
		v, ok = vars.Final.Get()
	case name == prompt && vars.Prompt != nil:
		v, ok = *vars.Prompt, true
	}
	if !ok {
		return nil
	}
	return &v
}

// set puts a variable in, or removes it where v is nil. Final is never removed:
// it is null until the state is complete.
func set(vars *rlmstate.VariableStore, name string, v *rlmstate.Variable) {
	switch {
	case name == final && v == nil:
		vars.Final = optional.Null[rlmstate.Variable]()
	case name == final:
		vars.Final = optional.Of(*v)
	case name == prompt:
		vars.Prompt = v
	case v == nil:
		delete(vars.Additional, name)
	default:
		if vars.Additional == nil {
			vars.Additional = make(map[string]rlmstate.Variable)
		}
		vars.Additional[name] = *v
	}
}

// names gives the names of all variables, in order. A null Final counts.
func names(vars *rlmstate.VariableStore) []string {
	list := slices.Collect(maps.Keys(vars.Additional))
	if !vars.Final.IsAbsent() {
		list = append(list, final)
	}
	if vars.Prompt != nil {
		list = append(list, prompt)
	}
	slices.Sort(list)
	return list
}
