package states

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/generator/internal/sections/sectiontest"
)

func TestMachine(t *testing.T) {
	s := New()
	ds := sectiontest.Read(sectiontest.Parse(t, `
properties: {status: {enum: [running, paused, done, lost]}}
state_transitions:
  allowed:
    running: [paused, done]
    paused: running
    done:
      - []
    lost: [gone]
`), s)
	m := s.machine
	var got []string
	for _, state := range m.States {
		got = append(got, state.Value+" -> "+strings.Join(state.Next, " "))
	}
	if diff := cmp.Diff([]string{"running -> paused done", "paused -> running", "done -> ", "lost -> gone", "gone -> "}, got); diff != "" {
		t.Error(diff)
	}
	if m.enum != nil {
		t.Errorf("an enum without gone: %+v", m.enum)
	}
	if diff := cmp.Diff([]string{"9:B0508"}, sectiontest.Codes(ds)); diff != "" {
		t.Error(diff)
	}
}
