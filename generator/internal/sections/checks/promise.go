package checks

import "github.com/bindery-go/bindery/generator/internal/sections/section"

// Promises implements section.Promiser: what documents owe. What only warns refuses
// none.
func (s *Section) Promises() []section.Promise {
	var out []section.Promise
	for _, r := range s.rules {
		if !r.Warning {
			out = append(out, section.Promise{Kind: section.CheckPromise, Key: r.Name, Pos: r.pos, Text: r.of + " " + r.At + " " + r.text})
		}
	}
	return out
}
