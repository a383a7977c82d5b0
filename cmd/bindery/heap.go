package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
)

// The heap: how far it may grow past what is live, in percent; below which size
// that is all that counts; and how many times what is live it may be beyond that.
const (
	heapPercent = 400
	heapFree    = 420 << 20
	heapTimes   = 4
)

// sizeHeap lets the garbage collector wait longer than in a program that lives
// on: most runs end before it starts, and large ones spend a third less time. What
// is live in a run of hundreds of packages is beyond any fixed limit, near which
// the collector would work without end, so the limit follows it. Settings of GOGC
// or GOMEMLIMIT take precedence.
func sizeHeap() {
	if os.Getenv("GOGC") == "" && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetGCPercent(heapPercent)
		followHeap(heapFree)
	}
}

// followHeap sets the limit of memory to heapTimes what is live, but not below
// least, now and after each collection.
func followHeap(least int64) {
	debug.SetMemoryLimit(max(least, heapTimes*liveHeap()))
	// Nothing holds the object, so it is found dead in the next collection. It has
	// a pointer: small objects without one share memory, and live as long as it.
	runtime.AddCleanup(new(*byte), followHeap, least)
}

// liveHeap returns how many bytes the last collection found in use.
func liveHeap() int64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64())
}
