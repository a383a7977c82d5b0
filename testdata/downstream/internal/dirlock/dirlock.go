//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

// Package dirlock lets one writer at a time change the files below a directory.
// The packages of this module whose operations load, change and save a file
// import it.
package dirlock

import (
	"context"
	"errors"
	"os"
	"syscall"
)

// Lock waits until it has the directory's lock and gives the function that lets
// go of it. It excludes goroutines and other processes alike. The error is that
// of ctx where it ends first.
//
// The lock is the kernel's and is on the directory itself: there is no lock file
// that a crash could leave behind, and a holder that dies has let go.
func Lock(ctx context.Context, dir string) (unlock func(), err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	// The kernel wakes who waits. Asking again and again would never get the lock
	// from a writer that lets go only to take it anew.
	locked := make(chan error, 1)
	go func() { locked <- flock(f) }()
	select {
	case err = <-locked:
		if err != nil {
			f.Close()
			return nil, err
		}
		return func() { f.Close() }, nil // a descriptor closed is a lock let go
	case <-ctx.Done():
		go func() {
			<-locked
			f.Close()
		}()
		return nil, context.Cause(ctx)
	}
}

func flock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			return os.NewSyscallError("flock", err)
		}
	}
}
