// Package memory is a window over records of a type, by what x-bindery says under
// window.
package memory

import (
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/source"
)

// Section is the window of one schema.
type Section struct {
	section.Base
	limits  *limits.Section
	written *Memory // nil for none
	memory  *Memory // the same once it is lowered
	record  *model.Decl
}

// New makes the section of a schema with limits.
func New(l *limits.Section) *Section { return &Section{limits: l} }

// Memory is a window over records of a type: it keeps the most useful ones.
type Memory struct {
	pos      source.Pos
	name     string       // of the Go type; "" for the usual one
	of       section.Word // reference to the schema of a record
	capacity section.Amount
	members  section.Members // of a record

	Type, Config, New string // Go names
	Kind, Fill        string // Go names of the package's own
	Record            *model.Decl
	Capacity          limits.Amount
	Min, Max          int64  // of the capacity; 0 for none
	Policy            string // the constant one, or the default of PolicyMember; "" for none
	PolicyMember      *model.Access

	// Read; Iteration is not nil.
	Key, Iteration, Time, Score, Pinned *model.Access

	// Written when a record is added; nil for none.
	Size     *model.Access // how many records the window holds
	Held     *model.Access // their keys
	Total    *model.Access // how many records there have been
	Order    *model.Access // the number of the record's insertion, also read
	Before   *model.Access // the keys that it held before this record
	Injected *model.Access // whether there were any

	// What compares a record with the one before it.
	Reward, Errors                         *model.Access // read: a number; an array that is counted, or a number
	RewardChange, ErrorChange, Improvement *model.Access // written
}

// Helpers are the methods of the memory.
func (s *Section) Helpers() []section.Helper {
	m := s.memory
	if m == nil {
		return nil
	}
	noun := section.Nouns(m.Record.Name) + " memory"
	return []section.Helper{
		{Name: m.Type + ".Add", Does: "adds a record, and drops what the window has no room for", When: []string{"remember memorize"}},
		{Name: m.Type + ".Add", Does: "adds a record, and drops what the window has no room for", When: []string{"add store save append update keep record", noun}},
		{Name: m.Type + ".InContext", Does: "gives the records that are in the window", When: []string{"context inject recall retrieve"}},
		{Name: m.Type + ".InContext", Does: "gives the records that are in the window", When: []string{"load read get fetch", noun}},
	}
}

// Promises implements section.Promiser: how many records the window keeps.
func (s *Section) Promises() []section.Promise {
	if s.written == nil {
		return nil
	}
	return []section.Promise{s.limits.Promise("x-bindery.window.capacity", "x-bindery.window", s.written.capacity, s.written.pos)}
}
