package rules

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Promises implements section.Promiser: what operations may do to a document.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, r := range s.readOnly {
		out = append(out, section.Promise{Kind: section.WritersPromise, Key: r.pointer, Pos: r.pos, Names: r.setBy})
	}
	if c := s.completion; c != nil {
		for _, operation := range c.ends {
			out = append(out, section.Promise{Kind: section.EndsPromise, Key: operation, Pos: c.pos, Text: c.pointer})
		}
	}
	return out
}
