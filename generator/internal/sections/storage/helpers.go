package storage

import (
	"strings"

	"github.com/bindery-go/bindery/generator/internal/sections/section"
)

// Helpers are the builders of paths, and what reads and appends lines.
func (s *Section) Helpers() (out []section.Helper) {
	for _, p := range s.paths {
		words := strings.Fields(section.Nouns(p.Key[strings.LastIndexByte(p.Key, '.')+1:]))
		if len(words) == 0 || p.Kind == Query {
			continue
		}
		noun := words[len(words)-1]
		if p.Lines != nil && !p.Lines.IsKept {
			out = append(out, section.Helper{Name: p.Lines.Append, Does: "appends a line", When: []string{"log append record write", noun}})
		}
		name := p.Builder
		if p.From != nil {
			name = p.From.Func
		}
		out = append(out, section.Helper{Name: name, Does: "gives its path", When: []string{"write save load read generate create update store persist", noun}})
	}
	return out
}
