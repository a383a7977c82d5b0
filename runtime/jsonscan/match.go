package jsonscan

import (
	"errors"
	"time"
)

// ErrMatching says that slow matches, of which each was decided in time, have
// together taken longer than one may.
var ErrMatching = errors.New("the matches of the document reached their time limit together")

// Matcher is a pattern whose match may be given up, and then has an error. One
// that has a method Limit, which tells how long a match may take, shares that time
// with all others of the document.
type Matcher interface {
	Match(text []byte) (bool, error)
}

// Match reports whether a matcher decides that text matches. After one that did
// not, or not in the time that is left, no other is asked: the document has no
// verdict, and End is false. s may be nil.
func (s *Scanner) Match(m Matcher, text []byte) bool {
	if s == nil {
		matched, err := m.Match(text)
		return matched && err == nil
	}
	if s.undecided != nil {
		return false
	}
	s.noted = true
	start := time.Now()
	matched, err := m.Match(text)
	s.undecided = err
	if limited, ok := m.(interface{ Limit() time.Duration }); ok {
		if s.matching += time.Since(start); err == nil && s.matching > limited.Limit() {
			s.undecided = ErrMatching
		}
	}
	return matched && s.undecided == nil
}

// Matching returns how long the matches have taken that share their time, and why
// a match was not decided; nil where all were.
func (s *Scanner) Matching() (took time.Duration, undecided error) { return s.matching, s.undecided }

// NoteMatching sets what Matching returns, after matches that somebody else has
// made.
func (s *Scanner) NoteMatching(took time.Duration, undecided error) {
	s.noted, s.matching, s.undecided = true, took, undecided
}
