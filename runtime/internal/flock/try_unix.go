//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package flock

import (
	"errors"
	"os"
	"syscall"
)

// Supported reports whether the system has flock.
const Supported = true

func try(fd uintptr, mode Mode) (bool, error) {
	how := map[Mode]int{Exclusive: syscall.LOCK_EX, Shared: syscall.LOCK_SH, none: syscall.LOCK_UN}[mode] | syscall.LOCK_NB
	for {
		err := syscall.Flock(int(fd), how)
		switch {
		case err == nil:
			return true, nil
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, syscall.EINTR):
			return false, os.NewSyscallError("flock", err)
		}
	}
}
