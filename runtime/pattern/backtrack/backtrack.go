// Package backtrack matches the patterns of a schema that RE2 cannot say: those
// with back-references, with look-around in the middle, or with Unicode
// properties that package regexp has no table of. It is a leaf of the runtime:
// only generated code with such a pattern imports it and, with it,
// github.com/dlclark/regexp2.
//
// It is version 2 of that library because only there the ECMAScript mode follows
// ECMA-262 with the u flag (captures reset in each round of a loop, property
// escapes, surrogate pairs), and because it bounds its memory as well.
//
// Backtracking can take exponential time, so each match has a limit. A match
// that reaches it is not decided, and saying either would be wrong: the error is
// part of the answer, and generated code returns it as a *validate.PatternError.
// Matching is safe for concurrent use.
package backtrack

import (
	"cmp"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/dlclark/regexp2/v2"
)

// DefaultTimeout is the time that a match may take unless the Regexp says
// otherwise.
const DefaultTimeout = time.Second

// Errors of a match that was given up.
var (
	// ErrTimeout says that the match took longer than its time limit.
	ErrTimeout = errors.New("pattern: the match reached its time limit")
	// ErrStack says that the match needed more memory for backtracking than
	// the 100,000 places that the library grants it.
	ErrStack = errors.New("pattern: the match reached its limit of backtracking memory")
)

// Regexp is a pattern of ECMA-262. The zero Regexp with its Text set is ready to
// use, so that generated variables need no initialisation; it is compiled when it
// is first used and must not be copied after.
type Regexp struct {
	// Text is in the u-flag syntax, as the generator prints it. A text that the
	// library does not take is a programming error and panics.
	Text string
	// Timeout limits one match; zero means DefaultTimeout. The library looks at
	// its clock about ten times a second.
	Timeout time.Duration

	once   sync.Once
	regexp *regexp2.Regexp
	last   atomic.Pointer[givenUp]
}

// givenUp is a text that the engine gave up. Who asks for a verdict and then for
// the reason asks twice, and must not wait twice: for a while the answer stands.
type givenUp struct {
	text  string
	err   error
	until time.Time
}

const (
	// standing is how long it stands. A busy machine may have been the cause.
	standing = 10 * time.Second
	// maxGivenUp is the length in bytes of the texts that are remembered.
	maxGivenUp = 1 << 16
)

// Compile compiles a pattern at once, for the generator, which has to know
// whether the library takes it.
func Compile(text string) (*Regexp, error) {
	re, err := regexp2.Compile(text, regexp2.ECMAScript|regexp2.Unicode, regexp2.OptionMaintainCaptureOrder())
	if err != nil {
		return nil, err
	}
	re.MatchTimeout = DefaultTimeout
	r := &Regexp{Text: text, regexp: re}
	r.once.Do(func() {})
	return r, nil
}

// Limit is the time that a match may take.
func (r *Regexp) Limit() time.Duration { return cmp.Or(r.Timeout, DefaultTimeout) }

// Match reports whether text holds a match. A non-nil error, ErrTimeout or
// ErrStack, says that the question was not decided.
func (r *Regexp) Match(text []byte) (bool, error) { return r.MatchString(string(text)) }

// MatchString is Match for a string.
func (r *Regexp) MatchString(text string) (bool, error) {
	r.once.Do(r.compile)
	if last := r.last.Load(); last != nil && last.text == text && time.Now().Before(last.until) {
		return false, last.err
	}
	matched, err := r.regexp.MatchString(text)
	if err == nil {
		return matched, nil
	}
	// The library's own error carries the whole text, which may be long.
	reason := ErrTimeout
	if errors.Is(err, regexp2.ErrBacktrackingStackLimit) {
		reason = ErrStack
	}
	if len(text) <= maxGivenUp {
		r.last.Store(&givenUp{strings.Clone(text), reason, time.Now().Add(standing)})
	}
	return false, reason
}

func (r *Regexp) compile() {
	compiled, err := Compile(r.Text)
	if err != nil {
		panic("backtrack: " + err.Error())
	}
	r.regexp = compiled.regexp
	if r.Timeout > 0 {
		r.regexp.MatchTimeout = r.Timeout
	}
}
