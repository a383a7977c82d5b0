// Package race tells tests whether they run under the race detector, which
// makes sync.Pool drop a part of what it is given: what a test says of
// allocations does not hold there. Only tests import it.
package race
