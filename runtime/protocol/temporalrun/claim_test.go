package temporalrun

import (
	"strings"
	"testing"
	"time"

	"github.com/bindery-go/bindery/runtime/checkpoint/memstore"
)

func TestClaimCheck(t *testing.T) {
	store := memstore.New(nil)
	c := ClaimCheck(store, 1000)
	for _, size := range []int{10, 5 << 20} {
		value := strings.Repeat("x", size)
		for range 2 { // it is stored once
			payload, err := c.ToPayload(value)
			if err != nil {
				t.Fatal(err)
			}
			if len(payload.Data) > 1000 {
				t.Errorf("%d bytes go to the server", len(payload.Data))
			}
			var got string
			if err := c.FromPayload(payload, &got); err != nil || got != value {
				t.Errorf("%d bytes came back, %v", len(got), err)
			}
		}
	}
	if n, err := PruneClaims(t.Context(), store, time.Now().Add(-time.Hour)); n != 0 || err != nil {
		t.Errorf("removed %d new values, %v", n, err)
	}
	payload, err := c.ToPayload(strings.Repeat("x", 5<<20))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := PruneClaims(t.Context(), store, time.Now().Add(time.Hour)); n != 1 || err != nil {
		t.Errorf("removed %d old values, %v", n, err)
	}
	if err := c.FromPayload(payload, new(string)); err == nil || !strings.Contains(err.Error(), "the stored value") {
		t.Error("a value that is gone:", err)
	}
}
