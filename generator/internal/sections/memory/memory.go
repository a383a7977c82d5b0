// Package memory is a window over records of a type, by what x-bindery says under
// window.
package memory

import (
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Section is the window of one schema.
type Section struct {
	section.Base
	limits  *limits.Section
	written *window // nil for none
	memory  *Memory // nil for none
	record  *model.Decl
}

// New makes the section of a schema with limits.
func New(l *limits.Section) *Section { return &Section{limits: l} }

// Memory is a window over records of a type.
type Memory struct {
	Type, Config, New string      // Go names
	Kind, Fill        string      // Go names of the package's own
	Record            *model.Decl `json:"-"`
	Capacity          limits.Amount
	Min, Max          int64  // of the capacity; 0 for none
	Policy            string // the constant one, or the default of PolicyMember; "" for none
	PolicyMember      *model.Access

	Key, Iteration, Time, Score, Pinned    *model.Access // read; Iteration is not nil
	Size, Held, Total, Before, Injected    *model.Access // written; nil for none
	Order                                  *model.Access // read and written; nil for none
	Reward, Errors                         *model.Access // read
	RewardChange, ErrorChange, Improvement *model.Access // written
}
