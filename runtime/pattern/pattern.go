// Package pattern matches the patterns of a schema for generated code. The
// generator has translated them from ECMA-262; a pattern that it could turn into
// a table or into RE2 is served here, with the standard library alone. What
// needs backtracking is in the leaf package runtime/pattern/backtrack.
// Everything here is safe for concurrent use.
package pattern

import (
	"regexp"
	"sync"
)

// RE2 is a pattern in the syntax of package regexp. The zero RE2 with its Text
// set is ready to use, so that generated variables need no initialisation; it is
// compiled when it is first used and must not be copied after.
type RE2 struct {
	// Text is what the generator wrote and has compiled: a text that package
	// regexp does not take is a programming error and panics.
	Text string

	once   sync.Once
	regexp *regexp.Regexp
}

// Match reports whether text holds a match.
func (r *RE2) Match(text []byte) bool { return r.compiled().Match(text) }

// MatchString reports whether text holds a match.
func (r *RE2) MatchString(text string) bool { return r.compiled().MatchString(text) }

func (r *RE2) compiled() *regexp.Regexp {
	r.once.Do(func() { r.regexp = regexp.MustCompile(r.Text) })
	return r.regexp
}

// Func is a matcher that always decides, as validate.Matcher wants it.
type Func func(text []byte) bool

// Match calls f. The error is nil.
func (f Func) Match(text []byte) (bool, error) { return f(text), nil }
