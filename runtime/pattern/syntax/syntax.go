// Package syntax parses the regular expressions of ECMA-262 as JSON Schema uses
// them (2020-12 core, section 6.4): the grammar of the eleventh edition with the
// u flag, over Unicode code points. It is the counterpart of regexp/syntax; the
// generator translates its trees, and the format regex asks it for validity.
package syntax

import (
	"fmt"

	"github.com/bindery-go/bindery/runtime/internal/brief"
)

// Dialect selects the grammar.
type Dialect uint8

const (
	// Unicode is the grammar with the u flag (ECMA-262, section 21.2.1).
	Unicode Dialect = iota
	// Legacy is Unicode with the syntax that Annex B.1.4 adds for patterns
	// without the u flag, wherever that is an error under Unicode: identity
	// escapes such as \- and \_, literal braces and brackets, octal escapes,
	// class escapes as ends of a range. What the u flag gives a meaning keeps it.
	Legacy
)

// Error tells where and why a text is no regular expression.
type Error struct {
	Pattern string
	Offset  int    // in bytes
	Problem string // an English phrase
}

// Error returns the pattern, cut when it is long, the problem and the place.
func (e *Error) Error() string {
	return fmt.Sprintf("regular expression %s: %s at offset %d", brief.Quote(e.Pattern), e.Problem, e.Offset)
}

// Regexp is a parsed regular expression.
type Regexp struct {
	Root Node
	// Groups is the number of capturing groups.
	Groups int
	// BackReferences reports whether the expression refers to a group.
	BackReferences bool
	// Doubtful tells that a letter or digit is escaped without a meaning: the
	// grammar of Legacy reads \Z as Z, which is hardly what its author meant.
	Doubtful bool
}

// Node is a part of an expression: *Class, Concat, Alternate, *Repeat, *Group,
// *Look, BackReference or Assertion.
type Node interface{ node() }

// Concat matches its parts one after the other; the empty Concat matches the
// empty string.
type Concat []Node

// Alternate matches one of its parts. It has at least two.
type Alternate []Node

// Repeat matches its part Min to Max times.
type Repeat struct {
	Node Node
	Min  int
	Max  int // Unlimited for no upper bound
	Lazy bool
}

// Unlimited is the Max of a Repeat without an upper bound. Greater counts than
// MaxCount are taken for it: no text is that long.
const (
	Unlimited = -1
	MaxCount  = 1<<31 - 1
)

// Group is a capturing group. Groups that do not capture leave no node.
type Group struct {
	Node  Node
	Index int // from 1
}

// Look is a lookahead or lookbehind.
type Look struct {
	Node    Node
	Behind  bool
	Negated bool
}

// BackReference matches what the group of that index matched, or the empty
// string when the group took no part.
type BackReference int

// Assertion matches the empty string at certain places.
type Assertion uint8

const (
	Start           Assertion = iota // ^ without the m flag
	End                              // $ without the m flag: the very end
	WordBoundary                     // \b
	NotWordBoundary                  // \B
)

func (*Class) node()        {}
func (Concat) node()        {}
func (Alternate) node()     {}
func (*Repeat) node()       {}
func (*Group) node()        {}
func (*Look) node()         {}
func (BackReference) node() {}
func (Assertion) node()     {}
