package memory

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/bindery-go/bindery/generator/internal/sections/limits"
	"github.com/bindery-go/bindery/generator/internal/sections/protocol"
	"github.com/bindery-go/bindery/generator/internal/sections/section"
	"github.com/bindery-go/bindery/generator/internal/sections/sectiontest"
	"github.com/bindery-go/bindery/generator/internal/source"
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
	want := &window{
		Of: "#/$defs/Version", Capacity: section.Amount{Number: 3}, Policy: "recency", Key: "/id", Time: "/at", Held: "/in_context", Injected: "/was",
		Delta: &delta{Reward: "/r", Errors: "/e", Improvement: "/d/i"},
	}
	if diff := cmp.Diff(want, s.written, cmpopts.IgnoreTypes(source.Pos{})); diff != "" {
		t.Error(diff)
	}
}
