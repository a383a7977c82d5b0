//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package flock

import "errors"

// Supported reports whether the system has flock.
const Supported = false

func try(uintptr, Mode) (bool, error) { return false, errors.ErrUnsupported }
