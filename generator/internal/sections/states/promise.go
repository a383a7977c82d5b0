package states

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Promises implements section.Promiser: which states may follow each other.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, t := range s.written {
		for _, r := range t.States {
			for _, next := range r.Next {
				out = append(out, section.Promise{Kind: section.StatePromise, Key: t.Section + "." + r.Name, Pos: r.Pos, Text: next})
			}
		}
	}
	return out
}
