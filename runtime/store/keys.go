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

// IsHex reports whether a text is a prefix and so many hexadecimal digits.
func IsHex(prefix string, digits int, text string) bool {
	rest, ok := strings.CutPrefix(text, prefix)
	return ok && len(rest) == digits && strings.Trim(rest, "0123456789abcdef") == ""
}
