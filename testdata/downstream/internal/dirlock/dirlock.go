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
	"time"
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
	for wait := time.Millisecond; ; wait = min(2*wait, 50*time.Millisecond) {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case err == nil:
			return func() { f.Close() }, nil // a descriptor closed is a lock let go
		case !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR):
			f.Close()
			return nil, os.NewSyscallError("flock", err)
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, context.Cause(ctx)
		case <-time.After(wait):
		}
	}
}
