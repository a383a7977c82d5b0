package document

import (
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

var (
	pointerEscaper   = strings.NewReplacer("~", "~0", "/", "~1")
	pointerUnescaper = strings.NewReplacer("~0", "~", "~1", "/")
)

// EscapeToken returns a reference token of a JSON Pointer with ~ and / escaped
// (RFC 6901 section 3).
func EscapeToken(token string) string {
	if !strings.ContainsAny(token, "~/") { // as hardly any does
		return token
	}
	return pointerEscaper.Replace(token)
}

// UnescapeToken undoes EscapeToken.
func UnescapeToken(token string) string {
	if !strings.Contains(token, "~") {
		return token
	}
	return pointerUnescaper.Replace(token)
}

// AppendToken returns the JSON Pointer one token longer.
func AppendToken(pointer, token string) string { return pointer + "/" + EscapeToken(token) }

// FormatPointer returns the JSON Pointer of the given reference tokens.
func FormatPointer(tokens ...string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(EscapeToken(t))
	}
	return b.String()
}

// ParsePointer returns the unescaped reference tokens of a JSON Pointer: none
// for "". The error says what RFC 6901 section 3 does not allow.
func ParsePointer(pointer string) ([]string, error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' {
		return nil, fmt.Errorf("JSON Pointer %q does not start with /", pointer)
	}
	tokens := strings.Split(pointer[1:], "/")
	for i, t := range tokens {
		for rest := t; ; {
			at := strings.IndexByte(rest, '~')
			if at < 0 {
				break
			}
			if at+1 == len(rest) || rest[at+1] != '0' && rest[at+1] != '1' {
				return nil, fmt.Errorf("JSON Pointer %q has a ~ that is not part of ~0 or ~1", pointer)
			}
			rest = rest[at+2:]
		}
		tokens[i] = UnescapeToken(t)
	}
	return tokens, nil
}

// ParseFragment returns the reference tokens of a JSON Pointer written as the
// fragment of a URI, without its #: percent escapes are resolved first
// (RFC 6901 section 6).
func ParseFragment(fragment string) ([]string, error) {
	pointer, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, fmt.Errorf("URI fragment %q: %w", fragment, err)
	}
	return ParsePointer(pointer)
}

// FormatFragment returns the JSON Pointer of the tokens as the fragment of a
// URI, with its #.
func FormatFragment(tokens ...string) string {
	return "#" + (&url.URL{Fragment: FormatPointer(tokens...)}).EscapedFragment()
}

// ArrayIndex returns the index that a reference token stands for in an array:
// digits without leading zeros (RFC 6901 section 4).
func ArrayIndex(token string) (int, bool) {
	if token == "" || len(token) > 1 && token[0] == '0' || strings.Trim(token, "0123456789") != "" {
		return 0, false
	}
	i, err := strconv.Atoi(token)
	return i, err == nil
}

// Child returns the value one reference token below n, or nil.
func (n *Node) Child(token string) *Node {
	if n == nil {
		return nil
	}
	if n.Kind != Array {
		return n.Get(token)
	}
	if i, ok := ArrayIndex(token); ok && i < len(n.Items) {
		return n.Items[i]
	}
	return nil
}

// At returns the value that the reference tokens lead to, or nil.
func (n *Node) At(tokens ...string) *Node {
	for _, t := range tokens {
		n = n.Child(t)
	}
	return n
}

// Lookup returns the value that a JSON Pointer leads to; nil without an error
// when there is none. The error is that of ParsePointer.
func (n *Node) Lookup(pointer string) (*Node, error) {
	tokens, err := ParsePointer(pointer)
	if err != nil {
		return nil, err
	}
	return n.At(tokens...), nil
}
