package memory

import (
	"testing"

	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/sectiontest"
)

func TestRead(t *testing.T) {
	s := New(limits.New(protocol.New()))
	ds := sectiontest.Read(sectiontest.Parse(t, `
$defs: {Version: {type: object}}
x-bindery:
  window:
    of: "#/$defs/Version"
    capacity: 3
    policy: recency
    key: /id
    time: /at
    writes: {held: /in_context, injected: /was}
    delta: {reward: /r, errors: /e, improvement: /d/i}
`), s)
	if ds.HasErrors() {
		t.Fatal(ds)
	}
	if m := s.written; m.of.Text != "#/$defs/Version" || m.capacity.Number != 3 || m.Policy != "recency" {
		t.Errorf("%+v", m)
	}
}
