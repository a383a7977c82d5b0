//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package filestore

import (
	"errors"
	"os"
)

// Without a lock that ends with its holder there is no safe store: Open says so.
const canLock = false

func flock(*os.File) error { return errors.ErrUnsupported }
