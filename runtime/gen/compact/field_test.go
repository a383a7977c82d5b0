package compact_test

import (
	"testing"

	"github.com/bindery-go/bindery/runtime/gen/compact"
)

func TestOf(t *testing.T) {
	x := &Task{ID: "a"}
	if compact.Of(x) != x {
		t.Error("not the value itself")
	}
	if none := compact.Of((*Task)(nil)); none.ID != "" || none.Note != nil || none.Parts != nil {
		t.Errorf("%+v", none)
	}
	if compact.Of((*large)(nil)).Last != "" {
		t.Error("a large value is not zero")
	}
	if n := testing.AllocsPerRun(10, func() { _ = compact.Of((*Task)(nil)).ID }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
