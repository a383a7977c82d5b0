//go:build !unix

package storage

import "os"

// None of this is ever used: [Open] fails there.
const nonblock = 0

func hasOtherName(*os.File) (bool, error) { return false, nil }
