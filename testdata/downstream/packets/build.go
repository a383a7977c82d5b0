// Package packets builds memory packets: what a model is given to remember, cut
// to a number of tokens. Items that do not fit whole go in shortened, as a mere
// reference, or not at all, and the packet says so.
package packets

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"example.com/agentmemory/gen/memorypacket"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
	"github.com/bindery-go/bindery/runtime/timefmt"
)

// Item is something to remember. The higher its priority, the longer it stays
// and the later it is shortened.
type Item[T any] struct {
	Value    T
	Priority int
}

// Material is what there is to remember, and for what.
type Material struct {
	Scope   memorypacket.MetaScope
	Purpose memorypacket.MetaPurpose // is only noted in the packet
	Budget  memorypacket.MetaBudget
	Now     time.Time

	WorkingState memorypacket.WorkingState
	Summary      string // of the conversation so far
	Quotes       []Item[memorypacket.Quote]
	Facts        []Item[memorypacket.Fact]
	Procedures   []Item[memorypacket.Procedure]
	Episodes     []Item[memorypacket.Episode]
}

// The sections of the budget. Quotes share that of the summary.
const (
	workingState = "working_state"
	shortTerm    = "short_term_summary"
	facts        = "facts"
	procedures   = "procedures"
	episodes     = "episodes"
)

// What the working state and the summary are called in the reports; they come
// before all others.
const (
	firstPriority = 1 << 30
	summaryID     = "rolling_summary"
)

// ErrDuplicate is wrapped where two items of a section have one ID.
var ErrDuplicate = errors.New("packets: two items with one ID")

// Build makes a packet. A nil counter estimates tokens. The same material gives
// the same packet. The error wraps ErrDuplicate, or a *validate.Error where the
// material does not make a valid packet.
func Build(m Material, counter budget.TokenCounter) (*memorypacket.MemoryPacket, error) {
	p := memorypacket.NewMemoryPacket()
	p.Meta = memorypacket.Meta{
		SchemaVersion: memorypacket.MetaSchemaVersionV1,
		Scope:         m.Scope, Purpose: m.Purpose, Budget: m.Budget,
		GeneratedAt: timefmt.DateTimeOf(m.Now.UTC()),
	}
	p.ShortTerm.WorkingState.StateVersion = m.WorkingState.StateVersion // also where nothing else fits

	p.BudgetReport.MaxTokens = m.Budget.MaxTokens
	if err := p.Validate(); err != nil { // before anything is fitted into it
		return nil, err
	}

	o := &offers{packet: p, takes: make(map[[2]string]func(budget.Form))}
	offer(o, workingState, workingState, firstPriority, workingStateForms(m.WorkingState), func(w memorypacket.WorkingState) []string {
		p.ShortTerm.WorkingState = w
		return nil
	})
	if m.Summary != "" {
		offer(o, shortTerm, summaryID, firstPriority, summaryForms(m.Summary), func(s string) []string {
			p.ShortTerm.RollingSummary = s
			return nil
		})
	}
	for _, it := range m.Quotes {
		offer(o, shortTerm, it.Value.EvidenceID, it.Priority, quoteForms(it.Value), func(q memorypacket.Quote) []string {
			p.ShortTerm.KeyQuotes = append(p.ShortTerm.KeyQuotes, q)
			return []string{q.EvidenceID}
		})
	}
	for _, it := range m.Facts {
		offer(o, facts, it.Value.FactID, it.Priority, factForms(it.Value), func(f memorypacket.Fact) []string {
			p.LongTerm.Facts = append(p.LongTerm.Facts, f)
			return f.Sources
		})
	}
	for _, it := range m.Procedures {
		offer(o, procedures, it.Value.ProcedureID, it.Priority, procedureForms(it.Value), func(x memorypacket.Procedure) []string {
			p.LongTerm.Procedures = append(p.LongTerm.Procedures, x)
			return x.Sources
		})
	}
	for _, it := range m.Episodes {
		offer(o, episodes, it.Value.EpisodeID, it.Priority, episodeForms(it.Value), func(e memorypacket.Episode) []string {
			p.LongTerm.Episodes = append(p.LongTerm.Episodes, e)
			return e.Sources
		})
	}
	if err := o.place(counter); err != nil {
		return nil, err
	}
	p.Explain.Conflicts = conflicts(m.Facts)
	return p, p.Validate()
}

// offers are the items that may go into a packet.
type offers struct {
	packet     *memorypacket.MemoryPacket
	candidates []budget.Candidate
	takes      map[[2]string]func(budget.Form) // by section and ID
	cited      []string
	errs       []error
}

// offer offers an item in its forms, of which nil ones are missing. Take puts
// the form that got room into the packet and gives the sources to cite.
func offer[T any](o *offers, section, id string, priority int, forms forms[T], take func(T) []string) {
	c := budget.Candidate{ID: id, Section: section, Priority: priority}
	for i, form := range forms {
		if form == nil {
			continue
		}
		text, err := jsonvalue.Of(form) // a form takes the tokens of its JSON
		if err != nil {
			o.errs = append(o.errs, fmt.Errorf("%s %q: %w", section, id, err))
		}
		c.Forms[i] = text.Text()
	}
	key := [2]string{section, id}
	if o.takes[key] != nil {
		o.errs = append(o.errs, fmt.Errorf("%w: %s %q", ErrDuplicate, section, id))
	}
	o.takes[key] = func(form budget.Form) { o.cited = append(o.cited, take(*forms[form])...) }
	o.candidates = append(o.candidates, c)
}

// place puts in what there is room for, and accounts for the rest.
func (o *offers) place(counter budget.TokenCounter) error {
	if err := errors.Join(o.errs...); err != nil {
		return err
	}
	placements, err := memorypacket.Allocate(o.packet, o.candidates, counter)
	if err != nil {
		return err
	}
	explain := &o.packet.Explain
	for _, placed := range placements {
		o.takes[[2]string{placed.Section, placed.ID}](placed.Form)
		explain.Selected = append(explain.Selected, placed.ID)
	}
	for _, omitted := range o.packet.BudgetReport.Omissions {
		explain.Omitted = append(explain.Omitted, memorypacket.MemoryPacketExplainOmittedItem{Item: omitted.Item, Reason: omitted.Reason})
	}
	slices.Sort(o.cited)
	for _, id := range slices.Compact(o.cited) {
		o.packet.Citations = append(o.packet.Citations, memorypacket.MemoryPacketCitationsItem{ID: id, Type: "evidence"})
	}
	return nil
}
