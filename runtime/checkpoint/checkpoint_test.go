package checkpoint_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bindery-go/bindery/runtime/checkpoint"
)

func TestNextID(t *testing.T) {
	at := time.UnixMilli(0x18f3c2a1b40)
	for _, c := range []struct {
		name string
		prev checkpoint.ID
		now  time.Time
		want checkpoint.ID
	}{
		{"first", "", at, "018f3c2a1b40-00000000"},
		{"later", "018f3c2a1b40-00000007", at.Add(time.Millisecond), "018f3c2a1b41-00000000"},
		{"same instant", "018f3c2a1b40-00000007", at, "018f3c2a1b40-00000008"},
		{"clock steps back", "018f3c2a1b40-000000ff", at.Add(-time.Hour), "018f3c2a1b40-00000100"},
		{"counter overflows", "018f3c2a1b40-ffffffff", at, "018f3c2a1b41-00000000"},
		{"clock before 1970", "", time.Unix(-5, 0), "000000000000-00000000"},
	} {
		if got := checkpoint.NextID(c.prev, c.now); got != c.want || !got.Valid() || got <= c.prev {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for _, id := range []checkpoint.ID{"", "x", "018f3c2a1b40-0000000", "018F3C2A1B40-00000000", "018f3c2a1b40_00000000", "../../../../etc/passw"} {
		if id.Valid() || !id.Time().IsZero() {
			t.Errorf("%q is no ID", id)
		}
	}
}

func TestExpired(t *testing.T) {
	start := time.UnixMilli(1_000_000)
	ids := make([]checkpoint.ID, 7)
	for i := range ids {
		ids[i] = checkpoint.NextID("", start.Add(time.Duration(i)*time.Second))
	}
	const full, delta, fork = checkpoint.Full, checkpoint.Delta, checkpoint.Forked
	now := start.Add(6 * time.Second)
	for _, c := range []struct {
		name      string
		retention checkpoint.Retention
		parents   []int // -1: none
		kinds     []checkpoint.Kind
		expired   []int
	}{
		{"nothing", checkpoint.Retention{Keep: 1}, nil, nil, nil},
		{"no bound", checkpoint.Retention{}, []int{-1, 0, 1}, []checkpoint.Kind{full, full, full}, nil},
		{"newest first", checkpoint.Retention{Keep: 1}, []int{-1, 0, 1}, []checkpoint.Kind{full, full, full}, []int{1, 0}},
		{"by age", checkpoint.Retention{MaxAge: 2 * time.Second}, []int{-1, 0, 1, 2, 3, 4, 5}, []checkpoint.Kind{full, full, full, full, full, full, full}, []int{3, 2, 1, 0}},
		{"a chain of deltas", checkpoint.Retention{Keep: 1}, []int{-1, 0, 1, 2}, []checkpoint.Kind{full, full, delta, delta}, []int{0}},
		{"origin of a fork", checkpoint.Retention{Keep: 1}, []int{-1, 0, 1, 0}, []checkpoint.Kind{full, full, full, fork}, []int{2, 1}},
		{"delta whose parent has gone", checkpoint.Retention{Keep: 1}, []int{-1, -1}, []checkpoint.Kind{full, delta}, []int{0}},
	} {
		var nodes []checkpoint.Node
		for i, parent := range c.parents {
			n := checkpoint.Node{ID: ids[i], Kind: c.kinds[i]}
			if parent >= 0 {
				n.Parent = ids[parent]
			}
			nodes = append(nodes, n)
		}
		var want []checkpoint.Node
		for _, i := range c.expired {
			want = append(want, nodes[i])
		}
		if diff := cmp.Diff(want, c.retention.Expired(nodes, now)); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	for want, err := range map[string]error{
		`checkpoint: thread "t" has the head "b", not "a"`:                   &checkpoint.ConflictError{Thread: "t", Expected: "a", Head: "b"},
		`checkpoint: thread "t": lease 1 is not the latest, which is 2`:      &checkpoint.FencedError{Thread: "t", Fence: 1, Latest: 2},
		`checkpoint: thread "t" is leased to "h" until 2026-01-02T03:04:05Z`: &checkpoint.LeasedError{Thread: "t", Holder: "h", Expires: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)},
		`checkpoint: thread "t": x: checkpoint damaged: torn after 5 bytes`:  &checkpoint.DamageError{Thread: "t", ID: "x", What: "checkpoint", Reason: "torn after 5 bytes"},
		`checkpoint: thread "t": lease damaged: the hash does not match`:     &checkpoint.DamageError{Thread: "t", What: "lease", Reason: "the hash does not match"},
	} {
		if err.Error() != want {
			t.Errorf("got  %s\nwant %s", err, want)
		}
	}
}
