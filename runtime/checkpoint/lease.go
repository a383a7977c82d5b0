package checkpoint

import (
	"fmt"
	"time"
	"unicode/utf8"
)

// Lease is the right to write to a thread. Its methods are the rules by which
// stores pass it on: they are called on the thread's latest lease, as the store
// has it, and return the one to keep instead.
type Lease struct {
	Thread string
	Holder string // "" when released
	// Fence is 1 for the first lease of a thread, then ascending; in a store from
	// which leased threads were deleted the first may be higher.
	Fence   uint64
	Expires time.Time
}

// Admit returns a *FencedError unless fence is the number of the latest lease,
// and that was not released. In a thread that was never leased it is zero.
func (l Lease) Admit(fence uint64) error {
	if fence != l.Fence {
		return &FencedError{Thread: l.Thread, Fence: fence, Latest: l.Fence}
	}
	if fence != 0 && l.Holder == "" {
		return &FencedError{Thread: l.Thread, Fence: fence, Latest: l.Fence, Released: true}
	}
	return nil
}

// Expect returns what Put and PutWrites say of a writer that has the lease of
// that number and builds on want where the thread's head is head: nil,
// a *FencedError or a *ConflictError.
func (l Lease) Expect(fence uint64, head, want ID) error {
	if err := l.Admit(fence); err != nil {
		return err
	}
	if want != head {
		return &ConflictError{Thread: l.Thread, Expected: want, Head: head}
	}
	return nil
}

// Next passes the lease to a holder. The error is a *LeasedError or wraps
// ErrInvalid.
func (l Lease) Next(holder string, now time.Time, ttl time.Duration) (Lease, error) {
	if holder == "" || !utf8.ValidString(holder) {
		return Lease{}, fmt.Errorf("%w: holder %q", ErrInvalid, holder)
	}
	if l.Holder != "" && l.Holder != holder && now.Before(l.Expires) {
		return Lease{}, &LeasedError{Thread: l.Thread, Holder: l.Holder, Expires: l.Expires}
	}
	return Lease{Thread: l.Thread, Holder: holder, Fence: l.Fence + 1, Expires: expiry(now, ttl)}, nil
}

// Extended lets the lease last for ttl from now, for the holder of that number.
func (l Lease) Extended(fence uint64, now time.Time, ttl time.Duration) (Lease, error) {
	if fence == 0 { // where there was never a lease, none can be extended
		return Lease{}, &FencedError{Thread: l.Thread, Latest: l.Fence}
	}
	if err := l.Admit(fence); err != nil {
		return Lease{}, err
	}
	l.Expires = expiry(now, ttl)
	return l, nil
}

// Ended gives the lease back, once or again. Its number stays, to fence off
// earlier ones.
func (l Lease) Ended(fence uint64) (Lease, error) {
	if fence != l.Fence {
		return Lease{}, &FencedError{Thread: l.Thread, Fence: fence, Latest: l.Fence}
	}
	l.Holder, l.Expires = "", time.Time{}
	return l, nil
}

// Lapsed is the lease that Delete leaves: one that has run out by now is ended.
func (l Lease) Lapsed(now time.Time) Lease {
	if !now.Before(l.Expires) {
		l.Holder, l.Expires = "", time.Time{}
	}
	return l
}

// expiry leaves out what a record cannot hold: the zone and the monotonic clock.
func expiry(now time.Time, ttl time.Duration) time.Time { return now.Add(ttl).UTC().Round(0) }
