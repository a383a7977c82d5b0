package store

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
)

// RandomHex gives a prefix with so many random hexadecimal digits.
func RandomHex(prefix string, digits int) string {
	b := make([]byte, (digits+1)/2)
	rand.Read(b) // never fails
	return prefix + hex.EncodeToString(b)[:digits]
}

// NextHex gives the ID after last: its number, in hexadecimal digits behind a
// prefix, and one. Of a last that is none of these it gives the first, 1; of one
// that has no next, as many digits allow, the first too.
func NextHex(prefix string, digits int, last string) string {
	n, err := strconv.ParseUint(strings.TrimPrefix(last, prefix), 16, 64)
	if err != nil || !strings.HasPrefix(last, prefix) || n >= 1<<(4*digits)-1 {
		n = 0
	}
	return fmt.Sprintf("%s%0*x", prefix, digits, n+1)
}
