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
	Thread  string
	Holder  string // "" when released
	Fence   uint64 // 1 for the first lease of a thread, then ascending
	Expires time.Time
}

// Admit returns a *FencedError unless fence is the number of the latest lease.
func (l Lease) Admit(fence uint64) error {
	if fence != l.Fence {
		return &FencedError{Thread: l.Thread, Fence: fence, Latest: l.Fence}
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
		return l, fmt.Errorf("%w: holder %q", ErrInvalid, holder)
	}
	if l.Holder != "" && l.Holder != holder && now.Before(l.Expires) {
		return l, &LeasedError{Thread: l.Thread, Holder: l.Holder, Expires: l.Expires}
	}
	return Lease{Thread: l.Thread, Holder: holder, Fence: l.Fence + 1, Expires: expiry(now, ttl)}, nil
}

// Extended lets the lease last for ttl from now, for the holder of that number.
func (l Lease) Extended(fence uint64, now time.Time, ttl time.Duration) (Lease, error) {
	if err := l.Admit(fence); err != nil {
		return l, err
	}
	l.Expires = expiry(now, ttl)
	return l, nil
}

// Ended gives the lease back. Its number stays, to fence off earlier ones.
func (l Lease) Ended(fence uint64) (Lease, error) {
	if err := l.Admit(fence); err != nil {
		return l, err
	}
	l.Holder, l.Expires = "", time.Time{}
	return l, nil
}

// expiry leaves out what a record cannot hold: the zone and the monotonic clock.
func expiry(now time.Time, ttl time.Duration) time.Time { return now.Add(ttl).UTC().Round(0) }
