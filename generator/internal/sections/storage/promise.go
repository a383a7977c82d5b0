package storage

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Promises implements section.Promiser: where files are, and what their lines are.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, p := range s.paths {
		out = append(out, section.Promise{Kind: section.PathPromise, Key: p.Key, Pos: p.pos, Text: p.Text})
	}
	for _, l := range s.lines {
		out = append(out, section.Promise{Kind: section.LinesPromise, Key: l.name, Pos: l.pos, Of: l.of})
	}
	return out
}
