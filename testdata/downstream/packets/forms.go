package packets

import (
	"fmt"
	"slices"
	"strings"

	"example.com/agentmemory/gen/memorypacket"
	"github.com/bindery-go/bindery/runtime/budget"
	"github.com/bindery-go/bindery/runtime/jsonvalue"
)

// forms are the rungs that an item can go down, by budget.Form. A missing one
// is nil.
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
	quote, summary, ref := q, q, memorypacket.Quote{EvidenceID: q.EvidenceID, Quote: "…"}
	quote.Quote, quote.Ts = clip(q.Quote, quoteLength), nil
	summary.Quote, summary.Ts = clip(q.Quote, summaryLength), nil
	return forms[memorypacket.Quote]{&q, &quote, &summary, &ref}
}

func factForms(f memorypacket.Fact) forms[memorypacket.Fact] {
	quote := f
	quote.Notes, quote.Validity, quote.ScopeLevel = nil, nil, nil
	summary := quote
	summary.Sources, summary.Confidence = []string{}, nil
	ref := summary
	ref.Value = reference("fact", f.FactID)
	return forms[memorypacket.Fact]{&f, &quote, &summary, &ref}
}

func procedureForms(p memorypacket.Procedure) forms[memorypacket.Procedure] {
	quote := p
	quote.Applicability, quote.Sources = nil, nil
	ref := quote
	ref.Content = map[string]jsonvalue.Value{"ref": reference("procedure", p.ProcedureID)}
	return forms[memorypacket.Procedure]{budget.Raw: &p, budget.Quote: &quote, budget.Ref: &ref}
}

func episodeForms(e memorypacket.Episode) forms[memorypacket.Episode] {
	quote := e
	quote.Tags, quote.Entities = nil, nil
	quote.Highlights = e.Highlights[:min(1, len(e.Highlights))]
	summary := quote
	summary.Highlights, summary.Sources = nil, []string{}
	summary.Summary = clip(e.Summary, summaryLength)
	ref := summary
	ref.Summary = "…"
	return forms[memorypacket.Episode]{&e, &quote, &summary, &ref}
}

// reference stands for a value that is to be looked up.
func reference(kind, id string) jsonvalue.Value {
	v, err := jsonvalue.FromString(kind + ":" + id)
	if err != nil { // the ID is not UTF-8, which the item's own form reports
		return jsonvalue.Null()
	}
	return v
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
