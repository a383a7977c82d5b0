package schema

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// uri is a parsed URI reference (RFC 3986). That of net/url is not used: it has no
// resolution against urn: and other opaque bases, and changes the spelling of what
// it parses.
type uri struct {
	scheme       string // without the colon
	authority    string
	hasAuthority bool
	path         string
	query        string
	hasQuery     bool
	fragment     string // as spelt, without '#'
}

// parseURI splits a URI reference by the regular expression of RFC 3986
// appendix B and refuses characters that no part of one can hold. Characters
// beyond ASCII are let through, so IRIs work as well. The fragment may hold any
// character: "#/definitions/Record<string>" is what real tools write.
func parseURI(s string) (uri, error) {
	var u uri
	if _, err := url.PathUnescape(s); err != nil {
		return u, errors.New("it holds a '%' that no two hexadecimal digits follow")
	}
	s, u.fragment, _ = strings.Cut(s, "#")
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c == 0x7F || strings.IndexByte(`"<>\^`+"`{|}", c) >= 0 {
			return u, fmt.Errorf("it holds the character %q", rune(c))
		}
	}
	s, u.query, u.hasQuery = strings.Cut(s, "?")
	if i := strings.IndexAny(s, ":/"); i > 0 && s[i] == ':' {
		if !isScheme(s[:i]) {
			return u, fmt.Errorf("%q is not a scheme", s[:i])
		}
		u.scheme, s = strings.ToLower(s[:i]), s[i+1:]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		end := strings.IndexByte(rest, '/')
		if end < 0 {
			end = len(rest)
		}
		u.authority, u.hasAuthority, s = rest[:end], true, rest[end:]
	}
	u.path = s
	return u, nil
}

func isScheme(s string) bool {
	for i := range len(s) {
		c := s[i]
		letter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if !letter && (i == 0 || !('0' <= c && c <= '9' || c == '+' || c == '-' || c == '.')) {
			return false
		}
	}
	return s != ""
}

// String recomposes the reference (RFC 3986 section 5.3). An empty fragment is
// left out: it names the resource itself.
func (u uri) String() string {
	s := u.resource()
	if u.fragment != "" {
		s += "#" + u.fragment
	}
	return s
}

// resource returns the reference without its fragment.
func (u uri) resource() string {
	var b strings.Builder
	if u.scheme != "" {
		b.WriteString(u.scheme + ":")
	}
	if u.hasAuthority {
		b.WriteString("//" + u.authority)
	}
	b.WriteString(u.path)
	if u.hasQuery {
		b.WriteString("?" + u.query)
	}
	return b.String()
}

// resolve transforms a reference relative to the base (RFC 3986 section 5.2.2).
func (base uri) resolve(ref uri) uri {
	switch {
	case ref.scheme != "":
		ref.path = removeDotSegments(ref.path)
		return ref
	case ref.hasAuthority:
		ref.path = removeDotSegments(ref.path)
	case ref.path == "":
		ref.path = base.path
		if !ref.hasQuery {
			ref.query, ref.hasQuery = base.query, base.hasQuery
		}
		ref.authority, ref.hasAuthority = base.authority, base.hasAuthority
	default:
		if !strings.HasPrefix(ref.path, "/") {
			ref.path = base.merge(ref.path)
		}
		ref.path = removeDotSegments(ref.path)
		ref.authority, ref.hasAuthority = base.authority, base.hasAuthority
	}
	ref.scheme = base.scheme
	return ref
}

// merge joins a relative path to that of the base (RFC 3986 section 5.2.3).
func (base uri) merge(path string) string {
	if base.hasAuthority && base.path == "" {
		return "/" + path
	}
	return base.path[:strings.LastIndexByte(base.path, '/')+1] + path
}

// removeDotSegments implements RFC 3986 section 5.2.4 for whole segments. A
// path without "." and ".." segments comes back as it is, so that urn: and tag:
// names are not touched.
func removeDotSegments(path string) string {
	segments := strings.Split(path, "/")
	out := segments[:0:0]
	for i, s := range segments {
		last := i == len(segments)-1
		switch s {
		case ".":
			if last {
				out = append(out, "")
			}
		case "..":
			// The empty segment before a leading slash stays.
			if n := len(out); n > 1 || n == 1 && out[0] != "" {
				out = out[:n-1]
			}
			if last {
				out = append(out, "")
			}
		default:
			out = append(out, s)
		}
	}
	return strings.Join(out, "/")
}

// unescapePercent resolves the percent escapes of a part of a URI. parseURI has
// made sure that they are complete.
func unescapePercent(s string) string {
	text, _ := url.PathUnescape(s)
	return text
}
