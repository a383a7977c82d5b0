// Package budget is what the entries of a document spend and may spend, by what
// x-bindery says under budget.
package budget

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/generator/internal/document"
	"github.com/bindery-go/bindery/generator/internal/lists"
	"github.com/bindery-go/bindery/generator/internal/model"
	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/stores"
	"github.com/bindery-go/bindery/generator/internal/source"
	"github.com/bindery-go/bindery/generator/internal/visible"
)

// Section is the budget of one schema.
type Section struct {
	section.Base
	limits   *limits.Section
	protocol *protocol.Section
	stores   *stores.Section
	written  *Budget // nil for none
	budget   *Budget // the same once it is lowered
	document *model.Decl
}

// New makes the section of a schema with limits, a protocol and stores.
func New(l *limits.Section, p *protocol.Section, s *stores.Section) *Section {
	return &Section{limits: l, protocol: p, stores: s}
}

// Resource is what a budget counts, as x-bindery names it.
type Resource string

// The resources. Tokens are those in and out together, and only a total; iterations
// are the entries, bytes the size of the document, so that no entry says them.
const (
	TokensIn   Resource = "tokens_in"
	TokensOut  Resource = "tokens_out"
	Tokens     Resource = "tokens"
	CostUSD    Resource = "cost_usd"
	WallTimeMS Resource = "wall_time_ms"
	Iterations Resource = "iterations"
	Bytes      Resource = "bytes"
)

// dimensions are the names of the resources in the runtime's budget.
var dimensions = map[Resource]string{
	TokensIn: "TokensIn", TokensOut: "TokensOut", CostUSD: "CostNano", WallTimeMS: "WallTime", Iterations: "Iterations", Bytes: "Bytes",
}

// Budget counts what the entries of a document have spent and bounds it. The members of
// Reads and of Counts are those of an entry, the others the document's. Accesses and Go
// names are there once the budget is lowered.
type Budget struct {
	pos     source.Pos
	name    string          // of the Go type; "" for the usual one
	entries section.Word    // the array of entries
	members section.Members // of an entry

	until section.Word // the member that says that a document is complete

	Leave     int64 // bytes that entries leave free
	Reads     []*Read
	Totals    []*Total
	Counts    []*Count
	Most      []*Most
	Exhausted []*Exhausted

	Type, Open, Spent string // Go names
	Kind              string // Go name of the description of the documents
	Extend, Exhaust   string // Go names of the package's own functions
	Document, Entry   *model.Decl
	Entries           *model.Access
	Number            *model.Access // member of an entry; nil for none
	Until             *model.Access // nil for none
	UsesLimits        bool
}

// Read says where an entry says how much of a resource it took: in the first of the
// members, or where that is absent, in the others together.
type Read struct {
	Resource Resource
	Pointers []section.Word
	Members  []*model.Access
}

// Total is a member that holds what all entries have spent of a resource.
type Total struct {
	Resource Resource
	Pointer  section.Word
	Into     *model.Access
}

// Count is a member that holds how many entries have one of the values.
type Count struct {
	IntoAt, OfAt section.Word // OfAt is a member of an entry
	Into, Of     *model.Access
	Values       []string
}

// Most is what may be spent of a resource.
type Most struct {
	Resource Resource
	Pos      source.Pos
	Written  section.Amount
	Amount   limits.Amount
	Unit     string // of a limit of bytes: KB, MB; "" for one
}

// Exhausted says what is written into the document when a resource has run out.
type Exhausted struct {
	Resource Resource
	Writes   []*Write
}

// Write is a member of text and its value.
type Write struct {
	Pointer section.Word
	Value   section.Word
	Into    *model.Access
}

// Helpers are what counts and reserves.
func (s *Section) Helpers() (out []section.Helper) {
	b := s.budget
	if b == nil {
		return nil
	}
	at := strings.LastIndexByte(b.Entries.Pointer, '/')
	noun := section.Nouns(b.Entries.Pointer[at+1:], b.Entry.Name) + " entry"
	add, reserve := b.Type+".Add", b.Type+".Reserve"
	for _, store := range s.stores.Stores() {
		if store.IsDocument() && len(store.Path.Args) > 0 {
			add, reserve = store.Name+".Record", store.Name+".Reserve"
			break
		}
	}
	return []section.Helper{
		{Name: add, Does: "adds an entry and brings the totals up to date", When: []string{"save record add append store log write", noun}},
		{Name: reserve, Does: "keeps room for one more entry before anything is spent", When: []string{"check reserve ask allocate enforce", "budget room limit quota"}},
		{Name: b.Spent, Does: "tells what an entry took", When: []string{"calculate compute sum count total track", "cost spent token usage"}},
	}
}

// Promises implements section.Promiser: what may be spent.
func (s *Section) Promises() []section.Promise {
	b := s.written
	if b == nil {
		return nil
	}
	const within = "x-bindery.budget"
	out := lists.Of(b.Most, func(m *Most) section.Promise {
		return s.limits.Promise(within+".max."+string(m.Resource), within, m.Written, m.Pos)
	})
	if b.Leave > 0 {
		out = append(out, section.Promise{Kind: section.BoundPromise, Key: within + ".leave", Within: within, Pos: b.pos, Bound: strconv.FormatInt(b.Leave, 10), Lower: true})
	}
	return out
}

// Suggest gives the budget of a document with an array of numbered entries and a
// limit for how many there may be.
func (s *Section) Suggest() []string {
	if s.written != nil || s.document == nil || s.document.Kind != model.Struct {
		return nil
	}
	for _, f := range s.document.Fields {
		of, limit := f.Type.Bare(), "max_"+f.JSON
		if of.Kind != model.Slice || of.Elem.Kind != model.Named || of.Elem.Decl.Kind != model.Struct || !s.limits.Has(limit) {
			continue
		}
		for _, member := range of.Elem.Decl.Fields {
			if member.Type.Kind != model.Int || member.JSON != "number" && !strings.HasSuffix(member.JSON, "_number") {
				continue
			}
			return []string{
				"  budget:",
				"    entries: " + visible.YAML("/"+document.EscapeToken(f.JSON)),
				"    number: " + visible.YAML("/"+document.EscapeToken(member.JSON)),
				fmt.Sprintf("    max: { iterations: %s }", visible.YAML(limit)),
			}
		}
	}
	return nil
}
