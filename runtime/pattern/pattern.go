// Package pattern matches the patterns of a schema for generated code. The
// generator has translated them from ECMA-262; a pattern that it could turn into
// a table or into RE2 is served here, with the standard library alone. What
// needs backtracking is in the leaf package runtime/pattern/backtrack.
// Everything here is safe for concurrent use.
package pattern

import (
	"errors"
	"regexp"
	"sync"
	"sync/atomic"
)

// RE2 is a pattern in the syntax of package regexp. The zero RE2 with its Text
// set is ready to use, so that generated variables need no initialisation; it is
// compiled when it is first used and must not be copied after.
//
// Only whether there is a match is asked, so that texts are decided by a
// deterministic automaton, whose states are made as texts need them. What needs
// too many states is left to package regexp, which takes as much time for each
// byte as the pattern is long.
type RE2 struct {
	// Text is what the generator wrote and has compiled: a text that package
	// regexp does not take is a programming error and panics.
	Text string

	start     sync.Once
	automaton atomic.Pointer[automaton]
	given     atomic.Uint32 // texts that were left to package regexp

	once   sync.Once
	regexp *regexp.Regexp
}

// Match reports whether text holds a match.
func (r *RE2) Match(text []byte) bool {
	matched, decided := r.current().match(text)
	if !decided {
		r.renew()
		return r.compiled().Match(text)
	}
	return matched
}

// MatchString reports whether text holds a match.
func (r *RE2) MatchString(text string) bool {
	matched, decided := r.current().match([]byte(text))
	if !decided {
		r.renew()
		return r.compiled().MatchString(text)
	}
	return matched
}

func (r *RE2) current() *automaton {
	a := r.automaton.Load()
	if a == nil {
		r.start.Do(func() {
			m, err := newMachine(r.Text)
			switch {
			case err == nil:
				r.automaton.Store(newAutomaton(m))
			case errors.Is(err, errTooLarge):
				r.automaton.Store(undecided)
			default:
				panic("pattern: " + err.Error())
			}
		})
		a = r.automaton.Load()
	}
	return a
}

// patience is how many texts go to package regexp before an automaton without
// room is thrown away for a new one: the texts that it was made for may have
// been others. Making its states again takes less than those texts did.
const patience = 1 << 12

func (r *RE2) renew() {
	if r.given.Add(1)%patience == 0 {
		if m := r.current().machine; m != nil {
			r.automaton.Store(newAutomaton(m))
		}
	}
}

func (r *RE2) compiled() *regexp.Regexp {
	r.once.Do(func() { r.regexp = regexp.MustCompile(r.Text) })
	return r.regexp
}

// Func is a matcher that always decides, as validate.Matcher wants it.
type Func func(text []byte) bool

// Match calls f. The error is nil.
func (f Func) Match(text []byte) (bool, error) { return f(text), nil }
