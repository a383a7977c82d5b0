//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filestore

import (
	"errors"
	"os"
	"syscall"
)

const canLock = true

// flock locks an open file, or returns errBusy. The kernel frees the lock when
// the file is closed, be it by the death of the process: a lock left behind by
// a crash cannot exist, whatever the file contains.
func flock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errBusy
		default:
			return os.NewSyscallError("flock", err)
		}
	}
}
