package plan

import (
	"slices"

	"github.com/bindery-go/bindery/generator/internal/ecma"
)

// Pattern is an ECMA-262 pattern, shared by all who use it.
type Pattern struct {
	Text string
	// Strategy is how a match is looked for.
	Strategy *ecma.Strategy `key:"-" json:"-"`
	// Func is the Go name of the generated function func(text []byte) bool that
	// reports a match. It is given when all names are.
	Func string `key:"-"`
}

// TimesOut reports whether matching can end without an answer: a pattern on the
// backtracking engine gives up at its time limit.
func (p *Pattern) TimesOut() bool { return p.Strategy.Kind == ecma.UseBacktracking }

// MatchesName reports whether the pattern matches a name that is known when generating.
func (p *Pattern) MatchesName(name string) bool { return ecma.MatchesName(p.Strategy, name) }

// Patterns compiles the patterns of a package, each text once.
type Patterns struct {
	byText map[string]*Pattern
	used   []*Pattern
	isUsed map[*Pattern]bool
}

// NewPatterns returns an empty collection.
func NewPatterns() *Patterns {
	return &Patterns{byText: map[string]*Pattern{}, isUsed: map[*Pattern]bool{}}
}

// Compile returns the pattern of a text, or why it is none.
func (ps *Patterns) Compile(text string) (*Pattern, error) {
	if p := ps.byText[text]; p != nil {
		return p, nil
	}
	s, err := ecma.Compile(text)
	if err != nil {
		return nil, err
	}
	p := &Pattern{Text: text, Strategy: s}
	ps.byText[text] = p
	return p, nil
}

// Use returns the pattern of a text and has a matcher made for it; nil where it
// matches every text, or is none.
func (ps *Patterns) Use(text string) *Pattern {
	p, err := ps.Compile(text)
	if err != nil || p.Strategy.Kind == ecma.Always {
		return nil
	}
	if !ps.isUsed[p] {
		ps.isUsed[p] = true
		ps.used = append(ps.used, p)
	}
	return p
}

// Used lists the patterns that have a matcher, in order of first use.
func (ps *Patterns) Used() []*Pattern { return slices.Clone(ps.used) }

// Matches reports whether a pattern over names matches a name that is known
// when generating.
func (ps *Patterns) Matches(text, name string) bool {
	p, err := ps.Compile(text)
	return err == nil && ecma.MatchesName(p.Strategy, name)
}

// TimesOut is [Pattern.TimesOut] of a text.
func (ps *Patterns) TimesOut(text string) bool {
	p, err := ps.Compile(text)
	return err == nil && p.TimesOut()
}
