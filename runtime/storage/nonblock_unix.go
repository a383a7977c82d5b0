//go:build unix

package storage

import "syscall"

// nonblock lets a pipe be opened that nobody writes to, which would be waited for
// otherwise.
const nonblock = syscall.O_NONBLOCK
