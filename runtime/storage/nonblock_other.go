//go:build !unix

package storage

const nonblock = 0 // see [Open], which does not open anything there
