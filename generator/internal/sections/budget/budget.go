// Package budget is what the entries of a document spend and may spend, by what
// x-bindery says under budget.
package budget

import (
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
)

// Section is the budget of one schema.
type Section struct {
	section.Base
	limits   *limits.Section
	protocol *protocol.Section
	stores   *stores.Section
	written  *written // nil for none
	budget   *Budget  // nil for none
	document *model.Decl
}

// New makes the section of a schema with limits, a protocol and stores.
func New(l *limits.Section, p *protocol.Section, s *stores.Section) *Section {
	return &Section{limits: l, protocol: p, stores: s}
}

// Resource is what a budget counts, as the dimensions of the runtime's budget
// name it, and Tokens, which are both kinds together.
type Resource string

// The resources.
const (
	TokensIn   Resource = "TokensIn"
	TokensOut  Resource = "TokensOut"
	Tokens     Resource = "Tokens"
	CostNano   Resource = "CostNano"
	WallTime   Resource = "WallTime"
	Iterations Resource = "Iterations"
	Bytes      Resource = "Bytes"
)

// Budget counts what the entries of a document spend.
type Budget struct {
	Type, Open, Spent string      // Go names
	Kind              string      // Go name of the description of the documents
	Extend, Exhaust   string      // Go names of the package's own functions
	Document          *model.Decl `json:"-"`
	Entry             *model.Decl `json:"-"`
	Entries           *model.Access
	Number            *model.Access // member of an entry; nil for none
	Leave             int64         // bytes that entries leave free
	Reads             []*Read
	Totals            []*Total
	Counts            []*Count
	Most              []*Most
	Exhausted         []*Exhausted
	UsesLimits        bool
}

// Read reads what an entry spent: the first member, or where it is
// absent, the others together.
type Read struct {
	Resource Resource
	Members  []*model.Access
}

// Total writes what all entries spent.
type Total struct {
	Resource Resource
	Into     *model.Access
}

// Count writes how many entries have one of the values.
type Count struct {
	Into   *model.Access
	Of     *model.Access
	Values []string
}

// Most bounds a resource.
type Most struct {
	Resource Resource
	Amount   limits.Amount
	Unit     string // of a limit of bytes: KB, MB; "" for one
}

// Exhausted is what is written when a resource has run out.
type Exhausted struct {
	Resource Resource
	Writes   []*Write
}

// Write writes a text.
type Write struct {
	Into  *model.Access
	Value string
}
