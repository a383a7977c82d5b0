package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestTheLimitOfMemoryFollowsWhatIsLive: it grows with what a run keeps, and comes
// back down to the least.
func TestTheLimitOfMemoryFollowsWhatIsLive(t *testing.T) {
	const least, kept = 64 << 20, 64 << 20 // it goes on after the test, and hurts no other
	limit := func() int64 { return debug.SetMemoryLimit(-1) }
	followHeap(least)
	data := make([]byte, kept)
	after := func(ok func(int64) bool) bool {
		for range 200 {
			runtime.GC()
			if ok(limit()) {
				return true
			}
			time.Sleep(5 * time.Millisecond)
		}
		return false
	}
	if !after(func(n int64) bool { return n >= heapTimes*kept && n < math.MaxInt64 }) {
		t.Errorf("%d bytes in use, the limit is %d", kept, limit())
	}
	runtime.KeepAlive(data)
	data = nil
	if !after(func(n int64) bool { return n >= least && n < heapTimes*kept }) {
		t.Errorf("the limit is still %d", limit())
	}
}
