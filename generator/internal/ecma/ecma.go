// Package ecma decides how a pattern of a schema is matched in Go. Patterns are
// regular expressions of ECMA-262 with the u flag (JSON Schema 2020-12 core,
// section 6.4), which package regexp reads differently, or not at all; the
// outcome here has the meaning of ECMA-262 or is an error, never anything else.
//
// The lowering stage asks for strategies and matches declared names with them;
// the emitters print them. Nothing at run time imports this package.
package ecma

import (
	"errors"
	"fmt"
	"slices"

	"github.com/bindery-go/bindery/runtime/pattern"
	"github.com/bindery-go/bindery/runtime/pattern/backtrack"
	"github.com/bindery-go/bindery/runtime/pattern/syntax"
)

// Kind says which field of a Strategy holds the way to match.
type Kind uint8

const (
	// Always: every string holds a match.
	Always Kind = iota
	// UseWords: compare with the literal texts of Words.
	UseWords
	// UseProgram: run the loops of Program.
	UseProgram
	// UseTable: run the automaton of Table.
	UseTable
	// UseRE2: run an automaton of RE2 that makes its states at run time.
	UseRE2
	// UseAll: all Terms must hold.
	UseAll
	// UseAny: one of Terms must hold.
	UseAny
	// UseBacktracking: give Backtracking to runtime/pattern/backtrack. A match
	// can then end in an error.
	UseBacktracking
)

func (k Kind) String() string {
	return [...]string{"always", "words", "program", "table", "re2", "all", "any", "backtracking"}[k]
}

// Strategy is how to match a pattern. It is safe for concurrent use.
type Strategy struct {
	Pattern string // as the schema has it
	Kind    Kind

	Words        *Words
	Program      *Program
	Table        *pattern.Table
	RE2          string
	Terms        []Term
	Backtracking string

	// Legacy is the error that the pattern is with the u flag, when it is valid
	// only by Annex B of ECMA-262. It deserves a warning.
	Legacy *syntax.Error

	re2          *pattern.RE2
	backtracking *backtrack.Regexp
}

// Term is a part of a strategy of the kind UseAll or UseAny. Its strategy is of
// any kind but UseBacktracking.
type Term struct {
	*Strategy
	Negated bool // the term holds where the strategy does not match
}

const (
	// maxPattern is the length in bytes of the patterns that are compiled. The
	// time for it is not linear, and generated code may have to compile it again.
	maxPattern = 1 << 16
	// maxBacktracking is the nesting of groups and repetitions that the
	// backtracking engine gets: it compiles them in time that grows with the cube
	// of the depth.
	maxBacktracking = 250
)

// Compile finds the best strategy for a pattern. The error is a *syntax.Error,
// with the offset of what is wrong; patterns that are too long or too deep are
// refused as well.
func Compile(text string) (*Strategy, error) {
	re, legacy, err := parse(text)
	if err != nil {
		return nil, err
	}
	s := strategyOf(re)
	if s == nil {
		if s, err = useBacktracking(re.Root); err != nil {
			return nil, &syntax.Error{Pattern: text, Problem: err.Error()}
		}
	}
	s.Pattern, s.Legacy = text, legacy
	return s, nil
}

// parse parses a pattern of a sensible length. Legacy is the error that it is with the
// u flag where it is valid without: what that forbids is common in schemas, \- above
// all, and has but one meaning.
func parse(text string) (re *syntax.Regexp, legacy *syntax.Error, err error) {
	if len(text) > maxPattern {
		return nil, nil, &syntax.Error{Pattern: text, Offset: maxPattern, Problem: "longer than 65,536 bytes"}
	}
	if re, err = syntax.Parse(text, syntax.Unicode); errors.As(err, &legacy) {
		re, err = syntax.Parse(text, syntax.Legacy)
	}
	return re, legacy, err
}

// strategyOf finds a strategy without backtracking, or returns nil.
func strategyOf(re *syntax.Regexp) *Strategy {
	if re.BackReferences {
		return nil
	}
	return strategyOfNode(absorb(simplify(re.Root)))
}

// strategyOfNode tries the ways to match from the cheapest on.
func strategyOfNode(node syntax.Node) *Strategy {
	node = trimOpen(node)
	if matchesEverything(node) {
		return &Strategy{Kind: Always}
	}
	if words := wordsOf(node); words != nil {
		return &Strategy{Kind: UseWords, Words: words}
	}
	program := programOf(node)
	if program != nil && !program.searches() {
		return &Strategy{Kind: UseProgram, Program: program}
	}
	if terms := alternatives(node); terms != nil && !slices.ContainsFunc(terms, usesRE2) {
		return &Strategy{Kind: UseAny, Terms: terms}
	}
	if text, ok := printRE2(node); ok {
		if table := tableOf(text); table != nil {
			return &Strategy{Kind: UseTable, Table: table}
		}
		if program != nil {
			return &Strategy{Kind: UseProgram, Program: program}
		}
		return &Strategy{Kind: UseRE2, RE2: text, re2: &pattern.RE2{Text: text}}
	}
	// Only look-around is left, properties without a table in package regexp,
	// and repetitions of absurd length.
	if terms := conjunction(node); terms != nil {
		return &Strategy{Kind: UseAll, Terms: terms}
	}
	if terms := alternatives(node); terms != nil {
		return &Strategy{Kind: UseAny, Terms: terms}
	}
	return nil
}

// alternatives returns a term for each alternative of a pattern, or nil when it
// has none or one of them needs backtracking.
func alternatives(node syntax.Node) []Term {
	list, ok := node.(syntax.Alternate)
	if !ok {
		return nil
	}
	var terms []Term
	for _, alternative := range list {
		s := strategyOfNode(alternative)
		if s == nil {
			return nil
		}
		terms = append(terms, Term{Strategy: s})
	}
	return terms
}

// usesRE2 reports whether a term is not plain code.
func usesRE2(t Term) bool {
	return t.Kind == UseRE2 || slices.ContainsFunc(t.Terms, usesRE2)
}

func useBacktracking(root syntax.Node) (*Strategy, error) {
	if depth(root) > maxBacktracking {
		return nil, errors.New("groups nest too deeply for the backtracking engine, which it needs")
	}
	text := printECMA(root)
	matcher, err := backtrack.Compile(text)
	if err != nil {
		return nil, fmt.Errorf("the backtracking engine refuses it: %w", err)
	}
	return &Strategy{Kind: UseBacktracking, Backtracking: text, backtracking: matcher}, nil
}

// depth returns how deep repetitions, groups and look-around nest.
func depth(node syntax.Node) int {
	deepest, parts := 0, children(node)
	for _, part := range parts {
		deepest = max(deepest, depth(part))
	}
	if _, ok := node.(syntax.Concat); ok || parts == nil {
		return deepest
	}
	return 1 + deepest
}

// Match reports whether text holds a match. The error is one of
// runtime/pattern/backtrack and comes from the kind UseBacktracking only.
func (s *Strategy) Match(text string) (bool, error) {
	switch s.Kind {
	case UseWords:
		return s.Words.match(text), nil
	case UseProgram:
		return s.Program.match(text), nil
	case UseTable:
		return s.Table.MatchString(text), nil
	case UseRE2:
		return s.re2.MatchString(text), nil
	case UseAll, UseAny:
		for _, term := range s.Terms {
			matched, err := term.Match(text)
			if err != nil {
				return false, err
			}
			if holds := matched != term.Negated; holds == (s.Kind == UseAny) {
				return holds, nil
			}
		}
		return s.Kind == UseAll, nil
	case UseBacktracking:
		return s.backtracking.MatchString(text)
	}
	return true, nil
}

// MatchesName reports whether a declared member name matches the pattern of a
// patternProperties. A name that is too hard for backtracking does not match.
func MatchesName(s *Strategy, name string) bool {
	matched, err := s.Match(name)
	return matched && err == nil
}
