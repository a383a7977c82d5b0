// Package flock keeps writers of one machine apart, in this process and in
// others, by the locks of flock(2). Such a lock belongs to an open file: two
// opens of a file exclude each other also within a process, and the kernel frees
// a lock when its holder closes the file or dies, however it dies. So there is
// no lock that a crash leaves behind.
//
// The packages storage and filestore share it.
package flock

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"sync"
	"time"
)

// Mode says whom a lock excludes.
type Mode int

const (
	Exclusive Mode = iota // everybody
	Shared                // who wants it Exclusive
	none                  // nobody: it ends the lock
)

// What waits asks again and again, since a wait in the kernel would not end with
// a context. Who has waited for a while asks more often than who has just come,
// and who finds others waiting lets them go first: a writer that takes the lock
// again and again does not keep the others from it.
const (
	first  = 50 * time.Microsecond  // where nobody else waits
	fast   = 200 * time.Microsecond // after old
	slow   = 2 * time.Millisecond   // where others wait
	old    = 8 * time.Millisecond
	tiring = time.Second // a holder that is so slow need not be asked so often
)

// Wait calls try until it gets the lock, fails, or ctx is done. Dir opens the
// directory that the lock is in: whoever waits holds a shared lock on it, by
// which others see that somebody waits. Where it cannot be opened or locked,
// there is no order among those who wait; nil stands for that too.
func Wait(ctx context.Context, dir func() (*os.File, error), try func() (bool, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	q := queue{dir}
	pause := first
	if q.occupied() {
		pause = slow
	} else if ok, err := try(); ok || err != nil {
		return err
	}
	defer q.enter()()
	began := time.Now()
	for {
		timer := time.NewTimer(pause/2 + rand.N(pause)/2)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
		if ok, err := try(); ok || err != nil {
			return err
		}
		switch waited := time.Since(began); {
		case waited > tiring:
			pause = slow / 2
		case waited > old:
			pause = fast
		default:
			pause = min(2*pause, slow/2)
		}
	}
}

// queue is the directory of a lock.
type queue struct{ dir func() (*os.File, error) }

// occupied reports whether somebody waits.
func (q queue) occupied() bool {
	if q.dir == nil {
		return false
	}
	f, err := q.dir()
	if err != nil {
		return false
	}
	defer f.Close()
	free, err := Try(f, Exclusive)
	return !free && err == nil
}

// enter lets others see that somebody waits, until leave is called.
func (q queue) enter() (leave func()) {
	if q.dir == nil {
		return func() {}
	}
	f, err := q.dir()
	if err != nil {
		return func() {}
	}
	// Where another one looks whether the queue is occupied at this moment, this
	// fails, and one who waits is not seen. The next one is.
	_, _ = Try(f, Shared)
	return func() { f.Close() }
}

// Try locks an open file, or reports false while another open file has a lock
// that excludes it. The error wraps errors.ErrUnsupported where the system, or
// the file system, has no flock.
func Try(f *os.File, mode Mode) (bool, error) {
	conn, err := f.SyscallConn()
	if err != nil {
		return false, err
	}
	var locked bool
	var failed error
	err = conn.Control(func(fd uintptr) { locked, failed = try(fd, mode) })
	return locked, errors.Join(err, failed)
}

// Unlock ends the lock of a file that stays open.
func Unlock(f *os.File) error {
	_, err := Try(f, none)
	return err
}

// Turns lets goroutines take turns at what a name stands for, in the order in
// which they come. The zero Turns is ready.
type Turns struct {
	mu    sync.Mutex
	turns map[string]*turn
}

type turn struct {
	taken chan struct{} // holds one element during a turn
	users int           // who has it or waits for it
}

// Take waits for a turn, or for the end of ctx. Its holder calls done.
func (t *Turns) Take(ctx context.Context, name string) (done func(), err error) {
	t.mu.Lock()
	if t.turns == nil {
		t.turns = make(map[string]*turn)
	}
	mine := t.turns[name]
	if mine == nil {
		mine = &turn{taken: make(chan struct{}, 1)}
		t.turns[name] = mine
	}
	mine.users++
	t.mu.Unlock()

	leave := func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		if mine.users--; mine.users == 0 {
			delete(t.turns, name)
		}
	}
	select {
	case mine.taken <- struct{}{}:
	case <-ctx.Done():
		leave()
		return nil, ctx.Err()
	}
	return func() { <-mine.taken; leave() }, nil
}
