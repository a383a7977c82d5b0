package store

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"math/big"
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
// prefix, and one. Of a last that is none of these it gives the first, 1. After the
// last that the digits allow comes one with a digit more, which the schema refuses: the
// first again would be that of another one.
func NextHex(prefix string, digits int, last string) string {
	n := new(big.Int)
	if rest, ok := strings.CutPrefix(last, prefix); ok && rest != "" && strings.Trim(rest, hexDigits) == "" {
		n.SetString(rest, 16)
	}
	return fmt.Sprintf("%s%0*x", prefix, digits, n.Add(n, big.NewInt(1)))
}

const hexDigits = "0123456789abcdef"

// IsHex reports whether a text is a prefix and so many hexadecimal digits.
func IsHex(prefix string, digits int, text string) bool {
	rest, ok := strings.CutPrefix(text, prefix)
	return ok && len(rest) == digits && strings.Trim(rest, hexDigits) == ""
}

// TextArgs and TextKey are the Args and the Key of a kind whose keys are texts.
func TextArgs[K ~string](key K) []string { return []string{string(key)} }

// TextKey is the way back from [TextArgs].
func TextKey[K ~string](args []string) (K, error) { return K(args[0]), nil }

// NumberArgs and NumberKey are the Args and the Key of a kind whose keys are numbers.
func NumberArgs(key int64) []string { return []string{strconv.FormatInt(key, 10)} }

// NumberKey is the way back from [NumberArgs].
func NumberKey(args []string) (int64, error) { return strconv.ParseInt(args[0], 10, 64) }

// FreeKey draws a key that no document has. Where thousands in a row are taken, the
// error wraps fs.ErrExist.
func FreeKey[T, K any](d *Documents[T, K], draw func() K) (key K, err error) {
	for range draws {
		key = draw()
		if taken, err := d.Has(key); err != nil || !taken {
			return key, err
		}
	}
	return key, d.noneFree()
}

// NextOf gives the ID of the next one of some entries: that after the greatest, as
// [NextHex] has it.
func NextOf[E any](prefix string, digits int, list []E, id func(e *E) (string, bool)) string {
	last := ""
	for i := range list {
		v, _ := id(&list[i])
		last = max(last, v)
	}
	return NextHex(prefix, digits, last)
}
