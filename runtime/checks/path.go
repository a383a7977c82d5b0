package checks

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Path is a set of places: a JSON Pointer (RFC 6901) from the document, as
// "/facts/0", or a Relative JSON Pointer from a place, as "1/name": so many
// levels up, then down. "0#" is the name or the index of the place itself. The
// token "*" stands for every member or element, "**" for any number of tokens,
// "~2" for an asterisk that is part of a name.
type Path struct {
	Up    int // levels up from the place; −1 for a path from the document
	Key   bool
	Steps []Step
}

// Step is a token of a path.
type Step struct {
	Any, Deep bool
	Name      string
}

// ParsePath reads a path.
func ParsePath(text string) (Path, error) {
	p := Path{Up: -1}
	rest := text
	if n := len(text) - len(strings.TrimLeft(text, "0123456789")); n > 0 {
		up, err := strconv.Atoi(text[:n])
		if err != nil || up > 100 || n > 1 && text[0] == '0' {
			return p, fmt.Errorf("%q: the number of levels up must be 0 to 100, without leading zeros", text)
		}
		p.Up, rest = up, text[n:]
		if rest == "#" {
			p.Key = true
			return p, nil
		}
	}
	if rest == "" {
		return p, nil
	}
	if rest[0] != '/' {
		return p, fmt.Errorf("%q is not a path: it must start with / or, from the place of the check, with a number of levels up, as 0/name", text)
	}
	for token := range strings.SplitSeq(rest[1:], "/") {
		step, err := parseStep(token)
		if err != nil {
			return p, fmt.Errorf("%q: %w", text, err)
		}
		if step.Deep && slices.ContainsFunc(p.Steps, func(s Step) bool { return s.Deep }) {
			return p, fmt.Errorf("%q: ** may stand in a path once", text)
		}
		p.Steps = append(p.Steps, step)
	}
	return p, nil
}

var errEscape = errors.New("after ~ must stand 0 (for ~), 1 (for /) or 2 (for *)")

func parseStep(token string) (Step, error) {
	switch token {
	case "*":
		return Step{Any: true}, nil
	case "**":
		return Step{Deep: true}, nil
	}
	var b strings.Builder
	for i := 0; i < len(token); i++ {
		c := token[i]
		if c == '~' {
			i++
			if i == len(token) || token[i] < '0' || token[i] > '2' {
				return Step{}, errEscape
			}
			c = "~/*"[token[i]-'0']
		}
		b.WriteByte(c)
	}
	return Step{Name: b.String()}, nil
}

// From returns the path from the document of a path from a place. Of the deep
// steps that levels up would leave none is lost: the path may stand for more
// places. It reports false where the levels lead above the document.
func (p Path) From(at Path) (Path, bool) {
	if p.Up < 0 {
		return p, true
	}
	steps := at.Steps
	for range p.Up {
		switch {
		case len(steps) == 0:
			return Path{}, false
		case steps[len(steps)-1].Deep:
		default:
			steps = steps[:len(steps)-1]
		}
	}
	return Path{Up: -1, Steps: append(steps[:len(steps):len(steps)], p.Steps...)}, true
}

// Many reports whether the path may have several values at one place.
func (p Path) Many() bool {
	for _, s := range p.Steps {
		if s.Any || s.Deep {
			return true
		}
	}
	return false
}
