//go:build !unix

package storage

const nonblock = 0 // never used: [Open] fails there
