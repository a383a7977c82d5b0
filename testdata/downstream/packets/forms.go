package packets

import (
	"fmt"
	"slices"
	"strings"

	"example.com/agentmemory/gen/memorypacket"
	"github.com/bindery-go/bindery/runtime/budget"
)

// forms are the rungs that an item can go down, by budget.Form. A missing one
// is nil. A shorter form says less than the item, never anything else: there is
// none that stands for a value by its name, and the sources stay.
type forms[T any] [4]*T

// How much of a text the shorter forms keep, in code points.
const (
	quoteLength   = 400
	summaryLength = 120
)

// clip keeps the beginning of a text.
func clip(text string, length int) string {
	n := 0
	for i := range text {
		if n++; n > length {
			return strings.TrimSpace(text[:i]) + "…"
		}
	}
	return text
}

func workingStateForms(w memorypacket.WorkingState) forms[memorypacket.WorkingState] {
	quote := w
	quote.ToolEvidence, quote.Slots, quote.Extra = nil, nil, nil
	summary := memorypacket.WorkingState{StateVersion: w.StateVersion, Goal: w.Goal}
	for _, step := range w.Plan {
		if step.Status != memorypacket.WorkingStatePlanItemStatusDone {
			summary.Plan = append(summary.Plan, step)
		}
	}
	return forms[memorypacket.WorkingState]{budget.Raw: &w, budget.Quote: &quote, budget.Summary: &summary}
}

func summaryForms(text string) forms[string] {
	return forms[string]{budget.Raw: &text, budget.Quote: new(clip(text, quoteLength)), budget.Summary: new(clip(text, summaryLength))}
}

func quoteForms(q memorypacket.Quote) forms[memorypacket.Quote] {
	quote, summary := q, q
	quote.Quote, quote.Ts = clip(q.Quote, quoteLength), nil
	summary.Quote, summary.Ts = clip(q.Quote, summaryLength), nil
	return forms[memorypacket.Quote]{budget.Raw: &q, budget.Quote: &quote, budget.Summary: &summary}
}

func factForms(f memorypacket.Fact) forms[memorypacket.Fact] {
	quote := f
	quote.Notes, quote.Validity, quote.ScopeLevel = nil, nil, nil
	return forms[memorypacket.Fact]{budget.Raw: &f, budget.Quote: &quote}
}

func procedureForms(p memorypacket.Procedure) forms[memorypacket.Procedure] {
	quote := p
	quote.Applicability = nil
	return forms[memorypacket.Procedure]{budget.Raw: &p, budget.Quote: &quote}
}

func episodeForms(e memorypacket.Episode) forms[memorypacket.Episode] {
	quote := e
	quote.Tags, quote.Entities = nil, nil
	quote.Highlights = e.Highlights[:min(1, len(e.Highlights))]
	summary := quote
	summary.Highlights = nil
	summary.Summary = clip(e.Summary, summaryLength)
	return forms[memorypacket.Episode]{budget.Raw: &e, budget.Quote: &quote, budget.Summary: &summary}
}

// conflicts finds active facts that say different things of one key.
func conflicts(facts []Item[memorypacket.Fact]) []memorypacket.MemoryPacketExplainConflictsItem {
	found := []memorypacket.MemoryPacketExplainConflictsItem{}
	byKey := make(map[string][]memorypacket.Fact)
	var keys []string
	for _, it := range facts {
		f := it.Value
		if f.Status != memorypacket.FactStatusActive {
			continue
		}
		if byKey[f.FactKey] == nil {
			keys = append(keys, f.FactKey)
		}
		byKey[f.FactKey] = append(byKey[f.FactKey], f)
	}
	for _, key := range keys {
		same := byKey[key]
		var ids []string
		for _, f := range same {
			ids = append(ids, f.FactID)
		}
		if slices.ContainsFunc(same, func(f memorypacket.Fact) bool { return !f.Value.Equal(same[0].Value) }) {
			found = append(found, memorypacket.MemoryPacketExplainConflictsItem{
				Type: "value", Detail: fmt.Sprintf("%d active facts differ on %s", len(same), key), FactIDs: ids,
			})
		}
	}
	return found
}
