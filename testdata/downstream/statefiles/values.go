package statefiles

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"strings"

	"example.com/agentmemory/gen/rlmstate"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

const (
	filePrefix = "file:"       // of a value that is in a file
	inlineType = "inline_type" // member of the metadata: the type of the value in the file
	hashPrefix = "sha256-"     // of the name of a file that spill made
)

// spill moves a value that is too large for the document to a file in the
// folder of state. The file is named by its content, so that it is never
// changed: checkpoints and the log go on naming what they named.
func (s *Store) spill(state *rlmstate.State, v *rlmstate.Variable) error {
	large, err := s.Limits.OverMaxInlineValueSizeBytes(v.Value)
	if err != nil || !large {
		return err
	}
	text, err := v.Value.MarshalJSON()
	if err != nil {
		return err
	}
	dir, err := rlmstate.VariableDataDir(state.StateID)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	file, err := dir.File(hashPrefix + hex.EncodeToString(sum[:]) + ".json")
	if err != nil {
		return err
	}
	if err := s.root.WriteFile(file, text); err != nil {
		return err
	}
	kind, err := jsonvalue.FromString(string(v.Type))
	if err != nil {
		return err
	}
	v.Metadata = metadataOf(v)
	if v.Metadata.Extra == nil {
		v.Metadata.Extra = make(map[string]jsonvalue.Value)
	}
	v.Metadata.Extra[inlineType] = kind
	v.Value = rlmstate.NewVariableValueString(filePrefix + file.String())
	v.Type = rlmstate.VariableTypeFilePath
	return nil
}

// inline brings a value back from its file, which must be in the folder of
// state. Other values stay.
func (s *Store) inline(state *rlmstate.State, v *rlmstate.Variable) error {
	if !inFile(v) {
		return nil
	}
	name, _ := v.Value.AsString()
	name = strings.TrimPrefix(name, filePrefix)
	folder, base := path.Split(name)
	owner, err := rlmstate.ParseVariableDataDir(folder)
	if err != nil || owner != state.StateID {
		return fmt.Errorf("%w: %s", ErrOutside, name)
	}
	dir, err := rlmstate.VariableDataDir(owner)
	if err != nil {
		return err
	}
	file, err := dir.File(base)
	if err != nil {
		return errors.Join(ErrOutside, err)
	}
	text, err := s.root.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %s", ErrNotFound, name)
	}
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	if hash, ours := strings.CutPrefix(base, hashPrefix); ours && hash != hex.EncodeToString(sum[:])+".json" {
		return fmt.Errorf("%w: %s", ErrDamaged, name)
	}
	v.Metadata = metadataOf(v)
	kind, typed := v.Metadata.Extra[inlineType].Str()
	if !typed { // a file that somebody else put there is text
		v.Type, v.Value = rlmstate.VariableTypeFileContent, rlmstate.NewVariableValueString(string(text))
		return nil
	}
	delete(v.Metadata.Extra, inlineType)
	v.Type = rlmstate.VariableType(kind)
	return v.Value.UnmarshalJSON(text)
}

// inFile says whether a variable's value is in a file.
func inFile(v *rlmstate.Variable) bool {
	name, _ := v.Value.AsString()
	return v.Type == rlmstate.VariableTypeFilePath && strings.HasPrefix(name, filePrefix)
}

// metadataOf gives a copy of a variable's metadata, which variables that were
// copied share.
func metadataOf(v *rlmstate.Variable) *rlmstate.VariableMetadata {
	var m rlmstate.VariableMetadata
	if v.Metadata != nil {
		m = *v.Metadata
		m.Extra = maps.Clone(m.Extra)
	}
	return &m
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
