//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package filestore

import (
	"errors"
	"os"
)

const canLock = false

func flock(*os.File) error { return errors.ErrUnsupported }
