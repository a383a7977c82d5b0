package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint"
	"github.com/bindery-go/bindery/runtime/protocol/internal/jsondata"
)

const recordVersion = 2

// record is what a store keeps of a run beside its data: enough to go on, and no
// more. Its size does not grow with the number of finished steps. It grows with
// the depth at which the run stands, and with what the step that is under way has
// done that must not be done again.
type record struct {
	Version   int       `json:"version"`
	Operation string    `json:"operation"`
	Run       string    `json:"run"`  // differs between runs of one name; keys are made of it
	Base      string    `json:"base"` // Run before it was forked, which names the threads that hold items
	Begun     time.Time `json:"begun"`
	Plan      []shape   `json:"plan"` // of the program that wrote the record
	Patches   []string  `json:"patches,omitempty"`
	// Renamed gives items that a patch has renamed the names that they had when
	// the run began, for keys to stay.
	Renamed map[string]string `json:"renamed,omitempty"`

	Steps   int64    `json:"steps,omitempty"` // finished
	At      position `json:"at"`
	Events  outside  `json:"events,omitzero"`
	Signal  string   `json:"signal,omitempty"` // of the last finished step, before it had its effect
	Outcome Outcome  `json:"outcome,omitempty"`
	Failure *failure `json:"failure,omitempty"`

	Waiting *waiting                   `json:"waiting,omitempty"`
	Answers map[string]json.RawMessage `json:"answers,omitempty"` // for the step under way, by ID of what was waited for
	Asked   bool                       `json:"asked,omitempty"`   // it has waited for an answer
	Slots   int                        `json:"slots,omitempty"`   // threads that items of loops are kept in
}

// shape is an item of a plan.
type shape struct {
	Kind  Kind    `json:"k,omitempty"` // "" for a step
	Key   string  `json:"n"`
	Items []shape `json:"i,omitempty"`
}

func (s shape) kind() Kind {
	if s.Kind == "" {
		return StepItem
	}
	return s.Kind
}

func shapes(items []PlanItem) []shape {
	var list []shape
	for _, item := range items {
		s := shape{Kind: item.Kind, Key: item.Key, Items: shapes(item.Items)}
		if s.Kind == StepItem {
			s.Kind = ""
		}
		list = append(list, s)
	}
	return list
}

// position says how far one list of items has come.
type position struct {
	Done  int     `json:"done,omitempty"`  // items that are over, from the front
	Taken bool    `json:"taken,omitempty"` // the last if-run has taken a branch
	Open  *opened `json:"open,omitempty"`  // the item after Done, once something of it is to be remembered
}

// opened is a taken branch, a group, a loop or a step that is under way.
type opened struct {
	Items   Items    `json:"items,omitempty"`   // of a loop over items
	Spilled *spilled `json:"spilled,omitempty"` // where they are when they are many
	Count   int      `json:"count,omitempty"`   // number of items of a loop
	Item    int      `json:"item,omitempty"`    // of these are over
	Body    position `json:"body,omitzero"`

	Attempts int       `json:"attempts,omitempty"` // of a step, that have failed
	RetryAt  time.Time `json:"retry_at,omitzero"`
	Effects  []*effect `json:"effects,omitempty"`
}

// spilled is a checkpoint that holds the items of a loop.
type spilled struct {
	Slot int           `json:"slot"`
	ID   checkpoint.ID `json:"id"`
}

// effect is one thing that a step under way has done and will not do again when
// it runs again.
type effect struct {
	Kind  effectKind `json:"kind"`
	Name  string     `json:"name,omitempty"`  // of the event or operation
	Times int        `json:"times,omitempty"` // how often the same follows, all over and without a change

	Payload json.RawMessage  `json:"payload,omitempty"` // of an event
	Body    position         `json:"body,omitzero"`     // of its handler
	Change  *jsondata.Change `json:"change,omitempty"`  // that its handler has made in the data
	Over    bool             `json:"over,omitempty"`
	Failed  string           `json:"failed,omitempty"` // the error that the step has gone past

	Run   json.RawMessage `json:"run,omitempty"`  // record of a sub-operation
	Until time.Time       `json:"until,omitzero"` // of a sleep
	ID    string          `json:"id,omitempty"`   // of a wait
}

type effectKind string

const (
	eventEffect effectKind = "event"
	runEffect   effectKind = "run"
	sleepEffect effectKind = "sleep"
	waitEffect  effectKind = "wait"
)

// did says what a step did, for errors.
func (k effectKind) did(name string) string {
	switch k {
	case eventEffect:
		return "emitted " + name
	case runEffect:
		return "ran " + name
	case sleepEffect:
		return "slept"
	}
	return "waited for an answer"
}

// failure says why a run has stopped.
type failure struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// waiting says what a run waits for.
type waiting struct {
	Path    string          `json:"path"`
	ID      string          `json:"id,omitempty"` // of what is to be answered
	Request json.RawMessage `json:"request,omitempty"`
	Until   time.Time       `json:"until,omitzero"`
}

// outside says which events from outside are over.
type outside struct {
	At   position `json:"at,omitzero"`
	Hash string   `json:"hash,omitempty"` // of the names of those that are over
	Last string   `json:"last,omitempty"` // of these
}

// saved is a record with the data of its run.
type saved struct {
	record
	Data json.RawMessage `json:"data"`
}

// encodeRecord writes a record. The data, which may be large and are JSON already,
// are not looked at again.
func encodeRecord(r *record, data json.RawMessage) (json.RawMessage, error) {
	head, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	encoded := make([]byte, 0, len(head)+len(data)+len(`,"data":}`))
	encoded = append(encoded, head[:len(head)-1]...)
	encoded = append(append(encoded, `,"data":`...), data...)
	return append(encoded, '}'), nil
}

// decodeRecord reads a record of this version.
func decodeRecord(text []byte) (s saved, err error) {
	var head struct {
		Version int `json:"version"`
	}
	if err := json.Unmarshal(text, &head); err != nil {
		return s, err
	}
	if head.Version != recordVersion {
		return s, fmt.Errorf("its record is of version %d, this program reads %d", head.Version, recordVersion)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	return s, decoder.Decode(&s)
}
