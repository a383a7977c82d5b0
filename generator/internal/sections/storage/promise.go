package storage

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Promises implements section.Promiser: where files are, and what their lines are.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, list := range [][]*written{s.written, s.scopes} {
		for _, p := range list {
			out = append(out, section.Promise{Kind: section.PathPromise, Key: strings.Join(p.Name, "."), Pos: p.Pos, Text: p.Text})
		}
	}
	for _, l := range s.lines {
		out = append(out, section.Promise{Kind: section.LinesPromise, Key: l.path, Pos: l.pos, Of: l.of})
	}
	return out
}
