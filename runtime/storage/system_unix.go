//go:build unix

package storage

import (
	"os"
	"syscall"
)

// nonblock lets a pipe be opened that nobody writes to, which would be waited for
// otherwise.
const nonblock = syscall.O_NONBLOCK

// hasOtherName reports whether a file has more names than one.
func hasOtherName(f *os.File) (bool, error) {
	info, err := f.Stat()
	if err != nil {
		return false, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Nlink > 1, nil
}
