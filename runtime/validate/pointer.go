package validate

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// pointer returns the JSON Pointer (RFC 6901) of the value at index i.
func (d *document) pointer(i int) string {
	var steps []int
	size := 0
	for ; d.values[i].parent >= 0; i = int(d.values[i].parent) {
		steps = append(steps, i)
		size += 1 + max(3, len(d.name(i)))
	}
	b := make([]byte, 0, size)
	for _, i := range slices.Backward(steps) {
		v := &d.values[i]
		if d.values[v.parent].kind == jsonscan.KindArray {
			b = strconv.AppendInt(append(b, '/'), int64(v.index), 10)
		} else {
			b = appendToken(b, string(d.name(i)))
		}
	}
	return string(b)
}

// appendToken appends a slash and a reference token.
func appendToken(b []byte, token string) []byte {
	b = append(b, '/')
	if strings.IndexByte(token, '~') < 0 && strings.IndexByte(token, '/') < 0 {
		return append(b, token...)
	}
	for i := range len(token) {
		switch c := token[i]; c {
		case '~':
			b = append(b, "~0"...)
		case '/':
			b = append(b, "~1"...)
		default:
			b = append(b, c)
		}
	}
	return b
}

// uriFragment percent-encodes what a URI fragment may not hold (RFC 3986
// section 3.5).
func uriFragment(s string) string {
	const hex = "0123456789ABCDEF"
	i := 0
	for i < len(s) && inFragment(s[i]) {
		i++
	}
	if i == len(s) {
		return s
	}
	b := []byte(s[:i])
	for ; i < len(s); i++ {
		if c := s[i]; inFragment(c) {
			b = append(b, c)
		} else {
			b = append(b, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(b)
}

func inFragment(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		strings.IndexByte("-._~!$&'()*+,;=:@/?", c) >= 0
}
