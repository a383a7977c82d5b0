// Package limits measures values against the limits of a schema. Generated
// packages call it from Limits.Check; users read its errors. Its functions are
// safe for concurrent use, but for the values that they measure.
package limits

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/bindery-go/bindery/runtime/internal/brief"
	"github.com/bindery-go/bindery/runtime/jsonscan"
)

// Sizes in bytes of compact JSON. A limit in MB counts these, not millions.
const (
	KB = 1 << 10
	MB = 1 << 20
)

// Breach is a limit that a value does not keep.
type Breach struct {
	Name   string // of the limit, as the schema has it: max_checkpoints
	Path   string // of the value, with dots: history.checkpoints
	Actual int64
	Limit  int64
	Lower  bool   // Limit is the least that is allowed, not the most
	Unit   string // bytes, runes, tokens, ms, MB …; "" for a number of things
}

func (b Breach) String() string {
	bound := "most"
	if b.Lower {
		bound = "least"
	}
	s := fmt.Sprintf("%d of at %s %d", b.Actual, bound, b.Limit)
	if b.Path != "" {
		s = brief.Pointer(b.Path) + ": " + s
	}
	if b.Unit != "" {
		s += " " + b.Unit
	}
	return s
}

// Error holds all breaches of a value, in the order in which they were found.
type Error struct {
	Breaches []Breach
}

// shownBreaches is how many breaches the text of an Error spells out.
const shownBreaches = 10

// Error gives a line for each of the first breaches.
func (e *Error) Error() string {
	var lines []string
	for i, breach := range e.Breaches {
		if i == shownBreaches {
			lines = append(lines, fmt.Sprintf("… and %d more", len(e.Breaches)-i))
			break
		}
		lines = append(lines, breach.String())
	}
	return strings.Join(lines, "\n")
}

// Checker collects breaches. A limit below zero is none. The zero Checker is
// ready; one goroutine uses it at a time.
type Checker struct {
	breaches []Breach
	failed   error
}

// AtMost checks a number; unit is "" for a number of things.
func (c *Checker) AtMost(name, path string, actual, limit int64, unit string) {
	if limit >= 0 && actual > limit {
		c.breaches = append(c.breaches, Breach{Name: name, Path: path, Actual: actual, Limit: limit, Unit: unit})
	}
}

// AtLeast checks a number against a lower limit.
func (c *Checker) AtLeast(name, path string, actual, limit int64, unit string) {
	if actual < limit {
		c.breaches = append(c.breaches, Breach{Name: name, Path: path, Actual: actual, Limit: limit, Lower: true, Unit: unit})
	}
}

// Runes checks the length of a string in Unicode code points, as maxLength counts.
func (c *Checker) Runes(name, path, s string, limit int64) {
	if limit < int64(len(s)) { // no string has more code points than bytes
		c.AtMost(name, path, int64(utf8.RuneCountInString(s)), limit, "runes")
	}
}

// Encoding writes a value as compact JSON: the Append method of a
// [jsonvalue.Value], the encode method of a generated type, or [JSON].
type Encoding = func(*jsonscan.Encoder)

// JSON writes any value as encoding/json does, with no characters escaped but
// those that must be.
func JSON(value any) Encoding {
	return func(e *jsonscan.Encoder) {
		var text strings.Builder
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		e.Fail(encoder.Encode(value))
		e.Raw(strings.TrimSuffix(text.String(), "\n"))
	}
}

// Size checks the size of a value in compact JSON; the limit counts units of
// unitBytes bytes: 1, [KB] or [MB]. A begun unit counts as a whole one.
func (c *Checker) Size(name, path string, value Encoding, limit, unitBytes int64) {
	if limit < 0 {
		return
	}
	if size, ok := c.size(name, path, value); ok {
		c.AtMost(name, path, (size+unitBytes-1)/unitBytes, limit, units[unitBytes])
	}
}

// SizeAtLeast checks the size of a value against a lower limit; of its size
// only whole units count.
func (c *Checker) SizeAtLeast(name, path string, value Encoding, limit, unitBytes int64) {
	if size, ok := c.size(name, path, value); ok {
		c.AtLeast(name, path, size/unitBytes, limit, units[unitBytes])
	}
}

var units = map[int64]string{1: "bytes", KB: "KB", MB: "MB"}

func (c *Checker) size(name, path string, value Encoding) (size int64, ok bool) {
	size, err := jsonscan.EncodedSize(value)
	if err != nil && c.failed == nil {
		c.failed = fmt.Errorf("limit %s: %s: %w", name, path, err)
	}
	return size, err == nil
}

// Err gives an *[Error] with all breaches, joined with the error of the first
// value that could not be encoded, or nil.
func (c *Checker) Err() error {
	if len(c.breaches) == 0 {
		return c.failed
	}
	if c.failed != nil {
		return errors.Join(&Error{c.breaches}, c.failed)
	}
	return &Error{c.breaches}
}

// Over reports whether a value takes more than limit bytes of compact JSON; a
// limit below zero is none.
func Over(value Encoding, limit int64) (bool, error) {
	if limit < 0 {
		return false, nil
	}
	size, err := jsonscan.EncodedSize(value)
	return size > limit, err
}
